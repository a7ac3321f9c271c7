// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Builds trees from events, without recursion, and reports what is YAML but not allowed here.
struct YAMLTreeBuilder {
  let file: SourceFile
  let options: YAMLOptions
  let positions: YAMLPositions

  /// The documents built so far.
  private(set) var documents: [YAMLDocument] = []

  /// What was found.
  private(set) var diagnostics = DiagnosticList()

  /// The last quoted scalar of several lines; where quotes are not closed, it ends at the next one.
  private(set) var lastMultilineQuoted: SourceRange?

  private var frames: [Frame] = []
  private var root: YAMLNode?
  private var documentStart: Int?
  private var anchors: [String: SourceRange] = [:]

  /// A list or map that is not closed yet.
  private struct Frame {
    let isMap: Bool
    let isFlowStyle: Bool
    let start: Int
    let column: Int
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var key: PendingKey?
    var seen: [String: SourceRange] = [:]

    /// Texts of a `{ }` that hold a comma, with the key of each.
    var cutByComma: [(key: YAMLScalar, text: SourceRange)] = []
  }

  /// A key that waits for its value.
  private enum PendingKey {
    case scalar(YAMLScalar, isDuplicate: Bool)
    case broken
  }

  /// Creates a builder of the documents of a file.
  init(file: SourceFile, options: YAMLOptions, positions: YAMLPositions) {
    self.file = file
    self.options = options
    self.positions = positions
  }

  /// Whether what is read next is the value of a key, and which.
  private var valueKey: YAMLScalar? {
    guard case .scalar(let key, _)? = frames.last?.key else { return nil }
    return key
  }

  private var isKeyNext: Bool { frames.last.map { $0.isMap && $0.key == nil } ?? false }

  private var noun: String { noun(for: valueKey) }

  private func noun(for key: YAMLScalar?) -> String {
    guard let key else { return "text" }
    if options.codeKeys.contains(key.text) { return "expression" }
    return key.text == "pattern" ? "pattern" : "text"
  }

  private func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file, range) }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.add(diagnostic) }

  /// Whether so much was found that nobody will see what else there is.
  private var isHopeless: Bool {
    diagnostics.errorCount + diagnostics.warningCount >= 8 * diagnostics.limit
  }

  /// Takes the next event; false when nothing more is to be read.
  mutating func take(_ event: YAMLEvent) -> Bool {
    let range = positions.range(event.start, event.end)
    switch event.kind {
    case .documentStart:
      guard documents.isEmpty || options.allowsSeveralDocuments else {
        reportSecondDocument(at: range)
        return false
      }
      documentStart = range.lowerBound
      root = nil
    case .documentEnd:
      closeDocument(at: range.upperBound)
    case .alias:
      takeAlias(event, range)
    case .scalar(let style, let text):
      takeScalar(event, style, text, range)
    case .listStart(let isFlowStyle), .mapStart(let isFlowStyle):
      checkProperties(event, range)
      guard frames.count < options.maximumDepth else {
        report(
          Diagnostic(
            "too-deep", "lists and maps are nested more than \(options.maximumDepth) deep",
            at: place(SourceRange(range.lowerBound, range.lowerBound + 1))))
        return false
      }
      var isMap = false
      if case .mapStart = event.kind { isMap = true }
      frames.append(
        Frame(
          isMap: isMap, isFlowStyle: isFlowStyle, start: range.lowerBound,
          column: event.startColumn))
    case .collectionEnd:
      closeFrame(at: range.upperBound, isComplete: true)
    }
    return !isHopeless
  }

  /// Closes what is open after a syntax error, or when reading stops early.
  mutating func abandon(at offset: Int) {
    while !frames.isEmpty { closeFrame(at: offset, isComplete: false) }
    if documentStart != nil { closeDocument(at: offset) }
  }

  private mutating func closeDocument(at offset: Int) {
    let start = documentStart ?? offset
    documentStart = nil
    documents.append(YAMLDocument(root: root, range: SourceRange(start, max(start, offset))))
    root = nil
  }

  private mutating func closeFrame(at offset: Int, isComplete: Bool) {
    guard var frame = frames.popLast() else { return }
    if case .scalar(let key, let isDuplicate)? = frame.key, !isDuplicate {
      frame.entries.append(
        YAMLEntry(key: key, value: YAMLNode(.broken, range: SourceRange(at: key.range.upperBound))))
    }
    for (key, text) in frame.cutByComma { reportComma(in: text, of: key) }
    let lastChild = frame.isMap ? frame.entries.last?.range : frame.items.last?.range
    let end = frame.isFlowStyle && isComplete ? offset : lastChild?.upperBound ?? offset
    attach(
      YAMLNode(
        frame.isMap ? .map(frame.entries) : .list(frame.items),
        range: SourceRange(frame.start, max(frame.start, end)), isFlowStyle: frame.isFlowStyle,
        isComplete: isComplete))
  }

  private mutating func attach(_ node: YAMLNode) {
    guard let last = frames.indices.last else {
      root = node
      return
    }
    guard frames[last].isMap else {
      frames[last].items.append(node)
      return
    }
    guard let key = frames[last].key else {
      takeKey(node, in: last)
      return
    }
    frames[last].key = nil
    if case .scalar(let scalar, let isDuplicate) = key, !isDuplicate {
      frames[last].entries.append(YAMLEntry(key: scalar, value: node))
    }
  }

  private mutating func takeKey(_ node: YAMLNode, in frame: Int) {
    guard case .scalar(let key) = node.content else {
      if case .broken = node.content {
      } else {
        report(
          Diagnostic(
            "complex-key", "a list or map cannot be a key; expected a text",
            at: place(node.range)))
      }
      frames[frame].key = .broken
      return
    }
    if key.style == .plain, key.text == "<<" {
      report(
        Diagnostic(
          "merge-key", "'<<' merges nothing in YAML 1.2; write the entries out",
          at: place(key.range)))
      frames[frame].key = .broken
      return
    }
    if key.style == .plain, key.text.isEmpty {
      report(Diagnostic("empty-key", "expected a key before ':'", at: place(key.range)))
      frames[frame].key = .broken
      return
    }
    let first = frames[frame].seen[key.text]
    if let first {
      report(
        Diagnostic(
          "duplicate-key", "the key '\(key.text)' is given twice", at: place(key.range),
          notes: [Diagnostic.Note("the first '\(key.text)' is here", at: place(first))]))
    } else {
      frames[frame].seen[key.text] = key.range
    }
    frames[frame].key = .scalar(key, isDuplicate: first != nil)
  }
}

// MARK: - Scalars and what stands before them

extension YAMLTreeBuilder {
  private mutating func takeScalar(
    _ event: YAMLEvent, _ style: YAMLScalarStyle, _ text: String, _ range: SourceRange
  ) {
    let parentIndent = frames.last { !$0.isFlowStyle }?.column ?? -1
    if event.hasTag, takeTagged(event, style, range) { return }
    checkProperties(event, range)
    if style == .plain, text.isEmpty, !event.hasTag, event.anchor == nil, !isKeyNext,
      !options.allowsEmptyValues, documentStart != nil, !frames.isEmpty
    {
      if joinBehindComma() { return }
      reportEmptyValue(at: range)
      attach(YAMLNode(.broken, range: range))
      return
    }
    var range = range
    if style.isBlock {
      range = positions.trimmedBlock(range)
    } else if style != .plain, file.lines(of: range).count > 1 {
      lastMultilineQuoted = range
    }
    let scalar = YAMLScalar(text: text, style: style, range: range, parentIndent: parentIndent)
    if style == .plain, text.isEmpty, frames.isEmpty, !event.hasTag {
      root = nil
      return
    }
    if style == .plain, options.reportsCutValues, !isKeyNext, let mended = checkCut(scalar) {
      attach(YAMLNode(.scalar(mended), range: mended.range))
    } else {
      attach(YAMLNode(.scalar(scalar), range: range))
    }
  }

  /// A tag is mostly an expression that begins with `!`.
  private mutating func takeTagged(
    _ event: YAMLEvent, _ style: YAMLScalarStyle, _ range: SourceRange
  ) -> Bool {
    guard style == .plain, !isKeyNext else { return false }
    let source = String(file[range])
    guard source.hasPrefix("!"), !Self.isTypeTag(source), source.count > 1 else { return false }
    let edits = Quoting.edits(quoting: range, in: positions.bytes)
    let isOneLine = file.lines(of: range).count == 1
    let isVerified =
      isOneLine && range.count <= SyntaxMender.maximumLineLength
      && YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    report(
      Diagnostic(
        "quote-needed", "'!' begins a YAML tag; quote this \(noun)", at: place(range),
        fixIts: isVerified ? [FixIt("quote the \(noun)", edits, isShown: true)] : []))
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

  private mutating func checkProperties(_ event: YAMLEvent, _ range: SourceRange) {
    guard event.hasTag || event.anchor != nil else { return }
    var offset = range.lowerBound
    // At most a tag and an anchor, in either order.
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
            "yaml-anchor", "'\(word)' is an anchor, which is not allowed here; remove it",
            at: place, fixIts: [removal]))
      } else if word.hasPrefix("!") {
        report(
          Diagnostic(
            "yaml-tag", "'\(word)' is a tag, which is not allowed here; remove it", at: place,
            fixIts: [removal]))
      } else {
        return
      }
      offset += word.utf8.count + gap
    }
  }

  private mutating func takeAlias(_ event: YAMLEvent, _ range: SourceRange) {
    let name = event.anchor ?? ""
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
          fixIts: [FixIt("quote the \(noun)", edits, isShown: true)]))
    }
    attach(YAMLNode(.broken, range: range))
  }

  private mutating func reportSecondDocument(at range: SourceRange) {
    report(
      Diagnostic(
        "several-documents",
        "'---' begins a second document; expected \(options.expectation) alone",
        at: place(SourceRange(range.lowerBound, min(range.upperBound, range.lowerBound + 3)))))
  }

  /// In `{ a: one, two, b: three }` the key `two` without a colon is the rest of the text before it.
  private mutating func joinBehindComma() -> Bool {
    guard let last = frames.indices.last, frames[last].isFlowStyle,
      case .scalar(let key, false)? = frames[last].key, key.style == .plain,
      let entry = frames[last].entries.last, case .scalar(let text) = entry.value.content
    else { return false }
    let isJoined = frames[last].cutByComma.last?.text == entry.value.range
    let gap = String(file[SourceRange(entry.value.range.upperBound, key.range.lowerBound)])
    let behind = file[SourceRange(key.range.upperBound, file.utf8Count)].first { $0 != " " }
    guard text.style == .plain || isJoined, behind != ":",
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

  private mutating func reportComma(in text: SourceRange, of key: YAMLScalar) {
    let noun = noun(for: key)
    let source = String(file[text])
    let isVerified = YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    let edits = Quoting.edits(quoting: text, in: positions.bytes)
    report(
      Diagnostic(
        "quote-needed", "',' ends a value inside '{ }'; quote this \(noun)", at: place(text),
        fixIts: isVerified ? [FixIt("quote the \(noun)", edits, isShown: true)] : []))
  }

  private mutating func reportEmptyValue(at range: SourceRange) {
    if let cut = positions.comment(behind: range.upperBound), cut.isGlued {
      reportCut(SourceRange(cut.start, cut.end), in: SourceRange(at: cut.start), isError: true)
      return
    }
    guard let key = valueKey else {
      report(
        Diagnostic(
          "empty-value", "the list's item is empty; remove it, or write '' for an empty text",
          at: place(positions.marker(before: range.lowerBound))))
      return
    }
    report(
      Diagnostic(
        "empty-value",
        "'\(key.text)' has no value; remove it, or write '' for an empty text",
        at: place(key.range)))
  }

  /// A plain scalar with a comment behind it may be a text that the comment cut short.
  ///
  /// - Returns: The whole text, where it was certainly cut.
  private mutating func checkCut(_ scalar: YAMLScalar) -> YAMLScalar? {
    guard let comment = positions.comment(behind: scalar.range.upperBound) else { return nil }
    let isOpen = !Balance.isBalanced(scalar.text.utf8)
    guard isOpen || comment.isGlued else { return nil }
    let whole = SourceRange(scalar.range.lowerBound, comment.end)
    reportCut(whole, in: SourceRange(comment.start, comment.end), isError: isOpen)
    guard isOpen, file.lines(of: whole).count == 1 else { return nil }
    return YAMLScalar(
      text: String(file[whole]), style: .doubleQuoted, range: whole, parentIndent: -1)
  }

  private mutating func reportCut(_ whole: SourceRange, in comment: SourceRange, isError: Bool) {
    let source = String(file[whole])
    var fixIts: [FixIt] = []
    if whole.count <= SyntaxMender.maximumLineLength,
      YAMLReader.scalarText(of: Quoting.quoted(source)) == source
    {
      fixIts = [
        FixIt(
          "quote the \(noun)", Quoting.edits(quoting: whole, in: positions.bytes), isShown: true)
      ]
    }
    report(
      Diagnostic(
        "cut-by-comment", isError ? .error : .warning,
        isError
          ? "' #' begins a comment and cuts the \(noun) short; quote this \(noun)"
          : "' #' begins a comment; quote this \(noun) if it goes on, or put a space behind '#'",
        at: place(comment.isEmpty ? whole : comment), fixIts: fixIts))
  }
}
