// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

// Words, numbers, Booleans, literals, and expressions.
extension LoadingContext {
  /// Reads a name or word: the source text of a scalar, whatever its YAML type.
  func word(_ node: YAMLNode, expected: String = "a name") -> Identifier? {
    guard let scalar = node.scalar, !scalar.text.isEmpty, scalar.value != .null else {
      reportKind(node, expected: expected)
      return nil
    }
    return Identifier(scalar.text, at: place(scalar.range))
  }

  /// Reads a word that's the raw value of an enumeration.
  func choice<Word: RawRepresentable & CaseIterable>(
    _ entry: YAMLEntry, what: String, id: DiagnosticID = "unknown-word"
  ) -> Word? where Word.RawValue == String {
    guard let word = word(entry.value, expected: "a word") else { return nil }
    if let found = Word(rawValue: word.name) { return found }
    reportUnknown(
      id, what, word.name, among: Word.allCases.map(\.rawValue), at: word.place.range)
    return nil
  }

  /// Reads a whole number.
  func wholeNumber(_ entry: YAMLEntry) -> Int? {
    if case .int(let number)? = entry.value.scalar?.value, let number = Int(exactly: number) {
      warnAboutNumberForm(entry.value)
      return number
    }
    reportLiteral(entry, need: .answer(.integer))
    return nil
  }

  /// Reads `true` or `false`.
  func boolean(_ entry: YAMLEntry) -> Bool? {
    if case .bool(let flag)? = entry.value.scalar?.value { return flag }
    reportLiteral(entry, need: .answer(.boolean))
    return nil
  }

  /// Reports a literal of the wrong type, and suggests the literal that was probably meant.
  private func reportLiteral(_ entry: YAMLEntry, need: LiteralNeed) {
    guard let scalar = entry.value.scalar else {
      reportKind(entry.value, expected: need.described)
      return
    }
    let meant = scalar.literal.flatMap { need.meant(by: $0, written: file[scalar.range]) }
    report(
      "wrong-type",
      "'\(entry.key.text)' must be \(need.described), found \(entry.value.described)"
        + (meant.map { "; write \($0)" } ?? ""),
      at: scalar.range,
      fixIts: meant.map {
        [FixIt("write \($0)", [FixIt.Edit(scalar.range, $0)], isSafe: true)]
      } ?? [])
  }

  /// Reads a literal: a scalar with the type that YAML's core schema gives it, or a list or map of
  /// literals.
  func literal(_ node: YAMLNode) -> LiteralValue? {
    guard let value = value(node) else { return nil }
    return LiteralValue(value, at: place(node.headRange))
  }

  private func value(_ node: YAMLNode) -> Value? {
    switch node.content {
    case .broken: return nil
    case .scalar(let scalar):
      return value(scalar, node)
    case .list(let items):
      let values = items.map(value)
      return values.contains { $0 == nil } ? nil : .list(values.compactMap { $0 })
    case .map(let entries):
      var map = ValueMap()
      for entry in entries {
        guard let value = value(entry.value) else { return nil }
        map[.string(entry.key.text)] = value
      }
      return .map(map)
    }
  }

  private func value(_ scalar: YAMLScalar, _ node: YAMLNode) -> Value? {
    switch scalar.value {
    case .string: return .string(scalar.text)
    case .bool(let flag): return .bool(flag)
    case .int(let number):
      warnAboutNumberForm(node)
      return .int(number)
    case .double(let number):
      warnAboutNumberForm(node)
      return .double(number)
    case .null:
      report(
        "null-value", "null isn't a value; remove the key, or write '' for an empty text",
        at: scalar.range)
      return nil
    case .hugeInt:
      report(
        "wrong-type", "\(scalar.text) does not fit into 64 bits; quote it if it is a text",
        at: scalar.range, fixIts: [quoting(scalar, isShown: true)])
      return nil
    }
  }

  /// Warns about a number whose written form is lost when it's read: `3.10` becomes 3.1.
  func warnAboutNumberForm(_ node: YAMLNode) {
    guard let scalar = node.scalar else { return }
    let canonical: String
    switch scalar.value {
    case .int(let number): canonical = String(number)
    case .double(let number) where number.isFinite:
      canonical =
        number == number.rounded() && abs(number) < 1e15
        ? "\(Int64(number)).0" : "\(number)"
    default: return
    }
    guard canonical != scalar.text, scalar.text != String(canonical.dropLast(2)) + "." else {
      return
    }
    report(
      "number-form",
      "\(scalar.text) is read as the number \(canonical); quote it if it is a text",
      at: scalar.range, severity: .warning, fixIts: [quoting(scalar, isShown: true)])
  }

  func quoting(_ scalar: YAMLScalar, isShown: Bool) -> FixIt {
    FixIt(
      "quote it", [FixIt.Edit(scalar.range, Quoting.quoted(scalar.text))], isShown: isShown)
  }

  /// Reads a literal, or `{ value: CEL }`.
  func setting(_ node: YAMLNode) -> Setting? {
    if case .map(let entries) = node.content {
      guard entries.contains(where: { $0.key.text == FlowKey.value.rawValue }) else {
        reportKind(node, expected: "a literal or { value: … }")
        return nil
      }
      guard var reader = MapReader(node, as: .setting, what: "a computed setting", context: self)
      else { return nil }
      let value = reader.require(.value).flatMap { expression($0) }
      reader.finish()
      return value.map(Setting.computed)
    }
    return literal(node).map(Setting.literal)
  }

  /// Reads an expression: the text of a scalar, whatever its YAML type.
  func expression(_ entry: YAMLEntry) -> ExpressionSource? {
    expression(entry.value, key: entry.key.text)
  }

  func expression(_ node: YAMLNode, key: String) -> ExpressionSource? {
    guard let scalar = node.scalar else {
      if FlowFile.conditionKeys.contains(key), case .list(let items) = node.content {
        reportList(items, node, asConditionOf: key)
        return nil
      }
      let fix = quotingCollection(node)
      reportKind(
        node, expected: "an expression", proposal: fix == nil ? "" : "; quote it",
        fixIts: fix.map { [$0] } ?? [])
      return nil
    }
    guard !scalar.text.allSatisfy(\.isWhitespace) else {
      report("empty-value", "'\(key)' has no expression", at: scalar.range)
      return nil
    }
    let map = scalar.map(in: file)
    guard !reportComments(scalar, map) else { return nil }
    // Leave the line break that ends a block out of the expression, so that diagnostics mark its
    // end correctly.
    let breaks = scalar.text.utf8.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
    guard breaks > 0 else { return ExpressionSource(scalar.text, map: map, in: file) }
    return ExpressionSource(
      String(scalar.text.dropLast(breaks)),
      map: map.slice(SourceRange(0, scalar.text.utf8.count - breaks)), in: file)
  }

  /// Reports a list in place of a condition; a single condition needs no brackets.
  private func reportList(_ items: [YAMLNode], _ node: YAMLNode, asConditionOf key: String) {
    guard items.count == 1, let scalar = items[0].scalar, scalar.style != .literal,
      scalar.style != .folded, file.lines(of: node.range).count == 1, scalar.text.count < 4096
    else {
      let joined = items.count > 1 ? "; join them with '&&' or '||'" : ""
      return reportKind(node, expected: "a condition", proposal: joined)
    }
    let source = String(file[scalar.range])
    let isPlain = scalar.style == .plain
    let replacement =
      isPlain && YAMLReader.scalarText(of: source) != source
      ? Quoting.quoted(source) : source
    reportKind(
      node, expected: "a condition", proposal: "; remove the brackets",
      fixIts: [
        FixIt(
          "remove the brackets", [FixIt.Edit(node.range, replacement)], isShown: true,
          isSafe: true)
      ])
  }

  /// Returns the fix for an expression that begins with a bracket, which YAML reads as a list or
  /// map.
  private func quotingCollection(_ node: YAMLNode) -> FixIt? {
    guard node.isFlowStyle, file.lines(of: node.range).count == 1, node.range.count < 4096 else {
      return nil
    }
    let source = String(file[node.range])
    let quoted = Quoting.quoted(source)
    guard YAMLReader.scalarText(of: quoted) == source else { return nil }
    return FixIt(
      "quote the expression", [FixIt.Edit(node.range, quoted)], isShown: true, isSafe: true)
  }

  /// Reports a `//` comment in a folded text, where it hides the rest of the expression.
  private func reportComments(_ scalar: YAMLScalar, _ map: SourceMap) -> Bool {
    guard scalar.style != .literal, file.lines(of: scalar.range).count > 1 else { return false }
    var quote: Character?
    var previous: Character = " "
    var offset = 0
    for character in scalar.text {
      defer {
        previous = character
        offset += String(character).utf8.count
      }
      if let current = quote {
        if character == current { quote = nil }
        continue
      }
      if character == "'" || character == "\"" { quote = character }
      guard character == "/", previous == "/" else { continue }
      let range = map.sourceRange(of: SourceRange(offset - 1, offset + 1))
      report(
        "comment-in-folded-text",
        "'//' comments out the rest of the expression, since its lines are folded into one; "
          + "write '|'",
        at: range, fixIts: blockFix(scalar).map { [$0] } ?? [])
      return true
    }
    return false
  }

  /// Returns the fix that preserves the lines of an expression, or nil if the result wouldn't be
  /// valid.
  private func blockFix(_ scalar: YAMLScalar) -> FixIt? {
    let range = scalar.range
    let edits: [FixIt.Edit]
    if scalar.style == .folded {
      edits = [FixIt.Edit(SourceRange(range.lowerBound, range.lowerBound + 1), "|")]
    } else {
      let lines = file.lines(of: range).compactMap { file.range(ofLine: $0) }
      let source = String(file[range])
      let quotes = scalar.style == .plain ? 0 : 1
      let hasEscapes =
        scalar.style == .doubleQuoted
        ? source.contains("\\") : scalar.style == .singleQuoted && source.includes("''")
      guard let last = lines.last, !hasEscapes,
        file[SourceRange(range.upperBound, max(range.upperBound, last.upperBound))]
          .allSatisfy({ $0 == " " })
      else { return nil }
      let indent =
        lines.dropFirst()
        .filter { line in file[line].contains { $0 != " " } }
        .map { line in file[line].prefix { $0 == " " }.count }.min() ?? 0
      let start = SourceRange(range.lowerBound, range.lowerBound + quotes)
      edits =
        [FixIt.Edit(start, "|\n" + String(repeating: " ", count: indent))]
        + (quotes == 0 ? [] : [FixIt.Edit(SourceRange(range.upperBound - 1, range.upperBound), "")])
    }
    guard let edited = TextEdits().adding(edits)?.applied(to: Array(file.text.utf8)),
      YAMLReader.isWellFormed(edited)
    else { return nil }
    return FixIt("write '|'", edits, isShown: true, isSafe: true)
  }
}

extension YAMLScalar {
  /// The scalar as a literal, or nil if it's null or doesn't fit into 64 bits.
  fileprivate var literal: Value? {
    switch value {
    case .string: .string(text)
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .null, .hugeInt: nil
    }
  }
}
