// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "StackFlow", path: ".."),
    // Without traits, it needs no interposed allocator, and its allocation counts are 0.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "CMeasuredProgram"),
    .executableTarget(name: "Peers", dependencies: ["CMeasuredProgram"]),
    .target(name: "LargeFlow"),
    .executableTarget(name: "CheckTimes", dependencies: ["LargeFlow"]),
    .executableTarget(name: "ServeTimes"),
    .executableTarget(
      name: "EchoServer",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "FixedPages",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(name: "Visitors"),
    .target(name: "CHeap"),
    .executableTarget(
      name: "WalkCosts",
      dependencies: ["CHeap", .product(name: "StackFlow", package: "StackFlow")]),
    .executableTarget(
      name: "FlowBenchmarks",
      dependencies: [
        "LargeFlow",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "StackFlow", package: "StackFlow"),
      ],
      path: "Benchmarks/FlowBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "StackBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "StackFlowCore", package: "StackFlow"),
      ],
      // The plugin expects its targets in a folder of this name.
      path: "Benchmarks/StackBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "ExpressionBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "FlowExpressions", package: "StackFlow"),
      ],
      path: "Benchmarks/ExpressionBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "LayoutBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "StackFlowCore", package: "StackFlow"),
      ],
      path: "Benchmarks/LayoutBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
