// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowFiles
import FlowModel
import SourceDiagnostics

/// A flow file that was checked as a whole, for checks of what changes in it.
package struct WholeCheck: Sendable {
  package let bytes: [UInt8]
  package let loaded: LoadedFlow
  let pieces: FlowPieces
  let languages: FlowLanguages

  /// The pieces without which no other one can be checked.
  let always: Set<Int>

  /// Whether answers that nothing reads are found.
  let hasUnusedAnswers: Bool

  var isFullyChecked: Bool { loaded.index?.isFullyChecked ?? false }

  /// Prepares a file for checks of changes; nil if each needs a check of the whole file.
  ///
  /// That's so if the flow uses other files, if it isn't YAML, has very many findings, or if proofs about it come near
  /// their limits.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package init?(_ bytes: [UInt8], _ loaded: LoadedFlow, _ reads: FileReads) {
    let found = loaded.diagnostics.diagnostics
    guard reads.files.isEmpty, loaded.file.utf8Count == bytes.count, let index = loaded.index,
      !index.isNearLimits,
      loaded.diagnostics.omittedCount == 0, found.count <= QuickCheck.mostFindings,
      loaded.lostNames.isDisjoint(with: FlowFile.knownKeys),
      !found.contains(where: { $0.isUndecided || $0.place.file != loaded.file })
    else { return nil }
    let stream = FlowFormatter.tree(of: bytes, name: loaded.file.name, limit: .max)
    guard let pieces = FlowPieces(of: stream), !pieces.endsAtFailure else { return nil }
    let readsOutput = !pieces.outputHasAnswers && index.definition.output != nil
    self.bytes = bytes
    self.loaded = loaded
    self.pieces = pieces
    languages = FlowLanguages(of: index)
    hasUnusedAnswers = pieces.hasOutput && !pieces.isReviewed
    var always = Set(languages.firstPlaces.map(pieces.piece))
    for (number, piece) in pieces.pieces.enumerated() {
      let isNeeded = piece.kind == .fixed || piece.actsOnOthers
      if isNeeded || piece.kind == .output && !readsOutput { always.insert(number) }
    }
    for part in index.definition.lost {
      always.insert(pieces.piece(at: part.id.place.range.lowerBound))
    }
    self.always = always
  }
}

// Slices of the file.
extension WholeCheck {
  /// Returns pieces with those that they depend on; nil if they're most of the file.
  ///
  /// - Parameters:
  ///   - seeds: The pieces.
  ///   - changed: The piece that has changed.
  ///   - contents: What it contains as it's now.
  /// - Returns: The pieces.
  func closure(
    of seeds: Set<Int>, _ changed: Int? = nil, _ contents: PieceContents = PieceContents()
  ) -> Set<Int>? {
    let all = pieces.pieces
    var included = seeds.union(always)
    var open = Array(included)
    var byteCount = 0
    func add(_ pieces: some Sequence<Int>) {
      for piece in pieces where included.insert(piece).inserted { open.append(piece) }
    }
    func addStep(after index: Int, in group: Int? = nil) {
      add(
        all.indices.dropFirst(index + 1).lazy.filter { next in
          all[next].kind == .step && group.map { all[next].around.contains($0) } ?? true
        }.prefix(1))
    }
    repeat {
      while let next = open.popLast() {
        let piece = all[next]
        byteCount += piece.range.count
        guard isSmall(byteCount) else { return nil }
        let isChanged = next == changed
        add(
          isChanged
            ? contents.words.flatMap { pieces.declarations(of: $0) }
            : pieces.declarations(ofWordsIn: next))
        for name in isChanged ? contents.names : piece.names {
          add(pieces.declarations(of: name + "_"))
        }
        add(piece.around)
        if piece.kind == .group { addStep(after: next, in: next) }
        // What's reported about the step after a stop isn't reported again.
        if piece.actsOnOthers { addStep(after: next) }
      }
      if !included.contains(where: { all[$0].kind == .step }) { addStep(after: -1) }
    } while !open.isEmpty
    return included.filter { all[$0].kind != .migration }
  }

  /// Whether a number of bytes is at most three quarters of the file.
  func isSmall(_ byteCount: Int) -> Bool { byteCount * 4 <= bytes.count * 3 }

  /// Returns whether a walk can pass a name of the flow without a value; nil if that's not known.
  ///
  /// - Complexity: That of checking what the name depends on.
  func unasked(_ id: Identifier) -> UnaskedAnswer? {
    guard let included = closure(of: [pieces.piece(at: id.place.range.lowerBound)]) else {
      return nil
    }
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
