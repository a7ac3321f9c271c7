// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "StackFlow",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TerminalCells", targets: ["TerminalCells"]),
    .library(name: "ScrollStackLayout", targets: ["ScrollStackLayout"]),
  ],
  targets: [
    // Floor 0
    .target(name: "TerminalCells"),

    // Floor 1
    .target(name: "SourceDiagnostics", dependencies: ["TerminalCells"]),

    .target(name: "ScrollStackLayout", dependencies: ["TerminalCells"]),

    .testTarget(name: "ScrollStackLayoutTests", dependencies: ["ScrollStackLayout"]),
    .testTarget(
      name: "TerminalCellsTests", dependencies: ["TerminalCells"], exclude: ["Fixtures"]),
    .testTarget(name: "SourceDiagnosticsTests", dependencies: ["SourceDiagnostics"]),
  ]
)

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
  target.swiftSettings = settings
}
