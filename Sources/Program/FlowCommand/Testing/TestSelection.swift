// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowScripts
import SourceDiagnostics

/// The options about which tests run, and in which order.
struct TestSelection: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only tests whose name or file contains TEXT, in any case; can be repeated.",
      valueName: "text"))
  var filter: [String] = []

  @Flag(help: "Stop after the first test that fails.")
  var failFast = false

  @Flag(help: "Run the tests in a random order, and print its seed.")
  var shuffle = false

  @Option(help: ArgumentHelp("The seed of --shuffle, to repeat an order.", valueName: "number"))
  var seed: UInt64?

  func validate() throws {
    if seed != nil, !shuffle { throw ValidationError("--seed needs --shuffle") }
  }

  var isFiltering: Bool { !filter.isEmpty }

  /// The texts of the filter, for messages.
  var filterWords: String { filter.map { "'\($0)'" }.joined(separator: " or ") }

  /// A test to run, with its flow.
  typealias Choice = (flow: TestedFlow, test: TestedFlow.Test)

  /// Returns the tests to run, in the order of their files.
  func chosen(of flows: [TestedFlow]) -> [Choice] {
    flows.flatMap { flow in
      flow.tests.filter { isChosen($0) }.map { (flow, $0) }
    }
  }

  /// Returns tests in a random order.
  ///
  /// The order of a seed is the same on every machine: it's the order of SplitMix64.
  func shuffled(_ tests: [Choice], seed: UInt64) -> [Choice] {
    var generator = SeededRandom(seed: seed)
    return tests.shuffled(using: &generator)
  }

  private func isChosen(_ test: TestedFlow.Test) -> Bool {
    guard isFiltering else { return true }
    let words = [test.name, test.place.file.name].map { $0.lowercased() }
    return filter.contains { part in words.contains { $0.includes(part.lowercased()) } }
  }
}
