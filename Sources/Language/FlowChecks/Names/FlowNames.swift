// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The names that an expression can read at a place in the flow: inputs, earlier answers, `now`,
/// `today`, and a name local to that place.
struct FlowNames: SharedScope {
  /// The search for the names that were meant.
  var nearMisses: NearMissSearch

  /// Inputs and earlier answers.
  private var names: [String: VariableDeclaration]

  /// A local name that hides others: the candidate of a check, or the `item` of a list.
  var local: VariableDeclaration?

  /// The names that a text gives, or the parameters of a function, innermost last.
  ///
  /// They hide all others.
  private(set) var bound: [VariableDeclaration] = []

  /// The types of the functions of `choice` and `choices` answers, by name.
  private var functions: [String: FunctionTypes] = [:]

  /// The types of the functions that take a name, of the whole answer and of an element of it.
  struct FunctionTypes {
    var whole: [NameFunction: ValueType] = [:]
    var ofElements: [NameFunction: ValueType] = [:]
  }

  /// Creates names.
  ///
  /// - Parameters:
  ///   - nearMisses: The search for the names that were meant.
  ///   - readsTime: Whether `now` and `today` are among them.
  init(nearMisses: NearMissSearch = NearMissSearch(), readsTime: Bool = true) {
    self.nearMisses = nearMisses
    names =
      readsTime
      ? Dictionary(uniqueKeysWithValues: TimeNames.declarations.map { ($0.name, $0) }) : [:]
  }

  /// Declares the functions of an answer.
  ///
  /// `label(kind)` is text for a `choice`, and a list of texts for `choices`; `data(kind)` is for one choice.
  mutating func declareFunctions(
    of name: String, _ field: FieldType, takesOthers: Bool, data: RecordType?
  ) {
    guard field.isChoice, functions[name] == nil else { return }
    var one: [NameFunction: ValueType] = [.label: .string]
    if takesOthers { one[.isOther] = .bool }
    one[.data] = data.map { .record($0) }
    guard field == .choices else {
      functions[name] = FunctionTypes(whole: one)
      return
    }
    var whole: [NameFunction: ValueType] = [.label: .list(.string)]
    if takesOthers { whole[.others] = .list(.string) }
    functions[name] = FunctionTypes(whole: whole, ofElements: one)
  }

  mutating func declare(_ variable: VariableDeclaration) { names[variable.name] = variable }

  /// Removes a name, and the functions of its answer.
  ///
  /// - Returns: The types of the functions, or nil if there were none.
  @discardableResult
  mutating func forget(_ name: String) -> FunctionTypes? {
    names[name] = nil
    return functions.removeValue(forKey: name)
  }

  /// Declares the functions of an answer again.
  mutating func restoreFunctions(of name: String, _ types: FunctionTypes) {
    functions[name] = types
  }

  /// Declares names that a text gives, until ``unbind(_:)``.
  mutating func bind(_ names: [VariableDeclaration]) { bound += names }

  /// Whether a name is one that a text gives.
  func isBound(_ name: String) -> Bool { bound.contains { $0.name == name } }

  /// Removes the names that were given last.
  mutating func unbind(_ count: Int) { bound.removeLast(count) }

  func variable(named name: String) -> VariableDeclaration? {
    if !bound.isEmpty {
      if let found = bound.last(where: { $0.name == name }) { return found }
      // The functions of an answer are unknown where something else has its name.
      if let call = name.nameFunction, bound.contains(where: { $0.name == call.name }) {
        return nil
      }
    }
    if let local, local.name == name { return local }
    if let name = names[name] { return name }
    guard let call = name.nameFunction, let types = functions[call.name] else { return nil }
    return (call.isOfElements ? types.ofElements : types.whole)[call.function]
      .map { VariableDeclaration(name, $0) }
  }

  /// Returns the innermost local name whose value is a record with a field; nil if there's none.
  func element(with field: String) -> String? {
    ((local.map { [$0] } ?? []) + bound).last { variable in
      guard case .record(let record) = variable.type else { return false }
      return record.fields.contains { $0.name == field }
    }?.name
  }

  var variableNames: [String] {
    Set(names.keys).union(bound.map(\.name)).union(local.map { [$0.name] } ?? []).sorted()
  }
}

extension ExpressionEnvironment {
  /// The environment of all expressions of a flow.
  static let flows: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    options.isStrict = true
    var environment = ExpressionEnvironment(
      functions: FlowLibrary.functions, options: options)
    for function in NameFunction.allCases {
      environment.nameFunctions[function.rawValue] = function.taken
    }
    return environment
  }()
}

extension ExpressionEnvironment {
  /// Returns the environment of a flow with functions in addition to those of the language.
  package static func flow(with functions: [FunctionDeclaration]) -> ExpressionEnvironment {
    var environment = flows
    for function in functions { environment.declare(function) }
    return environment
  }

  /// Returns the environment of the migrations of a flow, in which saved answers have no types.
  static func migration(with environment: ExpressionEnvironment) -> ExpressionEnvironment {
    var environment = environment
    environment.options.isStrict = false
    return environment
  }
}

extension ParsedExpression {
  /// The parts that must all be true for this condition to be true.
  var conjuncts: [ParsedExpression] {
    guard case .logical(.and, let operands) = kind else { return [self] }
    return operands.flatMap(\.conjuncts)
  }

  /// Whether its value can change over time.
  var dependsOnTime: Bool {
    if case .name(let name, _) = kind { return name == "now" || name == "today" }
    return children.contains(where: \.dependsOnTime)
  }
}
