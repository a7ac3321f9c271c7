// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// The names that expressions can read in a scope: a flow, a used flow, or an item of a list.
struct FlowScope: Sendable {
  /// The number of the scope that contains an item's scope; nil for a flow, which can't read
  /// anything outside.
  let parent: Int?

  /// The meaning of the scope's own names.
  var names: [String: NameOrigin] = [:]

  /// The answers in its record, in the order of the file.
  var answers: [ScopeAnswer] = []

  /// The computed values in an item's record, in the order of the file.
  ///
  /// The list can read them, but they aren't answers.
  var computes: [ScopeAnswer] = []

  /// Everything in its record.
  var parts: [ScopeAnswer] { answers + computes }

  init(parent: Int?) { self.parent = parent }
}

/// A part of the record of a scope.
struct ScopeAnswer: Sendable, Hashable {
  let name: String

  /// Its name in data; nil for ``name``.
  var key: String?

  /// The source of its value.
  let origin: NameOrigin

  /// The number of the scope of the used flow whose output it is; nil for anything else.
  var flow: Int?

  /// The name in data.
  var dataName: String { key ?? name }
}

/// A list of records, checked.
final class CheckedRepeat: Sendable {
  /// The name of the list in expressions.
  let name: String

  /// The index in the plan at which the steps of an item end.
  let end: Int

  /// The number of the items' scope.
  let scope: Int

  /// The line for an item.
  let summary: CheckedText?

  /// The limits on the number of items.
  let constraints: [CheckedConstraint]

  /// The list with an element for each item.
  let over: FlowExpression?

  /// The parts of a matrix; nil for other lists.
  let matrix: CheckedMatrix?

  /// Whether the questions of an item depend on its position.
  let readsIndex: Bool

  /// Whether the questions of an item depend on the other items.
  let readsItems: Bool

  init(
    name: String, end: Int, scope: Int, summary: CheckedText?, constraints: [CheckedConstraint],
    over: FlowExpression?, matrix: CheckedMatrix?, readsIndex: Bool, readsItems: Bool
  ) {
    self.name = name
    self.end = end
    self.scope = scope
    self.summary = summary
    self.constraints = constraints
    self.over = over
    self.matrix = matrix
    self.readsIndex = readsIndex
    self.readsItems = readsItems
  }
}

/// The checked parts of a matrix besides its list.
struct CheckedMatrix: Sendable {
  /// The heading of a row; nil to show the element or the number.
  let heading: CheckedText?

  /// The index of the form of a row in the plan.
  let form: Int
}

/// The values of the inputs of a used flow.
struct CheckedSubflow: Sendable {
  /// The value of each input, in the order of the inputs; nil for an input that takes its default.
  let arguments: [CheckedOutput?]

  let inputs: [CheckedInput]

  /// The place of the call.
  let place: SourcePlace
}

extension CheckedFlow {
  /// Returns the meaning of a name in a scope, or nil if it has none there.
  ///
  /// - Complexity: O(*d*) in the depth of lists around the scope.
  func origin(of name: String, in scope: Int) -> NameOrigin? {
    var number = scope
    while true {
      if let origin = scopes[number].names[name] { return origin }
      guard let parent = scopes[number].parent else { return nil }
      number = parent
    }
  }
}

extension String {
  /// The id without the positions of items: `env[].key` for `env[2].key`.
  package var withoutPositions: String {
    guard utf8.contains(UInt8(ascii: "[")) else { return self }
    var result = ""
    var isInside = false
    for character in self {
      if character == "]" { isInside = false }
      if !isInside || !character.isASCII || !character.isNumber { result.append(character) }
      if character == "[" { isInside = true }
    }
    return result
  }

  /// The positions of items in the id: `[2]` for `env[2].key`; nil for a position that isn't a
  /// number.
  var positions: [Int?] {
    split(separator: "[", omittingEmptySubsequences: false).dropFirst().map { part in
      part.split(separator: "]", omittingEmptySubsequences: false).first.flatMap { Int($0) }
    }
  }

  /// Returns the id with positions inserted into its brackets, if there are any.
  func with(positions: [Int]) -> String {
    guard !positions.isEmpty else { return self }
    var result = ""
    var next = positions.makeIterator()
    for character in self {
      result.append(character)
      if character == "[", let position = next.next() { result += String(position) }
    }
    return result
  }
}
