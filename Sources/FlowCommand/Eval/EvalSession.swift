// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import FlowHosts
import SourceDiagnostics

/// Evaluates expressions one after the other, and words the result of each.
struct EvalSession {
  /// The result of an expression.
  enum Outcome {
    /// The result as a line of JSON.
    case result(String)

    /// What is wrong, with the exit code that says so.
    case failure(DiagnosticList, ProgramEnding.Code)
  }

  /// The names.
  var bindings = EvalBindings()

  /// Whether values are written in the tagged form of the conformance cases.
  var isTagged = false

  /// Whether the deduced types of the parts are written too.
  var showsTypes = false

  /// The limits.
  var options = ExpressionOptions()

  /// What expressions can speak of at present: the names that were given, and `now` and `today`
  /// where these are none of them.
  var environment: ExpressionEnvironment {
    let given = bindings.declarations
    let times = TimeNames.declarations.filter { time in
      !given.contains { $0.name == time.name }
    }
    return ExpressionEnvironment(
      variables: given + times, functions: FlowLibrary.functions, options: options)
  }

  /// Parses, checks and evaluates a part of a file.
  ///
  /// Warnings go to standard error only with a failure: a value is what was asked for.
  func evaluate(_ range: SourceRange, of file: SourceFile) -> Outcome {
    let map = SourceMap(verbatimAt: range.lowerBound, count: range.count)
    var found = DiagnosticList()
    let compilation = environment.compile(String(file[range]))
    guard let compiled = compilation.expression else {
      found.add(contentsOf: compilation.mistakes.map { $0.diagnostic(in: file, map: map) })
      return .failure(found, .badFile)
    }
    do throws(EvaluationError) {
      let value = try compiled.evaluate(in: names)
      if let text = JSONWriter().text(of: result(value, of: compiled)) { return .result(text) }
      return .failure(found, .flowFailed)
    } catch {
      let place = map.sourceRange(of: error.range ?? compiled.root.range)
      found.add(
        Diagnostic(
          DiagnosticID(error.code.rawValue), error.message, at: SourcePlace(file, place)))
      return .failure(found, .flowFailed)
    }
  }

  /// The values of the names; each expression has its own time.
  private var names: ValueMap {
    var names = bindings.values
    for time in TimeNames.declarations where names[.string(time.name)] == nil {
      names[.string(time.name)] = TimeNames.value(
        of: time.name, at: SystemHost.now, in: SystemHost.zone)
    }
    return names
  }

  /// The value and its type as a map that is written as JSON.
  private func result(_ value: Value, of compiled: CompiledExpression) -> Value {
    var result = ValueMap()
    result["value"] = isTagged ? TaggedValue.json(of: value) : value
    result["type"] = .string(compiled.type.description)
    if showsTypes {
      var parts: [Value] = []
      collect(compiled.root, of: compiled, into: &parts)
      result["parts"] = .list(parts)
    }
    return .map(result)
  }

  /// The parts of an expression with their types, each after its own parts.
  private func collect(
    _ part: ParsedExpression, of compiled: CompiledExpression, into parts: inout [Value]
  ) {
    for child in part.children { collect(child, of: compiled, into: &parts) }
    parts.append(
      [
        "expression": .string(part.source),
        "type": .string(compiled.type(of: part).description),
      ])
  }
}
