// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import Localization

// Questions about files that a write meets.
extension ExistingFile {
  /// The question in a line, such as `2 of 3: The file 'a' already exists with different content.`.
  package func question(in catalog: MessageCatalog) -> String {
    difference == .content
      ? numbered(catalog.text(.overwriteQuestion, ["path": .quoted(path)]), in: catalog)
      : title(in: catalog)
  }

  /// The question as a title: `2 of 3: 'a' already exists`.
  package func title(in catalog: MessageCatalog) -> String {
    guard let obstacle else {
      return numbered(catalog.text(.fileIsThere, ["path": .quoted(path)]), in: catalog)
    }
    return numbered(obstacle.sentence(at: path, in: catalog), in: catalog)
  }

  /// How it differs, in a sentence; nil where the title says that.
  package func explanation(in catalog: MessageCatalog) -> String? {
    switch difference {
    case .content: nil
    case .mode, .target:
      catalog.text(
        .fileDiffersBy, ["how": .text(difference.words(in: catalog) ?? "")])
    case .obstacle: catalog.text(.fileOnlyKept)
    }
  }

  /// The hint about what can be typed.
  package var hint: MessageID { obstacle == nil ? .overwriteYes : .overwriteNo }

  /// How the file differs from what would replace it, at most 40 lines of it.
  ///
  /// - Parameters:
  ///   - request: The write that meets the file.
  ///   - outlooks: What each of the write's parts would replace.
  ///   - catalog: The language.
  /// - Returns: The rows; none for a file that can only be kept.
  /// - Complexity: That of ``WriteListing/content(of:)``.
  package func differenceRows(
    of request: EffectRequest, _ outlooks: [WriteOutlook], in catalog: MessageCatalog
  ) -> [ScreenRow] {
    // The hint says that it can only be kept.
    guard obstacle == nil else { return [] }
    if let words = explanation(in: catalog) { return [.text(words)] }
    guard case .write(let write) = request.effect,
      let index = write.parts.firstIndex(where: { $0.path == path })
    else { return [] }
    let lines = WriteListing(of: write, outlooks, in: catalog).content(of: index) ?? []
    let omitted = lines.count - Self.longestDifference
    return lines.prefix(Self.longestDifference).map { .quote($0) }
      + (omitted > 0 ? [.text(catalog.text(.contentMore, ["count": .count(omitted)]))] : [])
  }

  /// The maximum number of differing lines that are shown with a question.
  private static var longestDifference: Int { 40 }

  private func numbered(_ text: String, in catalog: MessageCatalog) -> String {
    guard count > 1 else { return text }
    return catalog.text(
      .fileNumber, ["number": .count(number), "count": .count(count), "text": .text(text)])
  }
}

extension FileDifference {
  /// The difference in a few words: `not executable`; nil for one in the content.
  package func words(in catalog: MessageCatalog) -> String? {
    switch self {
    case .content: nil
    case .mode(isExecutable: true?): catalog.text(.isExecutable)
    case .mode(isExecutable: false?): catalog.text(.isNotExecutable)
    case .mode(isExecutable: nil): catalog.text(.modeDiffers)
    case .target(let target): "-> " + target
    case .obstacle(let obstacle): obstacle.words(in: catalog)
    }
  }
}
