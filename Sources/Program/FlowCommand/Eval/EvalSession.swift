// SPDX-License-Identifier: GPL-3.0-or-later

import ExpressionConformance
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// Evaluates expressions one at a time, and formats each result.
struct EvalSession {
  /// The outcome of an expression.
  enum Outcome {
    /// The result as a line of JSON.
    case result(String)

    /// The errors, and the exit code for them.
    case failure(DiagnosticList, ExitStatus)
  }

  /// The variables.
  var bindings = EvalBindings()

  /// Whether values are written in the tagged form of conformance cases.
  var isTagged = false

  /// Whether the inferred types of subexpressions are written as well.
  var showsTypes = false

  /// The limits of evaluation.
  var options = ExpressionOptions()

  /// The names that expressions can use: those that were set, and `now` and `today` unless they
  /// were set as well.
  var environment: ExpressionEnvironment {
    let given = bindings.declarations
    let times = TimeNames.declarations.filter { time in
      !given.contains { $0.name == time.name }
    }
    return ExpressionEnvironment(
      variables: given + times, functions: FlowLibrary.functions, options: options)
  }

  /// Parses, checks, and evaluates a part of a file.
  ///
  /// Warnings are reported only along with a failure, because the value is what the user asked for.
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

  /// The values of the names.
  ///
  /// Each expression is evaluated at its own time.
  private var names: ValueMap {
    var names = bindings.values
    for time in TimeNames.declarations where names[.string(time.name)] == nil {
      names[.string(time.name)] = TimeNames.value(
        of: time.name, at: SystemHost.now, in: .ofUser)
    }
    return names
  }

  /// Returns a value and its type as a map, to be written as JSON.
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

  /// Collects the subexpressions of an expression with their types, each after its own
  /// subexpressions.
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
