// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowWalks
import Localization

// The question as rows.
extension DecisionQuestion {
  /// The effects that may be performed, each with the first files of its tree.
  ///
  /// - Parameter count: The maximum number of files of a tree that are listed.
  /// - Returns: The rows; none for other decisions.
  /// - Complexity: O(*n*) in the size of the files and of those that they replace.
  package func effectRows(mostFiles count: Int) -> [ScreenRow] {
    guard decision.isPermission else { return [] }
    return [.text(lead)]
      + effects.flatMap { [.effect($0.request)] + fileRows(of: $0, atMost: count) }
      + remarks.map { .text($0) }
  }

  /// The rows of the question, and how a file differs.
  public var asking: [ScreenRow] {
    let effects: [ScreenRow] =
      decision.isPermission ? [] : effects.map { .effect($0.request) }
    return (sentence.map { [.text($0)] } ?? []) + effects + difference
  }

  /// All of it as lines of plain text, apart from how a file differs.
  ///
  /// - Parameters:
  ///   - count: The maximum number of files of a tree that are listed.
  ///   - margin: What's before an effect.
  /// - Returns: The lines.
  package func lines(mostFiles count: Int, margin: String = "") -> [String] {
    let effects = effects.flatMap { effect in
      let (lines, more) = decision.isPermission ? files(of: effect, atMost: count) : ([], [])
      return [margin + effect.request.words(in: catalog)]
        + (lines + more).map { margin + "  " + $0 }
    }
    let sentence = sentence.map { [$0] } ?? []
    return decision.isPermission
      ? [lead] + effects + remarks + sentence : sentence + effects
  }

  private var remarks: [String] {
    (environment.map { [$0] } ?? []) + (isBlocked ? [catalog.text(.treeBlocked)] : [])
  }

  private func fileRows(of effect: Effect, atMost count: Int) -> [ScreenRow] {
    let (lines, more) = files(of: effect, atMost: count)
    return lines.map { .quote($0) } + more.map { .text($0) }
  }

  private func files(of effect: Effect, atMost count: Int) -> (lines: [String], more: [String]) {
    guard let (lines, omitted) = effect.listing?.lines(mostLines: count) else { return ([], []) }
    return (lines, omitted > 0 ? [catalog.text(.contentMore, ["count": .count(omitted)])] : [])
  }

  /// The title of the tree that's asked about; nil if it has none.
  package var treeTitle: String? {
    guard let request = effects.first?.request, request.isTree, !request.isUndo else { return nil }
    return request.title
  }

  // MARK: Files

  /// How the file differs that's asked about, in a sentence; nil where the question says that, and for no file.
  public var explanation: String? { file?.explanation(in: catalog) }

  /// How the file that's asked about differs from what would replace it, at most 40 lines of it; none for a file that
  /// can only be kept.
  ///
  /// - Complexity: O(*n*) in the lengths of both files, and O(*d*²) in the number of differing lines, at most 1,000 of each.
  public var difference: [ScreenRow] {
    // The hint says that a file can only be kept.
    guard let file, file.obstacle == nil, let effect = effects.first,
      case .write(let write) = effect.request.effect,
      let index = write.parts.firstIndex(where: { $0.path == file.path })
    else { return [] }
    if let explanation { return [.text(explanation)] }
    let lines = WriteListing(of: write, effect.outlooks, in: catalog).content(of: index) ?? []
    return quoted(lines, atMost: Self.longestDifference)
  }

  /// The content of the files, or only of the one that's asked about; of a secret one nothing.
  ///
  /// Each effect is said, then the files of its tree, and then what they hold.
  package var contents: [[ScreenRow]] {
    effects.flatMap { effect -> [[ScreenRow]] in
      let request: [ScreenRow] = [.effect(effect.request)]
      guard case .write(let write) = effect.request.effect else { return [request] }
      let path = file?.path
      let files = path == nil ? fileRows(of: effect, atMost: Self.longestListing) : []
      return [request, files, content(of: write, at: path, effect)]
    }
  }

  private func content(of write: WriteRequest, at path: String?, _ effect: Effect) -> [ScreenRow] {
    // All of a single file is shown.
    let listing = effect.listing ?? WriteListing(of: write, [], in: catalog)
    var left = Self.longestTree
    var rows: [ScreenRow] = []
    for (index, part) in write.parts.enumerated() where path == nil || part.path == path {
      guard left > 0 else { break }
      if let lines = listing.content(of: index) {
        let count = min(left, Self.longestFile, lines.count)
        if write.isTree, path == nil { rows.append(.text(part.path)) }
        rows += quoted(lines, atMost: count)
        left -= count + 1
      } else if listing.isBinary(index) {
        if write.isTree { rows.append(.text(part.path)) }
        rows.append(.text(catalog.text(.contentNotText)))
        left -= 2
      }
    }
    return rows + (write.isSecret ? [.text(catalog.text(.contentSecret))] : [])
  }

  private func quoted(_ lines: [String], atMost count: Int) -> [ScreenRow] {
    let omitted = lines.count - count
    return lines.prefix(count).map { .quote($0) }
      + (omitted > 0 ? [.text(catalog.text(.contentMore, ["count": .count(omitted)]))] : [])
  }

  /// The maximum number of lines in which a file that's asked about is shown to differ.
  private static let longestDifference = 40

  /// The maximum number of files of a tree that are listed before their contents.
  package static let longestListing = 500

  /// The maximum number of lines that are shown of a file, and of all files of a tree.
  private static let (longestFile, longestTree) = (200, 2_000)
}

// A file that a write meets.
extension ExistingFile {
  /// The question in a line, such as `2 of 3: The file 'a' already exists with different content.`.
  func question(in catalog: MessageCatalog) -> String {
    difference == .content
      ? numbered(catalog.text(.overwriteQuestion, ["path": .quoted(path)]), in: catalog)
      : title(in: catalog)
  }

  /// The question as a title: `2 of 3: 'a' already exists`.
  func title(in catalog: MessageCatalog) -> String {
    let words =
      obstacle?.sentence(at: path, in: catalog)
      ?? catalog.text(.fileIsThere, ["path": .quoted(path)])
    return numbered(words, in: catalog)
  }

  /// How it differs, in a sentence; nil where the title says that.
  fileprivate func explanation(in catalog: MessageCatalog) -> String? {
    switch difference {
    case .content: nil
    case .mode, .target:
      catalog.text(.fileDiffersBy, ["how": .text(difference.words(in: catalog) ?? "")])
    case .obstacle: catalog.text(.fileOnlyKept)
    }
  }

  private func numbered(_ text: String, in catalog: MessageCatalog) -> String {
    guard count > 1 else { return text }
    return catalog.text(
      .fileNumber, ["number": .count(number), "count": .count(count), "text": .text(text)])
  }
}
