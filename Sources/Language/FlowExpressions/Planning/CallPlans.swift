// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A call of a function whose only overload takes one argument.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class UnaryCallPlan: Plan, @unchecked Sendable {
  typealias Body = @Sendable (Value, inout EvaluationContext) throws(EvaluationError) -> Value

  let name: String
  let parameter: ValueType
  let body: Body
  let argument: Plan

  init(
    _ name: String, _ parameter: ValueType, _ body: @escaping Body, _ argument: Plan,
    _ range: SourceRange
  ) {
    self.name = name
    self.parameter = parameter
    self.body = body
    self.argument = argument
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try argument.evaluate(&frame)
    do throws(EvaluationError) {
      guard FunctionOverload.takes(parameter, value) else {
        throw EvaluationError.noOverload(name, [value])
      }
      return try body(value, &frame.context)
    } catch {
      throw error.located(at: range)
    }
  }
}

/// A call of a function whose only overload takes two arguments.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class BinaryCallPlan: Plan, @unchecked Sendable {
  typealias Body =
    @Sendable (Value, Value, inout EvaluationContext) throws(EvaluationError) -> Value

  let name: String
  let parameters: (ValueType, ValueType)
  let body: Body
  let first: Plan
  let second: Plan

  init(
    _ name: String, _ parameters: (ValueType, ValueType), _ body: @escaping Body, _ first: Plan,
    _ second: Plan, _ range: SourceRange
  ) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.first = first
    self.second = second
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let a: Value
    do throws(EvaluationError) {
      a = try first.evaluate(&frame)
    } catch {
      throw second.lacking(&frame, after: error)
    }
    let b = try second.evaluate(&frame)
    do throws(EvaluationError) {
      guard FunctionOverload.takes(parameters.0, a), FunctionOverload.takes(parameters.1, b) else {
        throw EvaluationError.noOverload(name, [a, b])
      }
      return try body(a, b, &frame.context)
    } catch {
      throw error.located(at: range)
    }
  }
}

/// `text.startsWith('constant')`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class StartsWithPlan: ConditionPlan, @unchecked Sendable {
  let text: Plan
  let prefix: String

  init(_ text: Plan, _ prefix: String, _ range: SourceRange) {
    self.text = text
    self.prefix = prefix
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try text.evaluate(&frame)
    guard case .string(let text) = value else {
      throw EvaluationError.noOverload("startsWith", [value, .string(prefix)]).located(at: range)
    }
    return TextBytes.starts(text, with: prefix)
  }
}

/// `size(operand)`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class SizePlan: Plan, @unchecked Sendable {
  let operand: Plan

  init(_ operand: Plan, _ range: SourceRange) {
    self.operand = operand
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try SizePlan.size(of: try operand.evaluate(&frame), &frame.context)
    } catch {
      throw error.located(at: range)
    }
  }

  static func size(
    of value: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    switch value {
    case .list(let list): return .int(Int64(list.count))
    case .string(let text):
      try context.charge(bytes: text.utf8.count)
      return .int(Int64(TextBytes.count(text)))
    case .map(let map): return .int(Int64(map.count))
    case .bytes(let bytes): return .int(Int64(bytes.count))
    default: throw EvaluationError.noOverload("size", [value])
    }
  }
}

/// A call whose overload is chosen by the values of its arguments.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class CallPlan: Plan, @unchecked Sendable {
  let name: String
  let overloads: [FunctionOverload]
  let isMethod: Bool
  let arguments: [Plan]

  init(
    _ name: String, _ overloads: [FunctionOverload], isMethod: Bool, _ arguments: [Plan],
    _ range: SourceRange
  ) {
    self.name = name
    self.overloads = overloads
    self.isMethod = isMethod
    self.arguments = arguments
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for (position, argument) in arguments.enumerated() {
      do throws(EvaluationError) {
        values.append(try argument.evaluate(&frame))
      } catch {
        throw arguments[(position + 1)...].reduce(error) { $1.lacking(&frame, after: $0) }
      }
    }
    do throws(EvaluationError) {
      for overload in overloads where overload.takes(values, asMethod: isMethod) {
        switch overload.implementation {
        case .unary(let body): return try body(values[0], &frame.context)
        case .binary(let body): return try body(values[0], values[1], &frame.context)
        case .general(let body): return try body(values, &frame.context)
        case nil: break
        }
      }
      throw EvaluationError.noOverload(name, values)
    } catch {
      throw error.located(at: range)
    }
  }
}
