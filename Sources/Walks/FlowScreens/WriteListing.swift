// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import Localization

/// The files of a tree as they're listed before it's written, and what each of them will hold.
package struct WriteListing: Hashable, Sendable {
  /// A file, a folder, or a link.
  package struct Row: Hashable, Sendable {
    /// New, changed, unchanged, or kept although it differs; empty where no one knows.
    package let state: String

    /// The path; of a folder, with a `/` at its end.
    package let path: String

    /// The size of a new file, and how many lines of a changed one differ.
    package let detail: String
  }

  private let parts: [WriteRequest]
  private let outlooks: [WriteOutlook]
  private let catalog: MessageCatalog

  /// Creates a listing of a write.
  ///
  /// - Parameters:
  ///   - write: The write.
  ///   - outlooks: The known files that each of its parts would replace.
  ///   - catalog: The language.
  init(of write: WriteRequest, _ outlooks: [WriteOutlook], in catalog: MessageCatalog) {
    parts = write.parts
    self.outlooks = outlooks
    self.catalog = catalog
  }

  /// A row for each file and link, and for each folder in which there's nothing.
  ///
  /// - Complexity: O(*n*) in the size of the files and of those that they replace.
  package var rows: [Row] {
    parts.indices.compactMap { index in
      let part = parts[index]
      let next = index + 1 < parts.count ? parts[index + 1].path : ""
      if part.kind == .folder, next.utf8.starts(with: (part.path + "/").utf8) { return nil }
      return row(of: index)
    }
  }

  private func row(of index: Int) -> Row {
    let part = parts[index]
    let path = part.path + (part.kind == .folder ? "/" : "")
    guard index < outlooks.count else { return Row(state: "", path: path, detail: size(of: part)) }
    switch outlooks[index] {
    case .new: return Row(state: catalog.text(.outlookNew), path: path, detail: size(of: part))
    case .same: return Row(state: catalog.text(.outlookUnchanged), path: path, detail: "")
    case .blocked(let obstacle):
      return Row(
        state: catalog.text(isKept(index) ? .outlookKept : .outlookBlocked), path: path,
        detail: obstacle.words(in: catalog))
    case .differs where part.exists == .keep:
      return Row(state: catalog.text(.outlookKept), path: path, detail: "")
    case .differs(let old):
      return Row(
        state: catalog.text(.outlookChanged), path: path, detail: difference(of: part, from: old))
    }
  }

  /// How a file or a link differs from what it would replace, in a few words.
  private func difference(of part: WriteRequest, from old: [UInt8]?) -> String {
    let difference = part.difference(from: .differs(from: old))
    if let words = difference?.words(in: catalog) { return words }
    if part.kind == .link { return size(of: part) }
    guard !part.isSecret, let old, let lines = LineDifference(from: old, to: part.content) else {
      return ""
    }
    return "+\(lines.addedCount) -\(lines.removedCount)"
  }

  /// Whether something is in the way of the write that isn't kept, so that it would fail.
  var isBlocked: Bool {
    outlooks.indices.contains { index in
      if case .blocked = outlooks[index] { !isKept(index) } else { false }
    }
  }

  /// Whether what's in the place of a part is kept.
  private func isKept(_ index: Int) -> Bool {
    guard case .blocked(let obstacle) = outlooks[index] else { return parts[index].exists == .keep }
    return parts[index].exists == .keep && parts[index].canKeep(obstacle)
  }

  /// The command that would make a file of a file with the same content, which differs only in its mode; nil
  /// if the content differs.
  private static func change(ofMode part: WriteRequest, from old: [UInt8]?) -> String? {
    guard part.kind == .file, old == part.content, let mode = part.mode else { return nil }
    return "chmod " + String(mode, radix: 8)
  }

  private func size(of part: WriteRequest) -> String {
    switch part.kind {
    case .file: catalog.text(.byteCount, ["count": .count(part.content.count)])
    case .link: "-> " + String(decoding: part.content, as: UTF8.self)
    case .folder, .tree, .removal: ""
    }
  }

  /// The rows as lines with aligned columns.
  func lines(mostLines: Int) -> (lines: [String], omittedCount: Int) {
    let rows = rows
    let width = rows.map(\.state.count).max() ?? 0
    let lines = rows.prefix(mostLines).map { row in
      let state = row.state + String(repeating: " ", count: width - row.state.count)
      let detail = row.detail.isEmpty ? "" : "  (\(row.detail))"
      return (state.isEmpty ? "" : state + "  ") + row.path + detail
    }
    return (Array(lines), rows.count - lines.count)
  }

  /// Returns whether a file will be written that isn't text, so that it can't be shown.
  func isBinary(_ index: Int) -> Bool {
    if index < outlooks.count {
      switch outlooks[index] {
      case .same, .blocked: return false
      case .new, .differs: break
      }
    }
    let part = parts[index]
    return part.kind == .file && !part.isSecret && content(of: index) == nil
      && (outlooks.isEmpty || part.exists != .keep)
  }

  /// Returns the lines of what a file will hold: all of a new one, and the difference to another one.
  ///
  /// - Parameter index: The index of the part.
  /// - Returns: The lines; nil for a file that doesn't change or is kept, and for one that isn't text.
  func content(of index: Int) -> [String]? {
    let part = parts[index]
    if part.kind == .link, index < outlooks.count, case .differs(let old?) = outlooks[index] {
      return ["- -> " + String(decoding: old, as: UTF8.self), "+ " + size(of: part)]
    }
    guard part.kind == .file, !part.isSecret else { return nil }
    if index < outlooks.count {
      switch outlooks[index] {
      case .same, .blocked: return nil
      case .differs where part.exists == .keep: return nil
      case .differs(let old?):
        if let words = Self.change(ofMode: part, from: old) { return [words] }
        return LineDifference(from: old, to: part.content)?.lines.flatMap { $0.shown(in: catalog) }
      case .new, .differs(nil): break
      }
    }
    guard let text = String(validating: part.content, as: UTF8.self) else { return nil }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }
}

extension LineDifference.Line {
  /// The line as it's shown, with a sign before it; below it, that a line that differs has no line break.
  fileprivate func shown(in catalog: MessageCatalog) -> [String] {
    switch self {
    case .same(let line): ["  " + Self.content(of: line)]
    case .removed(let line): ["- " + Self.content(of: line)] + Self.remark(on: line, catalog)
    case .added(let line): ["+ " + Self.content(of: line)] + Self.remark(on: line, catalog)
    case .gap: ["…"]
    }
  }

  /// The line without its line feed; other line breaks, such as a carriage return before that, are escapes.
  private static func content(of line: Substring) -> String {
    var scalars = line.unicodeScalars
    if scalars.last == "\n" { scalars.removeLast() }
    return scalars.reduce(into: "") { text, scalar in
      if scalar == "\r" {
        text += #"\r"#
      } else if Character(scalar).isNewline {
        text += #"\u{"# + String(scalar.value, radix: 16) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func remark(on line: Substring, _ catalog: MessageCatalog) -> [String] {
    line.utf8.last == UInt8(ascii: "\n") ? [] : ["  (\(catalog.text(.noLastLineBreak)))"]
  }
}

extension FileDifference {
  /// The difference in a few words: `not executable`; nil for one in the content.
  func words(in catalog: MessageCatalog) -> String? {
    switch self {
    case .content: nil
    case .mode(isExecutable: true?): catalog.text(.isExecutable)
    case .mode(isExecutable: false?): catalog.text(.isNotExecutable)
    case .mode(isExecutable: nil): catalog.text(.modeDiffers)
    case .target(let target): "-> " + target
    case .obstacle(let obstacle): obstacle.words(in: catalog)
    }
  }
}
