// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import Testing

/// Blocks in the texts of flows: what's known in them, and where they can be.
@Suite struct TextBlockTests {
  private static let names = """
    flow: 1
    id: t
    language: en
    steps:
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, when: kind == 'http' }
      - { ask: host, type: string, when: "has(port) && port > 1000" }
      - { ask: note, type: string, required: false }
    """

  private func ids(
    _ text: String, allow: String = "hidden-name, redundant-presence-test, unknown-choice"
  ) -> [String] {
    let flow = """
      \(Self.names)
        - note: told
          allow: [\(allow)]
          text: "\(text)"
      """
    return FlowFile.load(Array(flow.utf8), name: "t").diagnostics.diagnostics.map(\.id.name)
  }

  @Test(arguments: [
    ("${if has(port)}${port}${end}", true), ("${if kind == 'http'}${port}${end}", true),
    ("${if kind != 'worker'}${port}${end}", true),
    ("${if kind == 'worker'}x${else}${port}${end}", true),
    ("${if !has(port)}x${else if port > 1}${port}${else}${port}${end}", true),
    ("${if has(port) && port > 1000}${host}${end}", true), ("${if has(host)}${port}${end}", true),
    ("${if kind == 'http'}${if port > 1000}${host}${end}${end}", true),
    ("${if has(note)}${if has(port)}${note}${port}${end}${end}", true),
    ("${for k in ['a']}${if kind == 'http'}${port}${end}${end}", true),
    ("${if kind == 'http'}${for k in ['a']}${port}${k}${end}${end}", true),
    ("${for k in [kind]}${if k == 'a' && has(port)}${port}${end}${end}", true),
    ("${port}", false), ("${if has(port)}x${else}${port}${end}", false),
    ("${if has(note)}${port}${end}", false), ("${if has(port) || has(note)}${port}${end}", false),
    ("${if has(port)}x${end}${port}", false),
    ("${if has(port) && has(note)}x${else}${port}${end}", false),
    ("${if kind == 'worker'}x${else if has(note)}${host}${end}", false),
  ])
  func conditionsProveWhatIsAsked(text: String, isProven: Bool) {
    expectEqual(ids(text), (isProven ? [] : ["may-be-unasked"]))
  }

  /// A condition about the element of a loop says nothing of an answer with its name, or of another
  /// element with its name.
  @Test(arguments: [
    "${for kind in ['http']}${if kind == 'http'}${port}${end}${end}",
    "${for kind in ['http', 'x']}${if kind != 'worker'}${port}${end}${end}",
    "${for port in [2000]}${if port > 1000}${host}${end}${end}",
    "${for kind in ['a']}${if kind == 'http'}${for kind in ['b']}${port}${end}${end}${end}",
    "${for x in ['a']}${if x == 'a'}${for x in ['b']}${if x != 'a'}${port}${end}${end}${end}${end}",
  ])
  func namesOfLoopsProveNothingOfAnswers(text: String) {
    expectEqual(ids(text), ["may-be-unasked"])
  }

  /// Outside of the loop that hides it, an answer is known again, and in it as before.
  @Test(arguments: [
    "${for kind in ['x']}${kind}${end}${if kind == 'http'}${port}${end}",
    "${if kind == 'http'}${for kind in ['x']}${port}${end}${end}",
  ])
  func factsOutsideOfLoopsAreKept(text: String) {
    expectEqual(ids(text), [])
  }

  // MARK: Every kind of text

  @Test func everyTextHasBlocks() throws {
    var walker = try Walker(
      """
      flow: 1
      id: t
      inputs: { xs: { type: list, of: string, default: [a, b] } }
      title: "${for x in xs}${x}${end}"
      steps:
        - form: f
          title: "Form${if size(xs) > 1}s${end}"
          fields:
            - ask: n
              type: integer
              label: "${for x in xs}${x_index}${end}"
              hint: "${if size(xs) > 5}many${else}few${end}"
              help: "${# nothing}"
              messages: { required: "${if size(xs) > 1}all${end}" }
              validate:
                - { check: n > 1, message: "${if n < 0}negative${else}${n}: too small${end}" }
            - ask: c
              type: choice
              choices:
                - { value: a, label: "${if n > 5}big${else}small${end}" }
                - { value: b, when: n > 3 }
      """)
    expectEqual(walker.step?.title, "Forms")
    expectEqual(walker.step?.focusedField?.label, "01")
    expectEqual(walker.step?.focusedField?.hint, "few")
    walker.type("-1")
    expectEqual(walker.problems, ["negative"])
    walker.type("0")
    expectEqual(walker.problems, ["0: too small"])
    walker.type("7")
    expectEqual(walker.step?.focusedField?.choices.map(\.label), ["big", "b"])
  }

  /// An argument and a path are single texts in blocks, too.
  @Test(arguments: ["${if true == true}${xs}${end}", "${for x in [xs]}${x}${end}"])
  func listsInArgumentsAreRefused(text: String) {
    let flow = """
      flow: 1
      id: t
      allow: [constant-condition]
      inputs: { xs: { type: list, of: string } }
      steps:
        - { run: r, command: [x, "\(text)"], reads: true }
        - { write: w, path: "a\(text)", content: x }
      """
    let found = FlowFile.load(Array(flow.utf8), name: "t").diagnostics.diagnostics
    expectEqual(found.map(\.id.name), ["not-an-argument", "not-an-argument"])
  }

  /// A failure in a block is that of its expression.
  @Test func aFailureInABlockNamesItsPlace() throws {
    let walker = try Walker(
      try flow(
        """
        flow: 1
        id: t
        inputs: { xs: { type: list, of: integer } }
        steps:
          - note: told
            text: "${for x in xs}${if 6 / x > 1}${x}${end}${end}"
        """), inputs: ["xs": .list([.int(1), .int(0)])])
    guard case .failed(let failure) = walker.session.state else {
      Issue.record("\(walker.session.state)")
      return
    }
    #expect(String(failure.place.file[failure.place.range]).contains("6 / x"))
  }
}
