// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

extension CheckedText {
  /// Returns the text in a scope and a language.
  ///
  /// - Throws: The failure of an expression, or of a text that's too long.
  func text(in scope: SessionScope, language: String) throws(FlowFailure) -> String {
    // Most texts are words alone.
    if let parts = parts(for: language), parts.count == 1, case .words(let words) = parts[0] {
      return words
    }
    var writer = TextWriter()
    try write(in: scope, language: language, to: &writer)
    return writer.text
  }

  /// Writes the text in a scope and a language.
  func write(
    in scope: SessionScope, language: String, to writer: inout TextWriter
  ) throws(FlowFailure) {
    guard let parts = parts(for: language) else { return }
    try writer.write(parts, in: scope) { (expression, scope) throws(FlowFailure) in
      try expression.value(in: scope).plainText
    }
  }
}

/// Writes the parts of a text, and counts its work.
struct TextWriter {
  /// The text so far.
  private(set) var text = ""

  /// The number of parts that were written in loops and in files that are used.
  private(set) var steps = 0

  /// The maximum number of parts to write in the loops of a text, and in the files that it uses.
  static let maximumSteps = 1_000_000

  /// The maximum length of a text with loops or with files that it uses, in bytes.
  static let maximumLength = 10_000_000

  /// Writes parts in a scope.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - scope: The names that their expressions can read.
  ///   - words: Returns the words for the value of an expression.
  /// - Throws: The failure of an expression, or that of too much work.
  mutating func write(
    _ parts: [CheckedText.Part], in scope: SessionScope,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    try write(parts, in: scope, inside: nil, words)
  }

  private mutating func write(
    _ parts: [CheckedText.Part], in scope: SessionScope, inside place: SourcePlace?,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    var scope = scope
    for part in parts {
      if let place { try count(at: place, scope) }
      switch part {
      case .words(let words): text += words
      case .expression(let expression): text += try words(expression, scope)
      case .conditional(let branches, let otherwise):
        var shown = otherwise
        for branch in branches {
          if let place { try count(at: place, scope) }
          guard try branch.condition.isTrue(in: scope) else { continue }
          shown = branch.parts
          break
        }
        try write(shown, in: scope, inside: place, words)
      case .loop(let inner): try write(inner, in: scope, words)
      case .binding(let name, let expression):
        scope.bind(name, to: try expression.value(in: scope))
      case .file(let file): try write(file, in: scope, words)
      }
    }
  }

  private mutating func write(
    _ file: CheckedText.UsedFile, in outer: SessionScope,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    var scope = outer
    for argument in file.arguments {
      scope.bind(argument.name, to: try argument.value.value(in: outer))
    }
    let start = text.utf8.count
    try write(file.parts, in: scope, inside: file.place, words)
    try count(at: file.place, scope)
    // The line is that of the place.
    for end: Unicode.Scalar in ["\n", "\r"] {
      guard text.utf8.count > start, text.unicodeScalars.last == end else { break }
      text.unicodeScalars.removeLast()
    }
  }

  private mutating func write(
    _ loop: CheckedText.Loop, in outer: SessionScope,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    var scope = outer
    var items: [Value] = []
    var values: [Value] = []
    switch try loop.list.value(in: scope).unwrapped {
    case .list(let found): items = found
    case .map(let map):
      let entries = map.inOrderOfKeys
      (items, values) = (entries.map(\.key), entries.map(\.value))
    default: break
    }
    scope.observer?.evaluated(loop.list.source.place, isTrue: !items.isEmpty)
    for (index, item) in items.enumerated() {
      try count(at: loop.list.source.place, scope)
      scope.local[loop.name] = item
      scope.local[loop.indexName] = .int(Int64(index))
      if let name = loop.valueName { scope.local[name] = values[index] }
      try write(loop.parts, in: scope, inside: loop.list.source.place, words)
    }
  }

  /// Counts a step in a loop, or in a file.
  private mutating func count(
    at place: SourcePlace, _ scope: SessionScope
  ) throws(FlowFailure) {
    steps += 1
    guard steps > Self.maximumSteps || text.utf8.count > Self.maximumLength else { return }
    throw FlowFailure(
      message: steps > Self.maximumSteps
        ? scope.catalog.text(.loopTooLong, ["limit": .count(Self.maximumSteps)])
        : scope.catalog.text(.textTooLong, ["limit": .count(Self.maximumLength)]),
      place: place)
  }
}

extension ValueMap {
  /// The entries in the order of their keys: `false`, `true`, numbers, and then texts by their code points.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  fileprivate var inOrderOfKeys: [Entry] {
    func rank(_ key: Value) -> (Int, Int64, UInt64, String) {
      switch key {
      case .bool(let flag): (0, flag ? 1 : 0, 0, "")
      case .int(let number): number < 0 ? (1, number, 0, "") : (2, 0, UInt64(number), "")
      case .uint(let number): (2, 0, number, "")
      default: (3, 0, 0, key.plainText)
      }
    }
    return map { (rank: rank($0.key), entry: $0) }.sorted { one, other in
      guard one.rank.0 == 3, other.rank.0 == 3 else { return one.rank < other.rank }
      return one.rank.3.utf8.lexicographicallyPrecedes(other.rank.3.utf8)
    }.map(\.entry)
  }
}
