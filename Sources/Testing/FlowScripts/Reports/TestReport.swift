// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The results of the scripted tests of one or more flows, in the order of the run, however many ran at a time.
///
/// It's a value; ``text(as:listingAll:)`` writes it in a format that people or other programs read.
package struct TestReport: Sendable {
  /// How a test ended.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The flow did what the script says.
    case passed

    /// The flow did something else.
    case failed

    /// The script has a mistake, or its flow does, so it didn't run.
    case mistaken

    /// An earlier test failed, and no other test was to run after that.
    case skipped
  }

  /// A test.
  package struct Test: Sendable {
    /// The path of the flow.
    let flow: String

    /// The name of the test.
    let name: String

    /// Where the test begins.
    package let place: SourcePlace

    /// How it ended.
    let outcome: Outcome

    /// The reasons why it failed, or the mistakes because of which it didn't run.
    let failures: [Diagnostic]

    /// The picture that a user would see where it failed; nil if it passed or didn't run.
    let context: ScriptContext?

    /// The time that it took, in seconds.
    let seconds: Double

    /// The number of its commands that weren't performed, such as keys without a screen.
    let unperformed: Int

    /// Creates the result of a test.
    package init(
      flow: String, name: String, place: SourcePlace, outcome: Outcome,
      failures: [Diagnostic] = [], context: ScriptContext? = nil, seconds: Double = 0,
      unperformed: Int = 0
    ) {
      self.flow = flow
      self.name = name
      self.place = place
      self.outcome = outcome
      self.failures = failures
      self.context = context
      self.seconds = seconds
      self.unperformed = unperformed
    }

    /// The name of the script file.
    var file: String { place.file.name }
  }

  /// The tests, in the order of the run.
  package private(set) var tests: [Test] = []

  /// The findings that belong to no test, such as the mistakes of a flow.
  package private(set) var findings = DiagnosticList()

  /// The seed of the order; nil if the tests ran in the order of their files.
  package var seed: UInt64?

  /// Where the tests ran.
  package var stage = ScriptStage()

  /// Creates an empty report.
  package init() {}

  /// Adds the result of a test.
  package mutating func add(_ test: Test) { tests.append(test) }

  /// Adds findings that belong to no test.
  package mutating func add(contentsOf diagnostics: DiagnosticList) {
    findings.add(contentsOf: diagnostics)
  }

  /// The number of tests that ended in a way.
  ///
  /// - Complexity: O(*n*) in the number of tests.
  package func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }

  /// The number of commands of all tests that weren't performed.
  ///
  /// - Complexity: O(*n*) in the number of tests.
  var unperformed: Int { tests.reduce(0) { $0 + $1.unperformed } }

  /// The unusual settings of the run, each as a line: where it ran, the seed of the order, and how many commands
  /// weren't performed, with the reason.
  var remarks: [String] {
    var remarks: [String] = []
    if !stage.isDefault { remarks.append("at \(stage)") }
    if let seed { remarks.append("order of seed \(seed)") }
    if unperformed > 0 {
      let reason =
        stage.isDefault
        ? "keys, clicks, resizes and screens need --depth shell or pty"
        : "clicks in lines, or pictures for another face or size"
      remarks.append("not performed: \(unperformed) (\(reason))")
    }
    return remarks
  }

  /// Whether every test passed, and there are no mistakes.
  package var isPassed: Bool {
    !findings.hasErrors && tests.allSatisfy { $0.outcome == .passed }
  }

  /// The findings and the failures of all tests, each named by its test.
  package var diagnostics: DiagnosticList {
    var list = findings
    for test in tests { list.add(contentsOf: test.namedFailures) }
    return list
  }

  /// The tests of each script file, in the order in which the files first appear.
  var files: [(name: String, tests: [Test])] {
    var names: [String] = []
    var tests: [String: [Test]] = [:]
    for test in self.tests {
      if tests[test.file] == nil { names.append(test.file) }
      tests[test.file, default: []].append(test)
    }
    return names.map { ($0, tests[$0] ?? []) }
  }
}

extension TestReport.Test {
  /// The failures, each with the name of the test in its message.
  ///
  /// Mistakes of a script are found while the file is read, and say where they are.
  var namedFailures: [Diagnostic] {
    guard outcome == .failed else { return failures }
    return failures.map { failure in
      var named = failure
      named.message = "in '\(name)': \(failure.message)"
      return named
    }
  }

  /// The failures as compilers draw them, without colors, and what a user would see there.
  var drawnFailures: String {
    failures.map { DiagnosticRenderer().render($0) }.joined()
      + (context?.lines ?? []).map { "\($0)\n" }.joined()
  }
}
