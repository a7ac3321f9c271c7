// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The names that expressions can read in a scope: a flow, a used flow, or an item of a list.
package struct FlowScope: Sendable {
  /// The number of the scope that contains an item's scope; nil for a flow, which can't read
  /// anything outside.
  package let parent: Int?

  /// The meaning of the scope's own names.
  package var names: [String: NameOrigin] = [:]

  /// The answers in its record, in the order of the file.
  package var answers: [ScopeAnswer] = []

  /// The computed values in an item's record, in the order of the file.
  ///
  /// The list can read them, but they aren't answers.
  package var computes: [ScopeAnswer] = []

  /// Everything in its record.
  package var parts: [ScopeAnswer] { answers + computes }

  package init(parent: Int?) { self.parent = parent }
}

/// A part of the record of a scope.
package struct ScopeAnswer: Sendable, Hashable {
  package let name: String

  /// Its name in data; nil for ``name``.
  package var key: String?

  /// The source of its value.
  package let origin: NameOrigin

  /// The number of the scope of the used flow whose output it is; nil for anything else.
  package var flow: Int?

  package init(name: String, key: String? = nil, origin: NameOrigin, flow: Int? = nil) {
    self.name = name
    self.key = key
    self.origin = origin
    self.flow = flow
  }

  /// The name in data.
  package var dataName: String { key ?? name }
}

/// A list of records, checked.
package final class CheckedRepeat: Sendable {
  /// The name of the list in expressions.
  package let name: String

  /// The index in the plan at which the steps of an item end.
  package let end: Int

  /// The number of the items' scope.
  package let scope: Int

  /// The line for an item.
  package let summary: CheckedText?

  /// The limits on the number of items.
  package let constraints: [CheckedConstraint]

  /// The list with an element for each item.
  package let over: FlowExpression?

  /// The parts of a matrix; nil for other lists.
  package let matrix: CheckedMatrix?

  /// Whether the next record opens by itself until there's the minimum number of items.
  package let isFilled: Bool

  /// Whether the questions of an item depend on its position.
  package let readsIndex: Bool

  /// Whether the questions of an item depend on the other items.
  package let readsItems: Bool

  package init(
    name: String, end: Int, scope: Int, summary: CheckedText?, constraints: [CheckedConstraint],
    over: FlowExpression?, matrix: CheckedMatrix?, isFilled: Bool, readsIndex: Bool,
    readsItems: Bool
  ) {
    self.name = name
    self.end = end
    self.scope = scope
    self.summary = summary
    self.constraints = constraints
    self.over = over
    self.matrix = matrix
    self.isFilled = isFilled
    self.readsIndex = readsIndex
    self.readsItems = readsItems
  }
}

/// The checked parts of a matrix besides its list.
package struct CheckedMatrix: Sendable {
  /// The heading of a row; nil to show the element or the number.
  package let heading: CheckedText?

  /// The index of the form of a row in the plan.
  package let form: Int

  package init(heading: CheckedText?, form: Int) {
    self.heading = heading
    self.form = form
  }
}

/// The values of the inputs of a used flow.
package struct CheckedSubflow: Sendable {
  /// The value of each input, in the order of the inputs; nil for an input that takes its default.
  package let arguments: [CheckedOutput?]

  package let inputs: [CheckedInput]

  /// The place of the call.
  package let place: SourcePlace

  package init(arguments: [CheckedOutput?], inputs: [CheckedInput], place: SourcePlace) {
    self.arguments = arguments
    self.inputs = inputs
    self.place = place
  }
}

extension [FlowScope] {
  /// Returns the meaning of a name in a scope, or nil if it has none there.
  ///
  /// - Complexity: O(*d*) in the depth of lists around the scope.
  package func origin(of name: String, in scope: Int) -> NameOrigin? {
    var number = scope
    while true {
      if let origin = self[number].names[name] { return origin }
      guard let parent = self[number].parent else { return nil }
      number = parent
    }
  }
}

extension CheckedFlow {
  /// Returns the meaning of a name in a scope, or nil if it has none there.
  ///
  /// - Complexity: O(*d*) in the depth of lists around the scope.
  package func origin(of name: String, in scope: Int) -> NameOrigin? {
    scopes.origin(of: name, in: scope)
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
  package var positions: [Int?] {
    guard utf8.contains(UInt8(ascii: "[")) else { return [] }
    return split(separator: "[", omittingEmptySubsequences: false).dropFirst().map { part in
      part.split(separator: "]", omittingEmptySubsequences: false).first.flatMap { Int($0) }
    }
  }

  /// Returns the id with positions inserted into its brackets, if there are any.
  package func with(positions: [Int]) -> String {
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
