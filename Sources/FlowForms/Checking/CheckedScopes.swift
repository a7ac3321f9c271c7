// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// The names that the expressions of a scope see: a flow, a flow inside it, or an item of a list.
struct FlowScope: Sendable {
  /// The number of the scope around an item's; nil for a flow's, which sees nothing outside.
  let parent: Int?

  /// What the names of the scope itself stand for.
  var names: [String: NameOrigin] = [:]

  /// What its record holds, in the file's order.
  var answers: [ScopeAnswer] = []

  /// What the record of an item holds besides, in the file's order: computed values, which the list
  /// can read, and which are no answers.
  var computes: [ScopeAnswer] = []

  /// Everything that its record holds.
  var parts: [ScopeAnswer] { answers + computes }

  init(parent: Int?) { self.parent = parent }
}

/// An answer that the record of a scope holds under its name.
struct ScopeAnswer: Sendable, Hashable {
  /// The name.
  let name: String

  /// Where its value is found.
  let origin: NameOrigin

  /// The number of the scope of a flow whose output the value is; nil for other answers.
  var flow: Int?
}

/// A list of records, checked.
final class CheckedRepeat: Sendable {
  /// What expressions call it.
  let name: String

  /// The index in the plan of the end of what is asked for an item.
  let end: Int

  /// The number of the items' scope.
  let scope: Int

  /// The line for an item.
  let summary: CheckedText?

  /// Limits of the number of items.
  let constraints: [CheckedConstraint]

  /// The list whose elements the items stand for.
  let over: FlowExpression?

  /// Whether what is asked for an item depends on its position.
  let readsIndex: Bool

  /// Whether what is asked for an item depends on the other items.
  let readsItems: Bool

  init(
    name: String, end: Int, scope: Int, summary: CheckedText?, constraints: [CheckedConstraint],
    over: FlowExpression?, readsIndex: Bool, readsItems: Bool
  ) {
    self.name = name
    self.end = end
    self.scope = scope
    self.summary = summary
    self.constraints = constraints
    self.over = over
    self.readsIndex = readsIndex
    self.readsItems = readsItems
  }
}

/// The values that a flow inside a flow is given.
struct CheckedSubflow: Sendable {
  /// What computes each input, in the order of its inputs; nil where its default is taken.
  let arguments: [CheckedOutput?]

  /// The inputs.
  let inputs: [CheckedInput]

  /// Where the flow is called.
  let place: SourcePlace
}

extension CheckedFlow {
  /// What a name refers to in a scope; nil when it refers to nothing there.
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
  /// An id without the positions of items in it: `env[2].key` becomes `env[].key`.
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

  /// The positions of items in an id: `[2]` of `env[2].key`; nil where one is no number.
  var positions: [Int?] {
    split(separator: "[", omittingEmptySubsequences: false).dropFirst().map { part in
      part.split(separator: "]", omittingEmptySubsequences: false).first.flatMap { Int($0) }
    }
  }

  /// An id with the positions of items put into its brackets, as far as there are any.
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
