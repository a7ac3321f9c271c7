// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import SavedWalks
import Testing

/// Whatever was typed, and in whatever way, is still there after a question was inserted, removed, or renamed, as long
/// as its question is asked.
@Suite struct ChangedFlowPropertyTests {
  // MARK: Flows

  /// A step of a random flow: a question, or a form or a list of questions.
  private struct Step {
    enum Kind: CaseIterable {
      case ask, form, list
    }

    var kind: Kind
    var id: String
    var fields: [String]
  }

  private struct Plan {
    var steps: [Step] = []
    var count = 0

    mutating func newID(_ prefix: String) -> String {
      count += 1
      return "\(prefix)\(count)"
    }

    mutating func newStep(using random: inout SeededGenerator) -> Step {
      let kind = Step.Kind.allCases.randomElement(using: &random) ?? .ask
      let number = kind == .ask ? 1 : Int.random(in: 1...3, using: &random)
      return Step(kind: kind, id: newID("s"), fields: (0..<number).map { _ in newID("q") })
    }

    init(using random: inout SeededGenerator) {
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        steps.append(newStep(using: &random))
      }
    }

    /// Inserts, removes, or renames a step, or a question in one.
    mutating func change(using random: inout SeededGenerator) {
      let place = Int.random(in: 0..<steps.count, using: &random)
      let field = Int.random(in: 0..<steps[place].fields.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: steps.insert(newStep(using: &random), at: place)
      case 1: steps.append(newStep(using: &random))
      case 2 where steps.count > 1: steps.remove(at: place)
      case 3: steps[place].fields[field] = newID("q")
      case 4 where steps[place].kind != .ask: steps[place].fields.insert(newID("q"), at: field)
      case 5 where steps[place].fields.count > 1: steps[place].fields.remove(at: field)
      default: steps.insert(newStep(using: &random), at: 0)
      }
    }

    var text: String {
      var lines = ["flow: 1", "id: f", "steps:"]
      for step in steps {
        let fields = step.fields.map { "{ ask: \($0), type: string }" }
        switch step.kind {
        case .ask: lines.append("  - " + fields[0])
        case .form:
          lines.append("  - { form: \(step.id), fields: [\(fields.joined(separator: ", "))] }")
        case .list:
          lines.append("  - { repeat: \(step.id), steps: [\(fields.joined(separator: ", "))] }")
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  // MARK: Walks

  /// A user who types different texts, in every way that there is.
  private struct User {
    var random: SeededGenerator
    var session: FlowSession
    var count = 0
    var said: [String] = []

    /// The last entry at each question and list, also where going back has left it.
    var entered: [String: Value] = [:]

    mutating func text() -> String {
      count += 1
      return "t\(count)"
    }

    mutating func send(_ event: FlowEvent) {
      said.append("\(event)")
      session.sendApproving(event)
      entered.merge(answers) { $1 }
    }

    /// The id of the step that's asked.
    private var asked: String? {
      if case .asking(let step) = session.state { step.id } else { nil }
    }

    /// Answers a field in a random way.
    mutating func answer(_ field: String) {
      let text = text()
      switch Int.random(in: 0..<4, using: &random) {
      case 0: send(.edit(field: field, .text(text)))
      case 1: send(.edit(field: field, .value(.string(text))))
      case 2:
        send(.edit(field: field, .text(text)))
        send(.answer(nil))
      default:
        send(.focus(field: field))
        send(.answer(.text(text)))
      }
    }

    /// Moves on in a random way: answers, gives answers in advance, goes back.
    mutating func move(in plan: Plan) {
      guard case .asking(let step) = session.state else { return }
      let fields = step.visibleFields.map(\.id)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: send(.back(steps: Int.random(in: 1...2, using: &random)))
      case 1:
        guard let step = plan.steps.randomElement(using: &random), let id = step.fields.first,
          step.id != self.asked, !fields.contains(where: { $0 == id || $0.hasPrefix(step.id) }),
          !session.answers.contains(where: { [id, step.id].contains($0.id) })
        else { return }
        let isList = step.kind == .list
        let value: Value = isList ? .list(records(step)) : .string(text())
        send(.give([isList ? step.id : id: .value(value)]))
        entered[isList ? step.id : id] = value
      case 2 where !fields.isEmpty:
        // An answer to a question that isn't asked does nothing.
        send(.edit(field: plan.steps.last?.fields.last ?? "", .text(text())))
      case 3..<5 where !fields.isEmpty:
        for field in fields.shuffled(using: &random) { answer(field) }
        send(.submit)
      case 5 where fields.count > 1: answer(fields[0])
      case 6..<8 where step.focusedField?.offer != nil: send(.answer(.offered))
      case _ where !fields.isEmpty: send(.answer(.text(text())))
      case 6:
        if let list = plan.steps.first(where: { $0.id == step.id }), step.items.isEmpty {
          send(.answer(.value(.list(records(list)))))
        }
      case 7..<9 where !step.items.isEmpty:
        entered[step.id] = nil
        send(.editItem(step.items.count - 1))
      case 7...9: send(.addItem)
      default: send(.answer(nil))
      }
    }

    private mutating func records(_ step: Step) -> [Value] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        .map(ValueMap(step.fields.map { ($0, .string(text())) }))
      }
    }

    /// Saves the walk, and continues it in another flow.
    mutating func restore(in plan: Plan) throws {
      said.append("in \(plan.text)")
      let restored = try RestoringTests.restored(session, in: plan.text)
      session = restored.session
      said.append("\(restored.notices), waiting: \(session.awaitedReplays)")
      while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
      // It may be saved again before anything is done.
      guard Bool.random(using: &random) else { return }
      said.append("and again")
      session = try RestoringTests.restored(session, in: plan.text).session
    }

    /// The answers so far, and what's entered in the step that's asked.
    private var answers: [String: Value] {
      var entered: [String: Value] = [:]
      for answer in session.answers { entered[answer.id] = answer.value }
      guard case .asking(let step) = session.state else { return entered }
      for field in step.visibleFields where field.draft != .untouched {
        if !field.id.contains("["), let value = field.value { entered[field.id] = value }
      }
      return entered
    }

    /// Answers what's asked with "new", and accepts all else, up to the end.
    mutating func finish() {
      for _ in 0..<200 {
        guard case .asking(let step) = session.state else { return }
        guard let field = step.focusedField else {
          let marked = step.items.firstIndex { $0.problem != nil }
          send(marked.map { .editItem($0) } ?? .answer(nil))
          continue
        }
        send(.answer(field.value == nil ? .text("new") : nil))
      }
    }
  }

  @Test func nothingTypedIsLost() throws {
    let runs = RandomRuns(long: 20_000, every: 200, named: "changed flows")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var plan = Plan(using: &random)
      var user = User(random: random, session: try RestoringTests.begun(plan.text))
      user.said.append(plan.text)
      for _ in 0..<Int.random(in: 1...20, using: &random) { user.move(in: plan) }
      let entered = user.entered
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        plan.change(using: &random)
        try user.restore(in: plan)
      }
      user.finish()
      let place = "STACKFLOW_SEED=\(seed):\n\(user.said.joined(separator: "\n"))"
      guard case .finished(let result) = user.session.state, case .map(let output) = result.output
      else {
        Issue.record("the walk doesn't end: \(user.session.state), \(place)")
        return
      }
      var lost: [String] = []
      for (id, value) in entered.sorted(by: { $0.key < $1.key }) {
        guard case .list(let records) = value else {
          if let now = output[id], now != value { lost.append("\(id): \(value), now \(now)") }
          continue
        }
        guard case .list(let found)? = output[id] else { continue }
        for (record, now) in zip(records, found) {
          guard case .map(let record) = record, case .map(let now) = now else { continue }
          for entry in record where now[entry.key] != nil && now[entry.key] != entry.value {
            lost.append("\(id), \(entry.key): \(entry.value)")
          }
        }
        if found.count < records.count {
          lost.append("\(records.count) of \(id), now \(found.count)")
        }
      }
      if !lost.isEmpty {
        Issue.record("lost: \(lost) from \(place)")
        return
      }
    }
  }
}
