// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

/// The findings of a flow file that was checked as a whole and in which some pieces have changed since, of which only what
/// the changes can reach is checked again.
///
/// A change can reach its piece, the pieces that have a word that it declares or declared, and so on; a stop, or a form with
/// checks, can reach what follows and depends on the same names. They're checked as a file of their own, together with the
/// pieces that declare their words, and so on, and with the stops that depend on the same names: by the same check, with the
/// same findings. The findings about all other pieces are those from before. Other words in a text reach only its piece.
///
/// Where that isn't certain, there's no quick check.
struct QuickCheck {
  /// The findings of the whole file, in its order.
  private(set) var diagnostics: [Diagnostic] = []

  /// The checked slice.
  private(set) var loaded: LoadedFlow

  /// The number of slices that were checked.
  private(set) var checkCount = 0

  private let base: WholeCheck
  private let text: [UInt8]

  /// The mistakes in the YAML of the piece that has changed, if they're no obstacle to reading it.
  private var mistakes: [Diagnostic] = []

  /// The present content of the pieces that have changed.
  private var contents: [Int: PieceContents] = [:]

  /// The pieces with their ranges in the new text.
  private let pieces: [FlowPieces.Piece]

  /// The part of the texts in which they differ.
  private let change: TextChange

  /// The pieces that the changes can reach.
  private var reached: Set<Int> = []

  /// Those of which only texts have changed, and nothing else is reached.
  private var inTexts: Set<Int> = []

  /// Whether the changes reach the files that the flow uses.
  private var reachesFiles = false

  /// The pieces that unknown names in pieces may mean.
  private var meant: [String: [Int: Set<Int>]] = [:]

  private var slice: FlowSlice

  /// The maximum number of findings; beyond it, the limits of a whole check matter.
  static let mostFindings = 80

  /// The maximum number of places at which a text is looked for that an unknown name may mean.
  private static let mostMentions = 16

  /// Checks what changes can reach; nil if only a check of the whole file knows what's found.
  ///
  /// - Parameters:
  ///   - base: The text that was checked.
  ///   - text: The new text.
  ///   - files: The files.
  /// - Complexity: O(*n*) in the length of the text with a small constant, and that of checking what's reached.
  init?(_ base: WholeCheck, _ text: [UInt8], _ files: OpenFiles) {
    guard text.count <= files.limit, let changes = PieceChanges(from: base, to: text) else {
      return nil
    }
    self.base = base
    self.text = text
    (pieces, change) = (changes.pieces, changes.change)
    slice = FlowSlice([], of: [], in: [])
    loaded = base.loaded
    for piece in changes.changed {
      let repaired = changes.changed.count == 1 ? repairedEntries(of: piece) : nil
      guard let found = newContents(of: piece, repaired) else { return nil }
      contents[piece] = found
    }
    guard findReached() else { return nil }
    let lost = neededForLostNames()
    guard var included = base.closure(of: reached.union(lost), contents),
      check(included, files), let needed = neededForNames()
    else { return nil }
    if !needed.isSubset(of: included) {
      guard let more = base.closure(of: included.union(needed), contents) else { return nil }
      included = more
      guard check(included, files) else { return nil }
    }
    guard let all = merged() else { return nil }
    diagnostics = all
  }

  /// Returns what a piece contains as it's now; nil if it isn't YAML as it's written, or acts on any other one.
  private func newContents(of number: Int, _ repaired: [YAMLEntry]?) -> PieceContents? {
    let (piece, old) = (pieces[number], base.pieces.pieces[number].range)
    let text = text[piece.range.lowerBound..<piece.range.upperBound]
    if piece.kind == .step, text.isEmpty {
      return piece.isReview ? nil : PieceContents(isRemoved: true)
    }
    let oldText = base.bytes[old.lowerBound..<old.upperBound]
    guard let entries = repaired ?? Self.entries(of: text, piece.kind),
      let known = Self.entries(of: oldText, piece.kind),
      text.isEmpty || Self.indentation(of: text) == Self.indentation(of: oldText)
    else { return nil }
    var contents = PieceContents()
    switch piece.kind {
    case .step, .group: for entry in entries { contents.add(entry.value) }
    case .output:
      // A key can be that of another entry, too, which has the word unless it's a key of the language.
      let keys = [known, entries].map { Set($0.flatMap(\.value.entries).map(\.key.text)) }
      contents.names = keys[0].symmetricDifference(keys[1])
      guard !base.pieces.outputHasAnswers, text.allSatisfy({ $0 != UInt8(ascii: "<") }),
        text.isEmpty || text.first == 0x20, contents.names.isDisjoint(with: FlowFile.knownKeys)
      else { return nil }
      for entry in entries { contents.add(entry.value, hasNames: true) }
    case .fixed:
      guard known.map(\.key.text) == entries.map(\.key.text), let new = entries.first,
        PieceContents.isLimited(new.key.text) || known.isSame(as: entries)
      else { return nil }
      for entry in entries { contents.add(root: entry, among: entries) }
    case .migration: return nil
    }
    if contents.usesFiles { contents.words.formUnion(base.fileWords) }
    let usesFiles = contents.usesFiles && !base.fileWords.isEmpty
    contents.differsInTexts =
      piece.kind != .output && usesFiles == piece.usesFiles
      && known.isSame(as: entries, orInTexts: true)
    return contents.isReview == piece.isReview ? contents : nil
  }

  /// Returns the number of spaces before what a piece begins with, which is right only if it's that of the pieces beside it.
  private static func indentation(of text: ArraySlice<UInt8>) -> Int? {
    for line in text.split(separator: 0x0A) {
      let spaces = line.prefix { $0 == 0x20 }.count
      if line.count > spaces, line[line.startIndex + spaces] != UInt8(ascii: "#") { return spaces }
    }
    return nil
  }

  /// Returns the entry of a file that a piece is, or is in; nil if it isn't YAML as it's written, or has one more, below which
  /// the pieces after it are.
  private static func entries(
    of text: ArraySlice<UInt8>, _ kind: FlowPieces.Kind
  ) -> [YAMLEntry]? {
    let key =
      switch kind {
      case .step, .group: "steps:\n"
      case .output: "output:\n"
      case .fixed, .migration: ""
      }
    let stream = FlowFormatter.tree(
      of: Array(key.utf8) + text, name: "piece.flow.yaml", limit: .max)
    guard stream.isAsWritten, let entries = stream.root?.entries, entries.count == 1 else {
      return nil
    }
    let isRepeated = stream.diagnostics.diagnostics.contains { finding in
      finding.id == "duplicate-key"
        && finding.notes.contains { $0.place?.range == entries[0].key.range }
    }
    return isRepeated ? nil : entries
  }

  /// Returns the entries of a step that isn't YAML as it's written, but can be read as if it were; nil if that's not so, or
  /// if what's wrong looks different in the whole file.
  private mutating func repairedEntries(of number: Int) -> [YAMLEntry]? {
    let range = pieces[number].range
    guard pieces[number].kind == .step, !range.isEmpty,
      Self.entries(of: text[range.lowerBound..<range.upperBound], .step) == nil
    else { return nil }
    let name = base.loaded.file.name
    let whole = FlowFile.stream(text, name: name, limit: .max)
    let found = whole.diagnostics.diagnostics
    let places = found.flatMap { [$0.place.range] + $0.fixIts.flatMap(\.edits).map(\.range) }
    guard let layout = FlowPieces(of: whole, isIndexed: false, isRepaired: true), !found.isEmpty,
      layout.pieces.map(\.range) == pieces.map(\.range),
      places.allSatisfy({
        range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound
      })
    else { return nil }
    let key = Array("steps:\n".utf8)
    let alone = FlowFile.stream(
      key + text[range.lowerBound..<range.upperBound], name: name, limit: .max)
    let shift = range.lowerBound - key.count
    mistakes = found
    return areMistakes(
      alone, in: whole.file, { SourceRange($0.lowerBound + shift, $0.upperBound + shift) })
      ? alone.root?.entries : nil
  }

  /// Whether what's wrong with a part of the file is what's wrong with the whole one.
  private func areMistakes(
    _ part: YAMLStream, in file: SourceFile, _ move: (SourceRange) -> SourceRange?
  ) -> Bool {
    let moved = part.diagnostics.diagnostics.compactMap {
      $0.moved(from: part.file, to: file, move)
    }
    return part.root?.isComplete == true && moved == mistakes
  }

  // MARK: What's reached

  /// Finds the pieces that the change can reach; returns false if they're most, or act on any other one.
  private mutating func findReached() -> Bool {
    let inTexts = Set(contents.filter { $0.value.differsInTexts }.keys)
    var open = contents.keys.filter { !inTexts.contains($0) }
    reached = Set(open)
    func add(_ pieces: some Sequence<Int>) {
      for piece in pieces where reached.insert(piece).inserted { open.append(piece) }
    }
    var (names, newWords): (Set<String>, Set<String>) = ([], [])
    for (piece, new) in contents {
      let words = base.pieces.difference(of: piece, new.words)
      if inTexts.contains(piece) {
        // An unknown name can be the text of a choice.
        add(words.flatMap(base.pieces.mentions).filter { !inTexts.contains($0) })
      } else {
        // An answer that's read somewhere isn't unused.
        if base.hasUnusedAnswers { add(words.flatMap(base.pieces.declarations)) }
        names.formUnion(pieces[piece].names.symmetricDifference(new.names))
        newWords.formUnion(words)
      }
    }
    guard !contents.values.contains(where: \.mayMeanNames),
      names.isEmpty || !pieces.contains(where: \.mayMeanNames)
    else { return false }
    for unknown in base.unknownNames where !names.isEmpty || newWords.contains(unknown.name) {
      add(unknown.pieces)
    }
    var byteCount = 0
    while let next = open.popLast() {
      let (piece, new) = (pieces[next], contents[next])
      let effect = max(piece.effect, new?.effect ?? .words)
      guard effect != .all, piece.kind != .migration, new != nil || !piece.mayMeanNames else {
        return false
      }
      byteCount += piece.range.count
      guard base.isSmall(byteCount) else { return false }
      if effect == .later || effect == .end {
        guard let found = limited(by: next) else { return false }
        add(found)
      }
      if effect == .end { add(pieces.indices.filter { pieces[$0].kind == .output }) }
      add(base.failures(after: next, contents))
      // A finding in a file is found with each piece that uses it.
      if piece.usesFiles || new?.usesFiles == true {
        add(pieces.indices.filter { pieces[$0].usesFiles })
      }
      add(dependents(of: next))
    }
    reachesFiles = reached.contains { pieces[$0].usesFiles || contents[$0]?.usesFiles == true }
    self.inTexts = inTexts.subtracting(reached)
    reached.formUnion(inTexts)
    return true
  }

  /// Returns the pieces that have a word that a piece declares or declared, and those in a group.
  private func dependents(of next: Int) -> [Int] {
    let piece = pieces[next]
    var found: [Int] = []
    for name in piece.names.union(contents[next]?.names ?? []) {
      found += base.pieces.mentions(of: name)
      if name.hasSuffix("_") { found += base.pieces.mentions(of: String(name.dropLast())) }
    }
    guard piece.kind == .group else { return found }
    return found + pieces.indices.filter { pieces[$0].around.contains(next) }
      + piece.around.filter { $0 > next || pieces[$0].around.contains(next) }
  }

  /// Returns the pieces after a stop, or a form with checks, to which it can matter: those that depend on a name on which
  /// it depends, also by way of other stops and forms; nil if they're most of the file.
  private func limited(by limit: Int) -> [Int]? {
    guard base.limits != nil else {
      return pieces.indices.dropFirst(limit + 1).filter { pieces[$0].kind.isReachedByStops }
    }
    var byteCount = 0
    var (found, limits): (Set<Int>, Set<Int>) = ([], [limit])
    var open = [limit]
    while let next = open.popLast() {
      var reading = base.pieces.needs(of: next, contents).flatMap(base.pieces.mentions)
      while let piece = reading.popLast() {
        guard found.insert(piece).inserted else { continue }
        byteCount += pieces[piece].range.count
        guard base.isSmall(byteCount) else { return nil }
        let effect = max(pieces[piece].effect, contents[piece]?.effect ?? .words)
        if effect != .words, limits.insert(piece).inserted { open.append(piece) }
        reading += dependents(of: piece)
      }
    }
    return found.filter { $0 > limit }
  }

  // MARK: The check

  /// Checks pieces as a file; returns false if that isn't the same as checking them in the whole file.
  private mutating func check(_ included: Set<Int>, _ files: OpenFiles) -> Bool {
    checkCount += 1
    slice = FlowSlice(included, of: pieces, in: text)
    let name = base.loaded.file.name
    let tree =
      mistakes.isEmpty
      ? FlowFormatter.tree(of: slice.bytes, name: name, limit: files.limit)
      : FlowFile.stream(slice.bytes, name: name, limit: files.limit)
    if let file = mistakes.first?.place.file {
      guard areMistakes(tree, in: file, slice.whole) else { return false }
    }
    guard
      let layout = FlowPieces(of: tree, isIndexed: false, isRepaired: !mistakes.isEmpty),
      isInPlace(layout.pieces)
    else { return false }
    let reads = FileReads()
    loaded = FlowFile.load(
      slice.bytes, name: name, limit: files.limit, files: files.files(beside: name, noting: reads))
    guard Set(reads.files).isSubset(of: base.reads.files), loaded.isWhole, let index = loaded.index,
      !index.isNearLimits,
      loaded.lostNames.isDisjoint(with: FlowFile.knownKeys),
      index.endsEarly == base.loaded.index?.endsEarly
    else { return false }
    return FlowLanguages(of: index) == base.languages
      && !(base.languages.isOrdered && contents.keys.contains { base.always.contains($0) })
  }

  /// Whether each piece of the slice is what and where it was; a changed one may have become several.
  private func isInPlace(_ found: [FlowPieces.Piece]) -> Bool {
    var origins: [Int?] = []
    for part in slice.parts {
      var start = part.range.lowerBound
      let isChanged = part.piece.map { contents[$0] != nil } ?? false
      repeat {
        guard found.indices.contains(origins.count) else { return false }
        let range = found[origins.count].range
        guard range.lowerBound == start, range.upperBound <= part.range.upperBound else {
          return false
        }
        origins.append(start == part.range.lowerBound ? part.piece : nil)
        start = range.upperBound
      } while isChanged && start < part.range.upperBound
      guard start == part.range.upperBound else { return false }
    }
    let inserted = slice.parts.filter { $0.piece == nil }.map(\.range)
    return origins.count == found.count
      && zip(origins, found).allSatisfy { origin, piece in
        guard let origin else {
          if inserted.contains(piece.range) { return true }
          let part = slice.part(at: piece.range.lowerBound)?.piece
          return part.map { (pieces[$0].kind == .output) == (piece.kind == .output) } == true
            && piece.kind != .fixed && piece.kind != .migration
        }
        let (old, around) = (pieces[origin], piece.around.map { origins[$0] })
        guard contents[origin] != nil, old.kind == .step else {
          return piece.kind == old.kind && around == old.around
        }
        return (piece.kind == .step || piece.kind == .group)
          && around.compactMap { $0 } == old.around
      }
  }

  /// Returns the pieces that unknown names may mean; nil if they can't be found.
  private mutating func neededForNames() -> Set<Int>? {
    var needed: Set<Int> = []
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.isAboutUnknownName {
      guard diagnostic.place.file == loaded.file else {
        if reachesFiles { return nil }
        continue
      }
      guard let part = slice.part(at: diagnostic.place.range.lowerBound), let piece = part.piece,
        reached.contains(piece)
      else { continue }
      guard let meant = meant(by: String(diagnostic.place.file[diagnostic.place.range]), in: piece)
      else { return nil }
      needed.formUnion(meant)
    }
    return needed
  }

  /// Returns the pieces that can be found for names without their declarations.
  private mutating func neededForLostNames() -> Set<Int> {
    var needed: Set<Int> = []
    for (piece, new) in contents {
      for name in base.pieces.pieces[piece].names.subtracting(new.names) {
        for reader in base.pieces.mentions(of: name) where reader != piece {
          needed.formUnion(meant(by: name, in: reader) ?? [])
        }
      }
    }
    return needed
  }

  /// Returns the pieces that an unknown name in a piece may mean; nil if they can't be found.
  private mutating func meant(by name: String, in piece: Int) -> Set<Int>? {
    if let known = meant[name]?[piece] { return known }
    // It may be the text of a choice.
    let mentions = base.pieces.mentions(of: name)
    guard mentions.count <= Self.mostMentions, !FlowFile.knownKeys.contains(name),
      let index = base.loaded.index, let scope = scope(of: piece, in: index)
    else { return nil }
    let visible = index.visibleNames(in: scope).compactMap { visible in
      visible.name.flatMap { number -> (String, Int)? in
        let found = index.names[number]
        guard found.step != nil, found.kind != .lost else { return nil }
        return (visible.text, base.pieces.piece(at: found.id.place.range.lowerBound))
      }
    }
    let others = visible.filter { !reached.contains($0.1) }
    // Of the nearest names, two are as good as all.
    let near = Set(NearMiss.closest(to: name, in: others.lazy.map(\.0))).sorted().prefix(2)
    let found = Set(mentions + others.filter { near.contains($0.0) }.map(\.1))
    meant[name, default: [:]][piece] = found
    return found
  }

  /// Returns the names that can be read where a piece began; nil if that's not known.
  private func scope(of piece: Int, in index: FlowIndex) -> Int? {
    if pieces[piece].kind == .output {
      return index.expressions.last { if case .output = $0.role { true } else { false } }?.scope
    }
    let range = base.pieces.pieces[piece].range
    let step = index.steps.partitioningIndex {
      $0.step.place.range.lowerBound >= range.lowerBound
    }
    guard step < index.steps.count,
      index.steps[step].step.place.range.lowerBound < range.upperBound
    else { return nil }
    return index.scope(ofStep: step)
  }

  // MARK: Findings

  /// Returns the findings about what's reached and those from before about everything else, in the order of the file;
  /// nil if they may depend on each other.
  private func merged() -> [Diagnostic]? {
    let found = loaded.diagnostics
    guard found.omittedCount == 0, let index = loaded.index,
      !found.diagnostics.contains(where: \.needsWholeFile)
    else { return nil }
    // Whether unused answers are found depends on the output.
    let hadOutput = base.loaded.definition?.output != nil
    guard (index.definition.output != nil) == hadOutput else { return nil }
    let dropsUnused = base.hasUnusedAnswers && !index.isFullyChecked
    if base.hasUnusedAnswers, index.isFullyChecked, !base.isFullyChecked { return nil }
    let file = SourceFile(name: loaded.file.name, text: String(decoding: text, as: UTF8.self))
    var all: [Diagnostic] = []
    for diagnostic in base.loaded.diagnostics.diagnostics {
      let isInOtherFile = diagnostic.place.file != base.loaded.file
      let piece = base.pieces.piece(at: diagnostic.place.range.lowerBound)
      let isUnused = diagnostic.id == "unused-answer"
      // Whether an answer is read isn't up to its own texts.
      let isReached =
        isInOtherFile
        ? reachesFiles : reached.contains(piece) && !(isUnused && inTexts.contains(piece))
      guard !isReached, !(dropsUnused && isUnused) else {
        if diagnostic.isAboutWhatFollows { return nil }
        continue
      }
      guard let moved = diagnostic.moved(from: base.loaded.file, to: file, movedRange) else {
        return nil
      }
      all.append(moved)
    }
    for diagnostic in found.diagnostics {
      let isInOtherFile = diagnostic.place.file != loaded.file
      let piece = slice.part(at: diagnostic.place.range.lowerBound)?.piece
      guard isInOtherFile ? reachesFiles : piece.map(reached.contains) == true,
        diagnostic.id != "unused-answer" || piece.map(inTexts.contains) != true
      else { continue }
      guard !diagnostic.isAboutWhatFollows else { return nil }
      guard let moved = diagnostic.moved(from: loaded.file, to: file, slice.whole) else {
        return nil
      }
      all.append(moved)
    }
    guard all.count <= Self.mostFindings else { return nil }
    return all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }

  /// Returns the range in the new text of one in the old text; nil if it's in a piece that has changed, and not only in
  /// another text.
  private func movedRange(_ range: SourceRange) -> SourceRange? {
    let first = base.pieces.piece(at: range.lowerBound)
    let last = base.pieces.piece(at: max(range.lowerBound, range.upperBound - 1))
    if first == last, contents[first]?.differsInTexts == true,
      range.upperBound < change.start || range.lowerBound > change.oldEnd
    {
      return change.new(range)
    }
    guard (first...last).allSatisfy({ contents[$0] == nil }) else { return nil }
    let shift = pieces[first].range.lowerBound - base.pieces.pieces[first].range.lowerBound
    return SourceRange(range.lowerBound + shift, range.upperBound + shift)
  }
}

extension YAMLNode {
  /// Whether another node is written as this one, beside white space and comments.
  ///
  /// - Parameters:
  ///   - other: The other node.
  ///   - ignoresTexts: Whether the words of texts don't matter, except in expressions.
  ///   - isText: Whether it's a text, or one in several languages.
  /// - Returns: Whether it is.
  fileprivate func isSame(
    as other: YAMLNode, orInTexts ignoresTexts: Bool, isText: Bool = false
  ) -> Bool {
    switch (content, other.content) {
    case (.scalar(let one), .scalar(let other)):
      return one.text == other.text && one.style == other.style
        || isText && one.hasOnlyWords && other.hasOnlyWords
    case (.list(let some), .list(let others)):
      return some.count == others.count
        && zip(some, others).allSatisfy { $0.isSame(as: $1, orInTexts: ignoresTexts) }
    case (.map(let some), .map(let others)):
      return some.isSame(as: others, orInTexts: ignoresTexts, areTexts: isText)
    default: return false
    }
  }
}

extension [YAMLEntry] {
  /// Whether other entries are written as these, beside white space and comments.
  fileprivate func isSame(
    as others: [YAMLEntry], orInTexts ignoresTexts: Bool = false, areTexts: Bool = false
  ) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { one, other in
        let key = one.key.text
        // The author names the keys below others.
        let ignores = ignoresTexts && !FlowFile.keysOfNames.contains(key)
        return key == other.key.text
          && one.value.isSame(
            as: other.value, orInTexts: ignores,
            isText: areTexts || ignores && FlowFile.textKeysEverywhere.contains(key))
      }
  }
}

extension YAMLScalar {
  /// Whether it's a text of words that nothing evaluates, and that are nothing but a text.
  fileprivate var hasOnlyWords: Bool {
    value == .string && !text.contains("$") && text.contains(where: \.isLetter)
  }
}

extension FlowPieces.Kind {
  /// Whether a stop before it acts on it.
  fileprivate var isReachedByStops: Bool {
    switch self {
    case .step, .group, .output: true
    case .fixed, .migration: false
    }
  }
}

extension Diagnostic {
  /// Its place among others, as lists of findings sort them.
  fileprivate var order: Int { place.range.lowerBound * 2 + (severity == .error ? 0 : 1) }

  /// Whether it can be about any part of the file: about an alias, which may have its anchor anywhere, or about something
  /// that wasn't decided.
  var needsWholeFile: Bool {
    id == "not-decided" || id == "yaml-alias" || message.hasSuffix("(not decided)")
      || message.hasPrefix("'*' begins a YAML alias")
  }

  /// Whether it's also about the steps after its own, of which nothing is reported then.
  fileprivate var isAboutWhatFollows: Bool {
    id == "unreachable-step" && message.hasSuffix("or what follows")
  }

  /// Whether it's about a name that may mean another one.
  fileprivate var isAboutUnknownName: Bool { id == "unknown-answer" || id == "unknown-name" }

  /// The name that may mean another one, also one that isn't there yet; nil if it's about something else.
  var unknownName: String? {
    isAboutUnknownName || id == "unknown-function" ? String(place.file[place.range]) : nil
  }
}
