// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// The text between `${` and `}`: a value, a control, or a comment.
///
/// Ranges are UTF-8 offsets of the text.
struct TextTag {
  /// The meaning of a tag.
  enum Kind {
    case value
    case `if`(SourceRange)
    case elseIf(SourceRange)
    case `else`

    /// `for NAME in LIST`, or `for NAME, VALUE in MAP`.
    case loop(name: SourceRange, value: SourceRange?, list: SourceRange)

    /// `let NAME = CEL`.
    case binding(name: SourceRange, value: SourceRange)

    /// `use 'FILE'`, or `use 'FILE' with NAME = CEL, …`; the path is without its quotes.
    case file(path: SourceRange, arguments: [(name: SourceRange, value: SourceRange)]?)
    case end
    case comment

    /// The beginning of a block that can't be understood.
    case brokenBlock

    /// A branch that can't be understood.
    case brokenBranch
  }

  /// A mistake in a tag, and a replacement of a part of the text that corrects it.
  struct Mistake {
    let id: DiagnosticID
    let words: String

    /// The range to replace, and what to write there.
    var fix: (range: SourceRange, words: String)?
  }

  /// Its meaning, or the one that was meant if it's written in another way.
  let kind: Kind

  let mistake: Mistake?

  init(_ kind: Kind, _ mistake: Mistake? = nil) {
    self.kind = kind
    self.mistake = mistake
  }
}

/// Reads what's between `${` and `}`.
struct TextTagReader {
  private let bytes: [UInt8]

  /// The range between the braces.
  private let inner: SourceRange

  /// Whether the tag is in a block.
  private let isInBlock: Bool

  init(_ bytes: [UInt8], _ inner: SourceRange, isInBlock: Bool) {
    self.bytes = bytes
    self.inner = inner
    self.isInBlock = isInBlock
  }

  /// The tag.
  ///
  /// No expression begins with `if`, `for`, or `else`, which are reserved. `end` alone isn't an
  /// expression in a text.
  func tag() -> TextTag {
    let start = skipBlanks(from: inner.lowerBound)
    guard start < inner.upperBound else { return TextTag(.value) }
    switch bytes[start] {
    case UInt8(ascii: "#"): return comment(at: start)
    case UInt8(ascii: "/"):
      let word = self.word(at: skipBlanks(from: start + 1))
      let closed = string(word)
      return Self.openers.contains(closed) || Self.foreignOpeners.contains(closed)
        ? end(writtenAs: "/" + closed) : TextTag(.value)
    default: break
    }
    let word = self.word(at: start)
    let rest = trimmed(from: word.upperBound)
    let name = string(word)
    switch name {
    case "if": return condition(rest, word, isFirst: true)
    case "else": return branch(rest)
    case "for": return loop(rest)
    case "let" where beginsOperand(rest) && bytes[rest.lowerBound] != UInt8(ascii: "("):
      return binding(rest)
    case "use" where beginsOperand(rest) && bytes[rest.lowerBound] != UInt8(ascii: "("):
      return file(rest)
    case "end" where rest.isEmpty: return TextTag(.end)
    case "end" where beginsOperand(rest):
      return end(writtenAs: "end " + string(self.word(at: rest.lowerBound)))
    default: break
    }
    let lower = name.lowercased()
    if Self.elses.contains(lower), rest.isEmpty ? isInBlock : beginsOperand(rest) {
      guard !rest.isEmpty else {
        return TextTag(.else, mistake("'${\(name)}' is written '${else}'", word, "else"))
      }
      return TextTag(
        .elseIf(rest), mistake("'${\(name) …}' is written '${else if …}'", word, "else if"))
    }
    if Self.ends.contains(lower), rest.isEmpty, isInBlock { return end(writtenAs: name) }
    if Self.foreignOpeners.contains(lower), beginsOperand(rest) {
      return foreign(lower, word, rest)
    }
    return TextTag(.value)
  }

  /// Returns whether a word at the start of `${…}` is that of a control, in this language or in another one.
  static func isControl(_ word: String) -> Bool {
    let word = word.lowercased()
    return [openers, ["let", "use"], elses, ends, foreignOpeners].contains { $0.contains(word) }
  }

  private static let openers: Set<String> = ["if", "for", "else", "end"]

  /// Words for `else if` in other languages.
  private static let elses: Set<String> = ["elif", "elseif", "elsif"]

  /// Words for `end` in other languages.
  private static let ends: Set<String> = [
    "endif", "endfor", "endeach", "endforeach", "endunless", "endwhile", "endwith",
  ]

  /// Words that begin blocks in other languages.
  private static let foreignOpeners: Set<String> = [
    "each", "foreach", "unless", "while", "switch", "case", "when", "with", "loop", "repeat",
    "range", "set", "include", "import", "block", "macro", "raw", "verbatim",
  ]

  // MARK: Controls

  /// A comment; `#if` and its like, as other languages begin blocks, are mistakes.
  private func comment(at start: Int) -> TextTag {
    let word = self.word(at: start + 1)
    let name = string(word)
    guard Self.openers.contains(name) || ["each", "unless", "foreach", "while"].contains(name)
    else { return TextTag(.comment) }
    let meant = TextTagReader(
      bytes, SourceRange(start + 1, inner.upperBound), isInBlock: isInBlock
    ).tag()
    if var mistake = meant.mistake {
      if let fix = mistake.fix, fix.range.lowerBound == start + 1 {
        mistake.fix = (SourceRange(start, fix.range.upperBound), fix.words)
      }
      return TextTag(meant.kind, mistake)
    }
    return TextTag(
      meant.kind,
      mistake(
        "'${#\(name) …}' is a comment here; write '${\(name) …}', or a space after '#'",
        SourceRange(start, start + 1), ""))
  }

  private func condition(_ rest: SourceRange, _ word: SourceRange, isFirst: Bool) -> TextTag {
    let control = isFirst ? "if" : "else if"
    guard !rest.isEmpty else {
      return TextTag(
        isFirst ? .brokenBlock : .brokenBranch,
        TextTag.Mistake(
          id: "invalid-block", words: "'${\(control)}' needs a condition: '${\(control) CONDITION}'"
        ))
    }
    if isFirst, hasThen(rest) {
      return TextTag(
        .comment,
        TextTag.Mistake(
          id: "reserved-word",
          words: "'${if …}' begins a block; one of two values is `condition ? value : other`"))
    }
    let (bare, found) = withoutColon(rest)
    return TextTag(isFirst ? .if(bare) : .elseIf(bare), found)
  }

  /// Whether a condition is followed by `then`, outside texts in quotes.
  private func hasThen(_ range: SourceRange) -> Bool {
    var quote: UInt8?
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { offset += 1 } else if byte == open { quote = nil }
        offset += 1
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        offset += 1
      } else if Self.isLetter(byte) {
        let word = self.word(at: offset)
        let isAlone =
          Self.isBlank(bytes[offset - 1]) && beginsOperand(trimmed(from: word.upperBound))
        if string(word) == "then", isAlone, offset > range.lowerBound { return true }
        offset = word.upperBound
      } else {
        offset += 1
      }
    }
    return false
  }

  private func branch(_ rest: SourceRange) -> TextTag {
    guard !rest.isEmpty else { return TextTag(.else) }
    let word = self.word(at: rest.lowerBound)
    if string(word) == "if" {
      return condition(trimmed(from: word.upperBound), word, isFirst: false)
    }
    if string(rest) == ":" {
      return TextTag(.else, mistake("'${else}' is written without ':'", rest, ""))
    }
    return TextTag(
      .brokenBranch,
      TextTag.Mistake(
        id: "invalid-block",
        words: "only 'if' can follow 'else': '${else}' or '${else if CONDITION}'"))
  }

  private func loop(_ rest: SourceRange) -> TextTag {
    let form = "'${for NAME in LIST}' or '${for KEY, VALUE in MAP}'"
    func broken(_ words: String) -> TextTag {
      TextTag(.brokenBlock, TextTag.Mistake(id: "invalid-block", words: words))
    }
    guard !rest.isEmpty else { return broken("'${for}' needs a name and a list: \(form)") }
    var value: SourceRange?
    let name = word(at: rest.lowerBound)
    guard !name.isEmpty, !Self.isDigit(bytes[name.lowerBound]) else {
      return broken(
        bytes[rest.lowerBound] == UInt8(ascii: "(")
          ? "'${for …}' is written without parentheses: \(form)"
          : "a name is expected after 'for': \(form)")
    }
    var next = trimmed(from: name.upperBound)
    if !next.isEmpty, bytes[next.lowerBound] == UInt8(ascii: ",") {
      let second = word(at: skipBlanks(from: next.lowerBound + 1))
      guard !second.isEmpty, !Self.isDigit(bytes[second.lowerBound]), string(second) != "in" else {
        return broken("a name is expected after ',': '${for \(string(name)), VALUE in MAP}'")
      }
      value = second
      next = trimmed(from: second.upperBound)
    }
    let names = string(name) + (value.map { ", " + string($0) } ?? "")
    let link = word(at: next.lowerBound)
    if string(name) == "in", string(link) != "in" {
      return broken("a name is expected between 'for' and 'in': \(form)")
    }
    let (what, collection) = value == nil ? ("list", "LIST") : ("map", "MAP")
    guard string(link) == "in" else {
      let found = string(link)
      return broken(
        "'in' is expected after '\(names)'" + (found.isEmpty ? "" : ", found '\(found)'")
          + ": '${for \(names) in \(collection)}'")
    }
    let list = trimmed(from: link.upperBound)
    guard !list.isEmpty else {
      return broken("a \(what) is expected after 'in': '${for \(names) in \(collection)}'")
    }
    let (bare, found) = withoutColon(list)
    return TextTag(.loop(name: name, value: value, list: bare), found)
  }

  private func binding(_ rest: SourceRange) -> TextTag {
    let form = "'${let NAME = CEL}'"
    let (named, mistake) = self.named(rest, after: "let")
    guard let named else { return broken("\(mistake): \(form)") }
    return TextTag(.binding(name: named.name, value: named.value))
  }

  /// Reads `use 'FILE'`, and what the file sees.
  private func file(_ rest: SourceRange) -> TextTag {
    let form = "'${use 'FILE'}' or '${use 'FILE' with NAME = CEL, …}'"
    let quote = bytes[rest.lowerBound]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return broken("the path of a file is in quotes: \(form)")
    }
    let start = rest.lowerBound + 1
    guard let end = bytes[start..<rest.upperBound].firstIndex(of: quote), end > start else {
      return broken("the path of a file is expected after 'use': \(form)")
    }
    let path = SourceRange(start, end)
    let next = trimmed(from: end + 1)
    guard !next.isEmpty else { return TextTag(.file(path: path, arguments: nil)) }
    let with = word(at: next.lowerBound)
    guard string(with) == "with" else {
      return broken("only 'with' can follow the path of a file: \(form)")
    }
    var arguments: [(name: SourceRange, value: SourceRange)] = []
    for part in parts(of: trimmed(from: with.upperBound)) {
      let (named, mistake) = self.named(part, after: arguments.isEmpty ? "with" : ",")
      guard let named else { return broken("\(mistake): \(form)") }
      arguments.append(named)
    }
    return TextTag(.file(path: path, arguments: arguments))
  }

  private func broken(_ words: String) -> TextTag {
    TextTag(.comment, TextTag.Mistake(id: "invalid-block", words: words))
  }

  /// Reads `NAME = CEL`, or returns what's wrong with it.
  private func named(
    _ range: SourceRange, after word: String
  ) -> (named: (name: SourceRange, value: SourceRange)?, mistake: String) {
    let name = self.word(at: range.lowerBound)
    guard !name.isEmpty, !Self.isDigit(bytes[name.lowerBound]) else {
      return (nil, "a name is expected after '\(word)'")
    }
    let sign = skipBlanks(from: name.upperBound)
    guard sign < range.upperBound, bytes[sign] == UInt8(ascii: "="),
      sign + 1 >= range.upperBound || bytes[sign + 1] != UInt8(ascii: "=")
    else { return (nil, "'=' is expected after '\(string(name))'") }
    let value = trimmedEnd(SourceRange(skipBlanks(from: sign + 1), range.upperBound))
    return value.isEmpty ? (nil, "a value is expected after '='") : ((name, value), "")
  }

  /// Splits a range at the commas outside of brackets and of texts in quotes.
  private func parts(of range: SourceRange) -> [SourceRange] {
    var parts: [SourceRange] = []
    var start = range.lowerBound
    var depth = 0
    var quote: (byte: UInt8, isRaw: Bool)?
    var offset = start
    while offset < range.upperBound {
      let byte = bytes[offset]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), !open.isRaw {
          offset += 1
        } else if byte == open.byte {
          quote = nil
        }
      } else {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
          let prefix = offset > start ? bytes[offset - 1] | 0x20 : 0
          quote = (byte, prefix == UInt8(ascii: "r"))
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth <= 0:
          parts.append(SourceRange(start, offset))
          start = skipBlanks(from: offset + 1)
          offset = start
          continue
        default: break
        }
      }
      offset += 1
    }
    return parts + [SourceRange(min(start, range.upperBound), range.upperBound)]
  }

  // MARK: Other languages

  /// Returns a condition or a list without the colon that ends it in other languages.
  private func withoutColon(_ range: SourceRange) -> (SourceRange, TextTag.Mistake?) {
    let last = range.upperBound - 1
    guard range.count > 1, bytes[last] == UInt8(ascii: ":") else { return (range, nil) }
    let bare = trimmedEnd(SourceRange(range.lowerBound, last))
    return (bare, mistake("no ':' ends it here", SourceRange(last, last + 1), ""))
  }

  private func end(writtenAs words: String) -> TextTag {
    TextTag(.end, mistake("'${\(words)}' is written '${end}'", inner, "end"))
  }

  private func foreign(_ name: String, _ word: SourceRange, _ rest: SourceRange) -> TextTag {
    switch name {
    case "each", "foreach":
      let meant = loop(rest)
      guard case .loop = meant.kind, meant.mistake == nil else { break }
      return TextTag(
        meant.kind, mistake("'${\(string(word)) …}' is written '${for …}'", word, "for"))
    case "include":
      let meant = file(rest)
      guard case .file = meant.kind else { break }
      return TextTag(
        meant.kind, mistake("'${\(string(word)) …}' is written '${use …}'", word, "use"))
    case "set":
      let meant = binding(rest)
      guard case .binding = meant.kind else { break }
      return TextTag(
        meant.kind, mistake("'${\(string(word)) …}' is written '${let …}'", word, "let"))
    case "unless":
      return TextTag(
        .brokenBlock,
        TextTag.Mistake(
          id: "unknown-block", words: "'${unless …}' is written '${if !(…)}'"))
    default: break
    }
    return TextTag(
      ["set", "include", "import"].contains(name) ? .comment : .brokenBlock,
      TextTag.Mistake(
        id: "unknown-block",
        words: "no '\(string(word))' begins a block; a text has '${if CONDITION}' and "
          + "'${for NAME in LIST}'"))
  }

  private func mistake(
    _ words: String, _ range: SourceRange, _ replacement: String
  ) -> TextTag.Mistake {
    TextTag.Mistake(id: "unknown-block", words: words, fix: (range, replacement))
  }

  // MARK: Bytes

  /// Whether something begins as what an operator can't follow: a name, a number, or a text.
  private func beginsOperand(_ rest: SourceRange) -> Bool {
    guard !rest.isEmpty else { return false }
    let first = bytes[rest.lowerBound]
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): return true
    case UInt8(ascii: "!"):
      return rest.count > 1 && bytes[rest.lowerBound + 1] != UInt8(ascii: "=")
    default: return Self.isLetter(first) && string(word(at: rest.lowerBound)) != "in"
    }
  }

  private func skipBlanks(from start: Int) -> Int {
    var offset = start
    while offset < inner.upperBound, Self.isBlank(bytes[offset]) { offset += 1 }
    return offset
  }

  /// The name at an offset, which is empty if there's none.
  private func word(at start: Int) -> SourceRange {
    var end = start
    while end < inner.upperBound, Self.isLetter(bytes[end]) { end += 1 }
    return SourceRange(start, end)
  }

  /// The text after an offset, without blanks at its ends.
  private func trimmed(from start: Int) -> SourceRange {
    trimmedEnd(SourceRange(skipBlanks(from: start), inner.upperBound))
  }

  private func trimmedEnd(_ range: SourceRange) -> SourceRange {
    var end = range.upperBound
    while end > range.lowerBound, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return SourceRange(range.lowerBound, end)
  }

  private func string(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte can be in a name.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
