// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel

// About how many bytes the values of a log take.

extension FlowEvent {
  var storedSize: Int {
    switch self {
    case .answer(let input): input?.storedSize ?? 0
    case .edit(let id, let input), .setAside(let id, let input): id.utf8.count + input.storedSize
    case .give(let answers): answers.reduce(0) { $0 + $1.key.utf8.count + $1.value.storedSize }
    case .effectEnded(.ended(let result)): result.output.count + result.errors.utf8.count
    case .effectEnded(.returned(let value)): value.storedSize
    case .effectEnded(.written(let file)): file.storedSize
    case .effectEnded(.failed(let message)): message.utf8.count
    case .found(let facts): facts.path.utf8.count
    case .focus(let id), .backTo(let id): id.utf8.count
    case .start, .submit, .confirm, .back, .acceptSuggestions, .addItem, .editItem, .removeItem,
      .restoreItem, .moveItem, .decide, .decideFile, .effectBegan, .effectEnded(.done), .retry,
      .leave:
      0
    }
  }
}

extension FieldInput {
  var storedSize: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .value(let value), .remembered(let value, _): value.storedSize
    case .empty, .offered, .default: 0
    }
  }
}

extension TakenAnswers {
  var storedSize: Int {
    values.merging(kept) { $1 }.reduce(0) { $0 + $1.key.utf8.count + $1.value.storedSize }
  }
}

extension LoggedEffect {
  var storedSize: Int { request?.effect.storedSize ?? 0 }
}

extension EffectRequest.Effect {
  fileprivate var storedSize: Int {
    switch self {
    case .command(let command):
      command.arguments.reduce(command.input.utf8.count) { $0 + $1.utf8.count }
        + command.environment.reduce(0) { $0 + $1.value.utf8.count }
    case .action(let action): action.arguments.reduce(0) { $0 + $1.value.storedSize }
    case .write(let write): write.storedSize
    case .restore(let restore): restore.written.storedSize
    }
  }
}

extension WriteRequest {
  fileprivate var storedSize: Int {
    guard case .tree(let parts) = kind else { return 64 + path.utf8.count + content.count }
    return parts.reduce(0) { $0 + $1.storedSize }
  }
}

extension WrittenFile {
  fileprivate var storedSize: Int {
    switch previous {
    case .replaced(let content, _): content.count
    case .link(let target): target.utf8.count
    case .tree(let parts): parts.reduce(0) { $0 + ($1?.storedSize ?? 0) }
    case .nothing, .appended: 0
    }
  }
}
