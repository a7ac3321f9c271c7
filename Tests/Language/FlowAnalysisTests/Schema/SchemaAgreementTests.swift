// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

/// The schemas of random flows and their sessions give the same verdict about every document.
///
/// - What a walk returns is valid, and so are its answers.
/// - A document of answers that a session accepts without asking is valid, unless it repeats a
///   choice, which counts once.
/// - A valid document is accepted if the schema says everything.
@Suite struct SchemaAgreementTests {
  /// Returns whether a schema says everything: no key stands for a rule that it can't express.
  private static func saysEverything(_ schema: Value) -> Bool {
    switch schema {
    case .list(let parts): parts.allSatisfy(saysEverything)
    case .map(let map):
      map.allSatisfy { entry in
        let key = entry.key.plainText
        return (!key.hasPrefix("x-stackflow-") || key == "x-stackflow-type")
          && saysEverything(entry.value)
      }
    default: true
    }
  }

  /// A verdict that the schema must share.
  private enum Verdict {
    /// The document was returned or accepted.
    case valid

    /// The document wasn't accepted.
    case refused
  }

  /// Documents with their schemas and verdicts.
  private struct Cases {
    var schemas: [Value] = []
    var checks: [SchemaValidator.Check] = []
    var verdicts: [(verdict: Verdict, text: String)] = []
    var complete = 0

    mutating func add(_ flow: CheckedFlow, text: String, seed: UInt64) throws {
      let given = FlowSchema.answers(of: flow.definition)
      let saysEverything = saysEverything(given)
      complete += saysEverything ? 1 : 0
      let number = schemas.count
      schemas += [given, FlowSchema.output(of: flow.definition)]
      func add(_ verdict: Verdict, _ instance: Value, to schema: Int) {
        checks.append(.init(schema: number + schema, instance: instance))
        verdicts.append((verdict, "STACKFLOW_SEED=\(seed)\n\(text)"))
      }
      var answers = RandomAnswers(
        flow: flow, inputs: [:], random: SeededGenerator(seed: seed &* 17))
      var records: [Value] = []
      for _ in 0..<8 {
        guard let (record, output) = try answers.walk() else { continue }
        records.append(record.asJSON)
        add(.valid, record.asJSON, to: 0)
        add(.valid, output.asJSON, to: 1)
        for _ in 0..<3 {
          let changed = answers.changed(record.asJSON, alongside: records)
          if let accepted = try answers.accepted(changed) {
            if !changed.repeatsAChoice { add(.valid, changed, to: 0) }
            add(.valid, accepted.asJSON, to: 0)
          } else if saysEverything {
            add(.refused, changed, to: 0)
          }
        }
      }
    }

    /// Records an issue for each of the first documents about which a schema disagrees.
    func compare() throws {
      let found = try SchemaValidator.complaints(schemas: schemas, checks)
      var failures = 0
      for (index, complaint) in found.enumerated() {
        let (verdict, text) = verdicts[index]
        guard (complaint == nil) != (verdict == .valid) else { continue }
        failures += 1
        guard failures <= 3 else { continue }
        let instance = JSONWriter().text(of: checks[index].instance) ?? ""
        let schema = JSONWriter().text(of: schemas[checks[index].schema]) ?? ""
        let isOutput = checks[index].schema % 2 == 1
        Issue.record(
          """
          \(isOutput ? "output" : "answers"): \(complaint ?? "valid, but refused") in \(instance)
          \(schema)
          \(text)
          """)
      }
      expectEqual(failures, 0, "of \(found.count)")
      #expect(complete > 0 && verdicts.contains { $0.verdict == .refused })
    }
  }

  /// Everything that a user can answer: lists, used flows, optional answers, and odd texts.
  @Test func schemasOfQuestionnairesAgreeWithSessions() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let runs = RandomRuns(
      long: 4_000, every: 200, named: "schemas of questionnaires")
    var cases = Cases()
    for seed in runs.seeds {
      let questionnaire = RandomQuestionnaire(seed: seed)
      guard let flow = questionnaire.load().flow, (try? FlowSession(flow: flow)) != nil else {
        continue
      }
      try cases.add(flow, text: "\(questionnaire.text)\n---\n\(questionnaire.part)", seed: seed)
    }
    try cases.compare()
  }

  /// Answers with keys, which are the names of properties, in questionnaires and under conditions.
  @Test func schemasOfKeysAgreeWithSessions() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let runs = RandomRuns(long: 4_000, every: 200, named: "schemas of keys")
    var cases = Cases()
    var keyed = 0
    for seed in runs.seeds {
      var keys = RandomKeys(seed: seed)
      let text: String
      var part = ""
      if seed % 2 == 0 {
        let questionnaire = RandomQuestionnaire(seed: seed)
        text = keys.added(to: questionnaire.text)
        part = keys.added(to: questionnaire.part)
      } else {
        var random = RandomFlow(seed: seed)
        let (value, when) = (random.condition(), random.condition())
        text = keys.added(to: random.text(probe: value, when: when))
          .replacing("output: { probe: probe }", with: "output: { <<: answers, probe: probe }")
      }
      let loaded = FlowFile.load(
        text, name: "random.flow.yaml",
        files: MemoryFileSource(texts: ["part.flow.yaml": part]))
      guard let flow = loaded.flow else {
        let hasWrongKey = loaded.diagnostics.diagnostics.contains {
          ["taken-key", "unusable-key"].contains($0.id.name)
        }
        #expect(!hasWrongKey, "STACKFLOW_SEED=\(seed)\n\(text)")
        continue
      }
      guard (try? FlowSession(flow: flow)) != nil else { continue }
      if text.contains("key: ") { keyed += 1 }
      try cases.add(flow, text: "\(text)\n---\n\(part)", seed: seed)
    }
    try cases.compare()
    #expect(keyed > 0)
  }

  /// Conditions of all kinds: of steps, groups, forms, choices, stops, and checks.
  @Test func schemasOfConditionsAgreeWithSessions() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let runs = RandomRuns(
      long: 4_000, every: 200, named: "schemas of conditions")
    var cases = Cases()
    for seed in runs.seeds {
      var random = RandomFlow(seed: seed)
      let (value, when) = (random.condition(), random.condition())
      // Without an output, all answers are returned.
      var text = random.text(probe: value, when: when)
      if seed % 2 == 0 { text.replace("output: { probe: probe }", with: "") }
      guard let flow = FlowFile.load(text, name: "random.flow.yaml").flow else { continue }
      try cases.add(flow, text: text, seed: seed)
    }
    try cases.compare()
  }
}

extension Value {
  /// Whether a list of texts or numbers in it has an element twice.
  fileprivate var repeatsAChoice: Bool {
    switch self {
    case .map(let map): map.contains { $0.value.repeatsAChoice }
    case .list(let values):
      values.contains(where: \.repeatsAChoice)
        || values.indices.contains { index in
          values[index].map == nil && values[..<index].contains(values[index])
        }
    default: false
    }
  }
}
