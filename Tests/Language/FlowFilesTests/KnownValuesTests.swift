// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// The choices of an answer are known wherever its value is used, and never guessed.
///
/// The fixture `broken/unknown-choice-in-records` shows the messages. These tests cover what a
/// fixture can't: nested flows, and expressions that must not be reported.
@Suite struct KnownValuesTests {
  private static let files = MemoryFileSource(texts: [
    "inner.flow.yaml": """
    flow: 1
    id: inner
    inputs:
      mode: { type: string }
    steps:
      - { ask: verdict, type: choice, choices: [granted, refused] }
      - { note: told, text: "${mode == 'none'}" }
    output:
      verdict: verdict
      all: ["verdict", "'open'"]
    """
  ])

  /// Returns the values that are reported in steps after a few answers.
  private func warned(_ steps: String) throws -> [String] {
    let text = """
      flow: 1
      id: outer
      inputs:
        given: { type: string, default: a }
      steps:
        - { ask: kind, type: choice, choices: [a, b] }
        - { ask: free, type: string }
        - { ask: tags, type: choices, choices: [x, y] }
        - flow: approval
          use: inner.flow.yaml
          with: { mode: kind }
        - repeat: one
          steps:
            - { ask: sort, type: choice, choices: [a, c] }
        - repeat: other
          steps:
            - { ask: sort, type: choice, choices: [b] }
        - flow: everything
          use: inner.flow.yaml
          with: { mode: free }
      \(steps)
      """
    let found = FlowFile.load(Array(text.utf8), name: "outer.flow.yaml", files: Self.files)
      .diagnostics
    #expect(!found.hasErrors, "\(found.diagnostics.map(\.message))")
    return found.diagnostics.filter { $0.id == "unknown-choice" }.map { String($0.place.text) }
  }

  private func warned(of expression: String) throws -> [String] {
    try warned("  - compute: tried\n    value: >-\n      \(expression)")
  }

  @Test(arguments: [
    "approval.verdict == 'grantedx'", "'grantedx' in approval.all",
    "one[0].sort == 'grantedx'", "one.map(o, o.sort).sort().first().orValue('') == 'grantedx'",
    "(one.map(o, o.sort) + other.map(o, o.sort)).exists(s, s == 'grantedx')",
    "one.map(o, {'s': o.sort}).exists(m, m.s == 'grantedx')",
    "one.sortBy(o, o.sort).reverse().exists(o, o.sort == 'grantedx')",
    "cel.bind(k, kind, k == 'grantedx')",
    "optional.of(kind).optMap(k, k == 'grantedx').orValue(false)",
    "(free == '' ? kind : one[0].sort) == 'grantedx'", "tags == ['grantedx']",
    "['grantedx', 'a'].exists(k, k == kind)", "one[?5].?sort.orValue('d') == 'grantedx'",
  ]) func knownValuesAreFollowedThroughExpressions(expression: String) throws {
    try expectEqual(warned(of: expression), ["'grantedx'"])
  }

  @Test(arguments: [
    // A fact about one of two isn't a rule for both.
    "(free == '' ? kind : one[0].sort) == 'c'", "(one.map(o, o.sort) + ['z']).exists(s, s == 'z')",
    "(free == '' ? one : other).exists(o, o.sort == 'b')", "(free == '' ? kind : free) == 'z'",
    "one[?0].?sort.orValue(free) == 'z'", "approval.all.exists(v, v == 'open')",
    // Values that are supplied, typed, or computed are unknown.
    "given == 'z'", "free == 'z'", "kind.upperAscii() == 'A'", "kind + 'x' == 'ax'",
    "{free: kind}.exists(k, v, v == 'z')", "one.transformMap(i, o, o.sort).exists(i, s, s == 'z')",
    // A name that occurs twice may have another meaning.
    "['all', 'a'].exists(k, k == 'all' || k == kind)",
    // An entirely literal comparison is intentional.
    "'a' == 'b' || kind == 'a'",
  ]) func unknownValuesAreNotReported(expression: String) throws {
    try expectEqual(warned(of: expression), [])
  }

  @Test func aConstantIsNotComparedWithChoices() throws {
    let steps = """
        - compute: mode
          value: "'fast'"
        - compute: slow
          value: mode == 'slow'
      """
    try expectEqual(warned(steps), [])
  }

  /// After an item whose name hides another one, the known values of the other are back.
  @Test func aHiddenNameComesBackWithItsKnownValues() throws {
    let steps = """
        - repeat: hiding
          allow: [hidden-name]
          steps:
            - { ask: kind, type: string, allow: [hidden-name] }
            - { note: inside, text: "${kind == 'free'}" }
        - { note: outside, text: "${kind == 'bound'}" }
      """
    try expectEqual(warned(steps), ["'bound'"])
  }

  /// At the output, an answer after a stop that completes the flow may be missing, but its known
  /// values are the same.
  @Test func theOutputKnowsTheValuesOfAnswersAfterAStop() throws {
    let steps = """
        - { stop: early, when: kind == 'a', outcome: completed, text: So be it. }
        - { ask: late, type: choice, choices: [p, q] }
      output:
        late: late.orValue('none') == 'r'
      """
    try expectEqual(warned(steps), ["'r'"])
  }
}

extension SourcePlace {
  /// The source text of the place.
  fileprivate var text: Substring { file[range] }
}
