// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

/// The files that the texts of a flow use, each of which is read once.
struct UsedTexts {
  /// The size of a text with the files that it uses, each as often as it's used.
  struct Size {
    /// The number of expressions, controls, and files.
    var tags = 0

    /// The length of the words, in bytes.
    var bytes = 0

    /// The number of blocks and files around the innermost part.
    var depth = 0

    mutating func add(_ size: Size, at depth: Int) {
      tags += size.tags
      bytes += size.bytes
      self.depth = max(self.depth, depth + 1 + size.depth)
    }
  }

  /// The limits of a text with the files that it uses, and of all texts together.
  static let limits = (
    text: Size(
      tags: TextTemplate.maximumTags, bytes: 10_000_000, depth: TextTemplate.maximumDepth),
    flow: Size(tags: 100_000, bytes: 32 << 20)
  )

  /// A file, and whether its controls take the lines on which they're alone.
  struct File: Hashable {
    let path: String
    let takesLines: Bool
  }

  /// The files that were read; nil for those that can't be used.
  var read: [File: (text: TextTemplate, size: Size)?] = [:]

  /// The paths of the files that are being read, outermost first.
  var open: [String] = []

  /// The size of what the texts of the flow use.
  var size = Size()
}

// The files in `${use 'FILE'}`.
extension LoadingContext {
  /// Reads the files that a text uses, and reports those that it can't use.
  ///
  /// - Parameters:
  ///   - template: The text.
  ///   - takesLines: Whether controls take the lines on which they're alone, also in the files.
  /// - Returns: The text with what's in the files, without those that can't be used.
  /// - Complexity: O(*n*) in the length of the text, and once in that of each file.
  func readingUsedFiles(of template: TextTemplate, takesLines: Bool) -> TextTemplate {
    guard template.usesFiles else { return template }
    return withUsedFiles(template, takesLines).text
  }

  private func withUsedFiles(
    _ template: TextTemplate, _ takesLines: Bool
  ) -> (text: TextTemplate, size: UsedTexts.Size) {
    var size = UsedTexts.Size()
    var text = template
    text.parts = withUsedFiles(template.parts, takesLines, &size, depth: 0)
    return (text, size)
  }

  private func withUsedFiles(
    _ parts: [TextTemplate.Part], _ takesLines: Bool, _ size: inout UsedTexts.Size, depth: Int
  ) -> [TextTemplate.Part] {
    size.depth = max(size.depth, depth)
    return parts.compactMap { part in
      if case .words(let words) = part {
        size.bytes += words.utf8.count
        return part
      }
      size.tags += 1
      switch part {
      case .words, .expression, .binding: return part
      case .conditional(var conditional):
        size.tags += conditional.branches.count
        conditional.branches = conditional.branches.map {
          .init(if: $0.condition, withUsedFiles($0.parts, takesLines, &size, depth: depth + 1))
        }
        conditional.otherwise = withUsedFiles(
          conditional.otherwise, takesLines, &size, depth: depth + 1)
        return .conditional(conditional)
      case .loop(var loop):
        loop.parts = withUsedFiles(loop.parts, takesLines, &size, depth: depth + 1)
        return .loop(loop)
      case .file(var file):
        guard let (text, added) = usedFile(file.path, takesLines),
          fits(added, at: file.path, &size, depth)
        else { return nil }
        file.text = text
        return .file(file)
      }
    }
  }

  /// Adds the size of a file, or reports that it's too much and returns false.
  private func fits(
    _ added: UsedTexts.Size, at path: Identifier, _ size: inout UsedTexts.Size, _ depth: Int
  ) -> Bool {
    let before = size
    func refuse(_ words: String) -> Bool {
      // It's reported once, and not where a file uses the one that has it.
      size = before
      diagnostics.add(Diagnostic("text-too-large", words, at: path.place))
      return false
    }
    size.add(added, at: depth)
    let (text, flow) = UsedTexts.limits
    guard size.depth <= text.depth else {
      return refuse(
        "the blocks of a text and the files that it uses are nested at most \(text.depth) deep")
    }
    guard size.tags <= text.tags, size.bytes <= text.bytes else {
      return refuse(
        "with the files that it uses, a text has at most \(text.tags) expressions and \(text.bytes) bytes"
      )
    }
    // The parts of a file count where the file is used.
    guard chain.shared.usedTexts.open.isEmpty else { return true }
    chain.shared.usedTexts.size.add(added, at: 0)
    let all = chain.shared.usedTexts.size
    guard all.tags <= flow.tags, all.bytes <= flow.bytes else {
      return refuse(
        "the files that the texts of a flow use have at most \(flow.tags) expressions and \(flow.bytes) "
          + "bytes together, each as often as it's used")
    }
    return true
  }

  /// Returns what's in a file, or reports that it can't be used and returns nil.
  private func usedFile(
    _ path: Identifier, _ takesLines: Bool
  ) -> (text: TextTemplate, size: UsedTexts.Size)? {
    let name = chain.path(of: path.name, mayLeave: files?.reachesOutside ?? false)
    if let name, let start = chain.shared.usedTexts.open.firstIndex(of: name) {
      let way = (chain.shared.usedTexts.open[start...] + [name]).map { "'\($0)'" }
      diagnostics.add(
        Diagnostic(
          "text-cycle", "'\(path)' uses itself, so it would never end", at: path.place,
          notes: [.init(way.joined(separator: " uses "), at: nil)]))
      return nil
    }
    if let name,
      case .some(let known) = chain.shared.usedTexts.read[.init(path: name, takesLines: takesLines)]
    {
      return known
    }
    guard chain.shared.usedTexts.open.count <= TextTemplate.maximumDepth else {
      let limit = TextTemplate.maximumDepth
      diagnostics.add(
        Diagnostic(
          "text-too-large",
          "the blocks of a text and the files that it uses are nested at most \(limit) deep",
          at: path.place))
      return nil
    }
    guard let (name, bytes) = adjacentFile(path) else { return nil }
    // The mark of the byte order isn't part of the text.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let whole = String(validating: bytes, as: UTF8.self),
      let text = String(validating: bytes[start...], as: UTF8.self)
    else {
      diagnostics.add(
        Diagnostic("unreadable-file", "'\(name)' isn't UTF-8 text", at: path.place))
      return nil
    }
    let file = SourceFile(name: chain.shownName(of: name), text: whole)
    let count = text.utf8.count
    let (template, mistakes) = TextTemplate.reading(
      text, at: SourcePlace(file, SourceRange(start, start + count)), takesLines: takesLines,
      map: { SourceMap(verbatimAt: start, count: count) })
    for mistake in mistakes { diagnostics.add(mistake) }
    chain.shared.usedTexts.open.append(name)
    let found = withUsedFiles(template, takesLines)
    chain.shared.usedTexts.open.removeLast()
    chain.shared.usedTexts.read[.init(path: name, takesLines: takesLines)] = found
    return found
  }
}

extension TextTemplate {
  /// Whether it uses files.
  fileprivate var usesFiles: Bool { parts.contains(where: \.usesFiles) }
}

extension TextTemplate.Part {
  fileprivate var usesFiles: Bool {
    switch self {
    case .words, .expression, .binding: false
    case .conditional(let conditional):
      conditional.branches.contains { $0.parts.contains(where: \.usesFiles) }
        || conditional.otherwise.contains(where: \.usesFiles)
    case .loop(let loop): loop.parts.contains(where: \.usesFiles)
    case .file: true
    }
  }
}
