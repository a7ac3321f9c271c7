// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

extension TextTemplate {
  /// The text as a file has it, which is read as the same text.
  ///
  /// A `$` before a value or a control is written as the value `'$'`, which shows the same. A control
  /// that would be alone on its line is written with a line of its own where nothing is before it, and
  /// otherwise with an empty value before it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var source: String { source { $0.path.name } }

  /// Returns the ``source`` of the text with other paths of the files that it uses.
  ///
  /// - Parameter name: Returns the path of a file.
  /// - Returns: The source.
  /// - Complexity: O(*n*) in the length of the text.
  package func source(naming name: (UsedFile) -> String) -> String {
    var writer = SourceWriter()
    for part in parts { writer.add(part, naming: name, depth: 0) }
    return writer.text()
  }

  /// The text with its expressions and controls as they're written, for titles and pictures.
  ///
  /// Unlike ``source``, a literal `${` isn't escaped.
  package var words: String { words { $0 } }

  /// Returns the ``words`` of the text with its expressions and controls replaced.
  ///
  /// - Parameter replacement: Returns what is written for an expression or a control.
  /// - Returns: The words of the text.
  package func words(replacing replacement: (String) -> String) -> String {
    var writer = SourceWriter()
    for part in parts { writer.add(part, naming: { $0.path.name }, depth: 0) }
    return writer.pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .value(let source), .control(let source): "${\(replacement(source))}"
      }
    }.joined()
  }
}

/// Writes a text with its blocks as words and tags in a row.
private struct SourceWriter {
  enum Piece {
    case words(String)
    case value(String)
    case control(String)
  }

  private(set) var pieces: [Piece] = []

  mutating func add(
    _ part: TextTemplate.Part, naming name: (TextTemplate.UsedFile) -> String, depth: Int
  ) {
    func add(_ parts: [TextTemplate.Part], to writer: inout SourceWriter) {
      for part in parts { writer.add(part, naming: name, depth: depth + 1) }
    }
    // Deeper blocks are a mistake, which what's written still shows.
    guard depth <= TextTemplate.maximumDepth + 1 else { return }
    switch part {
    case .words(let more):
      if case .words(let words)? = pieces.last {
        pieces[pieces.count - 1] = .words(words + more)
      } else if !more.isEmpty {
        pieces.append(.words(more))
      }
    case .expression(let source): pieces.append(.value(source.text))
    case .conditional(let conditional):
      for (index, branch) in conditional.branches.enumerated() {
        pieces.append(.control((index == 0 ? "if " : "else if ") + branch.condition.text))
        add(branch.parts, to: &self)
      }
      // Without conditions, there's nothing to show but the last branch, at whose end its names end.
      guard !conditional.branches.isEmpty else {
        let hasNames = conditional.otherwise.contains {
          if case .binding = $0 { true } else { false }
        }
        if hasNames { pieces.append(.control("if true")) }
        add(conditional.otherwise, to: &self)
        if hasNames { pieces.append(.control("end")) }
        return
      }
      let count = pieces.count
      pieces.append(.control("else"))
      add(conditional.otherwise, to: &self)
      // An empty branch is none.
      if pieces.count == count + 1 { pieces.removeLast() }
      pieces.append(.control("end"))
    case .loop(let loop):
      let names = loop.name.name + (loop.value.map { ", " + $0.name } ?? "")
      pieces.append(.control("for \(names) in \(loop.list.text)"))
      add(loop.parts, to: &self)
      pieces.append(.control("end"))
    case .binding(let binding):
      pieces.append(.control("let \(binding.name.name) = \(binding.value.text)"))
    case .file(let file):
      let path = name(file)
      let quote = path.utf8.contains(UInt8(ascii: "'")) ? "\"" : "'"
      let arguments = (file.arguments ?? []).map { "\($0.name.name) = \($0.value.text)" }
      pieces.append(
        .value(
          "use \(quote)\(path)\(quote)"
            + (arguments.isEmpty ? "" : " with " + arguments.joined(separator: ", "))))
    }
  }

  /// How the line so far ends before a piece.
  private enum LineStart {
    /// Nothing is on the line.
    case empty

    /// Only spaces and tabs are on it.
    case blank
    case other
  }

  func text() -> String {
    var text = ""
    var line = LineStart.empty
    let hasLines = pieces.contains { piece in
      if case .words(let words) = piece { words.utf8.contains(UInt8(ascii: "\n")) } else { false }
    }
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1] : nil
      switch piece {
      case .words(let words):
        text += Self.escaped(words, isBeforeTag: next != nil)
        line = Self.line(after: words, from: line)
      case .value(let source):
        text += "${" + Self.enclosed(source) + "}"
        line = .other
      case .control(let source):
        let tag = "${" + Self.enclosed(source, isControl: true) + "}"
        var isAlone = Self.isBlankToItsEnd(next)
        // Of several controls in a row, each has its own line in a text of lines.
        if case .control? = next, hasLines, line == .empty { isAlone = true }
        guard isAlone else {
          text += tag
          line = .other
          continue
        }
        switch line {
        case .empty: text += tag + "\n"
        case .blank:
          text += "${''}" + tag
          line = .other
        case .other: text += tag
        }
      }
    }
    return text
  }

  private static func line(after words: String, from line: LineStart) -> LineStart {
    let rest = words.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }
    let isWhole = rest.count == words.utf8.count
    guard rest.allSatisfy(isBlank) else { return .other }
    if isWhole, line != .empty { return line }
    return rest.isEmpty ? .empty : .blank
  }

  /// Whether a control has nothing after it on its line.
  private static func isBlankToItsEnd(_ next: Piece?) -> Bool {
    switch next {
    case nil: return true
    case .value?, .control?: return false
    case .words(let words)?:
      let rest = words.utf8.drop(while: isBlank)
      guard let first = rest.first else { return true }
      return first == UInt8(ascii: "\n")
        || first == UInt8(ascii: "\r") && rest.dropFirst().first == UInt8(ascii: "\n")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns words escaped so that nothing in them is read as a tag, even with what follows.
  private static func escaped(_ words: String, isBeforeTag: Bool) -> String {
    let escaped = words.replacingParts("${", with: "$${")
    guard isBeforeTag else { return escaped }
    // A '$' before '${' would make it a literal '${'.
    let signs = escaped.utf8.reversed().prefix { $0 == UInt8(ascii: "$") }.count
    return escaped.dropLast(signs) + String(repeating: "${'$'}", count: signs)
  }

  /// Returns an expression or a control as it's written in a text.
  ///
  /// One whose closing brace would be found too early, or not at all, is changed so that the reader
  /// reports it. An expression that would be read as `${end}` is in parentheses.
  private static func enclosed(_ text: String, isControl: Bool = false) -> String {
    let isWhole = ExpressionInterpolation.end(in: text + "}", from: 0) == text.utf8.count
    guard isWhole, !text.trimmed.hasPrefix("#") else {
      return "@" + text.filter { !"{}'\"".contains($0) }
    }
    return !isControl && text.trimmed == "end" ? "(\(text))" : text
  }
}
