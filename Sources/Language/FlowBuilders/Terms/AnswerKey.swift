// SPDX-License-Identifier: Apache-2.0

/// The name of an answer, an input, or a computed value, with its type.
///
/// With keys, the compiler checks the expressions of a flow:
///
/// ```swift
/// let plan = AnswerKey<String>("plan")
/// let age = AnswerKey<Int>("age")
/// let consent = AnswerKey<Bool>("consent")
/// let flow = FlowDefinition("signup") {
///   Ask(plan, "Plan").choices("free", "pro")
///   Ask(age, "Age").min(0)
///   Ask(consent, "May we write to you?").when(plan == "pro" && age > 18)
/// }
/// ```
///
/// A key is a term, so `==`, `<`, `&&`, `+` and the other operators make terms of it.
public struct AnswerKey<Value>: FlowTerm {
  /// The name.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameter name: The id of a question, a list, an input, or a computed value; in an item of a
  ///   list, `item` and `index` are names, too.
  public init(_ name: String) { self.name = name }

  /// The name as a term.
  public var term: Term<Value> { Term(cel: name, rank: .primary) }

  /// Returns a part of a record, such as `license.holder`.
  ///
  /// - Parameter key: The name of the part.
  /// - Returns: The part.
  public func part<Part>(_ key: AnswerKey<Part>) -> AnswerKey<Part> {
    AnswerKey<Part>("\(name).\(key.name)")
  }
}

extension AnswerKey: Sendable {}
