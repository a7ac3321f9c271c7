// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Scalars, and the tags, anchors, aliases, and comments around them.
extension YAMLTreeBuilder {
  mutating func takeScalar(
    _ event: YAMLEvent, _ style: YAMLScalarStyle, _ text: String, _ range: SourceRange
  ) {
    let parentIndent = frames.last { !$0.isFlowStyle }?.column ?? -1
    if event.hasTag, !options.followsAliases, takeTagged(event, style, range) { return }
    let valueRange = checkProperties(event, range)
    if style == .plain, text.isEmpty, !event.hasTag, event.anchor == nil, !isKeyNext,
      !options.allowsEmptyValues, documentStart != nil, !frames.isEmpty
    {
      if takeKeyWithoutSpace() || joinAfterComma() { return }
      reportEmptyValue(at: range)
      attach(YAMLNode(.broken, range: range))
      return
    }
    var range = valueRange
    if style.isBlock {
      range = positions.trimmedBlock(range)
    } else if style != .plain, file.lines(of: range).count > 1 {
      lastMultilineQuoted = range
    }
    if style == .plain { reportItems(in: range) }
    let scalar = YAMLScalar(text: text, style: style, range: range, parentIndent: parentIndent)
    if style == .plain, text.isEmpty, frames.isEmpty, !event.hasTag {
      root = nil
      return
    }
    if style == .plain, options.reportsCutValues, !isKeyNext, let repaired = checkCut(scalar) {
      attach(YAMLNode(.scalar(repaired), range: repaired.range))
    } else {
      let node = YAMLNode(.scalar(scalar), range: range)
      remember(node, as: event.anchor)
      attach(node)
    }
  }

  /// Remembers a node for aliases.
  mutating func remember(_ node: YAMLNode, as anchor: String?) {
    if let anchor, options.followsAliases { anchoredNodes[anchor] = node }
  }

  /// Reports lines of a list's item that look like further items, but are indented further than it
  /// and so continue its text.
  private mutating func reportItems(in range: SourceRange) {
    let lines = file.lines(of: range)
    guard lines.count > 1, !isKeyNext, let frame = frames.last, !frame.isFlowStyle,
      !frame.isMap
    else { return }
    for number in lines.dropFirst() {
      guard let line = file.range(ofLine: number) else { continue }
      let indentation = file[line].prefix { $0 == " " }.utf8.count
      let start = line.lowerBound + indentation
      guard file[SourceRange(start, min(start + 2, line.upperBound))] == "- " else { continue }
      report(
        Diagnostic(
          "wrong-indentation",
          "this continues the text above, since it's indented further; an item begins below the "
            + "'-' of the item before it",
          at: place(SourceRange(start, line.upperBound)),
          fixIts: [
            FixIt(
              "align it with the item above",
              [
                FixIt.Edit(
                  SourceRange(line.lowerBound, start),
                  String(repeating: " ", count: frame.column))
              ], isShown: true)
          ]))
    }
  }

  /// Closes `{{ name }}`, which is a map in a map in YAML but was meant as a placeholder.
  mutating func closeTemplate(_ range: SourceRange) {
    let source = String(file[range])
    let padded = source.dropFirst(2).dropLast(2).drop { $0 == " " }
    let inner = String(padded.dropLast(padded.reversed().prefix { $0 == " " }.count))
    let isPath =
      !inner.isEmpty && inner.count <= 100
      && inner.utf8.allSatisfy { byte in
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      }
    let isExpression = noun == "expression"
    // Quoting it is a way to read on, but only a name is certainly meant as one.
    let text = isPath ? isExpression ? inner : "${\(inner)}" : source
    let meant = isPath && isExpression ? inner : Quoting.quoted(text)
    let isVerified =
      range.count <= SyntaxRepair.maximumLineLength && YAMLReader.scalarText(of: meant) == text
    let message =
      isPath
      ? "'{{' begins a YAML map; write \(isExpression ? "`\(meant)`" : meant)"
      : "'{' begins a YAML map; quote this \(noun)"
    let title = isPath ? "write \(meant)" : "quote the \(noun)"
    let edits =
      isPath ? [FixIt.Edit(range, meant)] : Quoting.edits(quoting: range, in: positions.bytes)
    report(
      Diagnostic(
        "quote-needed", message, at: place(range),
        fixIts: isVerified ? [FixIt(title, edits, isShown: true, isSafe: true)] : []))
    attach(
      isVerified
        ? YAMLNode(
          .scalar(YAMLScalar(text: text, style: .doubleQuoted, range: range, parentIndent: -1)),
          range: range) : YAMLNode(.broken, range: range))
  }

  /// Takes a scalar with a tag, which is usually an expression that begins with `!`.
  private mutating func takeTagged(
    _ event: YAMLEvent, _ style: YAMLScalarStyle, _ range: SourceRange
  ) -> Bool {
    guard style == .plain, !isKeyNext else { return false }
    let source = String(file[range])
    guard source.hasPrefix("!"), !Self.isTypeTag(source), source.count > 1 else { return false }
    let edits = Quoting.edits(quoting: range, in: positions.bytes)
    let isOneLine = file.lines(of: range).count == 1
    let isVerified =
      isOneLine && range.count <= SyntaxRepair.maximumLineLength
      && YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    report(
      Diagnostic(
        "quote-needed", "'!' begins a YAML tag; quote this \(noun)", at: place(range),
        fixIts: isVerified ? [FixIt("quote the \(noun)", edits, isShown: true, isSafe: true)] : []))
    guard isVerified else {
      attach(YAMLNode(.broken, range: range))
      return true
    }
    attach(
      YAMLNode(
        .scalar(
          YAMLScalar(text: source, style: .doubleQuoted, range: range, parentIndent: -1)),
        range: range))
    return true
  }

  private static func isTypeTag(_ source: String) -> Bool {
    guard source.hasPrefix("!!") else { return source.hasPrefix("!<") }
    let name = source.dropFirst(2).prefix { $0.isLetter }
    return [
      "str", "int", "float", "bool", "null", "map", "seq", "binary", "timestamp", "omap", "set",
    ].contains(String(name))
  }

  /// Reports a tag and an anchor in front of a value.
  ///
  /// - Returns: The range of the value without them.
  @discardableResult
  mutating func checkProperties(_ event: YAMLEvent, _ range: SourceRange) -> SourceRange {
    guard event.hasTag || event.anchor != nil, !options.followsAliases else { return range }
    var offset = range.lowerBound
    // There can be a tag and an anchor, in either order.
    for _ in 0..<2 {
      let rest = file[SourceRange(offset, range.upperBound)]
      let word = rest.prefix { !$0.isWhitespace }
      let place = place(SourceRange(offset, offset + word.utf8.count))
      let next = rest.dropFirst(word.count).first { !$0.isWhitespace }
      let gap = rest.dropFirst(word.count).prefix { $0 == " " }.utf8.count
      let removal = FixIt(
        "remove it",
        [FixIt.Edit(SourceRange(offset, offset + word.utf8.count + (next == nil ? 0 : gap)), "")])
      if word.hasPrefix("&"), let anchor = event.anchor {
        anchors[anchor] = place.range
        report(
          Diagnostic(
            "yaml-anchor", "'&' begins a YAML anchor, which is not allowed here; remove it",
            at: place, fixIts: [removal]))
      } else if word.hasPrefix("!") {
        report(
          Diagnostic(
            "yaml-tag", "'\(word)' is a tag, which is not allowed here; remove it", at: place,
            fixIts: [removal]))
      } else {
        break
      }
      offset += word.utf8.count + gap
    }
    let blanks = file[SourceRange(offset, range.upperBound)].prefix { $0.isWhitespace }
    let start = offset + blanks.utf8.count
    return start < range.upperBound ? SourceRange(start, range.upperBound) : range
  }

  mutating func takeAlias(_ event: YAMLEvent, _ range: SourceRange) {
    let name = event.anchor ?? ""
    if let node = anchoredNodes[name] {
      copiesLeft -= node.count(upTo: copiesLeft + 1)
      return attach(copiesLeft >= 0 ? node : YAMLNode(.broken, range: range))
    }
    if let anchor = anchors[name] {
      report(
        Diagnostic(
          "yaml-alias", "'*\(name)' is an alias, which is not allowed here; write the value out",
          at: place(range),
          notes: [Diagnostic.Note("'\(name)' is anchored here", at: place(anchor))]))
    } else {
      let edits = Quoting.edits(quoting: range, in: positions.bytes)
      report(
        Diagnostic(
          "quote-needed", "'*' begins a YAML alias; quote this \(noun)", at: place(range),
          fixIts: [FixIt("quote the \(noun)", edits, isShown: true, isSafe: true)]))
    }
    attach(YAMLNode(.broken, range: range))
  }

  mutating func reportSecondDocument(at range: SourceRange) {
    report(
      Diagnostic(
        "several-documents",
        "'---' begins a second document; expected \(options.expectation) alone",
        at: place(SourceRange(range.lowerBound, min(range.upperBound, range.lowerBound + 3)))))
  }

  /// Takes a key without a value whose colon lacks its space, such as `max:10` in
  /// `{ min: 1, max:10 }`.
  private mutating func takeKeyWithoutSpace() -> Bool {
    guard let last = frames.indices.last, frames[last].isFlowStyle,
      case .scalar(let key, let flag)? = frames[last].key, key.style == .plain,
      let colon = key.text.firstIndex(of: ":"), colon != key.text.startIndex,
      file[key.range] == key.text
    else { return false }
    let name = String(key.text[..<colon])
    let value = String(key.text[key.text.index(after: colon)...])
    guard options.knownKeys.contains(name), !value.isEmpty,
      YAMLReader.scalarText(of: value) == value
    else { return false }
    let end = key.range.lowerBound + name.utf8.count
    let edits = [FixIt.Edit(SourceRange(at: end + 1), " ")]
    report(
      Diagnostic(
        "space-after-colon", "expected a space after '\(name):'",
        at: place(SourceRange(end, end + 1)),
        fixIts: [FixIt("insert a space", edits, isShown: true, isSafe: true)]))
    let glued = YAMLScalar(
      text: name, style: .plain, range: SourceRange(key.range.lowerBound, end),
      parentIndent: key.parentIndent)
    frames[last].seen[key.text] = nil
    frames[last].seen[name] = glued.range
    frames[last].key = .scalar(glued, isDuplicate: flag)
    let range = SourceRange(end + 1, key.range.upperBound)
    attach(
      YAMLNode(
        .scalar(
          YAMLScalar(text: value, style: .plain, range: range, parentIndent: key.parentIndent)),
        range: range))
    return true
  }

  /// Joins a key without a colon, such as `two` in `{ a: one, two, b: three }`, to the text before
  /// it.
  private mutating func joinAfterComma() -> Bool {
    guard let last = frames.indices.last, frames[last].isFlowStyle,
      case .scalar(let key, false)? = frames[last].key, key.style == .plain,
      let entry = frames[last].entries.last, case .scalar(let text) = entry.value.content
    else { return false }
    let isJoined = frames[last].cutByComma.last?.text == entry.value.range
    let gap = String(file[SourceRange(entry.value.range.upperBound, key.range.lowerBound)])
    let after = file[SourceRange(key.range.upperBound, file.utf8Count)].first { $0 != " " }
    guard text.style == .plain || isJoined, after != ":",
      gap.allSatisfy({ $0 == "," || $0 == " " }), gap.first == ","
    else { return false }
    let whole = SourceRange(entry.value.range.lowerBound, key.range.upperBound)
    let joined = YAMLScalar(
      text: String(file[whole]), style: .doubleQuoted, range: whole, parentIndent: -1)
    frames[last].entries[frames[last].entries.count - 1].value = YAMLNode(
      .scalar(joined), range: whole)
    if isJoined { frames[last].cutByComma.removeLast() }
    frames[last].cutByComma.append((entry.key, whole))
    frames[last].seen[key.text] = nil
    frames[last].key = nil
    return true
  }

  mutating func reportComma(in text: SourceRange, of key: YAMLScalar) {
    let noun = noun(for: key)
    let source = String(file[text])
    let isVerified = YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    let edits = Quoting.edits(quoting: text, in: positions.bytes)
    report(
      Diagnostic(
        "quote-needed", "',' ends a value inside '{ }'; quote this \(noun)", at: place(text),
        fixIts: isVerified ? [FixIt("quote the \(noun)", edits, isShown: true, isSafe: true)] : []))
  }

  private mutating func reportEmptyValue(at range: SourceRange) {
    if let cut = positions.comment(after: range.upperBound), cut.looksLikeText {
      reportCut(SourceRange(cut.start, cut.end), in: SourceRange(at: cut.start), isError: true)
      return
    }
    guard let key = valueKey else {
      report(
        Diagnostic(
          "empty-value", "the list item is empty; remove it, or write '' for an empty text",
          at: place(positions.marker(before: range.lowerBound))))
      return
    }
    report(
      Diagnostic(
        "empty-value",
        options.listKeys.contains(key.text)
          ? "'\(key.text)' has no value; expected a list, whose items begin with '- '"
          : "'\(key.text)' has no value; remove it, or write '' for an empty text",
        at: place(key.range)))
  }

  /// Reports a plain scalar that may have been cut short by a comment.
  ///
  /// - Returns: The whole text if it was certainly cut short, and otherwise nil.
  private mutating func checkCut(_ scalar: YAMLScalar) -> YAMLScalar? {
    guard let comment = positions.comment(after: scalar.range.upperBound) else { return nil }
    let isOpen = !scalar.text.utf8.isBalanced
    guard isOpen || comment.looksLikeText else { return nil }
    let whole = SourceRange(scalar.range.lowerBound, comment.end)
    reportCut(whole, in: SourceRange(comment.start, comment.end), isError: isOpen)
    guard isOpen, file.lines(of: whole).count == 1 else { return nil }
    return YAMLScalar(
      text: String(file[whole]), style: .doubleQuoted, range: whole, parentIndent: -1)
  }

  private mutating func reportCut(_ whole: SourceRange, in comment: SourceRange, isError: Bool) {
    let source = String(file[whole])
    var fixIts: [FixIt] = []
    if whole.count <= SyntaxRepair.maximumLineLength,
      YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    {
      fixIts = [
        FixIt(
          "quote the \(noun)", Quoting.edits(quoting: whole, in: positions.bytes), isShown: true,
          isSafe: isError)
      ]
    }
    report(
      Diagnostic(
        "cut-by-comment", isError ? .error : .warning,
        isError
          ? "' #' begins a comment and cuts the \(noun) short; quote this \(noun)"
          : "' #' begins a comment; quote this \(noun) if it continues, or put a space after '#'",
        at: place(comment.isEmpty ? whole : comment), fixIts: fixIts))
  }
}

extension YAMLNode {
  /// The number of nodes that it consists of, or a maximum if that's less.
  fileprivate func count(upTo limit: Int) -> Int {
    var (count, open) = (0, [self])
    while count < limit, let node = open.popLast() {
      count += 1
      switch node.content {
      case .list(let items): open += items
      case .map(let entries): open += entries.map(\.value)
      case .scalar, .broken: break
      }
    }
    return count
  }
}
