// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

/// The pieces of a flow file that can be checked without others, and the words by which they depend on each other.
///
/// The steps are pieces, those of groups too, and so are the entries of a map of `output`. A piece can depend on another
/// one only if it has a word that the other one declares, whatever the word means there.
struct FlowPieces: Sendable {
  /// The part of the file that a piece is.
  enum Kind: Sendable, Hashable {
    /// A key of the file with its value, or the beginning of the list of steps.
    case fixed

    /// A step with all that's in it.
    case step

    /// The keys of a group before its steps or after them.
    case group

    /// An entry of the output, or all of it.
    case output

    /// The migration of answers of earlier versions.
    case migration
  }

  struct Piece: Sendable {
    let kind: Kind

    /// The lines in the file, in UTF-8 offsets.
    var range: SourceRange

    /// The pieces of the groups that contain it, and the other one of its group.
    var around: [Int] = []

    /// The numbers of its words.
    var words: Set<Int> = []

    /// The names that it declares: of steps in it, and of their answers in data.
    var names: Set<String> = []

    /// The pieces that it acts on.
    var effect = Effect.words

    /// Whether its failure may end the walk, which depends on the steps before it.
    var endsAtFailure = false

    /// Whether it may use other files.
    var usesFiles = false

    /// Whether it shows every answer.
    var isReview = false

    /// Whether a literal in it may mean any name that's spelled like its own.
    var mayMeanNames = false
  }

  /// The pieces that a piece acts on.
  enum Effect: Int, Comparable, Sendable {
    /// Pieces with a word that it declares.
    case words

    /// Those after it that depend on what it depends on, too: a form with checks.
    case later

    /// Those, and the output: a stop.
    case end

    /// Any piece: a used flow, and a choice of the language.
    case all

    static func < (left: Effect, right: Effect) -> Bool { left.rawValue < right.rawValue }
  }

  /// The pieces, in the order of the file.
  private(set) var pieces: [Piece] = []

  /// Whether the output may have every answer.
  private(set) var outputHasAnswers = false

  /// Whether there's an output.
  private(set) var hasOutput = false

  /// Whether a step shows every answer.
  var isReviewed: Bool { pieces.contains(where: \.isReview) }

  /// The words by number, and their numbers.
  private var words: [String] = []
  private var numbers: [String: Int] = [:]

  /// The pieces with each word.
  private var mentions: [[Int32]] = []

  /// The pieces that declare each word.
  private var declarations: [[Int32]] = []

  /// Divides a file; nil if it isn't YAML as it's written, or isn't in blocks.
  ///
  /// - Parameters:
  ///   - stream: Its tree.
  ///   - fileWords: The words of the files that pieces use.
  ///   - isIndexed: Whether to look at the words.
  ///   - isRepaired: Whether its YAML may have mistakes that are no obstacle.
  /// - Complexity: O(*n*) in the size of the file.
  init?(
    of stream: YAMLStream, filesWith fileWords: Set<String> = [], isIndexed: Bool = true,
    isRepaired: Bool = false
  ) {
    guard stream.isAsWritten || isRepaired, let root = stream.root, root.isComplete,
      !root.isFlowStyle, !root.entries.isEmpty
    else { return nil }
    var layout = PieceLayout(stream.file, isIndexed: isIndexed)
    guard layout.divide(root) else { return nil }
    pieces = layout.pieces
    for index in pieces.indices.dropLast() {
      pieces[index].range = SourceRange(
        pieces[index].range.lowerBound, pieces[index + 1].range.lowerBound)
    }
    if let first = pieces.first, let last = pieces.last {
      pieces[0].range = SourceRange(0, first.range.upperBound)
      pieces[pieces.count - 1].range = SourceRange(
        pieces.count == 1 ? 0 : last.range.lowerBound, stream.file.utf8Count)
    }
    hasOutput = layout.hasOutput
    outputHasAnswers = layout.outputHasAnswers
    guard isIndexed else { return }
    for index in pieces.indices {
      let contents = layout.contents[index]
      pieces[index].names = contents.names
      pieces[index].effect = contents.effect
      pieces[index].endsAtFailure = contents.endsAtFailure
      pieces[index].usesFiles = contents.usesFiles && !fileWords.isEmpty
      pieces[index].isReview = contents.isReview
      pieces[index].mayMeanNames = contents.mayMeanNames
      let words = contents.usesFiles ? contents.words.union(fileWords) : contents.words
      for word in words { pieces[index].words.insert(number(word)) }
      for word in pieces[index].words { mentions[word].append(Int32(index)) }
      for name in contents.names { declarations[number(name)].append(Int32(index)) }
    }
  }

  private mutating func number(_ word: String) -> Int {
    if let known = numbers[word] { return known }
    numbers[word] = words.count
    words.append(word)
    mentions.append([])
    declarations.append([])
    return words.count - 1
  }

  /// Returns the pieces with a word.
  func mentions(of word: String) -> [Int] { numbers[word].map { mentions[$0].map(Int.init) } ?? [] }

  /// Returns the pieces that declare a name.
  func declarations(of word: String) -> [Int] {
    numbers[word].map { declarations[$0].map(Int.init) } ?? []
  }

  /// Returns the pieces that declare the words of a piece.
  func declarations(ofWordsIn piece: Int) -> [Int] {
    pieces[piece].words.flatMap { declarations[$0].map(Int.init) }
  }

  /// Returns the names on which a piece depends, and those on which these depend.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - changed: What pieces that have changed contain now, in addition to what they contained.
  /// - Returns: The names.
  /// - Complexity: O(*k*) in the number of words of the pieces that declare these names.
  func needs(of piece: Int, _ changed: [Int: PieceContents] = [:]) -> Set<String> {
    var found: Set<String> = []
    var seen = [piece] as Set
    var open = [piece]
    func add(_ pieces: some Sequence<Int>) {
      for piece in pieces where seen.insert(piece).inserted { open.append(piece) }
    }
    while let next = open.popLast() {
      for word in pieces[next].words.map({ words[$0] }) + (changed[next]?.words ?? []) {
        let declaring =
          declarations(of: word) + changed.filter { $0.value.names.contains(word) }.keys
        guard !declaring.isEmpty, found.insert(word).inserted else { continue }
        add(declaring.filter { pieces[$0].kind != .fixed })
      }
      add(pieces[next].around)
    }
    return found
  }

  /// Returns the number of a word; nil if no piece has it.
  func number(of word: String) -> Int? { numbers[word] }

  /// Returns the words that either a piece or other words have.
  func difference(of piece: Int, _ words: Set<String>) -> [String] {
    let known = pieces[piece].words
    let new = words.filter { numbers[$0].map { !known.contains($0) } ?? true }
    return new + known.subtracting(words.compactMap { numbers[$0] }).map { self.words[$0] }
  }

  /// Returns the piece at an offset; one at the end belongs to the last piece.
  func piece(at offset: Int) -> Int {
    max(0, pieces.partitioningIndex { $0.range.lowerBound > offset } - 1)
  }
}

/// The words of a part of a tree, and the names that it declares.
struct PieceContents {
  /// Whether the piece was removed.
  var isRemoved = false

  /// Whether it differs from what it was only in the words of texts, and in comments.
  var differsInTexts = false
  var words: Set<String> = []
  var names: Set<String> = []
  var effect = FlowPieces.Effect.words
  var isReview = false
  var endsAtFailure = false
  var usesFiles = false
  var mayMeanNames = false

  /// The keys whose values name files; `use` is in texts, too.
  private static let fileKeys: Set<String> = ["use", "from", "copy", "tree"]

  /// Adds a node and all in it.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - hasNames: Whether the author names its keys.
  mutating func add(_ node: YAMLNode, hasNames: Bool = false) {
    switch node.content {
    case .scalar(let scalar): add(words: scalar.text)
    case .list(let items): for item in items { add(item, hasNames: hasNames) }
    case .map(let entries):
      for entry in entries { add(entry, among: entries, hasNames: hasNames) }
    case .broken: break
    }
  }

  /// Adds an entry of a map.
  mutating func add(_ entry: YAMLEntry, among entries: [YAMLEntry], hasNames: Bool = false) {
    let key = entry.key.text
    let isKnown = FlowFile.knownKeys.contains(key)
    if !isKnown { add(words: key) }
    if !hasNames, FlowFile.textKeysEverywhere.contains(key), let texts = entry.value.texts {
      for text in texts where !Self.isPlain(text) { add(words: text) }
    } else {
      add(entry.value, hasNames: hasNames || !isKnown || FlowFile.keysOfNames.contains(key))
    }
    if key == "sets" { effect = .all }
    if key == "validate", entries.contains(where: { $0.key.text == "form" }) {
      effect = max(effect, .later)
    }
    if Self.fileKeys.contains(key) { usesFiles = true }
    guard let text = entry.value.scalar?.text else { return }
    if key == "onError", text == "stop" { endsAtFailure = true }
    if key == "default" || key == "otherwise", text.includes("${") { mayMeanNames = true }
    if let keyword = StepKeyword(rawValue: key) {
      names.insert(text)
      if keyword == .stop { effect = max(effect, .end) }
      if keyword == .flow { effect = .all }
      if keyword == .review { isReview = true }
    } else if key == "key" || key == "as" {
      names.formUnion(Self.words(of: text))
    }
  }

  /// Whether a key of the file acts on nothing but what has its names.
  static func isLimited(_ key: String) -> Bool { ["title", "inputs", "functions"].contains(key) }

  /// Adds an entry of the file.
  mutating func add(root entry: YAMLEntry, among entries: [YAMLEntry]) {
    add(entry, among: entries)
    if Self.isLimited(entry.key.text) { names.formUnion(entry.value.entries.map(\.key.text)) }
  }

  /// Whether a text has only words for users, nothing that's a name here or in another language.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.contains(0x20) && !text.utf8.contains { "${}<>+=%#[]()|\"`".utf8.contains($0) }
  }

  private mutating func add(words text: String) {
    let new = Self.words(of: text)
    words.formUnion(new)
    if new.contains("use") { usesFiles = true }
  }

  /// Returns the words of a text, as names of the flow are written.
  static func words(of text: String) -> [String] {
    text.utf8.split { !$0.isWord }.map { String(Substring($0)) }
  }
}

/// Divides a file into the ranges of its pieces, of which each reaches to the next one.
private struct PieceLayout {
  let file: SourceFile

  /// Whether the contents are looked at.
  let isIndexed: Bool
  var pieces: [FlowPieces.Piece] = []
  var contents: [PieceContents] = []
  var hasOutput = false
  var outputHasAnswers = false

  init(_ file: SourceFile, isIndexed: Bool) { (self.file, self.isIndexed) = (file, isIndexed) }

  /// Divides the map of the file, and returns whether that's possible.
  mutating func divide(_ root: YAMLNode) -> Bool {
    for entry in root.entries {
      guard let start = lineStart(of: entry.key.range.lowerBound, allowing: []) else {
        return false
      }
      switch entry.key.text {
      case "steps":
        add(.fixed, at: start)
        guard divideSteps(entry.value, around: []) else { return false }
      case "output":
        hasOutput = true
        outputHasAnswers = outputHasAnswers || entry.value.hasMergedEntry
        divideOutput(entry, at: start)
      case "migrate": add(.migration, at: start) { $0.add(entry.value, hasNames: true) }
      case "flow": add(.fixed, at: start)
      default: add(.fixed, at: start) { $0.add(root: entry, among: root.entries) }
      }
    }
    return true
  }

  /// Divides a list of steps, and returns whether each has its own lines.
  private mutating func divideSteps(_ node: YAMLNode, around: [Int]) -> Bool {
    guard case .list(let items) = node.content, !node.isFlowStyle, !items.isEmpty else {
      return false
    }
    for item in items {
      guard let start = lineStart(of: item.range.lowerBound, allowing: "- ".utf8) else {
        return false
      }
      if divideGroup(item, at: start, around: around) { continue }
      add(.step, at: start, around: around) { $0.add(item) }
    }
    return true
  }

  /// Divides a group of steps; returns false, and adds nothing, if it can't be divided.
  private mutating func divideGroup(_ node: YAMLNode, at start: Int, around: [Int]) -> Bool {
    let entries = node.entries
    guard !node.isFlowStyle, entries.contains(where: { $0.key.text == "group" }),
      let position = entries.firstIndex(where: { $0.key.text == "steps" })
    else { return false }
    let (before, contentsBefore) = (pieces.count, contents.count)
    let own = pieces.count
    add(.group, at: start, around: around) { contents in
      for (index, entry) in entries.enumerated() where index != position {
        contents.add(entry, among: entries)
      }
    }
    var isDivided = divideSteps(entries[position].value, around: around + [own])
    if isDivided, position + 1 < entries.count {
      if let end = lineStart(of: entries[position + 1].key.range.lowerBound, allowing: []) {
        add(.group, at: end, around: around + [own]) { _ in }
        pieces[own].around.append(pieces.count - 1)
      } else {
        isDivided = false
      }
    }
    if !isDivided {
      pieces.removeSubrange(before...)
      contents.removeSubrange(contentsBefore...)
    }
    return isDivided
  }

  private mutating func divideOutput(_ entry: YAMLEntry, at start: Int) {
    let entries = entry.value.entries
    let starts = entries.compactMap { lineStart(of: $0.key.range.lowerBound, allowing: []) }
    guard !entry.value.isFlowStyle, !entries.isEmpty, starts.count == entries.count,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }), starts[0] > start
    else { return add(.output, at: start) { $0.add(entry.value, hasNames: true) } }
    add(.fixed, at: start)
    for (entry, start) in zip(entries, starts) {
      add(.output, at: start) { $0.add(entry, among: [], hasNames: true) }
    }
  }

  private mutating func add(
    _ kind: FlowPieces.Kind, at start: Int, around: [Int] = [],
    _ fill: (inout PieceContents) -> Void = { _ in }
  ) {
    var content = PieceContents()
    if isIndexed { fill(&content) }
    pieces.append(.init(kind: kind, range: SourceRange(at: start), around: around))
    contents.append(content)
  }

  /// Returns the beginning of the line of an offset, if only spaces and some other bytes are before it; nil otherwise.
  private func lineStart(of offset: Int, allowing others: some Sequence<UInt8>) -> Int? {
    let allowed = Set(others)
    return file.text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      var start = offset
      while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D {
        start -= 1
        guard bytes[start] == 0x20 || allowed.contains(bytes[start]) else { return nil }
      }
      return start
    } ?? nil
  }
}

extension YAMLNode {
  /// The text, or those in several languages; nil for other nodes.
  fileprivate var texts: [String]? {
    if let scalar { return [scalar.text] }
    let texts = entries.compactMap { entry in
      FlowFile.knownKeys.contains(entry.key.text) ? nil : entry.value.scalar?.text
    }
    return !texts.isEmpty && texts.count == entries.count ? texts : nil
  }

  /// Whether it's a map to whose entries those of something else are added.
  fileprivate var hasMergedEntry: Bool {
    entries.contains { $0.key.text == "<<" || $0.value.hasMergedEntry }
      || items.contains(where: \.hasMergedEntry)
  }
}
