// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowFiles
import FlowModel
import ForeignTemplates
package import SourceDiagnostics

/// A part of an expression, or the declaration of a name, as editors color it.
package struct SemanticWord: Sendable, Hashable {
  package let kind: ExpressionWord.Kind
  package let isDeclaration: Bool

  /// The range in the file, on one line.
  package let range: SourceRange
}

extension FileView {
  /// The words of the expressions of the file, and the names that are declared in it, in their order; none overlaps
  /// another.
  ///
  /// - Parameter part: The range in which they must be; nil for the whole file.
  /// - Returns: The words.
  /// - Complexity: O(*n* log *n*) in the size of the file.
  package func semanticWords(in part: SourceRange? = nil) -> [SemanticWord] {
    if let foreign = check?.foreign { return inOrder(words(of: foreign.words, in: part)) }
    guard let index, let file = places?.file else { return [] }
    var found: [SemanticWord] = []
    for expression in index.expressions where expression.source.file == file {
      let source = expression.source
      guard let whole = unchangedRange(source.map.whole) else { continue }
      if let part, !whole.touches(part) { continue }
      for word in ExpressionWord.words(of: source.text) {
        let range = self.range(source.map.sourceRange(of: word.range))
        // A word that's escaped or folded isn't in one place.
        guard !range.isEmpty, range.count == word.range.count || word.kind == .text else {
          continue
        }
        found.append(SemanticWord(kind: word.kind, isDeclaration: false, range: range))
      }
    }
    for name in index.names where name.id.place.file == file && name.isWritten {
      guard let range = unchangedRange(name.id.place.range), part?.touches(range) ?? true else {
        continue
      }
      found.append(
        SemanticWord(
          kind: name.kind == .function ? .function : .name, isDeclaration: true, range: range))
    }
    return inOrder(found)
  }

  /// Returns the words of the templates in a file of another program's template: those of its texts, or the file itself.
  private func words(of foreign: ForeignWords, in part: SourceRange?) -> [SemanticWord] {
    func words(_ text: String, _ map: SourceMap) -> [SemanticWord] {
      guard part.map({ map.whole.touches($0) }) ?? true else { return [] }
      return foreign.words(of: text).compactMap { word in
        let range = map.sourceRange(of: word.range)
        guard range.count == word.range.count else { return nil }
        return SemanticWord(kind: word.kind, isDeclaration: false, range: range)
      }
    }
    guard kind.isForeign else {
      let text = String(decoding: bytes, as: UTF8.self)
      return words(text, SourceMap(verbatimAt: 0, count: bytes.count))
    }
    var found: [SemanticWord] = []
    var open = tree.documents.compactMap(\.root)
    while let node = open.popLast() {
      open += node.entries.map(\.value) + node.items
      if let scalar = node.scalar { found += words(scalar.text, scalar.map(in: tree.file)) }
    }
    return found
  }

  /// The words on one line that overlap none before them, in their order.
  private func inOrder(_ found: [SemanticWord]) -> [SemanticWord] {
    var end = 0
    return found.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }.filter { word in
      guard word.range.lowerBound >= end, isOnOneLine(word.range) else { return false }
      end = word.range.upperBound
      return true
    }
  }

  private func isOnOneLine(_ range: SourceRange) -> Bool {
    range.upperBound <= bytes.count
      && !bytes[range.lowerBound..<range.upperBound].contains { $0 == 0x0A || $0 == 0x0D }
  }
}
