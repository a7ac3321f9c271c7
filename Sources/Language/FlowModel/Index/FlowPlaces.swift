// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// The places of an index in one file, sorted to answer questions about offsets in it.
///
/// Offsets count UTF-8 bytes. One right after a name belongs to the name, as the cursor of an editor does.
package struct FlowPlaces: Sendable {
  /// The index.
  package let index: FlowIndex

  /// The file.
  package let file: SourceFile

  /// A place at which a name is declared or used.
  private struct Occurrence {
    let range: SourceRange

    /// The index of the name that's declared; nil for a use.
    let declared: Int?

    /// The index of the use; nil for a declaration.
    let use: Int?
  }

  /// The declarations and uses, by their place.
  private let occurrences: [Occurrence]

  /// The expressions, by their place.
  private let expressions: [Int]

  /// The steps, by their place.
  private let steps: [Int]

  /// The uses of each name.
  private let usesOfNames: [Int: [Int]]

  /// Sorts the places of an index.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - file: The file of the flow, or of a template; nil for that of the flow.
  /// - Complexity: O(*n* log *n*) in the number of names, uses, and expressions.
  package init(_ index: FlowIndex, in file: SourceFile? = nil) {
    let file = file ?? index.definition.file
    self.index = index
    self.file = file
    occurrences =
      (index.names.indices.compactMap { number in
        let name = index.names[number]
        guard name.id.place.file == file, name.isWritten else { return nil }
        return Occurrence(range: name.id.place.range, declared: number, use: nil)
      }
      + index.uses.indices.compactMap { number in
        let use = index.uses[number]
        guard use.place.file == file else { return nil }
        return Occurrence(range: use.place.range, declared: nil, use: number)
      }).sorted { $0.range.lowerBound < $1.range.lowerBound }
    expressions = index.expressions.indices.filter { index.expressions[$0].source.file == file }
      .sorted {
        index.expressions[$0].source.map.whole.lowerBound
          < index.expressions[$1].source.map.whole.lowerBound
      }
    steps = index.steps.indices.filter { index.steps[$0].step.place.file == file }
    usesOfNames = Dictionary(grouping: index.uses.indices) { number in
      let use = index.uses[number]
      return [.value, .function].contains(use.kind) ? use.name ?? -1 : -1
    }
  }

  // MARK: Names

  /// Returns the use of a name at an offset, or nil if there's none.
  ///
  /// - Complexity: O(log *n*) in the number of names and uses.
  package func use(at offset: Int) -> NameUse? {
    occurrence(at: offset)?.use.map { index.uses[$0] }
  }

  /// Returns the index of the name that's declared or used at an offset; nil if there's none, or if nothing
  /// declares it.
  ///
  /// - Complexity: O(log *n*) in the number of names and uses.
  package func name(at offset: Int) -> Int? {
    guard let occurrence = occurrence(at: offset) else { return nil }
    if let declared = occurrence.declared { return declared }
    return use(at: offset).flatMap { [.value, .function].contains($0.kind) ? $0.name : nil }
  }

  /// Returns the uses of a name in all files.
  ///
  /// - Complexity: O(*n*) in their number.
  package func uses(of name: Int) -> [NameUse] {
    // A file that's used several times is checked as often.
    var places: Set<SourcePlace> = []
    return (usesOfNames[name] ?? []).map { index.uses[$0] }.filter {
      places.insert($0.place).inserted
    }
  }

  private func occurrence(at offset: Int) -> Occurrence? {
    last(of: occurrences, at: offset) { $0.range }.flatMap {
      $0.range.upperBound >= offset ? $0 : nil
    }
  }

  // MARK: Expressions

  /// Returns the expression at an offset, or nil if there's none.
  ///
  /// - Complexity: O(log *n*) in the number of expressions.
  package func expression(at offset: Int) -> IndexedExpression? {
    lastExpression(before: offset).flatMap {
      $0.source.map.whole.upperBound >= offset ? $0 : nil
    }
  }

  /// Returns the last expression that begins before an offset, or at it; nil if there's none.
  ///
  /// - Complexity: O(log *n*) in the number of expressions.
  package func lastExpression(before offset: Int) -> IndexedExpression? {
    last(of: expressions, at: offset) { index.expressions[$0].source.map.whole }
      .map { index.expressions[$0] }
  }

  /// Returns the type of the smallest part of an expression at an offset; nil if there's none, or if it isn't known
  /// because of a mistake.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of expressions and the length of this one.
  package func type(at offset: Int) -> ValueType? { part(at: offset)?.type }

  /// Returns the smallest part of an expression at an offset, with its type, what's known about its value, and its range
  /// in the file; nil if there's none, or if its type isn't known because of a mistake.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of expressions and the length of this one.
  package func part(
    at offset: Int
  ) -> (type: ValueType, known: KnownValues?, range: SourceRange)? {
    guard let source = expression(at: offset)?.source,
      let part = expression(at: offset)?.reading?.part(at: source.map.decodedOffset(of: offset))
    else { return nil }
    return (part.type, part.known, source.map.sourceRange(of: part.range))
  }

  /// Returns the names that an expression at an offset can use, innermost first, with their types there.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of expressions and the length of this one.
  package func visibleNames(at offset: Int) -> VisibleNames {
    guard let expression = expression(at: offset) else {
      return step(at: offset).map { index.visibleNames(in: index.scope(ofStep: $0)) }
        ?? VisibleNames()
    }
    let inner = expression.source.map.decodedOffset(of: offset)
    let bound = (expression.reading?.boundNames(at: inner) ?? []).reversed().map {
      VisibleName(text: $0.name, name: nil, type: $0.type)
    }
    return VisibleNames(bound, in: index, at: expression.scope)
  }

  /// Returns the index of the last step that begins before an offset; nil if there's none.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  package func step(at offset: Int) -> Int? {
    last(of: steps, at: offset) { index.steps[$0].step.place.range }
  }

  /// Returns the last of some elements, sorted by their ranges, that begins at an offset or before it.
  private func last<Element>(
    of elements: [Element], at offset: Int, _ range: (Element) -> SourceRange
  ) -> Element? {
    let next = elements.partitioningIndex { range($0).lowerBound > offset }
    return next > 0 ? elements[next - 1] : nil
  }
}
