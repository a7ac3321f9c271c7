// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowTesting
import SourceDiagnostics
import Testing

@testable import FlowSessions

/// The requests of runs and writes, and the captures of their results.
@Suite struct EffectRequestTests {
  /// The first effect of a flow with these inputs.
  private func request(
    _ steps: String, inputs: String = "", values: [String: Value] = [:]
  ) throws -> EffectRequest {
    let text = "flow: 1\nid: t\n\(inputs)\nsteps:\n\(steps)\n"
    var session = try FlowSession(flow: try flow(text), inputs: values)
    session.send(.start, now: .epoch)
    guard case .needs(.effect(let request)) = session.state else {
      throw NoRequest(state: "\(session.state)")
    }
    return request
  }

  private struct NoRequest: Error {
    let state: String
  }

  static let lists = """
    inputs:
      names: { type: list, of: string }
      ports: { type: list, of: integer }
      isLoud: { type: boolean, default: false }
      note: { type: { text: 'string?' } }
    """

  @Test func argumentsAreNeverSplit() throws {
    let found = try request(
      """
        - run: go
          command: ["say", "${names[0]}", "a b", "$(x)", "${ports[0]}"]
      """, inputs: Self.lists,
      values: ["names": ["x; rm -rf / '\""], "ports": [80], "note": .map(ValueMap())])
    let command = try #require(EffectWalker.command(found))
    expectEqual(command.arguments, ["say", "x; rm -rf / '\"", "a b", "$(x)", "80"])
    expectEqual(found.words(), #"run say 'x; rm -rf / '\''"' 'a b' '$(x)' 80"#)
    #expect(command.environment.isEmpty)
    expectEqual(command.timeout, (try TimeSpan(seconds: 60)))
  }

  @Test func elementsMayDependAndRepeat() throws {
    let found = try request(
      """
        - run: go
          command:
            - tool
            - { when: isLoud, args: [--loud, --very] }
            - { when: "!isLoud", args: [--quiet] }
            - { each: names }
            - { each: ports, args: ["-p", "${item}:${item + 1}"] }
            - { each: names, when: isLoud }
      """, inputs: Self.lists,
      values: ["names": ["a b", ""], "ports": [1, 2], "note": .map(ValueMap())])
    expectEqual(
      EffectWalker.command(found)?.arguments,
      ["tool", "--quiet", "a b", "", "-p", "1:2", "-p", "2:3"])
  }

  @Test func theEnvironmentHoldsWhatWithNamesAndAbsentPartsAreLeftOut() throws {
    let found = try request(
      """
        - run: go
          command: [tool]
          with: { PORT: "ports[0]", LOUD: isLoud, NOTE: "note.?text" }
          pass: [HOME, PATH]
          stdin: "${names}"
          timeout: 1m30s
          capture: text
      """, inputs: Self.lists,
      values: ["names": ["a", "b"], "ports": [80], "note": .map(ValueMap())])
    let command = try #require(EffectWalker.command(found))
    expectEqual(command.environment.map { "\($0.name)=\($0.value)" }, ["PORT=80", "LOUD=false"])
    expectEqual(command.passed, ["HOME", "PATH"])
    expectEqual(command.input, "a, b")
    expectEqual(command.timeout, (try TimeSpan(seconds: 90)))
    #expect(command.keepsOutput)
  }

  @Test func aSecretIsPassedOnAndNeverShown() throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: token, type: secret }
        - { run: login, command: [login], with: { TOKEN: token }, capture: text }
        - { note: n, text: "${size(login)}" }
      """
    var walker = try EffectWalker(text) { request in
      expectEqual(request.words(), "run TOKEN=•••• login")
      expectEqual(EffectWalker.command(request)?.environment.first?.value, "s3cr3t")
      return .failed(message: "said: bad token s3cr3t")
    }
    walker.type("s3cr3t")
    let message = try #require(walker.failure?.message)
    #expect(!message.contains("s3cr3t"))
    // Its result is a secret too, in every message that follows.
    walker.send(.back(steps: 1))
    walker.reply = { _ in .ended(CommandResult(status: 0, output: Array("h1dden\n".utf8))) }
    walker.type("x")
    #expect(walker.session.repeatsSecret("bad token h1dden"))
    expectEqual(walker.session.why("n"), .asked([], past: []))
  }

  @Test func actionsGetDataUnchanged() throws {
    let found = try request(
      """
        - run: go
          action: notify
          with: { to: names, when: { port: "ports[0]" }, note: "note.?text" }
      """, inputs: Self.lists,
      values: ["names": ["a"], "ports": [80], "note": .map(ValueMap())])
    guard case .action(let action) = found.effect else {
      Issue.record("an action is asked for")
      return
    }
    expectEqual(action.name, "notify")
    expectEqual(JSONWriter().text(of: .map(action.arguments)), #"{"to":["a"],"when":{"port":80}}"#)
  }

  @Test(arguments: [
    ("command: [\"${names[0]}\"]", "name a program"),
    ("command: [tool, \"${names[1]}\"]", "null character"),
  ])
  func anInvalidArgumentIsAFailure(command: String, words: String) throws {
    let text = """
      flow: 1
      id: t
      inputs: { names: { type: list, of: string } }
      steps:
        - { run: go, \(command) }
      """
    var session = try FlowSession(flow: try flow(text), inputs: ["names": ["", "a\u{0}b"]])
    session.send(.start, now: .epoch)
    guard case .failed(let failure) = session.state else {
      Issue.record("it must fail, not be \(session.state)")
      return
    }
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  // MARK: Captures

  @Test(arguments: [
    ("text", "hello\n\n", #""hello""#), ("text", "", #""""#), ("text", "a\nb", #""a\nb""#),
    ("lines", "a\nb\n", #"["a","b"]"#), ("lines", "a\r\n\nb", #"["a","","b"]"#),
    ("lines", "", "[]"), ("lines", "\n", #"[""]"#), ("status", "x", "0"),
    ("json, type: { a: integer, b: 'string?' }", #"{"a": 1}"#, #"{"a":1}"#),
    ("json, type: list, of: number", "[1, 2.5]", "[1.0,2.5]"),
  ])
  func aCaptureHasItsType(capture: String, written: String, json: String) throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { run: got, command: [x], capture: \(capture) }
      output: { got: got }
      """
    let walker = try EffectWalker(text) { _ in
      .ended(CommandResult(status: 0, output: Array(written.utf8)))
    }
    expectEqual(walker.output, #"{"got":\#(json)}"#)
  }

  @Test(arguments: [
    ("json, type: { a: integer }", "{", "didn't write JSON"),
    ("json, type: { a: integer }", #"{"a": "x"}"#, "returned JSON that isn't a record of a"),
    ("json, type: integer", "1.5", "returned JSON that isn't a whole number"),
    ("text", "\u{FF}", "isn't UTF-8"),
  ])
  func outputThatDoesNotFitIsAFailure(capture: String, written: String, words: String) throws {
    let bytes = written == "\u{FF}" ? [0xFF] : Array(written.utf8)
    let text = "flow: 1\nid: t\nsteps:\n  - { run: got, command: [x], capture: \(capture) }\n"
    let walker = try EffectWalker(text) { _ in
      .ended(CommandResult(status: 0, output: bytes))
    }
    expectEqual(walker.failure?.message.contains(words), true, "\(walker.session.state)")
  }

  @Test func anyStatusIsAnAnswerWhereItIsCaptured() throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { run: got, command: [x], capture: status, reads: true }
      output: { got: got }
      """
    let ended = try EffectWalker(text) { _ in .ended(CommandResult(status: 7)) }
    expectEqual(ended.output, #"{"got":7}"#)
    let failed = try EffectWalker(text) { _ in .failed(message: "wasn't found") }
    #expect(failed.failure != nil)
  }

  @Test func anUndoSeesWhatWasCaptured() throws {
    var walker = try EffectWalker(
      EffectTests.between(
        """
          - run: box
            command: [start]
            capture: text
            undo: [stop, "${box}"]
        """)
    ) { request in
      if request.isUndo { expectEqual(EffectWalker.command(request)?.arguments, ["stop", "id-1"]) }
      return .ended(CommandResult(status: 0, output: Array("id-1\n".utf8)))
    }
    walker.type("x")
    walker.send(.back(steps: 1))
    expectEqual(walker.log, ["run box", "undo box"])
  }

  // MARK: Files

  private func file(_ keys: String, files: [String: String] = [:]) throws -> WriteRequest {
    let text = """
      flow: 1
      id: t
      inputs: { names: { type: list, of: string } }
      steps:
        - write: f
          path: "${names[0]}.txt"
      \(keys)
      """
    let flow = try checkedFlow(text, name: "t", files: MemoryFileSource(texts: files))
    var session = try FlowSession(flow: flow, inputs: ["names": ["a", "b"]])
    session.send(.start, now: .epoch)
    guard case .needs(.effect(let request)) = session.state, case .write(let write) = request.effect
    else { throw NoRequest(state: "\(session.state)") }
    return write
  }

  @Test(arguments: [
    ("    content: \"x ${names.join(', ')}\\n\"", "x a, b\n"),
    ("    content: \"$${HOME}\"", "${HOME}"),
    (
      "    json: { all: names, n: size(names) }",
      "{\n  \"all\": [\n    \"a\",\n    \"b\"\n  ],\n  \"n\": 2\n}\n"
    ),
    ("    yaml: names", "- a\n- b\n"),
    ("    copy: sub/raw.txt", "raw ${x}"),
    (
      """
          content:
            - "head\\n"
            - { text: "- ${item}\\n", each: names }
            - { text: never, when: "size(names) > 5" }
            - { from: sub/part.txt }
            - { from: ./sub/raw.txt, verbatim: true }
            - { text: " ${", verbatim: true }
      """, "head\n- a\n- b\npart of araw ${x} ${"
    ),
  ])
  func theContentConsistsOfItsParts(keys: String, content: String) throws {
    let write = try file(
      keys, files: ["sub/raw.txt": "raw ${x}", "sub/part.txt": "part of ${names[0]}"])
    expectEqual(String(decoding: write.content, as: UTF8.self), content)
    expectEqual(write.path, "a.txt")
    expectEqual(write.exists, .ask)
    #expect(write.mode == nil)
  }

  @Test func aSecretFileCanOnlyBeReadByItsOwner() throws {
    try expectEqual(file("    content: x\n    secret: true").mode, 0o600)
    try expectEqual(file("    content: x\n    mode: \"0755\"").mode, 0o755)
    try expectEqual(file("    content: x\n    exists: append").exists, .append)
  }
}
