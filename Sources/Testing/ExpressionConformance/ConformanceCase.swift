// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// A case of the language's public conformance suite, in the form of JSON lines.
package struct ConformanceCase: Sendable {
  package enum Expectation: Sendable {
    /// A value, and optionally a deduced type.
    case value(Value, ValueType?)
    /// A deduced type.
    case type(ValueType)
    /// A failure, during checking or evaluation.
    case failure
  }

  /// The id: `file/section/name`.
  package let id: String

  /// The text of the expression.
  let expression: String

  let expectation: Expectation

  private var variables: [VariableDeclaration] = []
  private var functions: [FunctionDeclaration] = []
  private var bindings = ValueMap()
  private var options = ExpressionOptions()
  private var isCheckedOnly = false

  /// Reads a case from a line of JSON; `nil` if the line isn't a case.
  package init?(line: String) {
    guard case .map(let map)? = try? Value(json: line), let id = map["id"]?.text,
      let expression = map["expr"]?.text, let expected = map["expect"]?.map
    else { return nil }
    self.id = id
    self.expression = expression
    let type = expected["type"]?.text.flatMap { ValueType(spelling: $0) }
    if let value = expected["value"].flatMap({ TaggedValue.value(from: $0) }) {
      expectation = .value(value, type)
    } else if let type {
      expectation = .type(type)
    } else if expected["error"] != nil {
      expectation = .failure
    } else {
      return nil
    }
    for declaration in map["type_env"]?.elements ?? [] {
      guard let declaration = declaration.map, declare(declaration) else { return nil }
    }
    for entry in map["bindings"]?.map ?? ValueMap() {
      guard let value = TaggedValue.value(from: entry.value) else { return nil }
      bindings[entry.key] = value
    }
    options.container = map["container"]?.text ?? ""
    options.checksTypes = !(map["disable_check"]?.truth ?? false)
    options.expandsMacros = !(map["disable_macros"]?.truth ?? false)
    isCheckedOnly = map["check_only"]?.truth ?? false
  }

  private mutating func declare(_ declaration: ValueMap) -> Bool {
    if let name = declaration["name"]?.text {
      guard let type = declaration["type"]?.text.flatMap({ ValueType(spelling: $0) }) else {
        return false
      }
      variables.append(VariableDeclaration(name, type))
      return true
    }
    guard let name = declaration["function"]?.text else { return false }
    var overloads: [FunctionOverload] = []
    for overload in declaration["overloads"]?.elements ?? [] {
      guard let overload = overload.map, let id = overload["id"]?.text,
        let result = overload["result"]?.text.flatMap({ ValueType(spelling: $0) })
      else { return false }
      let spellings = overload["params"]?.elements ?? []
      let parameters = spellings.compactMap { $0.text.flatMap { ValueType(spelling: $0) } }
      guard parameters.count == spellings.count else { return false }
      overloads.append(
        FunctionOverload(
          id, parameters, result, isMethod: overload["instance"]?.truth ?? false))
    }
    let declared = overloads
    functions.append(FunctionDeclaration(name, "A function of the case.", overloads: declared))
    return true
  }

  /// Runs the case.
  ///
  /// Returns `nil` if it passes, and otherwise what was found instead.
  package func failure(zones: any TimeZoneSource = ZoneFolder.system) -> String? {
    let environment = ExpressionEnvironment(
      variables: variables, functions: functions, options: options, zones: zones)
    let compilation = environment.compile(expression)
    guard let compiled = compilation.expression else {
      if case .failure = expectation { return nil }
      return "does not compile: "
        + compilation.mistakes.map { "\($0.message) [\($0.id)]" }.joined(separator: "; ")
    }
    let wanted: ValueType? =
      switch expectation {
      case .value(_, let type): type
      case .type(let type): type
      case .failure: nil
      }
    if let wanted, compiled.type != wanted {
      return "has type \(compiled.type) instead of \(wanted)"
    }
    if isCheckedOnly {
      if case .failure = expectation { return "compiles" }
      return nil
    }
    return evaluationFailure(compiled)
  }

  private func evaluationFailure(_ compiled: CompiledExpression) -> String? {
    do throws(EvaluationError) {
      let value = try compiled.evaluate(in: bindings)
      switch expectation {
      case .value(let expected, _):
        return TaggedValue.matches(value, expected) ? nil : "gives \(value)"
      case .type: return nil
      case .failure: return "gives \(value)"
      }
    } catch {
      if case .failure = expectation { return nil }
      return "fails: \(error.message) [\(error.code.rawValue)]"
    }
  }
}
