// SPDX-License-Identifier: Apache-2.0

import FlowModel

extension ScriptCommand.Action {
  /// Whether it passes notes before what it does.
  var passesNotes: Bool {
    switch self {
    case .answer, .reject, .add, .edit, .remove, .restore, .move, .done: true
    default: false
    }
  }

  /// Returns the command with more answers; nil if it can't have them.
  func adding(_ more: [ScriptAnswer]) -> Self? {
    func added(to answers: [ScriptAnswer], under own: String, as prefix: String) -> [ScriptAnswer]?
    {
      var answers = answers
      for var answer in more {
        guard answer.id.name.hasPrefix(own) else { return nil }
        answer.id.name = prefix + answer.id.name.dropFirst(own.count)
        // The items of a list in an item have commands of their own.
        guard !answer.id.name.dropFirst(prefix.count).contains("["),
          !answers.contains(where: { $0.id.name == answer.id.name })
        else { return nil }
        answers.append(answer)
      }
      return answers
    }
    switch self {
    case .answer(let answers):
      guard !more.contains(where: { new in answers.contains { $0.id.name == new.id.name } }) else {
        return nil
      }
      return .answer(answers + more)
    case .add(let list, let answers):
      guard let position = more.first?.id.name.dropFirst(list.count).prefix(while: { $0 != "." })
      else { return nil }
      return added(to: answers, under: "\(list)\(position).", as: "\(list)[].")
        .map { .add(list: list, $0) }
    case .edit(let list, let position, let answers):
      return added(
        to: answers, under: "\(list)[\(position)].", as: "\(list)[\(position)]."
      ).map { .edit(list: list, position: position, $0) }
    default: return nil
    }
  }
}
