// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import Testing

/// Files that texts use: what's shown of them, what they see, and their limits.
@Suite struct UsedTextTests {
  private static let head = """
    flow: 1
    id: t
    language: en
    inputs: { xs: { type: list, of: string, default: [a, b] } }
    steps:
      - { ask: name, type: string, default: Ada }
      - { ask: port, type: integer, when: name == 'http' }
      - write: w
        path: x
        content: |

    """

  private func load(_ content: String, _ files: [String: String]) -> LoadedFlow {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    let flow = Self.head + lines.map { "      " + $0 }.joined(separator: "\n") + "\n"
    return FlowFile.load(flow, name: "t.flow.yaml", files: MemoryFileSource(texts: files))
  }

  private func text(_ content: String, _ files: [String: String]) throws -> String {
    let loaded = load(content, files)
    let flow = try #require(
      loaded.flow, "\(DiagnosticRenderer().render(loaded.diagnostics))")
    var session = try FlowSession(
      flow: flow, options: SessionOptions(answers: ["name": .text("Ada")], takesDefaults: true))
    session.send(.start, now: .epoch)
    while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
    switch session.state {
    case .needs(.effect(let request)):
      guard case .write(let write) = request.effect else { return "" }
      return String(decoding: write.content, as: UTF8.self)
    case .failed(let failure): return "⟨\(failure.message)⟩"
    default: return "⟨\(session.state)⟩"
    }
  }

  private func ids(_ content: String, _ files: [String: String]) -> [String] {
    load(content, files).diagnostics.diagnostics.map(\.id.name)
  }

  @Test(arguments: [
    // The line stays, and the last line break of the file isn't taken, whatever it's made of.
    ("a\n${use 'f'}\nb", "one\n", "a\none\nb\n"), ("a\n${use 'f'}\nb", "one", "a\none\nb\n"),
    ("a\n${use 'f'}\nb", "one\r\ntwo\r\n", "a\none\r\ntwo\nb\n"),
    ("a\n${use 'f'}\nb", "one\n\n", "a\none\n\nb\n"), ("a\n${use 'f'}\nb", "", "a\n\nb\n"),
    ("a\n${use 'f'}\nb", "\n", "a\n\nb\n"), ("a\n${use 'f'}\nb", "one\r", "a\none\r\nb\n"),
    ("a\n${use 'f'}\nb", "\u{FEFF}é\n", "a\né\nb\n"), ("${use 'f'}${use 'f'}", "x\n", "xx\n"),
    ("a\n${use 'f'}\nb", "${if name == 'Ada'}\none\n${end}\n", "a\none\nb\n"),
    ("a\n${use 'f'}\nb", "${for x in xs}\n- ${x}\n${end}\n", "a\n- a\n- b\nb\n"),
    ("a\n  ${use 'f'}  \nb", "one\n", "a\n  one  \nb\n"),
    // A file sees what's seen where it's used.
    ("${use 'f'}", "${name}", "Ada\n"), ("${let name = 'B'}${use \"f\"}", "${name}", "B\n"),
    ("${for x in xs}${ use  'f' }${end}", "${x_index}${x}", "0a1b\n"),
    ("${for k, v in {'k': 'v'}}${use 'f'}${end}", "${k}${v}", "kv\n"),
    // With `with`, it sees these.
    ("${use 'f' with a = name, b = 'x, y'}", "${a} ${b}", "Ada x, y\n"),
    ("${use 'f' with a = {'b': [1, 2]}, b = xs}", "${a.b[1]}${b[0]}", "2a\n"),
    ("${use 'f' with a = (name + r'\\'), b = \"',\"}", "${a}${b}", "Ada\\',\n"),
    ("${use 'f' with name = name + '!'}${name}", "${name}", "Ada!Ada\n"),
    ("${use 'f' with a=1}", "${size(today)}${a}", "101\n"),
    ("${use 'f' with p = port}", "${if has(p)}${p}${else}none${end}${p.orValue(1)}", "none1\n"),
    ("${for x in xs}${use 'f' with y = x}${end}", "${let x = y}${x}", "ab\n"),
    // A name that it gives ends with it.
    ("${let own = 1}${use 'f'}${own}", "${let own = 2}${own}", "21\n"),
  ])
  func filesAreShown(content: String, file: String, expected: String) throws {
    try expectEqual(text(content, ["f": file]), expected)
  }

  @Test func filesUseFilesFromTheFolderOfTheFlow() throws {
    let files = [
      "parts/a": "<${use 'parts/b' with n = name}>\n", "parts/b": "${n}${use './c'}\n",
      "c": "${let o = n}\n${o}\n",
    ]
    try expectEqual(text("${use 'parts/a'}", files), "<AdaAda>\n")
  }

  @Test(arguments: [
    ("${use 'f'}${own}", "${let own = 1}", ["unknown-answer"]),
    ("${use 'f' with a = 1}", "${name}", ["unknown-answer"]),
    ("${use 'f' with a = 1}", "${use 'g'}", ["unknown-answer"]),
    ("${let own = 1}${use 'f' with a = 1}", "${own}", ["unknown-answer"]),
    ("${use 'f' with a = 1}${use 'f' with a = '1'}", "${a + 1}", ["no-overload"]),
    ("${use 'f'}${use 'f'}", "${port}", ["may-be-unasked"]),
    (
      "${use 'f'}${if has(port)}${use 'f'}${end}", "${port.orValue(1)}${if has(port)}${port}${end}",
      []
    ),
    ("${if has(port)}${use 'f'}${end}", "${port}", []),
    ("${if has(port)}${use 'f' with p = port}${end}", "${p}", []),
    ("${use 'f' with p = port}", "${p}", ["not-a-text"]),
    ("${use 'f' with port = port}", "${port}", ["not-a-text"]),
    ("${use 'f'}", "${use 'f'}", ["text-cycle"]), ("${use 'folder'}", "", ["unreadable-file"]),
    ("${use 'f'}", "${xs}", ["not-a-text"]),
  ])
  func filesAreChecked(content: String, file: String, expected: [String]) {
    expectEqual(ids(content, ["f": file, "g": "${name}", "folder/x": ""]), expected)
  }

  // MARK: Limits

  /// Files that use one another twice don't blow up.
  @Test func whatIsUsedIsCounted() throws {
    var files: [String: String] = [:]
    for number in 0..<30 { files["f\(number)"] = "${use 'f\(number + 1)'}${use 'f\(number + 1)'}" }
    files["f30"] = "x"
    expectEqual(ids("${use 'f22'}", files), [])
    expectEqual(ids("${use 'f0'}", files).first, "text-too-large")
    // The text of a file counts in every text.
    let many = String(repeating: "${use 'f22'}", count: 10)
    expectEqual(ids(many, files), [])
    let texts = (0..<60).map { "  - { note: n\($0), text: \"\(many)\" }\n" }.joined()
    let flow = "flow: 1\nid: t\nsteps:\n" + texts
    let loaded = FlowFile.load(flow, name: "t", files: MemoryFileSource(texts: files))
    expectEqual(Set(loaded.diagnostics.diagnostics.map(\.id.name)), ["text-too-large"])
    files["big"] = String(repeating: "x", count: 3_000_000)
    expectEqual(ids("${use 'big'}${use 'big'}", files), [])
    expectEqual(ids("${use 'big'}${use 'big'}${use 'big'}${use 'big'}", files), ["text-too-large"])
    try expectEqual(
      text("${for x in [1, 2, 3, 4, 5]}${use 'big'}${end}", files),
      "⟨the text is longer than 10000000 bytes⟩")
  }

  @Test func filesAreNestedAtMost32Deep() throws {
    var files: [String: String] = [:]
    for number in 0..<100 { files["f\(number)"] = "${use 'f\(number + 1)'}" }
    files["f100"] = "x"
    try expectEqual(text("${use 'f69'}", files), "x\n")
    expectEqual(ids("${use 'f68'}", files), ["text-too-large"])
    expectEqual(Set(ids("${use 'f0'}", files)), ["text-too-large"])
    expectEqual(ids("${if name == 'x'}${use 'f69'}${end}", files), ["text-too-large"])
  }

  @Test func namesAreLimited() {
    let names = (0..<300).map { "${let n\($0) = \($0)}" }.joined()
    expectEqual(Set(ids(names, [:])), ["too-many-expressions"])
    let blocks = (0..<300).map { "${if name == 'x'}${let n\($0) = \($0)}${end}" }.joined()
    expectEqual(ids(blocks, [:]), [])
  }

  /// A value that contains the one before twice stops, whatever its type.
  @Test func namesForValuesDontBlowUp() {
    let names = (1..<100).map { "${let n\($0) = {'a': n\($0 - 1), 'b': n\($0 - 1)}}" }.joined()
    _ = ids("${let n0 = 1}" + names + "${toJson(n99)}", [:])
  }

  // MARK: Code and index

  @Test func textsInCodeHaveTheirFiles() throws {
    let used = TextTemplate.UsedFile("head.txt", with: [.init("a", "name")], text: "Dear ${a}\n")
    let template = TextTemplate(parts: [.file(used), .words(",")])
    let definition = FlowDefinition(
      id: "t", inputs: [InputDefinition(name: "name", type: .field(.string))],
      steps: [StepDefinition(id: "n", kind: .note(LocalizedText(template)))])
    expectEqual(DiagnosticRenderer().render(FlowFile.check(definition).diagnostics), "")
    let written = try FlowFile.write(definition)
    expectEqual(
      written.files.mapValues { String(decoding: $0, as: UTF8.self) }, ["head.txt": "Dear ${a}\n"])
    #expect(written.text.contains("${use 'head.txt' with a = name},"))
    let again = FlowFile.load(written.text, name: "t", files: written.source)
    expectEqual(again.definition?.fingerprint, definition.fingerprint)
    var other = definition
    var changed = used
    changed.text = "Hi ${a}\n"
    other.steps[0].kind = .note(LocalizedText(TextTemplate(parts: [.file(changed), .words(",")])))
    #expect(other.fingerprint != definition.fingerprint)
    other.steps[0].kind = .note("${use 'head.txt'}")
    expectEqual(FlowFile.check(other).diagnostics.diagnostics.map(\.id.name), ["unreadable-file"])
  }

  @Test func namesInFilesAreInTheIndex() throws {
    let file = "${let who = name}${who} ${name}"
    let loaded = load("${use 'f'}${use 'f'}", ["f": file])
    let index = try #require(loaded.index)
    let other = try #require(
      index.expressions.first { $0.source.text == "who" }?.source.file)
    let places = FlowPlaces(index, in: other)
    let who = try #require(places.name(at: 7))
    expectEqual(index.names[who].kind, .binding)
    expectEqual(places.uses(of: who).map { $0.place.range.lowerBound }, [19])
    let name = try #require(places.name(at: 13))
    expectEqual(places.uses(of: name).map { $0.place.file == other }, [false, true, true])
    expectEqual(
      places.visibleNames(at: 20).prefix(3).map(\.text), ["who", "port", "name"])
  }

  @Test func translationsUseFiles() throws {
    let flow = "flow: 1\nid: t\nsteps:\n  - { note: n, text: \"${use 'en.txt'}\" }\n"
    let loaded = FlowFile.load(
      flow, name: "t.flow.yaml",
      files: MemoryFileSource(texts: [
        "en.txt": "Hello", "de.txt": "Hallo", "t.de.texts.yaml": "n.text: \"${use 'de.txt'}\"\n",
      ]))
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    var session = try FlowSession(
      flow: try #require(loaded.flow), options: SessionOptions(language: "de"))
    session.send(.start, now: .epoch)
    while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
    guard case .asking(let step) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    expectEqual(step.text, "Hallo")
  }
}
