// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Builds trees from events without recursion, and reports YAML that isn't allowed here.
struct YAMLTreeBuilder {
  let file: SourceFile
  let options: YAMLOptions
  let positions: YAMLPositions

  /// The documents built so far.
  private(set) var documents: [YAMLDocument] = []

  /// The diagnostics so far.
  private(set) var diagnostics = DiagnosticList()

  /// The range of the last multiline quoted scalar, which may be one whose closing quote is
  /// missing.
  var lastMultilineQuoted: SourceRange?

  var frames: [Frame] = []
  var root: YAMLNode?
  var documentStart: Int?
  var anchors: [String: SourceRange] = [:]

  /// The nodes with anchors, if aliases are followed.
  var anchoredNodes: [String: YAMLNode] = [:]

  /// The number of nodes that aliases may still copy.
  var copiesLeft = 10_000

  /// The number of open frames that are `{{`; nothing inside them is reported.
  private var openTemplates = 0

  /// A list or map that's still open.
  struct Frame {
    let isMap: Bool
    let isFlowStyle: Bool
    let start: Int
    let column: Int
    let anchor: String?
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var key: PendingKey?
    var seen: [String: SourceRange] = [:]

    /// Whether the frame is the outer brace of `{{ name }}`, which was meant as a text.
    var isTemplate = false

    /// The texts in a `{ }` that were split at a comma, with their keys.
    var cutByComma: [(key: YAMLScalar, text: SourceRange)] = []
  }

  /// A key that's waiting for its value.
  enum PendingKey {
    case scalar(YAMLScalar, isDuplicate: Bool)
    case broken
  }

  /// Creates a builder for the documents of a file.
  init(file: SourceFile, options: YAMLOptions, positions: YAMLPositions) {
    self.file = file
    self.options = options
    self.positions = positions
  }

  /// The key whose value is read next; nil if the next node isn't a value.
  var valueKey: YAMLScalar? {
    guard case .scalar(let key, _)? = frames.last?.key else { return nil }
    return key
  }

  var isKeyNext: Bool { frames.last.map { $0.isMap && $0.key == nil } ?? false }

  var noun: String { noun(for: valueKey) }

  func noun(for key: YAMLScalar?) -> String {
    guard let key else { return "text" }
    if options.codeKeys.contains(key.text) { return "expression" }
    return key.text == "pattern" ? "pattern" : "text"
  }

  func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file, range) }

  mutating func report(_ diagnostic: Diagnostic) {
    if openTemplates == 0 { diagnostics.add(diagnostic) }
  }

  /// Whether there are so many diagnostics that more wouldn't be shown.
  private var hasEnoughDiagnostics: Bool {
    diagnostics.errorCount + diagnostics.warningCount >= 8 * diagnostics.limit
  }

  /// Takes the next event, and returns whether to continue reading.
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
            "too-deep", "lists and maps are nested more than \(options.maximumDepth) levels deep",
            at: place(SourceRange(range.lowerBound, range.lowerBound + 1))))
        return false
      }
      var isMap = false
      if case .mapStart = event.kind { isMap = true }
      var frame = Frame(
        isMap: isMap, isFlowStyle: isFlowStyle, start: range.lowerBound, column: event.startColumn,
        anchor: event.anchor)
      frame.isTemplate = isFlowStyle && isMap && positions.isTemplate(at: range.lowerBound)
      if frame.isTemplate { openTemplates += 1 }
      frames.append(frame)
    case .collectionEnd:
      closeFrame(at: range.upperBound, isComplete: true)
    }
    return !hasEnoughDiagnostics
  }

  /// Closes all open lists and maps after a syntax error, or if reading stops early.
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
    if frame.isTemplate {
      openTemplates -= 1
      closeTemplate(SourceRange(frame.start, offset))
      return
    }
    if case .scalar(let key, let isDuplicate)? = frame.key, !isDuplicate {
      frame.entries.append(
        YAMLEntry(key: key, value: YAMLNode(.broken, range: SourceRange(at: key.range.upperBound))))
    }
    for (key, text) in frame.cutByComma { reportComma(in: text, of: key) }
    let lastChild = frame.isMap ? frame.entries.last?.range : frame.items.last?.range
    let end = frame.isFlowStyle && isComplete ? offset : lastChild?.upperBound ?? offset
    let node = YAMLNode(
      frame.isMap ? .map(frame.entries) : .list(frame.items),
      range: SourceRange(frame.start, max(frame.start, end)), isFlowStyle: frame.isFlowStyle,
      isComplete: isComplete)
    remember(node, as: frame.anchor)
    attach(node)
  }

  mutating func attach(_ node: YAMLNode) {
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

  /// Whether the current place is below a key whose maps allow `<<`.
  private var allowsMerging: Bool {
    guard case .scalar(let key, _)? = frames.first?.key else { return false }
    return options.mergingKeys.contains(key.text)
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
    if key.style == .plain, key.text == "<<", !allowsMerging, !options.followsAliases {
      report(
        Diagnostic(
          "merge-key", "merge keys such as '<<' aren't part of YAML 1.2; write the entries out",
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
          "duplicate-key", "duplicate key '\(key.text)'", at: place(key.range),
          notes: [Diagnostic.Note("the first '\(key.text)' is here", at: place(first))]))
    } else {
      frames[frame].seen[key.text] = key.range
    }
    frames[frame].key = .scalar(key, isDuplicate: first != nil)
  }
}
