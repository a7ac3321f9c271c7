// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "StackFlow",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FlowExpressions", targets: ["FlowExpressions"]),
    .library(name: "TerminalCells", targets: ["TerminalCells"]),
  ],
  targets: [
    // Floor 0
    .target(name: "TerminalCells"),

    // Floor 1
    .target(name: "SourceDiagnostics", dependencies: ["TerminalCells"]),

    // Floor 2
    .target(name: "FlowExpressions", dependencies: ["SourceDiagnostics"]),

    .testTarget(name: "SourceDiagnosticsTests", dependencies: ["SourceDiagnostics"]),
    .testTarget(
      name: "FlowExpressionsTests", dependencies: ["FlowExpressions", "SourceDiagnostics"]),
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
