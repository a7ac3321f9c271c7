// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScripts

/// A move of an explored walk: what a user does, or the result of an effect.
///
/// A move names what it's for. So it can be made again in a walk from which other moves were removed,
/// and it's a command of a script.
enum ExplorationMove: Hashable, Sendable {
  /// Answers the field that's asked, or a review, a commit, or a stop.
  case answer(String, FieldInput)

  /// Passes a note.
  case pass(String)

  /// Submits a list as it is.
  case done(String)

  /// Accepts the warning about a field or a list.
  case confirm(String)

  /// Accepts earlier answers as long as there are any.
  case acceptSuggestions

  /// Goes back a number of visible steps.
  case back(steps: Int)

  /// Goes back to a step.
  case backTo(String)

  /// Goes back a number of visible steps, and the first command that's undone on the way fails.
  case backFailing(Int)

  /// Adds an item to a list.
  case add(String)

  /// Edits an item of a list, by its 0-based position.
  case edit(String, Int)

  /// Removes an item of a list, by its 0-based position.
  case remove(String, Int)

  /// Puts the item of a list that was removed last back.
  case restore(String)

  /// Moves an item of a list to another 0-based position.
  case move(String, from: Int, to: Int)

  /// Ends the command or the action of a step with a result.
  case result(String, ScriptedRun.Outcome)

  /// Says whether the step that writes a file overwrites the one that's there.
  case overwrite(String, Bool)

  /// Tries a failed step again.
  case retry(String)

  /// The kind of the move, whatever it's for.
  var kind: Int {
    switch self {
    case .answer(_, .empty): 0
    case .answer: 1
    case .pass, .done, .confirm: 2
    case .acceptSuggestions: 3
    case .back, .backTo: 4
    case .backFailing: 5
    case .add: 6
    case .edit: 7
    case .remove, .restore: 8
    case .move: 9
    case .result(_, let outcome): outcome.status == 0 ? 10 : 11
    case .overwrite: 12
    case .retry: 13
    }
  }

  /// Whether it goes back.
  var isBack: Bool {
    switch self {
    case .back, .backTo: true
    default: false
    }
  }
}
