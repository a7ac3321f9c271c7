// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
public import Localization

// Descriptions of effects, for users who must approve them.
extension EffectRequest {
  /// Returns a description in one line, such as `run: git init billing`, without secrets.
  ///
  /// - Parameter catalog: The language.
  /// - Returns: The line.
  public func words(in catalog: MessageCatalog = .english) -> String {
    description(in: catalog).line
  }

  /// The description in the columns of a list: `write`, `notes.md`, `8 bytes`; without secrets.
  package func parts(in catalog: MessageCatalog) -> (verb: String, object: String, detail: String) {
    let description = description(in: catalog)
    return (description.verb, description.object, description.detail)
  }

  private func description(in catalog: MessageCatalog) -> EffectDescription {
    switch effect {
    case .command(let command):
      let words = command.words(in: catalog)
      return EffectDescription(
        line: catalog.text(isUndo ? .effectUndo : .effectRun, ["command": .text(words)]),
        verb: catalog.text(isUndo ? .verbUndo : .verbRun), object: words)
    case .action(let action):
      return EffectDescription(
        line: catalog.text(
          isUndo ? .effectUndoCall : .effectCall, ["name": .quoted(action.name)]),
        verb: catalog.text(isUndo ? .verbUndo : .verbCall), object: action.name)
    case .write(let write): return write.description(in: catalog)
    case .restore(let restore): return restore.description(in: catalog)
    }
  }

  /// A sentence about what went wrong with it.
  ///
  /// - Parameters:
  ///   - problem: What went wrong, as the end of the sentence: `wasn't found`.
  ///   - catalog: The language.
  /// - Returns: The sentence, without a full stop.
  package func sentence(_ problem: String, _ catalog: MessageCatalog) -> String {
    catalog.text(
      .effectProblem, ["subject": .text(subject(catalog)), "problem": .text(problem)])
  }

  private func subject(_ catalog: MessageCatalog) -> String {
    switch effect {
    case .command(let command):
      catalog.text(.subjectCommand, ["name": .quoted(command.arguments.first ?? "")])
    case .action(let action): catalog.text(.subjectAction, ["name": .quoted(action.name)])
    case .write(let write): catalog.text(.subjectWrite, ["path": .quoted(write.path)])
    case .restore(let restore):
      catalog.text(.subjectRestore, ["path": .quoted(restore.write.path)])
    }
  }
}

/// An effect as a line, and in the columns of a list: what happens, to what, and in which way.
private struct EffectDescription {
  var line: String
  let verb: String
  let object: String
  var detail = ""
}

extension EffectDescription {
  /// Describes an effect on a file or a folder.
  init(
    _ path: String, _ line: MessageID, _ verb: MessageID, _ detail: MessageID? = nil,
    size: String = "", in catalog: MessageCatalog
  ) {
    self.init(
      line: catalog.text(
        line, ["path": .text(CommandRequest.quoted(path)), "size": .text(size)]),
      verb: catalog.text(verb), object: path,
      detail: detail.map { catalog.text($0, ["size": .text(size)]) } ?? size)
  }
}

extension CommandRequest {
  /// The command as typed in a shell, with its input and environment.
  func words(in catalog: MessageCatalog) -> String {
    var words = arguments.map(Self.quoted).joined(separator: " ")
    let given = environment.map { variable in
      "\(variable.name)=\(variable.isSecret ? AnswerText.mask : Self.quoted(variable.value))"
    }
    if !given.isEmpty { words = given.joined(separator: " ") + " " + words }
    if !passed.isEmpty {
      words = catalog.text(
        .commandPassing, ["command": .text(words), "names": .text(catalog.list(passed))])
    }
    if !input.isEmpty {
      let size = catalog.text(.byteCount, ["count": .count(input.utf8.count)])
      words = catalog.text(.commandReading, ["command": .text(words), "size": .text(size)])
    }
    return words
  }

  /// Returns text quoted as a single word for a shell.
  package static func quoted(_ text: String) -> String {
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
}

extension WriteRequest {
  /// The number of files of a tree, links included, and their size.
  fileprivate func detailOfTree(in catalog: MessageCatalog) -> String {
    counts?.words(in: catalog) ?? Self.detail(of: parts, in: catalog)
  }

  fileprivate static func detail(of parts: [WriteRequest], in catalog: MessageCatalog) -> String {
    let bytes = parts.reduce(0) { $0 + $1.byteCount }
    return catalog.text(
      .detailFiles,
      [
        "count": .count(parts.count { $0.kind != .folder }),
        "size": .text(catalog.text(.byteCount, ["count": .count(bytes)])),
      ])
  }

  /// The path of a tree's folder, with a `/` at its end.
  fileprivate var folderPath: String { path + (path.hasSuffix("/") ? "" : "/") }

  fileprivate func description(in catalog: MessageCatalog) -> EffectDescription {
    if isTree {
      return EffectDescription(
        folderPath, .effectWriteTree, .verbWrite, size: detailOfTree(in: catalog), in: catalog)
    }
    let (line, verb, detail): (MessageID, MessageID, MessageID?) =
      switch exists {
      case .append: (.effectAppend, .verbAppend, nil)
      case .overwrite: (.effectOverwrite, .verbWrite, .detailOverwriting)
      case .keep: (.effectWriteNew, .verbWrite, .detailIfNew)
      case .ask, .fail: (.effectWrite, .verbWrite, nil)
      }
    let size = catalog.text(.byteCount, ["count": .count(content.count)])
    var description = EffectDescription(path, line, verb, detail, size: size, in: catalog)
    guard let mode = mode.map({ MessageValue.text(String($0, radix: 8)) }) else {
      return description
    }
    description.line = catalog.text(
      .effectWithMode, ["effect": .text(description.line), "mode": mode])
    description.detail = catalog.text(
      .detailMode, ["detail": .text(description.detail), "mode": mode])
    return description
  }
}

extension RestoreRequest {
  /// The parts of a tree that were written, and whether all of them were new.
  private func changes(_ written: [WrittenFile?]) -> (parts: [WriteRequest], areNew: Bool) {
    let changes = zip(write.parts, written).filter { $1 != nil }
    return (changes.map(\.0), changes.allSatisfy { $1?.previous == .nothing })
  }

  fileprivate func description(in catalog: MessageCatalog) -> EffectDescription {
    let path = write.path
    switch written.previous {
    case .nothing: return EffectDescription(path, .effectRemove, .verbDelete, in: catalog)
    case .replaced, .link:
      return EffectDescription(path, .effectPutBack, .verbRestore, .detailPutBack, in: catalog)
    case .appended:
      let size = catalog.text(.byteCount, ["count": .count(write.content.count)])
      return EffectDescription(
        path, .effectShorten, .verbRestore, .detailShortened, size: size, in: catalog)
    case .tree(let written):
      let (parts, areNew) = changes(written)
      // The working directory itself stays.
      return EffectDescription(
        write.folderPath, areNew && path != "." ? .effectRemove : .effectRemoveTree,
        areNew ? .verbDelete : .verbRestore, size: WriteRequest.detail(of: parts, in: catalog),
        in: catalog)
    }
  }
}
