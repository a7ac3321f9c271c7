// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A function of the language or of the host, with all of its overloads.
public struct FunctionDeclaration: Sendable {
  /// The name, including its namespace: `size`, `math.greatest`.
  public let name: String

  /// A sentence for the reference that says what the function does, with a full stop.
  public let summary: String

  private let deferredOverloads: Deferred<[FunctionOverload]>
  private let makeExamples: @Sendable () -> [(key: String, value: String)]

  /// The overloads.
  public var overloads: [FunctionOverload] { deferredOverloads.value }

  /// Examples for the reference, as expressions and expressions with the same values; the tests run them.
  package var examples: [(key: String, value: String)] { makeExamples() }

  /// Creates a function.
  ///
  /// The overloads are created on first use, so a table of many functions costs little until then.
  public init(
    _ name: String, _ summary: String,
    overloads: @autoclosure @escaping @Sendable () -> [FunctionOverload]
  ) {
    self.init(name, summary, overloads: overloads(), examples: [])
  }

  /// Creates a function with examples for the reference.
  package init(
    _ name: String, _ summary: String,
    overloads: @autoclosure @escaping @Sendable () -> [FunctionOverload],
    examples: @autoclosure @escaping @Sendable () -> [(key: String, value: String)]
  ) {
    self.name = name
    self.summary = summary
    deferredOverloads = Deferred(overloads)
    makeExamples = examples
  }

  /// The function with the overloads of another function after its own.
  func adding(_ other: FunctionDeclaration) -> FunctionDeclaration {
    FunctionDeclaration(
      name, summary, overloads: self.overloads + other.overloads,
      examples: self.examples + other.examples)
  }
}

/// A value that's created on first use.
private final class Deferred<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    known.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }
}

/// One form in which a function can be called.
public struct FunctionOverload: Sendable {
  /// The stable name of the overload: `size_string`.
  public let id: String

  /// The types of the arguments.
  ///
  /// For a method, the first is the type of its target.
  public let parameters: [ValueType]

  /// The type of the result.
  public let result: ValueType

  /// Whether it is called as `target.function(…)`.
  package let isMethod: Bool

  let implementation: Implementation?

  /// Whether it has an implementation; one that's only declared can be checked, but not called.
  package var isImplemented: Bool { implementation != nil }

  /// How an overload computes its result.
  enum Implementation: Sendable {
    case unary(@Sendable (Value, inout EvaluationContext) throws(EvaluationError) -> Value)
    case binary(@Sendable (Value, Value, inout EvaluationContext) throws(EvaluationError) -> Value)
    case general(@Sendable ([Value], inout EvaluationContext) throws(EvaluationError) -> Value)
  }

  init(
    _ id: String, _ parameters: [ValueType], _ result: ValueType, isMethod: Bool,
    _ implementation: Implementation?
  ) {
    self.id = id
    self.parameters = parameters
    self.result = result
    self.isMethod = isMethod
    self.implementation = implementation
  }

  /// Creates an overload that's only declared; calling it fails with `no-overload`.
  package init(_ id: String, _ parameters: [ValueType], _ result: ValueType, isMethod: Bool = false)
  {
    self.init(id, parameters, result, isMethod: isMethod, nil)
  }

  /// Creates an overload that the host implements.
  ///
  /// - Parameters:
  ///   - id: The stable name.
  ///   - parameters: The types of the arguments. For a method, the first is the type of its target.
  ///   - result: The type of the result.
  ///   - isMethod: Whether it's called as `target.function(…)`.
  ///   - implementation: Computes the result from arguments of the declared types; the elements of
  ///     lists and maps aren't checked. Charge any work beyond a constant amount to the context.
  public init(
    _ id: String, _ parameters: [ValueType], _ result: ValueType, isMethod: Bool = false,
    implementation:
      @escaping @Sendable ([Value], inout EvaluationContext) throws(EvaluationError) -> Value
  ) {
    self.init(id, parameters, result, isMethod: isMethod, .general(implementation))
  }

  /// Creates an overload that evaluates an expression of its arguments, at their cost and its own.
  ///
  /// - Parameters:
  ///   - id: The stable name.
  ///   - parameters: The types of the arguments.
  ///   - result: The type of the result.
  ///   - names: The names of the arguments in the expression.
  ///   - body: The expression.
  package init(
    _ id: String, _ parameters: [ValueType], _ result: ValueType, of names: [String],
    calling body: CompiledExpression
  ) {
    self.init(id, parameters, result) { (arguments, context) throws(EvaluationError) in
      try context.charge(1)
      let values = Dictionary(zip(names, arguments)) { first, _ in first }
      return try body.evaluate(in: values, &context)
    }
  }

  static func unary(
    _ id: String, _ parameter: ValueType, _ result: ValueType, isMethod: Bool = false,
    _ implementation:
      @escaping @Sendable (Value, inout EvaluationContext) throws(EvaluationError) -> Value
  ) -> FunctionOverload {
    FunctionOverload(id, [parameter], result, isMethod: isMethod, .unary(implementation))
  }

  static func binary(
    _ id: String, _ first: ValueType, _ second: ValueType, _ result: ValueType,
    isMethod: Bool = false,
    _ implementation:
      @escaping @Sendable (Value, Value, inout EvaluationContext) throws(EvaluationError) -> Value
  ) -> FunctionOverload {
    FunctionOverload(id, [first, second], result, isMethod: isMethod, .binary(implementation))
  }

  /// Whether the overload accepts these values, by their own types.
  func takes(_ arguments: [Value], asMethod: Bool) -> Bool {
    guard isMethod == asMethod, arguments.count == parameters.count else { return false }
    for index in arguments.indices
    where !FunctionOverload.takes(parameters[index], arguments[index]) {
      return false
    }
    return true
  }

  static func takes(_ parameter: ValueType, _ value: Value) -> Bool {
    switch (parameter, value) {
    case (.dyn, _), (.parameter, _), (.undecided, _): true
    case (.int, .int), (.uint, .uint), (.double, .double), (.bool, .bool), (.string, .string),
      (.bytes, .bytes), (.null, .null), (.list, .list), (.map, .map), (.record, .map),
      (.timestamp, .timestamp), (.duration, .duration), (.type, .type), (.optional, .optional):
      true
    case (.opaque(let name, _), .network):
      TextBytes.equal(name, value.type.runtimeName)
    default: false
    }
  }
}
