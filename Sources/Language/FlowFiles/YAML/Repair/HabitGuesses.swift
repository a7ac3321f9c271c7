// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import SourceDiagnostics

// Guesses about forms of other languages: texts joined with `+`, and keys below a text.
extension SyntaxRepair {
  /// Returns a guess that joins the parts of `"Hello " + name`, or nil if a value isn't of this
  /// form, or may be one.
  func joining(_ value: SourceRange, key: String?) -> RepairCandidate? {
    guard let key, noun(forKey: key) == "text", value.count > 3, value.count <= 1024,
      bytes[value.lowerBound] == UInt8(ascii: "\"") || bytes[value.lowerBound] == UInt8(ascii: "'"),
      isFollowedByPlus(value)
    else { return nil }
    let takesNames = FlowFile.textKeys.contains(key)
    guard let terms = terms(ofSum: text(value)), terms.contains(where: { $0.isName }) else {
      // Quoting it is a way to read on, but not what was meant.
      return RepairCandidate(
        edits: Quoting.edits(quoting: value, in: bytes),
        diagnostic: Diagnostic(
          "quote-needed",
          takesNames
            ? "a text isn't joined with '+'; write one text, with ${…} around each name"
            : "'\(key)' is a literal; an expression is written as { value: … }",
          at: place(value)),
        reach: lineEnd(of: value.upperBound))
    }
    let meant: String
    if takesNames {
      meant = Quoting.quoted(
        terms.map { $0.isName ? "${\($0.text)}" : $0.text.replacingParts("${", with: "$${") }
          .joined())
    } else {
      meant = "{ value: \(Quoting.quoted(text(value))) }"
    }
    guard !meant.contains(where: \.isNewline) else { return nil }
    let edits = [FixIt.Edit(value, meant)]
    return RepairCandidate(
      edits: edits,
      diagnostic: Diagnostic(
        "quote-needed",
        takesNames
          ? "a text isn't joined with '+'; write \(meant)"
          : "'\(key)' is a literal; an expression is written as \(meant)",
        at: place(value), fixIts: [FixIt("write \(meant)", edits, isShown: true, isSafe: true)]),
      reach: lineEnd(of: value.upperBound))
  }

  /// Whether '+' follows the closing quote of the text that a value begins with.
  private func isFollowedByPlus(_ value: SourceRange) -> Bool {
    let quote = bytes[value.lowerBound]
    var offset = value.lowerBound + 1
    while offset < value.upperBound,
      bytes[offset] != quote || bytes[offset - 1] == UInt8(ascii: "\\")
    {
      offset += 1
    }
    // In single quotes, a quote is doubled.
    while offset + 1 < value.upperBound, bytes[offset] == quote, bytes[offset + 1] == quote {
      offset += 2
      while offset < value.upperBound, bytes[offset] != quote { offset += 1 }
    }
    offset += 1
    while offset < value.upperBound, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    return offset < value.upperBound && bytes[offset] == UInt8(ascii: "+")
  }

  /// Returns a guess for a text in typographic quotation marks, which quote nothing in YAML.
  func typographicQuotes(_ value: SourceRange, key: String?) -> RepairCandidate? {
    let scalars = text(value).unicodeScalars
    guard let first = scalars.first, let last = scalars.last, scalars.count > 2,
      ForeignCharacter.isQuote(first), ForeignCharacter.isQuote(last)
    else { return nil }
    let inner = String(String.UnicodeScalarView(scalars.dropFirst().dropLast()))
    let meant = Quoting.quoted(inner)
    let edits = [FixIt.Edit(value, meant)]
    return RepairCandidate(
      edits: edits,
      diagnostic: Diagnostic(
        "quote-needed",
        "'\(first)' and '\(last)' are typographic quotation marks, which quote nothing in YAML; "
          + "write \(meant)",
        at: place(value), fixIts: [FixIt("write \(meant)", edits, isShown: true, isSafe: true)]),
      reach: lineEnd(of: value.upperBound))
  }

  /// Returns a guess for `@name` as a text, which may have been meant as `${name}`.
  func placeholder(_ value: SourceRange, key: String?, because reason: String) -> RepairCandidate? {
    let text = text(value)
    let name = text.dropFirst()
    guard let key, FlowFile.textKeys.contains(key), text.first == "@" || text.first == "%",
      let letter = name.first, letter.isLetter,
      name.utf8.allSatisfy({ byte in
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
          || byte == UInt8(ascii: "_")
      })
    else { return nil }
    let edits = Quoting.edits(quoting: value, in: bytes)
    return RepairCandidate(
      edits: edits,
      diagnostic: Diagnostic(
        "quote-needed", "\(reason); quote this text, or write \"${\(name)}\" for an answer",
        at: place(value), fixIts: [FixIt("quote the text", edits, isShown: true)]),
      reach: lineEnd(of: value.upperBound))
  }

  /// Returns a guess for no-break spaces and their like that indent a line or follow its key.
  func foreignSpaceCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), range.count <= Self.maximumLineLength else {
      return []
    }
    var edits: [FixIt.Edit] = []
    var first: Unicode.Scalar?
    var offset = range.lowerBound
    var isAfterMark = true
    for scalar in text(range).unicodeScalars {
      let end = offset + UTF8.width(scalar)
      if isAfterMark, scalar.value > 0x7F, let foreign = ForeignCharacter(scalar),
        foreign.meant == " " || foreign.meant.isEmpty
      {
        first = first ?? scalar
        edits.append(FixIt.Edit(SourceRange(offset, end), foreign.meant))
      } else if scalar != " " {
        isAfterMark = scalar == ":" || scalar == "-"
      }
      offset = end
    }
    guard let first, let edit = edits.first, let foreign = ForeignCharacter(first) else {
      return []
    }
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unexpected-character", foreign.message(about: first), at: place(edit.range),
          fixIts: [FixIt("write ordinary spaces", edits, isShown: true, isSafe: true)]),
        reach: range.upperBound)
    ]
  }

  /// Returns the terms of a sum, or nil if a text isn't a sum that begins with a text.
  private func terms(ofSum source: String) -> [(text: String, isName: Bool)]? {
    guard var part = ExpressionEnvironment().parse(source).expression else { return nil }
    var terms: [(text: String, isName: Bool)] = []
    func add(_ term: ParsedExpression) {
      if case .literal(.string(let text)) = term.kind {
        terms.append((text, false))
      } else {
        terms.append((term.source, true))
      }
    }
    while case .binary(.add, let left, let right) = part.kind {
      add(right)
      part = left
    }
    guard case .literal(.string) = part.kind, !terms.isEmpty else { return nil }
    add(part)
    return terms.reversed()
  }

  /// The keys of a choice in addition to its value.
  private static let choiceKeys = FileMap.choice.names.subtracting([FlowKey.value.rawValue])

  /// Returns a guess for keys below an item that's a text: `- x` followed by `when: …`.
  func itemMapCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line), !shape.isItem,
      let key = shape.keyText(in: bytes), Self.choiceKeys.contains(key),
      let above = previousLine(before: line), let item = self.shape(ofLine: above), item.isItem,
      item.key == nil, let value = item.value, item.valueWithComment == nil,
      let itemLine = file.range(ofLine: above)
    else { return [] }
    let own = indentation(of: range)
    guard own > indentation(of: itemLine) else { return [] }
    let column = item.contentStart - itemLine.lowerBound
    var edits = [FixIt.Edit(SourceRange(at: value.lowerBound), "value: ")]
    var number = line
    var end = range.upperBound
    // The other keys of the same choice.
    while let next = file.range(ofLine: number), number - line < Self.choiceKeys.count,
      indentation(of: next) == own, let shape = self.shape(ofLine: number), !shape.isItem,
      shape.key != nil
    {
      if own != column {
        edits.append(
          FixIt.Edit(
            SourceRange(next.lowerBound, next.lowerBound + own),
            String(repeating: " ", count: column)))
      }
      end = next.upperBound
      number += 1
    }
    let shown = text(value).count > 40 ? "…" : text(value)
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "wrong-kind",
          "'\(key)' is a key of a map, but the item above is a text; write "
            + "'- value: \(shown)'",
          at: place(shape.key ?? range),
          notes: [Diagnostic.Note("the item is here", at: place(value))],
          fixIts: [FixIt("make the item a map", edits, isShown: true, isSafe: true)]),
        reach: end)
    ]
  }
}
