// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "WebFront",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The trait brings Hummingbird; without `.defaults`, it would be without libyaml.
    .package(name: "StackFlow", path: "../..", traits: [.defaults, "Web"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "WebFront",
      dependencies: [
        .product(name: "StackFlow", package: "StackFlow"),
        .product(name: "FlowWeb", package: "StackFlow"),
        .product(name: "SealedWalks", package: "StackFlow"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ])
  ]
)
