// SPDX-License-Identifier: Apache-2.0

package import FlowFiles
import FlowModel
package import SourceDiagnostics

/// The findings of a flow file that was checked as a whole and in which one piece has changed since, of which only what the
/// change can reach is checked again.
///
/// The change can reach its piece, the pieces that have a word that it declares or declared, and so on. They're checked
/// as a file of their own, together with the pieces that declare their words, and so on, and with whatever acts on all
/// that follows: by the same check, with the same findings. The findings about all other pieces are those from before.
///
/// Where that isn't certain, there's no quick check.
package struct QuickCheck {
  /// The findings of the whole file, in its order.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The checked slice.
  package private(set) var loaded: LoadedFlow

  private let base: WholeCheck
  private let change: TextChange
  private let text: [UInt8]

  /// The piece that has changed.
  private let changed: Int

  /// The words and names of the piece as it's now.
  private let contents: PieceContents

  /// The pieces with their ranges in the new text.
  private var pieces: [FlowPieces.Piece]

  /// The pieces that the change can reach.
  private var reached: Set<Int> = []

  private var slice: FlowSlice

  /// The maximum number of findings; beyond it, the limits of a whole check matter.
  static let mostFindings = 80

  /// The maximum number of places at which a text is looked for that an unknown name may mean.
  private static let mostMentions = 16

  /// Checks what a change can reach; nil if only a check of the whole file knows what's found.
  ///
  /// - Parameters:
  ///   - base: The text that was checked.
  ///   - text: The new text.
  ///   - files: The files.
  /// - Complexity: O(*n*) in the length of the text with a small constant, and that of checking what's reached.
  package init?(_ base: WholeCheck, _ text: [UInt8], _ files: OpenFiles) {
    guard text.count <= files.limit else { return nil }
    self.base = base
    self.text = text
    change = TextChange(from: base.bytes, to: text)
    changed = base.pieces.piece(at: change.start)
    pieces = base.pieces.pieces
    let piece = pieces[changed]
    let range = SourceRange(piece.range.lowerBound, piece.range.upperBound + change.shift)
    guard change.oldEnd <= piece.range.upperBound, !piece.actsOnOthers,
      let contents = Self.contents(of: piece, text[range.lowerBound..<range.upperBound], base)
    else { return nil }
    self.contents = contents
    pieces[changed].range = range
    for index in pieces.indices.dropFirst(changed + 1) {
      let old = pieces[index].range
      pieces[index].range = SourceRange(
        old.lowerBound + change.shift, old.upperBound + change.shift)
    }
    slice = FlowSlice([], of: [], in: [])
    loaded = base.loaded
    guard findReached(), var included = base.closure(of: reached, changed, contents),
      check(included, files)
    else { return nil }
    guard let needed = neededForNames() else { return nil }
    if !needed.isSubset(of: included) {
      guard let more = base.closure(of: included.union(needed), changed, contents) else {
        return nil
      }
      included = more
      guard check(included, files) else { return nil }
    }
    guard let all = merged() else { return nil }
    diagnostics = all
  }

  /// Returns what a piece contains as it's now; nil if it isn't YAML as it's written, or acts on what follows.
  private static func contents(
    of piece: FlowPieces.Piece, _ text: ArraySlice<UInt8>, _ base: WholeCheck
  ) -> PieceContents? {
    let isOutput = piece.kind == .output
    switch piece.kind {
    case .step, .group: break
    case .output where !base.pieces.outputHasAnswers && text.first == 0x20: break
    case .fixed, .output, .migration: return nil
    }
    guard let entries = Self.entries(of: text, isOutput: isOutput) else { return nil }
    if isOutput {
      // A key can be that of another entry, too.
      let old = base.bytes[piece.range.lowerBound..<piece.range.upperBound]
      guard let known = Self.entries(of: old, isOutput: true),
        known.flatMap({ $0.value.entries.map(\.key.text) })
          == entries.flatMap({ $0.value.entries.map(\.key.text) })
      else { return nil }
    }
    var contents = PieceContents()
    for entry in entries { contents.add(entry.value) }
    guard !contents.actsOnOthers, !contents.endsAtFailure,
      !isOutput || !text.contains(UInt8(ascii: "<"))
    else { return nil }
    return contents
  }

  /// Returns the tree of a piece, below a key of the file; nil if it isn't YAML as it's written.
  private static func entries(of text: ArraySlice<UInt8>, isOutput: Bool) -> [YAMLEntry]? {
    let stream = FlowFormatter.tree(
      of: Array((isOutput ? "output:\n" : "steps:\n").utf8) + text, name: "piece.flow.yaml",
      limit: .max)
    return stream.isAsWritten ? stream.root?.entries : nil
  }

  // MARK: What's reached

  /// Finds the pieces that the change can reach; returns false if they act on what follows.
  private mutating func findReached() -> Bool {
    var open = [changed]
    reached = [changed]
    func add(_ pieces: some Sequence<Int>) {
      for piece in pieces where reached.insert(piece).inserted { open.append(piece) }
    }
    if base.hasUnusedAnswers {
      // An answer that's read somewhere isn't unused.
      add(base.pieces.difference(of: changed, contents.words).flatMap(base.pieces.declarations))
    }
    var byteCount = 0
    while let next = open.popLast() {
      let piece = pieces[next]
      guard !piece.actsOnOthers, piece.kind != .migration else { return false }
      byteCount += piece.range.count
      guard base.isSmall(byteCount) else { return false }
      var names = piece.names
      if next == changed { names.formUnion(contents.names) }
      for name in names {
        add(base.pieces.mentions(of: name))
        if name.hasSuffix("_") { add(base.pieces.mentions(of: String(name.dropLast()))) }
      }
      if piece.kind == .group {
        add(pieces.indices.filter { pieces[$0].around.contains(next) })
        add(piece.around.filter { $0 > next || pieces[$0].around.contains(next) })
      }
    }
    return true
  }

  // MARK: The check

  /// Checks pieces as a file; returns false if that isn't the same as checking them in the whole file.
  private mutating func check(_ included: Set<Int>, _ files: OpenFiles) -> Bool {
    slice = FlowSlice(included, of: pieces, in: text)
    let name = base.loaded.file.name
    guard
      let layout = FlowPieces(
        of: FlowFormatter.tree(of: slice.bytes, name: name, limit: files.limit), isIndexed: false)
    else { return false }
    guard isInPlace(layout.pieces) else { return false }
    let reads = FileReads()
    loaded = FlowFile.load(
      slice.bytes, name: name, limit: files.limit, files: files.files(beside: name, noting: reads))
    guard reads.files.isEmpty, loaded.isWhole, let index = loaded.index, !index.isNearLimits,
      loaded.lostNames.isDisjoint(with: FlowFile.knownKeys)
    else { return false }
    return FlowLanguages(of: index) == base.languages
      && !(base.languages.isOrdered && base.always.contains(changed))
  }

  /// Whether each piece of the slice is what and where it was; the changed one may have become several.
  private func isInPlace(_ found: [FlowPieces.Piece]) -> Bool {
    var origins: [Int?] = []
    for part in slice.parts {
      var start = part.range.lowerBound
      repeat {
        guard found.indices.contains(origins.count) else { return false }
        let range = found[origins.count].range
        guard range.lowerBound == start, range.upperBound <= part.range.upperBound else {
          return false
        }
        origins.append(start == part.range.lowerBound ? part.piece : nil)
        start = range.upperBound
      } while part.piece == changed && start < part.range.upperBound
      guard start == part.range.upperBound else { return false }
    }
    let inserted = slice.parts.filter { $0.piece == nil }.map(\.range)
    return origins.count == found.count
      && zip(origins, found).allSatisfy { origin, piece in
        guard let origin else {
          return inserted.contains(piece.range)
            || (pieces[changed].kind == .output) == (piece.kind == .output) && piece.kind != .fixed
              && piece.kind != .migration
        }
        let (old, around) = (pieces[origin], piece.around.map { origins[$0] })
        guard origin == changed, old.kind == .step else {
          return piece.kind == old.kind && around == old.around
        }
        return (piece.kind == .step || piece.kind == .group)
          && around.compactMap { $0 } == old.around
      }
  }

  /// Returns the pieces that unknown names may mean; nil if they can't be found.
  private func neededForNames() -> Set<Int>? {
    var needed: Set<Int> = []
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.isAboutUnknownName {
      guard let part = slice.part(at: diagnostic.place.range.lowerBound), let piece = part.piece,
        reached.contains(piece)
      else { continue }
      let name = String(diagnostic.place.file[diagnostic.place.range])
      // It may be the text of a choice.
      let mentions = base.pieces.mentions(of: name)
      guard mentions.count <= Self.mostMentions, !FlowFile.knownKeys.contains(name) else {
        return nil
      }
      needed.formUnion(mentions)
      guard let index = base.loaded.index,
        let step = index.steps.firstStep(notBefore: base.pieces.pieces[piece].range.lowerBound),
        index.steps[step].step.place.range.lowerBound < base.pieces.pieces[piece].range.upperBound
      else { return nil }
      let visible = index.visibleNames(in: index.scope(ofStep: step)).compactMap { visible in
        visible.name.flatMap { number -> (String, Int)? in
          let found = index.names[number]
          guard found.step != nil, found.kind != .lost else { return nil }
          return (visible.text, base.pieces.piece(at: found.id.place.range.lowerBound))
        }
      }
      needed.formUnion(NearNames(visible.filter { !reached.contains($0.1) }).nearest(to: name))
    }
    return needed
  }

  // MARK: Findings

  /// Returns the findings about what's reached and those from before about everything else, in the order of the file;
  /// nil if they may depend on each other.
  private func merged() -> [Diagnostic]? {
    let found = loaded.diagnostics
    guard found.omittedCount == 0, let index = loaded.index,
      !found.diagnostics.contains(where: { $0.isUndecided || $0.place.file != loaded.file })
    else { return nil }
    // Whether unused answers are found depends on the output.
    let hadOutput = base.loaded.definition?.output != nil
    guard (index.definition.output != nil) == hadOutput else { return nil }
    let dropsUnused = base.hasUnusedAnswers && !index.isFullyChecked
    if base.hasUnusedAnswers, index.isFullyChecked, !base.isFullyChecked { return nil }
    let file = SourceFile(name: loaded.file.name, text: String(decoding: text, as: UTF8.self))
    var all: [Diagnostic] = []
    let old = base.pieces.pieces[changed].range
    for diagnostic in base.loaded.diagnostics.diagnostics {
      let piece = base.pieces.piece(at: diagnostic.place.range.lowerBound)
      if reached.contains(piece) || dropsUnused && diagnostic.id == "unused-answer" { continue }
      let moved = diagnostic.moved(to: file) { range in
        if range.upperBound < old.lowerBound { return range }
        if range.lowerBound < old.lowerBound, range.upperBound == old.lowerBound { return range }
        guard range.lowerBound >= old.upperBound else { return nil }
        return SourceRange(range.lowerBound + change.shift, range.upperBound + change.shift)
      }
      guard let moved else { return nil }
      all.append(moved)
    }
    for diagnostic in found.diagnostics {
      guard let piece = slice.part(at: diagnostic.place.range.lowerBound)?.piece,
        reached.contains(piece)
      else { continue }
      guard let moved = diagnostic.moved(to: file, slice.whole) else { return nil }
      all.append(moved)
    }
    guard all.count <= Self.mostFindings else { return nil }
    return all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }
}

extension Diagnostic {
  /// Its place among others, as lists of findings sort them.
  fileprivate var order: Int { place.range.lowerBound * 2 + (severity == .error ? 0 : 1) }

  /// Whether it says that something wasn't decided.
  var isUndecided: Bool { id == "not-decided" || message.hasSuffix("(not decided)") }

  /// Whether it's about a name that may mean another one.
  fileprivate var isAboutUnknownName: Bool { id == "unknown-answer" || id == "unknown-name" }
}

extension [OutlinedStep] {
  /// Returns the first step that doesn't begin before an offset of the file.
  fileprivate func firstStep(notBefore offset: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].step.place.range.lowerBound < offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count ? low : nil
  }
}
