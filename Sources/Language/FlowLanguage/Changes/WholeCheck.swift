// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowFiles
import FlowModel
import SourceDiagnostics

/// A flow file that was checked as a whole, for checks of what changes in it.
struct WholeCheck: Sendable {
  let bytes: [UInt8]
  let loaded: LoadedFlow
  let pieces: FlowPieces
  let languages: FlowLanguages

  /// The pieces without which no other one can be checked.
  let always: Set<Int>

  /// The files that were read beside it.
  let reads: FileReads

  /// The words in these files.
  let fileWords: Set<String>

  /// The pieces that are always shown and ask something, to which a user can go back.
  private let stations: [Int]

  /// The pieces whose failure may end the walk.
  private let failures: [Int]

  /// The stops, and the forms with checks, that depend on each word by its number; nil if each acts on all that follows.
  let limits: [Int: [Int]]?

  /// Whether answers that nothing reads are found.
  let hasUnusedAnswers: Bool

  /// The unknown names, with the pieces that have them, or that use the file which has them.
  let unknownNames: [(name: String, pieces: [Int])]

  var isFullyChecked: Bool { loaded.index?.isFullyChecked ?? false }

  /// Prepares a file for checks of changes; nil if each needs a check of the whole file.
  ///
  /// That's so if the flow has translations or aliases, if it isn't YAML, has very many findings, or if proofs about it come
  /// near their limits.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - loaded: What was found in it.
  ///   - reads: The files that were read beside it.
  ///   - files: All files.
  ///   - tree: Returns the tree of the file.
  /// - Complexity: O(*n*) in the size of the file and of those that it uses.
  init?(
    _ bytes: [UInt8], _ loaded: LoadedFlow, _ reads: FileReads, in files: OpenFiles = OpenFiles(),
    tree: () -> YAMLStream
  ) {
    let found = loaded.diagnostics.diagnostics
    guard loaded.file.utf8Count == bytes.count, let index = loaded.index,
      !index.isNearLimits,
      loaded.diagnostics.omittedCount == 0, found.count <= QuickCheck.mostFindings,
      loaded.lostNames.isDisjoint(with: FlowFile.knownKeys),
      !found.contains(where: \.needsWholeFile),
      let fileWords = Self.words(of: reads.files, in: files, index)
    else { return nil }
    guard let pieces = FlowPieces(of: tree(), filesWith: fileWords) else { return nil }
    let readsOutput = !pieces.outputHasAnswers && index.definition.output != nil
    self.bytes = bytes
    self.loaded = loaded
    self.pieces = pieces
    self.reads = reads
    self.fileWords = fileWords
    stations = Self.stations(of: index, in: pieces)
    failures = pieces.pieces.indices.filter { pieces.pieces[$0].endsAtFailure }
    languages = FlowLanguages(of: index)
    hasUnusedAnswers = pieces.hasOutput && !pieces.isReviewed
    unknownNames = found.compactMap { finding in
      let isInFlow = finding.place.file == loaded.file
      return finding.unknownName.map { name in
        (
          name,
          isInFlow
            ? [pieces.piece(at: finding.place.range.lowerBound)]
            : pieces.pieces.indices.filter { pieces.pieces[$0].usesFiles }
        )
      }
    }
    limits = index.endsEarly ? nil : Self.limits(of: pieces)
    var always = Set(languages.firstPlaces.map(pieces.piece))
    let leastEffect = limits == nil ? FlowPieces.Effect.later : .all
    for (number, piece) in pieces.pieces.enumerated() {
      let isNeeded = piece.kind == .fixed || piece.effect >= leastEffect
      if isNeeded || piece.kind == .output && !readsOutput { always.insert(number) }
    }
    if let review = pieces.pieces.firstIndex(where: \.isReview) { always.insert(review) }
    for part in index.definition.lost {
      always.insert(pieces.piece(at: part.id.place.range.lowerBound))
    }
    self.always = always
  }

  /// The maximum size of the files that a flow uses, in bytes.
  private static let mostBytesOfFiles = 1 << 18

  /// Returns the words in the files that a flow uses, and in their names; nil if the files are large, or if there are
  /// translations, which have texts of all steps.
  private static func words(
    of paths: [String], in files: OpenFiles, _ index: FlowIndex
  ) -> Set<String>? {
    guard !paths.isEmpty else { return [] }
    var (words, byteCount): (Set<String>, Int) = ([], 0)
    for path in paths {
      guard FileKind(of: path) != .texts else { return nil }
      let bytes = files.read(path) ?? []
      byteCount += bytes.count
      guard byteCount <= mostBytesOfFiles else { return nil }
      words.formUnion(PieceContents.words(of: path))
      words.formUnion(PieceContents.words(of: String(decoding: bytes, as: UTF8.self)))
    }
    // The names of folders and the targets of links have some, too.
    for expression in index.expressions where expression.source.file != index.definition.file {
      words.formUnion(PieceContents.words(of: expression.source.text))
    }
    return words
  }

  /// Returns the stops, and the forms with checks, that depend on each word; nil if they depend on very much.
  private static func limits(of pieces: FlowPieces) -> [Int: [Int]]? {
    var (found, count): ([Int: [Int]], Int) = ([:], 0)
    for (number, piece) in pieces.pieces.enumerated()
    where piece.effect == .later || piece.effect == .end {
      let needs = pieces.needs(of: number)
      count += needs.count
      guard count <= mostNeeds + 4 * pieces.pieces.count else { return nil }
      for word in needs.compactMap(pieces.number) { found[word, default: []].append(number) }
    }
    return found
  }

  /// The maximum number of names on which the stops of a small flow depend, each counted for each stop.
  private static let mostNeeds = 4096

  /// Returns the pieces that are always shown and ask something.
  private static func stations(of index: FlowIndex, in pieces: FlowPieces) -> [Int] {
    index.steps.compactMap { outlined in
      guard outlined.parent == nil, !outlined.isRow, outlined.step.when == nil else { return nil }
      switch outlined.step.kind {
      case .ask, .form, .note, .repeat, .review:
        return pieces.piece(at: outlined.step.place.range.lowerBound)
      case .group, .compute, .flow, .run, .write, .commit, .stop: return nil
      }
    }
  }
}

// Slices of the file.
extension WholeCheck {
  /// Returns pieces with those that they depend on; nil if they're most of the file.
  ///
  /// - Parameters:
  ///   - seeds: The pieces.
  ///   - changed: What the pieces that have changed contain now.
  /// - Returns: The pieces.
  func closure(of seeds: Set<Int>, _ changed: [Int: PieceContents] = [:]) -> Set<Int>? {
    let all = pieces.pieces
    var included = seeds.union(always)
    var open = Array(included)
    var byteCount = 0
    func add(_ pieces: some Sequence<Int>) {
      for piece in pieces where included.insert(piece).inserted { open.append(piece) }
    }
    func isStep(_ piece: Int) -> Bool {
      all[piece].kind == .step && changed[piece]?.isRemoved != true
    }
    func addStep(after index: Int, in group: Int? = nil) {
      add(
        all.indices.dropFirst(index + 1).lazy.filter { next in
          isStep(next) && group.map { all[next].around.contains($0) } ?? true
        }.prefix(1))
    }
    repeat {
      while let next = open.popLast() {
        let piece = all[next]
        byteCount += piece.range.count
        guard isSmall(byteCount) else { return nil }
        let new = changed[next]
        if let limits {
          let words = new?.words.compactMap(pieces.number) ?? Array(piece.words)
          for word in words { add(limits[word] ?? []) }
        }
        add(
          new?.words.flatMap { pieces.declarations(of: $0) }
            ?? pieces.declarations(ofWordsIn: next))
        for name in new?.names ?? piece.names { add(pieces.declarations(of: name + "_")) }
        if new?.endsAtFailure ?? piece.endsAtFailure {
          add((stations.last { $0 < next && changed[$0] == nil } ?? 0)..<next)
        }
        add(piece.around)
        if piece.kind == .group { addStep(after: next, in: next) }
        // A finding about the step after a stop isn't reported again.
        if piece.effect != .words { addStep(after: next) }
      }
      if !included.contains(where: isStep) { addStep(after: -1) }
      // Where a flow can end, its output is read.
      if limits != nil, included.contains(where: { all[$0].kind == .output }) {
        add(all.indices.filter { all[$0].effect == .end })
      }
    } while !open.isEmpty
    return included.filter { all[$0].kind != .migration }
  }

  /// Returns the pieces after one whose failure can end the walk at a step to which that one matters.
  func failures(after piece: Int, _ changed: [Int: PieceContents]) -> [Int] {
    let all = failures + changed.filter { $0.value.endsAtFailure }.map(\.key)
    guard !all.isEmpty else { return [] }
    let end = stations.first { $0 > piece && changed[$0] == nil } ?? pieces.pieces.count
    return all.filter { $0 > piece && $0 < end }
  }

  /// Whether a number of bytes is at most three quarters of the file.
  func isSmall(_ byteCount: Int) -> Bool { byteCount * 4 <= bytes.count * 3 }

  /// Returns whether a walk can pass a name of the flow without a value; nil if that's not known.
  ///
  /// - Complexity: That of checking what the name depends on.
  func unasked(_ id: Identifier) -> UnaskedAnswer? {
    guard reads.files.isEmpty,
      let included = closure(of: [pieces.piece(at: id.place.range.lowerBound)])
    else { return nil }
    let slice = FlowSlice(included, of: pieces.pieces, in: bytes)
    let read = FlowFile.read(slice.bytes, name: loaded.file.name)
    guard let definition = read.definition, let range = slice.inner(id.place.range) else {
      return nil
    }
    return UnaskedAnswer.find(declaredAt: SourcePlace(read.file, range), in: definition)
  }
}

/// The languages of the texts of a flow, in the order in which they're first seen.
struct FlowLanguages: Sendable, Equatable {
  private var tags: [String] = []

  /// The places of the first text in each language.
  private(set) var firstPlaces: [Int] = []

  /// Whether findings can name several of them.
  var isOrdered: Bool { tags.count > 2 }

  init(of index: FlowIndex) {
    var seen: Set<String> = []
    for text in index.texts {
      for variant in text.text.variants {
        let tag = (variant.language ?? index.definition.language).lowercased()
        guard seen.insert(tag).inserted else { continue }
        tags.append(tag)
        firstPlaces.append(variant.template.place.range.lowerBound)
      }
    }
  }

  static func == (left: FlowLanguages, right: FlowLanguages) -> Bool {
    Set(left.tags) == Set(right.tags)
  }
}
