// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import ProjectUpdates

/// The record of what a flow has made: how it's written, and how it's read after a user has edited it.
@Suite struct UpdateRecordTests {
  private static let text = """
    record: 1
    flow: app
    version: 2
    source: ../Flows/app.flow.yaml
    digest: 00000000000000ff
    now: 1970-01-01T00:00:00Z
    zone: UTC
    answers:
      name: { typed: x }
    files:
      - 00000000000000ff a
      - secret .env

    """

  private static func findings(_ text: String) -> String {
    DiagnosticRenderer().render(UpdateRecord.read(Array(text.utf8), name: "app.yaml").diagnostics)
  }

  @Test func aRecordIsWrittenAndReadBack() throws {
    let project = try TestProject()
    let flow = try TestProject.flow(
      ["a.tmpl": "${name}\n", "\"b c\"": "x\n", "#d": "x\n"],
      asking: [
        "{ ask: name, type: string }", "{ ask: day, type: date }",
        "{ ask: extra, type: string, required: false, default: y }",
        "{ repeat: env, steps: [ { ask: k, type: string } ] }",
      ])
    try project.make(
      flow,
      answers: [
        "name": .text("true: #no"), "day": .text("2026-01-02"), "extra": .empty,
        "env": .value(.list([.map(ValueMap([("k", "v")]))])),
      ])
    let record = try project.record()
    expectEqual(record.flow, "app")
    expectEqual(record.source, "app.flow.yaml")
    expectEqual(record.program, "1")
    expectEqual(record.files.map(\.path), ["\"b c\"", "#d", "a"])
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(project.path)/.stackflow/app.yaml")))
    expectEqual(record.text, String(decoding: bytes, as: UTF8.self))
    // The recorded answers give the same project.
    let again = try TestProject.rendered(flow, answers: record.givenAnswers(for: flow))
    expectEqual(Set(record.files.map(\.path)), Set(again.files.keys))
    for file in record.files { expectEqual(again.files[file.path]?.identity.digest, file.digest) }
  }

  /// Writes at several times are made again at one, so an update of the same flow has nothing to do.
  @Test func allFilesHaveTheTimeOfTheBeginning() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: app
      updatable: true
      steps:
        - { write: a, path: p/a, content: "${string(now)}" }
        - { compute: later, value: string(now) }
        - { note: n, text: wait }
        - { write: b, path: p/b, content: "${string(now)} ${later} ${today}" }
      """)
    let collected = CollectedWrites(of: flow)
    var session = try FlowSession(flow: flow)
    var events = [FlowEvent.start]
    var day: Int64 = 0
    while let event = events.popLast() {
      let now = try Timestamp(secondsSinceEpoch: day * 86_400)
      day += 1
      _ = session.send(event, now: now) { .approve }
      switch session.state {
      case .needs(.effect(let request)):
        let result = collected.perform(request, until: EffectCancellation())
        events = event == .effectBegan ? [.effectEnded(result)] : [.effectBegan]
      case .asking: events = [.answer(nil)]
      default: break
      }
    }
    let made = RenderedProject(collected, of: session)
    let record = try #require(UpdateRecord.read(made.record, name: "app.yaml").record)
    expectEqual(record.now, .epoch)
    let again = try TestProject.rendered(flow)
    expectEqual(again.files, made.files)
    expectEqual(Set(made.files.keys), ["a", "b"])
    expectEqual(record.files.map(\.digest), ["a", "b"].map { again.files[$0]?.digest })
  }

  @Test func anEditedRecordIsRead() {
    expectEqual(Self.findings(Self.text), "")
    let record = UpdateRecord.read(Array(Self.text.utf8), name: "app.yaml").record
    expectEqual(record?.files, [.init(path: "a", digest: 255), .init(path: ".env", digest: nil)])
    expectEqual(record?.answers, [.init(name: "name", value: "x", origin: .typed)])
    let places = UpdateRecord.read(Array(Self.text.utf8), name: "app.yaml").places
    expectEqual(places.mapValues(\.description), ["answers.name": "app.yaml:9:9"])
  }

  @Test(arguments: [
    (
      "record: 1", "record: 2",
      "1:9: error: this version of stackflow reads version 1 of records, found 2"
    ),
    ("version: 2", "version: x", "3:10: error: expected a whole number"),
    (
      "digest: 00000000000000ff", "digest: +0000000000000ff",
      "5:9: error: expected a digest: 16 hexadecimal digits"
    ),
    ("now: 1970", "now: 70", "6:6: error: expected a time, such as 2026-01-02T03:04:05Z"),
    ("zone: UTC", "zona: UTC", "7:1: error: unknown key 'zona' in a record; did you mean 'zone'?"),
    (
      "zone: UTC", "zone: Here/There",
      "7:7: error: expected a time zone that this machine knows, such as Europe/Amsterdam"
    ),
    (
      "{ typed: x }", "x",
      "9:9: error: expected an answer with its origin, such as { typed: x }; origins are typed, given, accepted, taken, drawn, migrated"
    ),
    ("ff a", "ff ../a", "11:5: error: '../a' isn't the path of a file in the project"),
    ("ff a", "ff .env", "12:5: error: '.env' is recorded twice"),
    (
      "- secret .env", "- { a: b }",
      "12:5: error: expected a digest, or 'secret', and the path of a file"
    ),
    ("flow: app\n", "", "1:1: error: a record needs 'flow'"),
  ]) func mistakesAreAtTheirPlaces(old: String, new: String, message: String) {
    let found = Self.findings(Self.text.replacingOccurrences(of: old, with: new))
    #expect(found.contains("app.yaml:\(message) ["), "\(found)")
  }

  /// Whatever a file holds, reading it ends without a crash, and only a file without mistakes is a record.
  @Test func anyFileIsReadToItsEnd() {
    let runs = RandomRuns(long: 5_000, named: "records with random changes")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        }
      }
      let read = UpdateRecord.read(bytes, name: "app.yaml")
      expectEqual((read.record == nil), read.diagnostics.hasErrors, "STACKFLOW_SEED=\(seed)")
    }
  }

  /// A list is recorded unless one of its records has a secret, and so are the files that depend on it.
  @Test(arguments: [
    (#"{"id":"web","tls":false}"#, true), (#"{"id":"web","tls":true,"key":"s3cret"}"#, false),
  ])
  func aListIsRecordedWithoutASecretInIt(second: String, isRecorded: Bool) throws {
    let project = try TestProject()
    let flow = try TestProject.flow(
      ["readme.tmpl": "${for s in services}\n- ${s.id}${has(s.key) ? ' (TLS)' : ''}\n${end}\n"],
      asking: [
        "{ repeat: services, steps: [ { ask: id, type: string }, { ask: tls, type: boolean }, "
          + "{ ask: key, type: secret, when: tls } ] }"
      ])
    let records = try Value(json: #"[{"id":"db","tls":false},\#(second)]"#)
    try project.make(flow, answers: ["services": .value(records)])
    let record = try project.record()
    expectEqual(record.answers.map(\.name), isRecorded ? ["services"] : [])
    expectEqual(record.files.map { $0.digest != nil }, [isRecorded])
    guard isRecorded else { return }
    // Nothing has changed, and nothing is asked.
    let again = try TestProject.rendered(flow, answers: record.givenAnswers(for: flow))
    expectEqual(again.files.mapValues(\.digest), ["readme": record.files[0].digest])
  }

  /// Several writes have one record, and one that leaves the folder of the first fails.
  @Test func severalWritesHaveOneRecord() throws {
    func flow(_ path: String) throws -> CheckedFlow {
      try checkedFlow(
        "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: a, path: p/a, content: one }\n"
          + "  - { write: b, path: \(path), content: two }\n")
    }
    let rendered = try TestProject.rendered(flow("p/q/b"))
    expectEqual(rendered.files.keys.sorted(), ["a", "q/b"])
    let files = UpdateRecord.files(of: String(decoding: rendered.record, as: UTF8.self))
    expectEqual(files.map(\.path), ["a", "q/b"])
    let outside = #expect(throws: RenderingFailure.self) { try TestProject.rendered(flow("b")) }
    guard case .failed(let failure)? = outside else {
      Issue.record("\(String(describing: outside))")
      return
    }
    expectEqual(
      failure.message, "'b' isn't in 'p', the folder of the first write, and can't be recorded")
  }
}
