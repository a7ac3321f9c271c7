// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "StackFlow",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TerminalCells", targets: ["TerminalCells"]),
    .library(name: "FlowShell", targets: ["FlowShell"]),
    .library(name: "GNUReadline", targets: ["GNUReadline"]),
    .library(name: "StackFlowTesting", targets: ["StackFlowTesting"]),
  ],
  targets: [
    // Floor 0
    .target(name: "TerminalCells"),
    .target(name: "CTerminal"),
    .systemLibrary(name: "CReadline"),

    // Floor 1
    .target(name: "SourceDiagnostics", dependencies: ["TerminalCells"]),

    // Floor 5
    .target(name: "FlowShell", dependencies: ["TerminalCells", "CTerminal"]),

    // Floor 6
    .target(name: "GNUReadline", dependencies: ["FlowShell", "CReadline"]),

    // Floor 7
    .target(name: "StackFlowTesting", dependencies: ["FlowShell", "CTerminal"]),

    // What only the tests use: a terminal emulator (libvterm), and a program that reads lines
    .systemLibrary(name: "CVTerm", path: "Tests/Support/CVTerm"),
    .target(
      name: "TerminalEmulation", dependencies: ["CVTerm", "StackFlowTesting"],
      path: "Tests/Support/TerminalEmulation"),
    .executableTarget(
      name: "EditorProbe", dependencies: ["FlowShell", "GNUReadline", "CTerminal"],
      path: "Tests/Support/EditorProbe"),

    .testTarget(name: "SourceDiagnosticsTests", dependencies: ["SourceDiagnostics"]),
    .testTarget(
      name: "GNUReadlineTests",
      dependencies: [
        "GNUReadline", "FlowShell", "StackFlowTesting", "TerminalEmulation", "EditorProbe",
      ]),
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
