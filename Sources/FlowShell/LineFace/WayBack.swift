// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens

/// A way back from a review that discards other answers too.
struct WayBack {
  /// The step to which it leads.
  let id: String

  /// What is sent to go there.
  let event: FlowEvent

  /// The ids of the answers that it discards, besides the step's own.
  let discarded: [String]

  /// What stands before the yes.
  var rows: [ScreenRow] {
    [
      .text(
        "Going back to '\(id)' takes back: \(discarded.joined(separator: ", ")). "
          + "What still fits is offered again."),
      .hint("Press Enter to go back, or type no to stay."),
    ]
  }
}

extension LineFace {
  /// Asks whether to go back, and does so on a yes.
  func confirm(_ way: WayBack, from step: StepState?) async -> Ending? {
    show(way.rows)
    while true {
      switch await readLine(LineQuestion(nil), again: { self.show(way.rows) }) {
      case .signal(let signal): return leave(on: signal)
      case .left(let reason):
        runner.send(.leave(reason))
        return nil
      case .windowClosed:
        runner.send(.leave(.endOfInput))
        return nil
      case .clearedScreen: show(way.rows)
      case .edit: show(way.rows.suffix(1))
      case .command(let word):
        if stays(word) { return nil }
        show(way.rows.suffix(1))
      case .word(let text):
        if case .word(let word) = TypedWord.reading(of: text), stays(word) { return nil }
        show(way.rows.suffix(1))
      case .text(let text):
        switch text.isEmpty ? true : Self.yesOrNo(text) {
        case true?:
          // What it takes back is told already.
          goBack(sending: way.event, discarding: [])
          return nil
        case false?:
          if let step { show(closing(of: step)) }
          return nil
        case nil: show(way.rows.suffix(1))
        }
      }
    }
  }

  /// Does what a word says that gives the way back up; false for one that makes no sense here.
  private func stays(_ word: TypedWord) -> Bool {
    switch word {
    case .back, .backTo, .quit, .show, .review, .help, .why:
      perform(word)
      return true
    case .next, .accept, .none, .field, .retry, .list, .edit: return false
    }
  }
}
