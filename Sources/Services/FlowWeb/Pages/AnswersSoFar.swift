// SPDX-License-Identifier: Apache-2.0

import FlowSessions

/// The answers so far of a walk, by steps, with the parts of the list that pages show of them.
struct AnswersSoFar: Sendable {
  /// The maximum number of answers in the list of a page.
  static let mostListed = 60

  /// The answers of a step.
  struct Step: Sendable {
    let answers: FlowSession.StepRows

    /// The answers as items of the list, each with the way back to it; nil if that isn't made yet, or there isn't a way
    /// to all of them.
    fileprivate(set) var items: HTML?
  }

  /// The steps, oldest first.
  private(set) var steps: [Step] = []

  /// Those of no walk.
  init() {}

  /// Those of a walk, without the fields of an open form, which the page has.
  ///
  /// - Parameters:
  ///   - session: The walk.
  ///   - known: Those of an earlier state of the walk, of which the same is taken over.
  init(of session: FlowSession, knowing known: AnswersSoFar = AnswersSoFar()) {
    let found = session.rowsByStep(knowing: known.steps.map(\.answers))
    let isForm = if case .asking(let step) = session.state { step.kind == .form } else { false }
    steps = found.dropLast(isForm ? 1 : 0).enumerated().map { depth, answers in
      let isKnown =
        known.steps.indices.contains(depth) && answers.id != nil
        && known.steps[depth].answers.id == answers.id && answers.areReachable
      return Step(answers: answers, items: isKnown ? known.steps[depth].items : nil)
    }
  }

  /// Whether there's none.
  var isEmpty: Bool { steps.allSatisfy(\.answers.rows.isEmpty) }

  /// The answers, oldest first.
  var rows: [FlowSession.ReviewRow] { steps.flatMap(\.answers.rows) }

  /// The ids of the answers to which there's a way back.
  var reachable: Set<String> { Set(steps.flatMap(\.answers.reachable)) }

  /// Makes the items of the steps that are listed and have none.
  mutating func makeItems(_ item: (FlowSession.ReviewRow) -> HTML) {
    var count = 0
    for index in steps.indices.reversed() {
      let answers = steps[index].answers
      count += answers.rows.count
      guard count <= Self.mostListed else { return }
      guard steps[index].items == nil, answers.id != nil, answers.areReachable else { continue }
      steps[index].items = answers.rows.reduce(into: HTML.nothing) { $0 += item($1) }
    }
  }
}

/// The parts that pages of a walk have in common: made by one, and taken over by the next.
struct PageMemory: Sendable {
  var answers = AnswersSoFar()
  var progress = ProgressForecast()
}
