// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// What is going to happen, for a person who must say yes to it.
extension EffectRequest {
  /// What is done, in a line: `run: git init billing`; without secrets.
  public var words: String {
    switch effect {
    case .command(let command): "\(isUndo ? "undo" : "run"): \(command.words)"
    case .action(let action):
      "\(isUndo ? "undo by the action" : "call the action") '\(action.name)'"
    case .write(let write): write.words
    case .restore(let restore): restore.words
    }
  }

  /// What is done, as the beginning of a sentence such as "… failed".
  public var subject: String {
    switch effect {
    case .command(let command): "'\(command.arguments.first ?? "")'"
    case .action(let action): "the action '\(action.name)'"
    case .write(let write): "writing '\(write.path)'"
    case .restore(let restore): "restoring '\(restore.write.path)'"
    }
  }
}

extension CommandRequest {
  /// The command as one types it, with what it is given besides.
  var words: String {
    var words = arguments.map(Self.quoted).joined(separator: " ")
    let given = environment.map { variable in
      "\(variable.name)=\(variable.isSecret ? AnswerText.mask : Self.quoted(variable.value))"
    }
    if !given.isEmpty { words = given.joined(separator: " ") + " " + words }
    if !passed.isEmpty { words += ", with your \(passed.joined(separator: ", "))" }
    if !input.isEmpty { words += ", reading \(Self.count(input.utf8.count))" }
    return words
  }

  /// A text as a shell takes it for one word.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:=,@%+".utf8.contains(byte)
        }
      }
    return isPlain
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        + "'"
  }

  static func count(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }
}

extension WriteRequest {
  var words: String {
    let size = CommandRequest.count(content.count)
    var words: String
    switch exists {
    case .append: words = "append \(size) to \(CommandRequest.quoted(path))"
    case .overwrite: words = "write \(CommandRequest.quoted(path)) (\(size)), overwriting it"
    case .keep: words = "write \(CommandRequest.quoted(path)) (\(size)), unless it is there"
    case .ask, .fail: words = "write \(CommandRequest.quoted(path)) (\(size))"
    }
    if let mode { words += ", mode \(String(mode, radix: 8))" }
    return words
  }
}

extension RestoreRequest {
  var words: String {
    let path = CommandRequest.quoted(write.path)
    return switch written.previous {
    case .nothing: "remove \(path), which was written here"
    case .replaced: "put \(path) back as it was"
    case .appended: "take \(CommandRequest.count(write.content.count)) off the end of \(path)"
    }
  }
}
