// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The variables of an evaluation: their values, and the types that the checker sees.
struct EvalBindings {
  /// The values of the variables.
  private(set) var values = ValueMap()

  /// The declarations, in the order in which the variables were set.
  var declarations: [VariableDeclaration] {
    values.compactMap { entry in
      entry.key.text.map { VariableDeclaration($0, Self.type(of: entry.value)) }
    }
  }

  /// Sets a variable, replacing any earlier value.
  mutating func set(_ name: String, _ value: Value) { values[.string(name)] = value }

  /// Sets a variable for each entry of a JSON object in a file.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read or doesn't hold an object. The error has
  ///   been written to standard error.
  mutating func read(file path: String, limit: Int) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw ProgramOutput.fail(.badFile, "\(path): more than \(limit) bytes")
    }
    let file = SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self))
    func fail(_ message: String, at range: SourceRange) -> ProgramEnding {
      var list = DiagnosticList()
      list.add(Diagnostic("invalid-bindings", message, at: SourcePlace(file, range)))
      ProgramOutput.diagnostics(list)
      return ProgramEnding(.badFile)
    }
    let json: Value
    do throws(JSONError) {
      json = try Value(json: file.text)
    } catch {
      throw fail(error.message, at: SourceRange(at: error.offset))
    }
    guard case .map(let map) = json else {
      throw fail("expected an object of names and values", at: SourceRange(at: 0))
    }
    values.merge(map)
  }

  /// Sets a variable from `NAME=VALUE`, in which the value is as a user types it; returns false if
  /// the text has another form.
  mutating func set(assignment: String) -> Bool {
    guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else {
      return false
    }
    let text = String(assignment[assignment.index(after: equals)...])
    set(String(assignment[..<equals]), Self.value(typed: text))
    return true
  }

  /// Returns the value of typed data: a number, `true`, `null`, quoted text, or a list or map in
  /// brackets.
  ///
  /// Anything else is plain text.
  static func value(typed text: String) -> Value {
    let first = text.first { $0 != " " }
    switch AnswersFile.value(of: text) {
    case .string(let content)?: return .string(first == "\"" || first == "'" ? content : text)
    case .list(let list)?: return first == "[" ? .list(list) : .string(text)
    case .map(let map)?: return first == "{" ? .map(map) : .string(text)
    case let value?: return value
    case nil: return .string(text)
    }
  }

  /// Returns the type of a value, inferred from its content: a list of ints is `list(int)`, a mixed
  /// list is `list(dyn)`.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  static func type(of value: Value) -> ValueType {
    switch value {
    case .list(let list): .list(common(list.lazy.map { type(of: $0) }))
    case .map(let map):
      .map(common(map.lazy.map { type(of: $0.key) }), common(map.lazy.map { type(of: $0.value) }))
    case .optional(let inner): .optional(inner.map { type(of: $0) } ?? .dyn)
    default: value.type
    }
  }

  /// Returns the type that all the types have in common, or `dyn` if there isn't one.
  private static func common(_ types: some Sequence<ValueType>) -> ValueType {
    var found: ValueType?
    for type in types {
      if found == nil { found = type }
      if found != type { return .dyn }
    }
    return found ?? .dyn
  }
}
