// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Foundation
import Testing

@testable import ProjectUpdates

/// The outcome of an update for each file of a project, and the cases that people complain about elsewhere.
@Suite struct UpdatePlanTests {
  private static let lines = (1...12).map { "line \($0)\n" }.joined()

  private static func changed(_ line: Int, _ word: String = "changed") -> String {
    lines.replacingOccurrences(of: "line \(line)\n", with: "\(word) \(line)\n")
  }

  private func project(_ old: [String: String]) throws -> (TestProject, CheckedFlow) {
    let project = try TestProject()
    let flow = try TestProject.flow(old)
    try project.make(flow)
    return (project, flow)
  }

  @Test func nothingToUpdateIsNoChange() throws {
    let (project, flow) = try project(["a": "a\n", "d/b": "b\n"])
    let plan = try project.plan(from: flow, to: flow)
    expectEqual(plan.verdicts, [:])
    #expect(!plan.hasChanges)
    expectEqual(project.names, [".stackflow", ".stackflow/app.yaml", "a", "d", "d/b"])
  }

  @Test func changesOfTheTemplateAreTakenAndThoseOfTheUserStay() throws {
    let (project, old) = try project(["a": "a\n", "b": "b\n", "c": Self.lines, "d": "d\n"])
    try project.write("mine\n", to: "b")
    try project.write(Self.changed(1), to: "c")
    try project.write("d2\n", to: "d")
    let new = try TestProject.flow([
      "a": "a2\n", "b": "b\n", "c": Self.changed(12), "d": "d2\n", "e": "e\n",
    ])
    let plan = try project.plan(from: old, to: new)
    expectEqual(plan.verdicts, ["a": "updated", "b": "yours", "c": "merged", "e": "added"])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(
      project.files,
      [
        "a": "a2\n", "b": "mine\n",
        "c": Self.changed(1).replacingOccurrences(of: "line 12", with: "changed 12"), "d": "d2\n",
        "e": "e\n",
      ])
    #expect(try !project.plan(from: new, to: new).hasChanges)
  }

  @Test(arguments: [
    (UpdateChoice.keep, "mine 3"), (.theirs, "theirs 3"), (.markers, "<<<<<<< yours\nmine 3"),
  ]) func conflictsAreQuestions(choice: UpdateChoice, part: String) throws {
    let (project, old) = try project(["c": Self.lines])
    try project.write(Self.changed(3, "mine"), to: "c")
    let new = try TestProject.flow(["c": Self.changed(3, "theirs")])
    let plan = try project.plan(from: old, to: new)
    expectEqual(plan.verdicts, ["c": "conflict"])
    expectEqual(plan.questions[0].choices, [.keep, .theirs, .markers])
    expectEqual(project.carryOut(plan, choosing: ["c": choice]), nil)
    #expect(project.files["c"]?.contains(part) == true)
    // No file of rejects, and the conflict doesn't come again.
    expectEqual(project.names, [".stackflow", ".stackflow/app.yaml", "c"])
    expectEqual(try project.plan(from: new, to: new).questions.map(\.path), [])
  }

  /// A conflict that's left without a decision changes nothing: it doesn't vanish either.
  @Test func equalChangesAreNoConflict() throws {
    let (project, old) = try project(["c": Self.lines])
    try project.write(Self.changed(3), to: "c")
    let plan = try project.plan(from: old, to: TestProject.flow(["c": Self.changed(3)]))
    expectEqual(plan.verdicts, [:])
  }

  @Test func binaryFilesAreNotMerged() throws {
    let (project, old) = try project(["c": "a\u{0}\n1\n2\n3\n4\n"])
    try project.write("b\u{0}\n1\n2\n3\n4\n", to: "c")
    let plan = try project.plan(from: old, to: TestProject.flow(["c": "a\u{0}\n1\n2\n3\n5\n"]))
    expectEqual(plan.verdicts, ["c": "conflict"])
    expectEqual(plan.questions[0].choices, [.keep, .theirs])
  }

  /// A complaint: a file whose condition has become false isn't removed.
  @Test func whatAnAnswerLeavesOutGoes() throws {
    let files = ["${docs ? 'docs' : ''}/guide.md": "guide\n", "a": "a\n"]
    let flow = try TestProject.flow(files, asking: ["{ ask: docs, type: boolean }"])
    let project = try TestProject()
    try project.make(flow, answers: ["docs": .value(.bool(true))])
    let answers: [String: FieldInput] = ["docs": .value(.bool(false))]
    let plan = try project.plan(from: flow, to: flow, answers: answers)
    expectEqual(plan.verdicts, ["docs/guide.md": "removed"])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.names, [".stackflow", ".stackflow/app.yaml", "a"])
    // Back by an answer, it's there again.
    let back = try project.plan(from: flow, to: flow, answers: ["docs": .value(.bool(true))])
    expectEqual(back.verdicts, ["docs/guide.md": "added"])
  }

  /// A complaint: a file that the user has changed, and the template has dropped, is deleted without a word.
  @Test func whatTheTemplateDropsAndTheUserChangedIsAsked() throws {
    let (project, old) = try project(["a": "a\n", "b": "b\n", "c": "c\n"])
    try project.write("mine\n", to: "b")
    let new = try TestProject.flow(["a": "a\n"])
    let plan = try project.plan(from: old, to: new)
    expectEqual(plan.verdicts, ["b": "dropped", "c": "removed"])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a": "a\n", "b": "mine\n"])
  }

  /// A complaint: a file that was deleted once never comes back, or always does.
  @Test func whatTheUserDeletedStaysDeletedUntilItIsWanted() throws {
    let (project, old) = try project(["a": "a\n", "b": "b\n"])
    try project.remove("b")
    let new = try TestProject.flow(["a": "a\n", "b": "b2\n"])
    let plan = try project.plan(from: old, to: new)
    expectEqual(plan.verdicts, ["b": "deleted"])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(try project.plan(from: new, to: new).verdicts, ["b": "deleted"])
    let back = try project.plan(from: new, to: new, restoring: ["b"])
    expectEqual(back.verdicts, ["b": "added"])
    expectEqual(project.carryOut(back), nil)
    expectEqual(project.files["b"], "b2\n")
  }

  /// A complaint: files that are to be kept are overwritten.
  @Test func whatTheTemplateWantsKeptIsKept() throws {
    let project = try TestProject()
    let old = try TestProject.flow(["a": "a\n"], ", exists: keep")
    try project.make(old)
    let new = try TestProject.flow(["a": "a2\n", "b": "b\n"], ", exists: keep")
    try project.write("mine\n", to: "b")
    let plan = try project.plan(from: old, to: new)
    expectEqual(plan.verdicts, ["a": "kept", "b": "kept"])
    #expect(!plan.hasChanges)
  }

  @Test func filesThatBothAddAreAsked() throws {
    let (project, old) = try project(["a": "a\n"])
    try project.write("mine\n", to: "b")
    try project.write("c\n", to: "c")
    let plan = try project.plan(
      from: old, to: TestProject.flow(["a": "a\n", "b": "b\n", "c": "c\n"]))
    expectEqual(plan.verdicts, ["b": "addedByBoth"])
    expectEqual(project.carryOut(plan, choosing: ["b": .theirs]), nil)
    expectEqual(project.files, ["a": "a\n", "b": "b\n", "c": "c\n"])
  }

  /// Without the recorded version, what only one has changed is known by its digest.
  @Test func withoutABaseOnlyDoubleChangesAreAsked() throws {
    let (project, _) = try project(["a": "a\n", "b": "b\n", "c": "c\n"])
    try project.write("mine\n", to: "b")
    try project.write("mine\n", to: "c")
    let plan = try project.plan(
      from: nil, to: TestProject.flow(["a": "a2\n", "b": "b\n", "c": "c2\n"]))
    expectEqual(plan.verdicts, ["a": "updated", "b": "yours", "c": "conflict"])
    expectEqual(plan.questions[0].choices, [.keep, .theirs])
  }

  @Test func aBaseThatIsNotTheRecordedOneIsNamed() throws {
    let (project, _) = try project(["a": "a\n", "b": "b\n"])
    let plan = try project.plan(
      from: TestProject.flow(["a": "other\n", "b": "b\n"]),
      to: TestProject.flow(["a": "a\n", "b": "b\n"]))
    expectEqual(plan.unlikeRecord, ["a"])
    expectEqual(plan.verdicts, [:])
  }

  @Test func permissionsToExecuteArePartOfAFile() throws {
    let (project, old) = try project(["a": "a\n", "b": Self.lines])
    try project.makeExecutable("a")
    try project.makeExecutable("b")
    let plan = try project.plan(
      from: old, to: TestProject.flow(["a": "a\n", "b": Self.changed(4)]))
    expectEqual(plan.verdicts, ["a": "yours", "b": "merged"])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a": "x a\n", "b": "x " + Self.changed(4)])
  }

  /// An entry that the user puts in the place of a file is kept, unless the template has changed the file.
  @Test func whatIsInTheWayIsKeptOrBlocksAnUpdate() throws {
    let (project, old) = try project(["a": "a\n", "b": "b\n"])
    try project.remove("a")
    try project.write("mine\n", to: "a/b")
    let same = try project.plan(from: old, to: TestProject.flow(["a": "a\n", "b": "b\n"]))
    expectEqual(same.verdicts, ["a": "kept"])
    #expect(!same.hasChanges)
    let changed = try project.plan(
      from: old, to: TestProject.flow(["a": "a2\n", "b": "b\n", "c": "c\n"]))
    expectEqual(changed.verdicts, ["a": "added", "a/b": "inTheWay", "c": "added"])
    // A folder with an empty folder can't be removed as files.
    try FileManager.default.createDirectory(
      atPath: "\(project.path)/a/c", withIntermediateDirectories: true)
    let blocked = try project.plan(
      from: old, to: TestProject.flow(["a": "a2\n", "b": "b\n", "c": "c\n"]))
    expectEqual(blocked.verdicts, ["a": "blocked", "c": "added"])
    expectEqual(blocked.blocked.map(\.path), ["a"])
    #expect(blocked.hasChanges)
  }

  /// A file becomes a folder, and a folder a file; what the user hasn't changed goes.
  @Test func filesAndFoldersChangePlaces() throws {
    let (project, old) = try project(["a": "a\n", "b/c": "c\n", "b/d/e": "e\n", "z": "z\n"])
    let new = try TestProject.flow(["a/x": "x\n", "a/y": "y\n", "b": "b\n", "z": "z\n"])
    let plan = try project.plan(from: old, to: new)
    expectEqual(
      plan.verdicts,
      [
        "a": "removed", "a/x": "added", "a/y": "added", "b": "added", "b/c": "removed",
        "b/d/e": "removed",
      ])
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a/x": "x\n", "a/y": "y\n", "b": "b\n", "z": "z\n"])
    #expect(try !project.plan(from: new, to: new).hasChanges)
    // And back.
    let back = try project.plan(from: new, to: old)
    expectEqual(project.carryOut(back), nil)
    expectEqual(project.files, ["a": "a\n", "b/c": "c\n", "b/d/e": "e\n", "z": "z\n"])
  }

  /// A file that the user has changed or put in the place of others is a question, and nothing else waits for it.
  @Test(arguments: [false, true]) func whatIsInTheWayIsAQuestion(isRemoved: Bool) throws {
    let (project, old) = try project(["a": "a\n", "b/c": "c\n", "z": "z\n"])
    try project.write("mine\n", to: "a")
    try project.write("own\n", to: "b/own")
    try project.write("own\n", to: "n")
    let new = try TestProject.flow(["a/x": "x\n", "b": "b\n", "n/m": "m\n", "z": "z2\n"])
    let plan = try project.plan(from: old, to: new)
    expectEqual(
      plan.verdicts,
      [
        "a": "dropped", "a/x": "added", "b": "added", "b/c": "removed", "b/own": "inTheWay",
        "n": "inTheWay", "n/m": "added", "z": "updated",
      ])
    expectEqual(plan.questions.map(\.path), ["a", "b/own", "n"])
    let choice: UpdateChoice = isRemoved ? .theirs : .keep
    expectEqual(
      project.carryOut(plan, choosing: ["a": choice, "b/own": choice, "n": choice]), nil)
    expectEqual(
      project.files,
      isRemoved
        ? ["a/x": "x\n", "b": "b\n", "n/m": "m\n", "z": "z2\n"]
        : ["a": "mine\n", "b/own": "own\n", "n": "own\n", "z": "z2\n"])
    // It isn't asked again.
    #expect(try !project.plan(from: new, to: new).hasChanges)
  }

  /// A file that only a secret makes stays while no one gives the secret.
  @Test func aFileBehindASecretStaysWithoutIt() throws {
    let secret = ["{ ask: token, type: secret, required: false }"]
    let files = [
      "${token.orValue('') != '' ? 'env' : ''}.tmpl": "T=${token}\n", "a": "a\n",
    ]
    let project = try TestProject()
    let flow = try TestProject.flow(files, asking: secret, ", secret: true")
    try project.make(flow, answers: ["token": .text("s3cret")])
    expectEqual(project.files["env"], "T=s3cret\n")
    let plan = try project.plan(from: flow, to: flow)
    expectEqual(plan.verdicts, ["env": "kept"])
    #expect(!plan.hasChanges)
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files["env"], "T=s3cret\n")
    #expect(try project.record().files.contains(.init(path: "env", digest: nil)))
    for takesDefaults in [true, false] {
      let again = try project.plan(from: flow, to: flow, takingDefaults: takesDefaults)
      expectEqual(again.verdicts, ["env": "kept"])
    }
  }

  /// A secret that's drawn can't be that of the project, so it alone is nothing to update.
  @Test func aDrawnSecretAloneChangesNothing() throws {
    let secret = ["{ ask: token, type: secret, generate: 8 }"]
    func flow(_ text: String) throws -> CheckedFlow {
      try TestProject.flow(["env.tmpl": text], asking: secret, ", secret: true")
    }
    let project = try TestProject()
    let old = try flow("T=${token}\n")
    try project.make(old, answers: ["token": .text("first")])
    func plan(_ text: String, _ token: String, isGiven: Bool) throws -> UpdatePlan {
      try project.plan(
        from: old, to: try flow(text), answers: ["token": .text(token)], givenSecrets: isGiven)
    }
    let drawn = try plan("T=${token}\n", "second", isGiven: false)
    #expect(drawn.verdicts == ["env": "kept"] && !drawn.hasChanges)
    #expect(try plan("T=${token}\n", "first", isGiven: false).verdicts.isEmpty)
    expectEqual(try plan("T=${token}\n", "second", isGiven: true).verdicts, ["env": "secret"])
    // The template has changed it.
    expectEqual(try plan("S=${token}\n", "second", isGiven: false).verdicts, ["env": "secret"])
  }

  /// A file that doesn't depend on a secret is merged, also if the version that made it asks for one.
  @Test(arguments: [
    (["token": "s3cret"], "{ ask: token, type: secret, minLength: 3 }", nil),
    (["token": "another"], "{ ask: token, type: secret, minLength: 3 }", "secret"),
    // The new version calls it otherwise.
    (["key": "s3cret"], "{ ask: key, type: secret }", nil),
  ]) func secretsAreNoObstacleToTheBase(
    given: [String: String], question: String, verdict: String?
  ) throws {
    func flow(_ text: String, _ question: String, _ name: String) throws -> CheckedFlow {
      let write = "{ write: w, path: env, secret: true, content: \"T=${\(name)}\" }"
      return try TestProject.flow(["a": text], asking: [question, write])
    }
    let old = try flow(Self.lines, "{ ask: token, type: secret, minLength: 3 }", "token")
    let project = try TestProject()
    try project.make(old, answers: ["token": .text("s3cret")])
    try project.write(Self.changed(1), to: "a")
    let name = try #require(given.keys.first)
    let plan = try project.plan(
      from: old, to: try flow(Self.changed(12), question, name),
      answers: given.mapValues { .text($0) })
    var verdicts = ["a": "merged"]
    verdicts["env"] = verdict
    expectEqual(plan.verdicts, verdicts)
  }

  /// A list with a secret isn't recorded, and is given again.
  @Test func aListWithASecretIsNoObstacleToTheBase() throws {
    func flow(_ text: String) throws -> CheckedFlow {
      try TestProject.flow(
        ["a": text],
        asking: [
          "{ repeat: users, minItems: 1, steps: [ { ask: name, type: string }, { ask: pw, type: secret } ] }"
        ])
    }
    let user = Value.map(ValueMap([("name", "ada"), ("pw", "s3cret")]))
    let answers: [String: FieldInput] = ["users": .value(.list([user]))]
    let old = try flow(Self.lines)
    let project = try TestProject()
    try project.make(old, answers: answers)
    #expect(try project.record().answers.isEmpty)
    try project.write(Self.changed(1), to: "a")
    let plan = try project.plan(from: old, to: try flow(Self.changed(12)), answers: answers)
    expectEqual(plan.verdicts, ["a": "merged"])
  }

  /// Typed answers stay, and accepted ones follow the new version.
  @Test func answersKeepTheirOrigins() throws {
    let question = "{ ask: name, type: string, default: one }"
    let old = try TestProject.flow(
      ["a.tmpl": "${name} ${port}\n"],
      asking: [question, "{ ask: port, type: integer, default: 1 }"])
    let project = try TestProject()
    try project.make(old, answers: ["name": .value(.string("mine"))])
    let new = try TestProject.flow(
      ["a.tmpl": "${name} ${port}\n"],
      asking: [question, "{ ask: port, type: integer, default: 2 }"])
    let plan = try project.plan(from: old, to: new)
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a": "mine 2\n"])
    expectEqual(
      try project.record().answers.map { "\($0.name) \($0.origin) \($0.value.plainText)" },
      ["name given mine", "port taken 2"])
  }

  /// A default was computed from the time of its question, which isn't that of the record.
  @Test func anAcceptedTimeStays() throws {
    let flow = try TestProject.flow(
      ["a.tmpl": "${string(started)} ${day}\n"],
      asking: [
        "{ ask: started, type: datetime, default: { value: now } }",
        "{ compute: later, value: 'addDays(today, 1)' }",
        "{ ask: day, type: date, default: { value: later } }",
      ])
    let project = try TestProject()
    try project.make(flow)
    expectEqual(project.files, ["a": "1970-01-01T00:00:00Z 1970-01-02\n"])
    let path = ".stackflow/app.yaml"
    let record = try String(contentsOfFile: "\(project.path)/\(path)", encoding: .utf8)
    #expect(record.contains("now: \"1970-01-01T00:00:00Z\""), "\(record)")
    try project.write(
      record.replacing("now: \"1970-01-01T", with: "now: \"1970-01-03T"), to: path)
    #expect(try !project.plan(from: flow, to: flow).hasChanges)
  }

  /// Renamed answers are known by the migration of the flow.
  @Test func migrationsApply() throws {
    let old = try TestProject.flow(["a.tmpl": "${who}\n"], asking: ["{ ask: who, type: string }"])
    let project = try TestProject()
    try project.make(old, answers: ["who": .value(.string("me"))])
    let new = try TestProject.flow(
      ["a.tmpl": "${name}!\n"], asking: ["{ ask: name, type: string }"],
      head: "version: 2\nmigrate: [ { from: 1, rename: { who: name } } ]\n")
    let plan = try project.plan(from: old, to: new)
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a": "me!\n"])
  }

  /// An answer that an earlier migration has renamed can be computed.
  @Test func aRenamedAnswerIsComputed() throws {
    let old = try TestProject.flow(["a.tmpl": "${who}\n"], asking: ["{ ask: who, type: string }"])
    let project = try TestProject()
    try project.make(old, answers: ["who": .value(.string("me"))])
    let new = try TestProject.flow(
      ["a.tmpl": "${name}!\n"], asking: ["{ ask: name, type: string }"],
      head: "version: 3\nmigrate:\n  - { from: 1, rename: { who: name } }\n"
        + "  - { from: 2, set: { name: \"saved.name + ' too'\" } }\n")
    let plan = try project.plan(from: old, to: new)
    expectEqual(project.carryOut(plan), nil)
    expectEqual(project.files, ["a": "me too!\n"])
  }

  /// Only a question that's new, or whose answer no longer fits, is asked.
  @Test func whatIsNewOrNoLongerFitsIsAsked() throws {
    let old = try TestProject.flow(
      ["a.tmpl": "${size}\n"], asking: ["{ ask: size, type: integer }"])
    let project = try TestProject()
    try project.make(old, answers: ["size": .value(.int(5))])
    let small = try TestProject.flow(
      ["a.tmpl": "${size}\n"], asking: ["{ ask: size, type: integer, max: 3 }"])
    #expect(throws: RenderingFailure.asks(id: "size")) { try project.plan(from: old, to: small) }
    let more = try TestProject.flow(
      ["a.tmpl": "${size} ${color}\n"],
      asking: ["{ ask: size, type: integer }", "{ ask: color, type: string }"])
    #expect(throws: RenderingFailure.asks(id: "color")) { try project.plan(from: old, to: more) }
  }

  /// A question after the last write isn't recorded, and doesn't hide what was written before it.
  @Test func aQuestionAfterTheWriteDoesNotHideTheBase() throws {
    let flow = try checkedFlow(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: p, path: a, content: a }\n"
        + "  - { ask: more, type: string }\n")
    let options = SessionOptions()
    #expect(throws: RenderingFailure.asks(id: "more")) {
      try RenderedProject.rendered(flow, inputs: [:], options: options, now: TestProject.now)
    }
    let rendered = try RenderedProject.rendered(
      flow, inputs: [:], options: options, now: TestProject.now, endsAtQuestions: true)
    expectEqual(rendered.files.keys.sorted(), ["a"])
  }

  /// A command isn't run, and so its output is needed where a name or a later file can hold it.
  @Test(arguments: [
    ("capture: text }", false),
    ("capture: lines }", false),
    ("capture: status }", false),
    ("capture: json, type: integer }", true),
    ("capture: text }\noutput: { r: r }", true),
    ("capture: text }\n  - { note: n, text: '${r}' }", true),
    ("capture: text }\n  - { write: q, path: b, content: b }", true),
  ])
  func onlyOutputThatIsReadIsNeeded(rest: String, isNeeded: Bool) throws {
    let flow = try checkedFlow(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: p, path: a, content: a }\n"
        + "  - { run: r, command: [deploy], \(rest)\n")
    do throws(RenderingFailure) {
      let rendered = try TestProject.rendered(flow)
      #expect(!isNeeded)
      expectEqual(rendered.skippedCommands, [["deploy"]])
      expectEqual(rendered.files.keys.sorted(), ["a"])
    } catch {
      guard case .failed(let failure) = error else { throw error }
      #expect(isNeeded)
      #expect(failure.message.contains("needs its output"), "\(failure.message)")
    }
  }

  /// A file that depends on a secret has neither a digest nor a base, and nothing of the secret is in the record.
  @Test func secretsAreNotRecorded() throws {
    let flow = try TestProject.flow(
      ["env.tmpl": "TOKEN=${token}\n", "a": "a\n"], asking: ["{ ask: token, type: secret }"],
      ", secret: true")
    let project = try TestProject()
    let answers: [String: FieldInput] = ["token": .value(.string("hush-hush"))]
    try project.make(flow, answers: answers)
    let text = try String(contentsOfFile: "\(project.path)/.stackflow/app.yaml", encoding: .utf8)
    #expect(!text.contains("hush"))
    #expect(text.contains("- secret env\n"))
    expectEqual(try project.record().answers, [])
    try project.write("TOKEN=other\n", to: "env")
    let plan = try project.plan(from: nil, to: flow, answers: answers)
    expectEqual(plan.verdicts, ["env": "secret"])
  }

  /// A project of many files of which few have changed needs few merges.
  @Test func workFollowsWhatHasChanged() throws {
    var files: [String: String] = [:]
    for number in 0..<1_000 { files["d\(number % 20)/f\(number)"] = "\(number)\n" + Self.lines }
    let (project, old) = try project(files)
    for number in 0..<10 {
      files["d\(number)/f\(number)"] = "\(number)\n" + Self.changed(2)
      try project.write("\(number)\n" + Self.changed(11), to: "d\(number)/f\(number)")
    }
    let plan = try project.plan(from: old, to: TestProject.flow(files))
    expectEqual(plan.mergeCount, 10)
    expectEqual(plan.verdicts.count, 10)
    expectEqual(plan.request(choosing: [:], of: "app").parts.count, 11)
  }
}
