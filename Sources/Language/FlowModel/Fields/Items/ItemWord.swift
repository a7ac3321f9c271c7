// SPDX-License-Identifier: Apache-2.0

/// An item of a list as it's typed: `a`, `"a, b"`, `name=value`, or `name="a, b"`.
///
/// An item in quotation marks can contain commas and spaces at its ends. Inside double ones, `\"`, `\\`, and
/// `\n` are a quotation mark, a backslash, and a line break; inside single ones, every character stands for
/// itself. A quotation mark inside a word, as in `don't`, is part of it.
package struct ItemWord: Hashable {
  /// The name before the first `=`; nil for an item of a list.
  package var name: String?

  /// The item.
  package var text: String

  /// Whether it was in quotation marks.
  private(set) var isQuoted = false

  /// A quotation mark that isn't closed.
  package struct OpenQuote: Error {
    package let quote: String
  }

  package init(name: String? = nil, text: String) {
    self.name = name
    self.text = text
  }

  // MARK: Reading

  /// Returns the items of a text.
  ///
  /// A text of several lines has one on each line that isn't empty; a single line has them between commas.
  /// Nothing between two commas is no item.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func words(of text: String, named isMap: Bool) throws(OpenQuote) -> [ItemWord] {
    let lines = text.split(whereSeparator: \.isNewline)
    let inLines = lines.count > 1
    var words: [ItemWord] = []
    for line in lines {
      var scanner = Scanner(rest: line[...], isMap: isMap, endsAtComma: !inLines)
      while let word = try scanner.next() {
        if let word = word.value { words.append(word) }
      }
    }
    return words
  }

  /// Returns where the item at a position of a text ends, as an offset in its UTF-8; nil if there's no such
  /// item.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func end(ofItem position: Int, in text: String, named isMap: Bool) -> Int? {
    let lines = text.split(whereSeparator: \.isNewline)
    var count = 0
    for line in lines {
      var scanner = Scanner(rest: line[...], isMap: isMap, endsAtComma: lines.count == 1)
      while let word = try? scanner.next() {
        guard word.value != nil else { continue }
        if count == position {
          // Spaces before a comma aren't the item's.
          let spaces = text[..<scanner.end].reversed().prefix { $0.isWhitespace }
          return text.utf8.distance(from: text.startIndex, to: scanner.end)
            - spaces.reduce(0) { $0 + $1.utf8.count }
        }
        count += 1
      }
    }
    return nil
  }

  private struct Scanner {
    var rest: Substring
    let isMap: Bool
    let endsAtComma: Bool

    /// The next item, or no value where there's nothing between two commas; nil at the end.
    mutating func next() throws(OpenQuote) -> (value: ItemWord?, Void)? {
      guard !rest.isEmpty else { return nil }
      var name: String?
      if isMap { name = try self.name() }
      let text = try part(endsAtSign: false)
      end = rest.startIndex
      if rest.first == "," { rest.removeFirst() }
      if text.isEmpty, name == nil, !wasQuoted { return (nil, ()) }
      var word = ItemWord(name: name, text: text)
      word.isQuoted = wasQuoted
      return (word, ())
    }

    /// Where the last item ends.
    private(set) var end: String.Index

    /// Whether the last part was in quotation marks.
    private var wasQuoted = false

    init(rest: Substring, isMap: Bool, endsAtComma: Bool) {
      self.rest = rest
      end = rest.startIndex
      self.isMap = isMap
      self.endsAtComma = endsAtComma
    }

    /// Takes a name and its `=`; nil, having taken nothing, if there's none.
    private mutating func name() throws(OpenQuote) -> String? {
      let start = rest
      let name = try part(endsAtSign: true)
      guard rest.first == "=" else {
        rest = start
        return nil
      }
      rest.removeFirst()
      return name
    }

    /// Takes a part up to a separator, without the spaces around it.
    private mutating func part(endsAtSign: Bool) throws(OpenQuote) -> String {
      rest = rest.drop(while: \.isWhitespace)
      wasQuoted = false
      if let quote = rest.first, quote == "\"" || quote == "'" {
        let start = rest
        let inner = try quoted(quote)
        let after = rest.drop(while: \.isWhitespace)
        if after.isEmpty || isEnd(after[after.startIndex], endsAtSign) {
          rest = after
          wasQuoted = true
          return inner
        }
        // More follows, so the quotation marks belong to the text.
        rest = start
      }
      let end = rest.firstIndex { isEnd($0, endsAtSign) } ?? rest.endIndex
      let part = String(rest[..<end]).trimmed
      rest = rest[end...]
      return part
    }

    private func isEnd(_ character: Character, _ endsAtSign: Bool) -> Bool {
      endsAtComma && character == "," || endsAtSign && character == "="
    }

    private mutating func quoted(_ quote: Character) throws(OpenQuote) -> String {
      rest.removeFirst()
      var text = ""
      while let character = rest.popFirst() {
        if character == quote { return text }
        guard character == "\\", quote == "\"", let escaped = rest.popFirst() else {
          text.append(character)
          continue
        }
        switch escaped {
        case "n": text.append("\n")
        case "\"", "\\": text.append(escaped)
        default: text += "\\\(escaped)"
        }
      }
      throw OpenQuote(quote: String(quote))
    }
  }

  /// Returns a text of several lines as one line with commas between the items.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func inOneLine(_ text: String, named isMap: Bool) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return lines.first.map(String.init) ?? "" }
    guard let words = try? words(of: text, named: isMap) else {
      return lines.joined(separator: ", ")
    }
    return words.map(\.written).joined(separator: ", ")
  }

  // MARK: Writing

  /// The item as it's read again.
  package var written: String {
    let item = Self.written(text, isName: false)
    return name.map { "\(Self.written($0, isName: true))=\(item)" } ?? item
  }

  /// Returns items as a text that's read as the same items; a single word that would be read as no items is
  /// quoted.
  static func joined(
    _ words: [ItemWord], separator: String, none: (String) -> Bool
  ) -> String {
    if words.count == 1, words[0].name == nil, none(words[0].text.trimmed) {
      return quoted(words[0].text)
    }
    return words.map(\.written).joined(separator: separator)
  }

  /// Returns words of choices that are told apart between commas: where one of several has a comma, they're written as
  /// items of a list are.
  static func apart(_ texts: [String]) -> [String] {
    guard texts.count > 1, texts.contains(where: { $0.contains(",") }) else { return texts }
    return texts.map { ItemWord(text: $0).written }
  }

  private static func written(_ text: String, isName: Bool) -> String {
    let isPlain =
      !text.isEmpty && text == text.trimmed && text.first != "\"" && text.first != "'"
      && !text.contains { $0 == "," || $0.isNewline || isName && $0 == "=" }
    return isPlain ? text : quoted(text)
  }

  /// Returns a text in quotation marks.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      switch character {
      case "\"", "\\": quoted += "\\\(character)"
      case _ where character.isNewline: quoted += "\\n"
      default: quoted.append(character)
      }
    }
    return quoted + "\""
  }
}
