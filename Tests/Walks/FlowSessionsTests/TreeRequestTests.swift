// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import SourceDiagnostics
import Testing

/// The requests and refusals of a session for a tree whose paths are answers.
@Suite struct TreeRequestTests {
  private static let files = MemoryFileSource(texts: ["t/a.txt": "x"])

  private func state(_ step: String, where place: String, elements: [String] = []) throws
    -> SessionState
  {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: place, type: string }
        - { ask: elements, type: list, required: false }
        - \(step)
      """
    let loaded = FlowFile.load(text, name: "t.flow.yaml", files: Self.files)
    let flow = try #require(loaded.flow, "\(loaded.diagnostics.diagnostics.map(\.message))")
    var session = try FlowSession(
      flow: flow,
      options: SessionOptions(
        answers: [
          "place": FieldInput.value(Value.string(place)),
          "elements": FieldInput.value(Value.list(elements.map { Value.string($0) })),
        ], takesDefaults: true))
    session.send(.start, now: .epoch)
    while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
    return session.state
  }

  private func message(_ step: String, where place: String, elements: [String] = []) throws
    -> String?
  {
    guard case .failed(let failure) = try state(step, where: place, elements: elements) else {
      return nil
    }
    return failure.message
  }

  @Test(arguments: [
    "{ write: w, tree: t, to: \"${place}\" }", "{ write: w, path: \"${place}\", content: x }",
  ])
  func theHomeFolderIsNotAFolderHere(step: String) throws {
    let refusal = "'~' isn't your home folder here; a path begins in the working directory"
    try expectEqual(message(step, where: "~/x"), refusal)
    try expectEqual(message(step, where: "~"), refusal)
    for place in ["~x", "a/~", "x"] { try expectEqual(message(step, where: place), nil) }
  }

  @Test func elementsThatWriteTheSameFileAreNamed() throws {
    let step = "{ write: w, tree: t, to: \"${place}/${size(item)}\", each: elements }"
    try expectEqual(
      message(step, where: "out", elements: ["a", "b"]),
      "two elements of 'each' would both write 'out/1/a.txt'")
    #expect(try message(step, where: "out", elements: ["a", "bb"]) == nil)
  }

  @Test(arguments: [
    (["a", "b"], "out"), (["a"], "out/a"), (["a/x", "a/y"], "out/a"), (["ab", "ac"], "out"),
    ([], "."),
  ])
  func theFolderOfATreeIsAroundAllElements(elements: [String], folder: String) throws {
    let step = "{ write: w, tree: t, to: \"${place}/${item}\", each: elements }"
    guard case .needs(.effect(let request)) = try state(step, where: "out", elements: elements),
      case .write(let write) = request.effect
    else {
      Issue.record("nothing is written")
      return
    }
    expectEqual(write.path, folder)
  }

  @Test func takingBackATreeSaysWhatItDoes() {
    let parts = [
      WriteRequest(path: "out", content: [], exists: .ask, kind: .folder),
      WriteRequest(path: "out/a", content: [1, 2], exists: .ask),
      WriteRequest(path: "out/b", content: [1, 2, 3], exists: .ask),
    ]
    let tree = WriteRequest(path: "out", content: [], exists: .ask, kind: .tree(parts))
    func words(_ written: [WrittenFile?]) -> String {
      EffectRequest(
        step: "w", isUndo: true,
        effect: .restore(
          RestoreRequest(write: tree, written: WrittenFile(previous: .tree(written))))
      ).words()
    }
    let new = WrittenFile(previous: .nothing)
    expectEqual(words([new, new, new]), "delete out/, which this flow wrote")
    expectEqual(words([nil, new, nil]), "delete out/, which this flow wrote")
    let replaced = WrittenFile(previous: .replaced([0], mode: 0o644))
    expectEqual(words([nil, new, replaced]), "restore out/ as it was (2 files, 5 bytes)")
    expectEqual(words([nil, nil, replaced]), "restore out/ as it was (1 file, 3 bytes)")
  }
}
