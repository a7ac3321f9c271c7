// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

/// Compares the prover with every walk through small random flows.
@Suite struct ProverPropertyTests {
  /// The results of all walks through a flow.
  struct Walks {
    /// The results of walks that were completed, with the answers and what was asked.
    var ends: [(output: Value, answers: [String: Value], asked: Set<String>)] = []

    var outputs: [Value] { ends.map(\.output) }

    var pushed: Set<String> = []
    var failures: [FlowFailure] = []
    private let questions: [String: RandomFlow.Question]

    init(_ flow: CheckedFlow, _ random: RandomFlow) throws {
      questions = Dictionary(
        uniqueKeysWithValues: (random.questions + random.cells).map { ($0.id, $0) })
      var session = try FlowSession(flow: flow)
      send(.start, to: &session)
      var open = [session]
      while let session = open.popLast(), ends.count < 20_000 { walk(session, &open) }
    }

    private mutating func send(_ event: FlowEvent, to session: inout FlowSession) {
      var said = session.send(event, now: .epoch)
      while case .needs = session.state {
        said += session.decide(.approve, now: .epoch)
      }
      pushed.formUnion(said.compactMap(\.pushedStep))
    }

    private mutating func walk(_ session: FlowSession, _ open: inout [FlowSession]) {
      switch session.state {
      case .finished(let result):
        guard result.outcome == .completed else { return }
        let answers = session.answers.map { ($0.id, $0.value) }
        ends.append(
          (
            result.output, Dictionary(answers) { first, _ in first },
            Set(session.reviewRows.map(\.id))
          ))
      case .failed(let failure): failures.append(failure)
      case .asking(let step):
        guard let field = step.focusedField, let question = questions[field.id.withoutPositions]
        else {
          var next = session
          send(.answer(nil), to: &next)
          if next.depth != session.depth { open.append(next) } else { walk(next, &open) }
          return
        }
        for value in question.values {
          var next = session
          send(.answer(.value(value)), to: &next)
          if hasMoved(from: step, to: next) { open.append(next) }
        }
        if question.isOptional {
          var next = session
          send(.answer(FieldInput.empty), to: &next)
          if hasMoved(from: step, to: next) { open.append(next) }
        }
      default: break
      }
    }

    /// Returns whether an answer was accepted, so that another step or field is asked.
    private func hasMoved(from step: StepState, to session: FlowSession) -> Bool {
      guard case .asking(let now) = session.state else { return true }
      return now.id != step.id || now.focusedField?.id != step.focusedField?.id
    }
  }

  @Test func aNameIsProvenExactlyIfEveryWalkAsksIt() throws {
    let runs = RandomRuns(long: 15_000, every: 400, named: "presence on every walk")
    var unasked = 0
    var undecided = 0
    for seed in runs.seeds {
      var random = RandomFlow(seed: seed)
      let when = random.condition()
      let guarding = random.condition()
      guard let subject = random.subject() else { continue }
      let bare = random.text(probe: "\(guarding) && \(subject.test)", when: when)
      let asked = random.text(probe: "\(guarding) && !has(\(subject.id))", when: when)
      let claimed = FlowFile.load(bare, name: "bare")
      let words = DiagnosticRenderer().render(claimed.diagnostics)
      let isRefused = words.contains("[may-be-unasked]")
      try #require(!claimed.diagnostics.hasErrors || isRefused, "seed \(seed)\n\(bare)\n\(words)")
      let loaded = FlowFile.load(asked, name: "asked")
      let flow = try #require(
        loaded.flow,
        "seed \(seed)\n\(asked)\n\(DiagnosticRenderer().render(loaded.diagnostics))")
      let walks = try Walks(flow, random)
      try #require(walks.failures.isEmpty, "seed \(seed)\n\(asked)\n\(walks.failures)")
      let isUnasked = walks.outputs.contains { $0.map?["probe"] == .bool(true) }
      try #require(isRefused == isUnasked, "seed \(seed)\n\(bare)\n\(words)")
      // Usually, answers are found that lead there.
      if words.contains("not decided") { undecided += 1 }
      unasked += isUnasked ? 1 : 0
      // A step that's reported as unreachable is never pushed.
      for diagnostic in loaded.diagnostics.diagnostics where diagnostic.id == "unreachable-step" {
        let parts = diagnostic.message.split(separator: "'")
        try #require(
          !walks.pushed.contains(String(parts[1])), "seed \(seed)\n\(asked)\n\(diagnostic.message)")
      }
    }
    #expect(runs.holds(unasked, of: 1 / 15))
    // One of a hundred, give or take the chance of a short run.
    #expect(undecided * 100 <= unasked + (isLongRun ? 0 : 300), "\(undecided) of \(unasked)")
  }
}
