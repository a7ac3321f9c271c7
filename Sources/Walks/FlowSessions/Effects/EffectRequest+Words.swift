// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
public import Localization

// Descriptions of effects, for users who must approve them.
extension EffectRequest {
  /// A description in a line of English: `run: git init billing`; without secrets.
  public var words: String { words(in: .english) }

  /// Returns a description in one line, without secrets.
  ///
  /// - Parameter catalog: The language.
  /// - Returns: The line.
  public func words(in catalog: MessageCatalog) -> String {
    switch effect {
    case .command(let command):
      catalog.text(
        isUndo ? .effectUndo : .effectRun, ["command": .text(command.words(in: catalog))])
    case .action(let action):
      catalog.text(isUndo ? .effectUndoCall : .effectCall, ["name": .quoted(action.name)])
    case .write(let write): write.words(in: catalog)
    case .restore(let restore): restore.words(in: catalog)
    }
  }

  /// The description in the columns of a list: `write`, `notes.md`, `8 bytes`; without secrets.
  package func parts(in catalog: MessageCatalog) -> (verb: String, object: String, detail: String) {
    switch effect {
    case .command(let command):
      (catalog.text(isUndo ? .verbUndo : .verbRun), command.words(in: catalog), "")
    case .action(let action): (catalog.text(isUndo ? .verbUndo : .verbCall), action.name, "")
    case .write(let write): write.parts(in: catalog)
    case .restore(let restore):
      restore.parts(in: catalog)
    }
  }

  /// A sentence about what went wrong with it.
  ///
  /// - Parameters:
  ///   - problem: What went wrong, as the end of the sentence: `wasn't found`.
  ///   - catalog: The language.
  /// - Returns: The sentence, without a full stop.
  func sentence(_ problem: String, _ catalog: MessageCatalog) -> String {
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

  func words(in catalog: MessageCatalog) -> String {
    if isTree {
      return catalog.text(
        .effectWriteTree,
        [
          "path": .text(CommandRequest.quoted(folderPath)),
          "size": .text(detailOfTree(in: catalog)),
        ])
    }
    let size = catalog.text(.byteCount, ["count": .count(content.count)])
    let message: MessageID =
      switch exists {
      case .append: .effectAppend
      case .overwrite: .effectOverwrite
      case .keep: .effectWriteNew
      case .ask, .fail: .effectWrite
      }
    let words = catalog.text(
      message, ["path": .text(CommandRequest.quoted(path)), "size": .text(size)])
    guard let mode else { return words }
    return catalog.text(
      .effectWithMode, ["effect": .text(words), "mode": .text(String(mode, radix: 8))])
  }
}

extension WriteRequest {
  fileprivate func parts(
    in catalog: MessageCatalog
  ) -> (verb: String, object: String, detail: String) {
    if isTree { return (catalog.text(.verbWrite), folderPath, detailOfTree(in: catalog)) }
    var detail = catalog.text(.byteCount, ["count": .count(content.count)])
    switch exists {
    case .overwrite: detail = catalog.text(.detailOverwriting, ["size": .text(detail)])
    case .keep: detail = catalog.text(.detailIfNew, ["size": .text(detail)])
    case .append, .ask, .fail: break
    }
    if let mode {
      detail = catalog.text(
        .detailMode, ["detail": .text(detail), "mode": .text(String(mode, radix: 8))])
    }
    return (catalog.text(exists == .append ? .verbAppend : .verbWrite), path, detail)
  }
}

extension RestoreRequest {
  /// The parts of a tree that were written, and whether all of them were new.
  private func changes(_ written: [WrittenFile?]) -> (parts: [WriteRequest], areNew: Bool) {
    let changes = zip(write.parts, written).filter { $1 != nil }
    return (changes.map(\.0), changes.allSatisfy { $1?.previous == .nothing })
  }

  fileprivate func parts(
    in catalog: MessageCatalog
  ) -> (verb: String, object: String, detail: String) {
    switch written.previous {
    case .nothing: return (catalog.text(.verbDelete), write.path, "")
    case .replaced: return (catalog.text(.verbRestore), write.path, catalog.text(.detailPutBack))
    case .appended:
      let size = catalog.text(.byteCount, ["count": .count(write.content.count)])
      return (
        catalog.text(.verbRestore), write.path,
        catalog.text(.detailShortened, ["size": .text(size)])
      )
    case .link: return (catalog.text(.verbRestore), write.path, catalog.text(.detailPutBack))
    case .tree(let written):
      let (parts, areNew) = changes(written)
      return (
        catalog.text(areNew ? .verbDelete : .verbRestore), write.folderPath,
        WriteRequest.detail(of: parts, in: catalog)
      )
    }
  }

  func words(in catalog: MessageCatalog) -> String {
    let path = MessageValue.text(CommandRequest.quoted(write.path))
    switch written.previous {
    case .nothing: return catalog.text(.effectRemove, ["path": path])
    case .replaced: return catalog.text(.effectPutBack, ["path": path])
    case .appended:
      let size = catalog.text(.byteCount, ["count": .count(write.content.count)])
      return catalog.text(.effectShorten, ["size": .text(size), "path": path])
    case .link: return catalog.text(.effectPutBack, ["path": path])
    case .tree(let written):
      let (parts, areNew) = changes(written)
      let folder = MessageValue.text(CommandRequest.quoted(write.folderPath))
      // The working directory itself stays.
      if areNew, write.path != "." { return catalog.text(.effectRemove, ["path": folder]) }
      return catalog.text(
        .effectRemoveTree,
        ["path": folder, "size": .text(WriteRequest.detail(of: parts, in: catalog))])
    }
  }
}
