// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  // Uses the bundled libyaml, to test this variant of the library too.
  dependencies: [
    .package(name: "StackFlow", path: "..", traits: ["BundledYAML"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "ApprovedSteps",
      dependencies: [.product(name: "StackFlowCore", package: "StackFlow")]),
    .executableTarget(
      name: "CheckedRules",
      dependencies: [.product(name: "FlowExpressions", package: "StackFlow")]),
    .executableTarget(
      name: "DanishWords",
      dependencies: [.product(name: "StackFlow", package: "StackFlow")]),
    .executableTarget(
      name: "EmbedFlow",
      dependencies: [.product(name: "StackFlow", package: "StackFlow")]),
    .executableTarget(
      name: "ExtendedFlow",
      dependencies: [.product(name: "StackFlow", package: "StackFlow")],
      exclude: ["paint.extensions.yaml", "paint.flow.yaml"]),
    .executableTarget(
      name: "LayoutGallery",
      dependencies: [.product(name: "StackFlowCore", package: "StackFlow")]),
    // On the terminal alone: neither forms nor flow files.
    .executableTarget(
      name: "PlainWizard",
      dependencies: [.product(name: "StackFlowCore", package: "StackFlow")]),
    .executableTarget(
      name: "ReleaseCommand",
      dependencies: [
        .product(name: "StackFlow", package: "StackFlow"),
        .product(name: "StackFlowShell", package: "StackFlow"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "ServerDecision",
      dependencies: [.product(name: "StackFlow", package: "StackFlow")]),
    .executableTarget(
      name: "ShownFlow",
      dependencies: [.product(name: "StackFlow", package: "StackFlow")]),
    .executableTarget(
      name: "StarRating",
      dependencies: [
        .product(name: "StackFlow", package: "StackFlow"),
        .product(name: "StackFlowShell", package: "StackFlow"),
      ]),
    .testTarget(
      name: "ServiceFlowTests",
      dependencies: [
        .product(name: "StackFlow", package: "StackFlow"),
        .product(name: "StackFlowShell", package: "StackFlow"),
        .product(name: "StackFlowTesting", package: "StackFlow"),
        .product(name: "TerminalEmulation", package: "StackFlow"),
      ]),
  ]
)

// As strict as a program that embeds the library may be.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
