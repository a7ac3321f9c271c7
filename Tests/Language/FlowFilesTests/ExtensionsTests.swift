// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Extensions of the language: declared in a file, implemented by a program.
@Suite struct ExtensionsTests {
  static let declarations = """
    extensions: 1
    functions:
      slug:
        summary: Turns a title into a word for addresses.
        overloads: [{ parameters: [string], returns: string }]
      text.repeat:
        overloads: [{ parameters: [string, int], returns: list(string), method: false }]
    types:
      ticket:
        type: string
        pattern: ^[A-Z]+-[0-9]+$
        messages: { pattern: Write a ticket such as ABC-12. }
        hint: such as ABC-12
        widget: map
      color: { type: string, parses: true }
    widgets:
      map: [string]
    actions:
      create: { with: { name: string, private: boolean?, tags: { type: list, of: string } } }
      tag: { with: { name: string, tags: { type: list?, of: string } } }
    """

  private func load(
    _ steps: String, declarations: String = Self.declarations,
    extensions: FlowExtensions = FlowExtensions()
  ) -> LoadedFlow {
    let text = "flow: 1\nid: a\nextensions: acme.extensions.yaml\nsteps:\n" + steps
    return FlowFile.load(
      Array(text.utf8), name: "a.flow.yaml",
      files: MemoryFileSource(texts: ["acme.extensions.yaml": declarations]), extensions: extensions
    )
  }

  private func findings(_ loaded: LoadedFlow) -> [String] {
    loaded.diagnostics.diagnostics.filter { $0.severity == .error }.map {
      "\($0.id.name): \($0.message)"
    }
  }

  /// A file that can't be read is reported once, not again at each of its names.
  @Test func namesOfAFileThatCannotBeReadAreNotReported() {
    let steps = """
        - { ask: wall, type: color, default: { value: "shade('red')" } }
        - { ask: other, type: nonsense }
        - { ask: port, type: integer, widget: dial, when: "'a'.isShade()" }
        - { run: r, action: paint, with: { color: "'red'" } }

      """
    let outside = "flow: 1\nid: a\nextensions: ../acme.extensions.yaml\nsteps:\n" + steps
    let loaded = FlowFile.load(
      Array(outside.utf8), name: "a.flow.yaml", files: MemoryFileSource([:]))
    expectEqual(
      findings(loaded), ["file-outside: '../acme.extensions.yaml' isn't in the flow's folder"])
    let damaged = load(
      steps,
      declarations: "extensions: 1\ntypes: { color: { type: colour } }\nactions: { tag: {} }\n")
    #expect(findings(damaged).count == 1 && damaged.flow == nil, "\(findings(damaged))")
  }

  @Test func anArgumentThatIsAListCanBeOptional() {
    let loaded = load("  - { run: r, action: tag, with: { name: \"'a'\" } }\n")
    expectEqual(findings(loaded), [])
  }

  private let slug = FunctionDeclaration(
    "slug", "Turns a title into a word.",
    overloads: [
      FunctionOverload("slug_string", [.string], .string) { arguments, context in
        guard case .string(let text)? = arguments.first else { return .string("") }
        return .string(text.lowercased().split(separator: " ").joined(separator: "-"))
      }
    ])

  private let color = FieldTypeDeclaration(
    "color", base: .string,
    reading: { text, _ throws(FieldTypeDeclaration.Refusal) in
      if text.hasPrefix("#") { return text }
      guard text == "red" else { throw .init("'\(text)' is no color; write red, or #ff0000.") }
      return "#ff0000"
    })

  @Test func aFlowIsProvenWithDeclarationsAlone() {
    let loaded = load(
      """
        - { ask: title, type: string }
        - { ask: id, type: ticket, default: A-1 }
        - { ask: address, type: string, default: { value: slug(title) }, widget: map }
        - { run: make, action: create, with: { name: address, tags: "text.repeat(title, 2)" } }
      """)
    expectEqual(findings(loaded), [])
    expectEqual(loaded.flow?.missingExtensions, ["slug", "text.repeat", "color"])
  }

  @Test(arguments: [
    ("- { compute: a, value: slug(1) }", "no-overload"),
    ("- { compute: a, value: slag('x') }", "unknown-function"),
    ("- { ask: a, type: tickets }", "unknown-type: unknown type 'tickets'; did you mean 'ticket'?"),
    (
      "- { ask: a, type: integer, widget: map }",
      "misfit-widget: the widget 'map' shows no field of type 'integer'; expected 'line', 'slider' "
        + "or 'stepper'"
    ),
    (
      "- { run: a, action: creates, with: { name: \"'x'\", tags: \"['x']\" } }",
      "unknown-action: unknown action 'creates'; did you mean 'create'?"
    ),
    (
      "- { run: a, action: create, with: { name: \"'x'\" } }",
      "missing-argument: the action 'create' needs 'tags' in 'with'"
    ),
    (
      "- { run: a, action: create, with: { name: \"'x'\", tags: \"['x']\", tag: \"1\" } }",
      "unknown-argument: unknown argument 'tag'; did you mean 'tags'?"
    ),
    (
      "- { run: a, action: create, with: { name: \"1\", tags: \"['x']\" } }",
      "type-mismatch: 'name' of the action 'create' is a string, found an int"
    ),
    (
      "- { run: a, action: create, with: { name: \"'x'\", tags: \"[1]\" } }",
      "type-mismatch: 'tags' of the action 'create' is a list of strings, found a list of ints"
    ),
  ])
  func wrongUsesAreReported(step: String, finding: String) {
    let found = findings(load("  \(step)\n"))
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test func conditionsAreProvenWithTheConstraintsOfATypeToo() {
    let declarations = "extensions: 1\ntypes: { seats: { type: integer, min: 1, max: 9 } }\n"
    for (field, isUnreachable) in [("type: seats", true), ("type: seats, max: 12", false)] {
      let loaded = load(
        "  - { ask: a, \(field) }\n  - { note: many, when: a > 9, text: Many }\n",
        declarations: declarations)
      let found = loaded.diagnostics.diagnostics.map(\.id.name)
      expectEqual(found.contains("unreachable-step"), isUnreachable, "\(field): \(found)")
    }
  }

  @Test(arguments: [
    ("functions: { to-slug: { overloads: [] } }", "invalid-name"),
    (
      "functions: { slug: { overloads: [{ parameters: [text], returns: string }] } }",
      "unknown-type"
    ),
    (
      "functions: { slug: { overloads: [{ parameters: [], returns: string, method: true }] } }",
      "missing-key"
    ),
    ("functions: [slug]", "wrong-kind"),
    ("types: { string: { type: text } }", "duplicate-key"),
    ("types: { size: { type: choice } }", "wrong-type"),
    ("types: { size: { type: integer, min: { value: a } } }", "wrong-kind"),
    ("types: { size: { type: integer, hint: \"${a}\" } }", "wrong-kind"),
    ("widgets: { map: string }", "wrong-kind"),
    ("actions: { make: { with: { name: strin } } }", "unknown-type"),
    ("action: {}", "unknown-key"),
  ])
  func mistakesInDeclarationsAreReportedInTheirFile(line: String, id: String) {
    let loaded = load(
      "  - { ask: q, type: boolean }\n", declarations: "extensions: 1\n\(line)\n")
    let found = loaded.diagnostics.diagnostics.filter { $0.severity == .error }
    expectEqual(found.map(\.id.name), [id], "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.place.file.name == "acme.extensions.yaml" })
    #expect(loaded.flow == nil)
  }

  @Test func aProgramImplementsWhatTheFileDeclares() throws {
    let loaded = load(
      """
        - { ask: title, type: string }
        - { ask: shade, type: color }
        - { compute: address, value: slug(title) }
        - { note: done, text: "${address} in ${shade}" }
      """,
      declarations: """
        extensions: 1
        functions: { slug: { overloads: [{ parameters: [string], returns: string }] } }
        types: { color: { type: string, parses: true } }
        """,
      extensions: FlowExtensions(functions: [slug], types: [color]))
    expectEqual(findings(loaded), [])
    let flow = try #require(loaded.flow)
    expectEqual(flow.missingExtensions, [])
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    runner.start()
    runner.send(.answer(.text("Hello wide World")))
    runner.send(.answer(.text("rde")))
    guard case .asking(let refused) = runner.state else { Issue.record("\(runner.state)"); return }
    expectEqual(
      refused.focusedField?.problems.map(\.message), ["'rde' is no color; write red, or #ff0000."]
    )
    expectEqual(refused.focusedField?.understood("red"), "#ff0000")
    runner.send(.answer(.text("red")))
    guard case .asking(let note) = runner.state else { Issue.record("\(runner.state)"); return }
    expectEqual(note.text, "hello-wide-world in #ff0000")
  }

  @Test func dataIsReadLikeText() throws {
    let flow = try #require(
      FlowFile.load(
        "flow: 1\nid: a\nsteps:\n- { ask: shade, type: color }\n", name: "a",
        extensions: FlowExtensions(types: [color])
      ).flow)
    for (input, output) in [("red", "#ff0000"), ("#00ff00", "#00ff00")] {
      let runner = try FlowRunner(flow: flow, clock: { .epoch })
      runner.start()
      runner.send(.answer(.value(.string(input))))
      guard case .finished(let result) = runner.state else {
        Issue.record("\(runner.state)")
        continue
      }
      expectEqual(result.output, ["shade": .string(output)])
    }
  }

  @Test func aProgramMustImplementWhatIsDeclared() {
    let other = FunctionDeclaration(
      "slug", "", overloads: [FunctionOverload("s", [.string], .int) { _, _ in .int(1) }])
    let loaded = load(
      "  - { ask: q, type: boolean }\n", extensions: FlowExtensions(functions: [other]))
    expectEqual(
      findings(loaded),
      [
        "mismatched-extension: 'slug' returns string in 'acme.extensions.yaml', but returns int in "
          + "this program"
      ])
  }

  @Test func aFlowInCodeUsesExtensions() throws {
    let definition = FlowDefinition(
      id: "a",
      steps: [
        StepDefinition(
          id: "shade", kind: .ask(FieldDefinition(type: .string, named: "color"))),
        StepDefinition(id: "word", kind: .compute("slug(shade)")),
      ], extensions: FlowExtensions(functions: [slug]))
    let checked = FlowFile.check(definition, extensions: FlowExtensions(types: [color]))
    expectEqual(findings(checked), [])
    expectEqual(checked.flow?.missingExtensions, [])
    #expect(findings(FlowFile.check(definition)) != [])
  }

  @Test func aMissingFileIsReported() {
    let loaded = FlowFile.load(
      Array("flow: 1\nid: a\nextensions: b.yaml\nsteps:\n- { ask: q, type: boolean }\n".utf8),
      name: "a", files: MemoryFileSource([:]))
    expectEqual(
      findings(loaded), ["unreadable-file: 'b.yaml' cannot be read: there is no such file"])
  }
}
