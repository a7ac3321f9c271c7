// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Placeholders and operators of other languages in texts, and texts of other languages here.
extension FlowChecking {
  // MARK: Texts

  /// Warns about a text that isn't shown as it was meant: `Hello {{ name }}`, `name + ' x'`.
  mutating func warnOfForeignText(_ template: TextTemplate) {
    for words in template.allWords
    where Self.mayHaveMark(words)
      && (Self.marks.contains(where: { words.includes($0.open) })
        || ForeignBlock.marks.contains(where: { words.includes($0.open) }))
    {
      return warnOfPlaceholders(in: template.place)
    }
    if case .words(let words)? = template.parts.first, template.parts.count == 1 {
      warnOfJoining(words, at: template.place)
    }
  }

  /// The marks around names in other template languages.
  private static let marks: [(open: String, close: String)] = [
    ("{{", "}}"), ("#{", "}"), ("%{", "}"), ("<%=", "%>"),
  ]

  /// Whether a text has a character that each mark has; a first look, because few texts have one.
  private static func mayHaveMark(_ words: String) -> Bool {
    words.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") }
  }

  /// The maximum number of placeholders to report in a text.
  private static let maximumPlaceholders = 20

  /// Warns about placeholders and blocks of other template languages that name an answer of the flow.
  private mutating func warnOfPlaceholders(in place: SourcePlace) {
    let bytes = Array(place.file[place.range].utf8)
    let start = place.range.lowerBound
    var offset = 0
    var count = 0
    while offset < bytes.count, count < Self.maximumPlaceholders {
      guard offset == 0 || bytes[offset - 1] != UInt8(ascii: "$") else {
        offset += 1
        continue
      }
      if let found = Placeholder(in: bytes, at: offset, marks: Self.marks), isName(found.name) {
        count += 1
        offset = found.range.upperBound
        let range = SourceRange(start + found.range.lowerBound, start + found.range.upperBound)
        let meant = "${\(found.path)}"
        report(
          Diagnostic(
            "foreign-placeholder", .warning,
            "'\(found.source)' is shown as it is written; an answer is written '\(meant)'",
            at: SourcePlace(place.file, range),
            fixIts: [FixIt("write '\(meant)'", [.init(range, meant)], isShown: true)]))
      } else if let found = ForeignBlock(in: bytes, at: offset), found.words.contains(where: isName)
      {
        count += 1
        offset = found.range.upperBound
        let range = SourceRange(start + found.range.lowerBound, start + found.range.upperBound)
        report(
          Diagnostic(
            "foreign-placeholder", .warning,
            "'\(found.mark) …' is shown as it is written; a block is written "
              + "'\(found.meant)', and ends with '${end}'",
            at: SourcePlace(place.file, range)))
      } else {
        offset += 1
      }
    }
  }

  /// Returns the first placeholder of another template language that names an answer of the flow; nil if there's none.
  func foreignPlaceholder(in text: String) -> (source: String, path: String)? {
    guard Self.mayHaveMark(text) else { return nil }
    let bytes = Array(text.utf8)
    for offset in bytes.indices {
      if let found = Placeholder(in: bytes, at: offset, marks: Self.marks), isName(found.name) {
        return (found.source, found.path)
      }
    }
    return nil
  }

  func isName(_ name: String) -> Bool {
    declared[name] != nil || named[name] != nil || scope.variable(named: name) != nil
  }

  /// Warns about a text that's a sum of texts and names: `name + ' x'`.
  private mutating func warnOfJoining(_ words: String, at place: SourcePlace) {
    guard words.utf8.contains(UInt8(ascii: "+")), words.includes(" + "),
      words.contains(where: { $0 == "'" || $0 == "\"" }),
      words.utf8.count <= 500,
      let compiled = environment.compile(words, scope: scope, prover: prover).expression,
      compiled.type == .string, !compiled.freeNames.isEmpty
    else { return }
    report(
      Diagnostic(
        "literal-expression", .warning,
        "this text is shown as it is written; an expression in it is written as ${\(words)}",
        at: place))
  }

  // MARK: Expressions

  /// Proposes a literal `${…}` for a name in capital letters, as those of shells are.
  func proposeLiteral(_ name: String, _ diagnostic: inout Diagnostic) {
    let isVariable = name.utf8.allSatisfy { byte in
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") || byte == UInt8(ascii: "_")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    let place = diagnostic.place
    let start = place.range.lowerBound - 2
    guard isVariable, start >= 0, place.file[SourceRange(start, start + 2)] == "${" else { return }
    diagnostic.message += "; a literal '${\(name)}' is written '$${\(name)}'"
    diagnostic.fixIts = [
      FixIt("write '$${\(name)}'", [.init(SourceRange(at: start), "$")], isShown: true)
    ]
  }

  /// Explains `${NAME:-default}` and its like, which shells expand; returns whether it's one.
  func explainShellExpansion(_ source: ExpressionSource, _ diagnostic: inout Diagnostic) -> Bool {
    let rest = source.text.utf8.drop { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    let operators = [":-", ":=", ":+", ":?", "##", "%%", "//"]
    let start = source.place.range.lowerBound - 2
    guard rest.count < source.text.utf8.count,
      operators.contains(where: { rest.starts(with: $0.utf8) }), start >= 0,
      source.file[SourceRange(start, start + 2)] == "${"
    else { return false }
    diagnostic.message = "this is an expansion of a shell; a literal '${' is written '$${'"
    diagnostic.place = source.place
    diagnostic.fixIts = [FixIt("write '$${'", [.init(SourceRange(at: start), "$")], isShown: true)]
    return true
  }

  /// Adds the date or time that was meant by another text.
  func propose(_ diagnostic: inout Diagnostic, for text: String, as form: TextForm) {
    let days = [
      "today": "today", "now": "today", "tomorrow": "addDays(today, 1)",
      "yesterday": "addDays(today, -1)",
    ]
    if form == .date, let day = days[text.lowercased()] {
      diagnostic.message += "; write `\(day)`"
      diagnostic.fixIts = [
        FixIt("write `\(day)`", [.init(diagnostic.place.range, day)], isShown: true, isSafe: true)
      ]
    } else if let near = NearTime.near(to: text, as: form == .date ? .date : .time) {
      diagnostic.message += "; write '\(near.text)'"
      diagnostic.fixIts = [
        FixIt(
          "write '\(near.text)'", [.init(diagnostic.place.range, "'\(near.text)'")], isShown: true,
          isSafe: near.isClear)
      ]
    } else {
      diagnostic.message += form == .date ? ", such as '2026-01-31'" : ", such as '08:30'"
    }
  }
}

/// A name between marks, as other template languages write it.
private struct Placeholder {
  /// The range in the text, with the marks.
  let range: Range<Int>

  /// The text with the marks.
  let source: String

  /// The name with what's selected from it.
  let path: String

  /// The name alone.
  var name: String { String(path.prefix { $0 != "." }) }

  /// Reads a placeholder at an offset; `nil` if there's none.
  init?(in bytes: [UInt8], at start: Int, marks: [(open: String, close: String)]) {
    func has(_ mark: String, at offset: Int) -> Bool {
      bytes[min(offset, bytes.count)...].starts(with: mark.utf8)
    }
    guard "{#%<".utf8.contains(bytes[start]),
      let mark = marks.first(where: { has($0.open, at: start) })
    else { return nil }
    func skipBlanks(_ offset: inout Int) {
      while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    }
    var offset = start + mark.open.utf8.count
    skipBlanks(&offset)
    let first = offset
    while offset < bytes.count, offset - first < 100, Self.isPartOfName(bytes[offset]) {
      offset += 1
    }
    path = String(decoding: bytes[first..<offset], as: UTF8.self)
    skipBlanks(&offset)
    guard !path.isEmpty, has(mark.close, at: offset) else { return nil }
    range = start..<(offset + mark.close.utf8.count)
    source = String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}

/// The beginning of a block, as other template languages write it: `{% if name %}`.
private struct ForeignBlock {
  /// The marks around blocks.
  static let marks: [(open: String, close: String)] = [("{%", "%}"), ("{{", "}}"), ("<%", "%>")]

  /// The words that begin blocks, and what's written here.
  private static let openers = [
    "if": "${if …}", "elif": "${else if …}", "elseif": "${else if …}", "elsif": "${else if …}",
    "unless": "${if !(…)}", "for": "${for … in …}", "each": "${for … in …}",
    "foreach": "${for … in …}", "range": "${for … in …}",
  ]

  /// The maximum length of a beginning, in bytes.
  private static let maximumLength = 200

  /// The range in the text, with the marks.
  let range: Range<Int>

  /// The opening mark with the word after it.
  let mark: String

  /// The text to write here instead.
  let meant: String

  /// The words after the first.
  let words: [String]

  /// Reads a beginning at an offset; `nil` if there's none.
  init?(in bytes: [UInt8], at start: Int) {
    guard let marks = Self.marks.first(where: { bytes[start...].starts(with: $0.open.utf8) }) else {
      return nil
    }
    let close = Array(marks.close.utf8)
    let last = min(bytes.count, start + Self.maximumLength)
    var end = start + 2
    while end < last, !bytes[end...].starts(with: close) { end += 1 }
    guard end < last else { return nil }
    let inner = bytes[start + 2..<end]
    let parts = inner.split { !Self.isPartOfName($0) }.map { String(decoding: $0, as: UTF8.self) }
    guard let first = parts.first, let meant = Self.openers[first] else { return nil }
    let isFirst = inner.prefix { !Self.isPartOfName($0) }.allSatisfy { " -#^~".utf8.contains($0) }
    guard isFirst else { return nil }
    range = start..<end + 2
    mark = "\(marks.open) \(first)"
    self.meant = meant
    words = Array(parts.dropFirst())
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
  }
}
