// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// What an expression may name at a place of the flow: inputs and earlier answers, `now` and
/// `today`, and a name of that place alone.
struct FlowNames: VariableScope {
  /// Inputs and earlier answers.
  private var names = Dictionary(
    uniqueKeysWithValues: TimeNames.declarations.map { ($0.name, $0) })

  /// A name that hides the others here: the candidate of a check, or the `item` of a list.
  var local: VariableDeclaration?

  /// The labels of the answers to `choice` and `choices` fields, by the answers' names.
  private var labels: [String: ValueType] = [:]

  /// Makes the label of an answer known: `label(kind)` is a text, of `choices` a list of texts.
  mutating func declareLabel(of name: String, _ field: FieldType) {
    guard field.isChoice, labels[name] == nil else { return }
    labels[name] = field == .choices ? .list(.string) : .string
  }

  /// Makes a name known.
  mutating func declare(_ variable: VariableDeclaration) { names[variable.name] = variable }

  /// Makes a name unknown, and the label of its answer.
  ///
  /// - Returns: What the label was; nil when there was none.
  @discardableResult
  mutating func forget(_ name: String) -> ValueType? {
    names[name] = nil
    return labels.removeValue(forKey: name)
  }

  /// Makes the label of an answer known again.
  mutating func restoreLabel(of name: String, _ type: ValueType) { labels[name] = type }

  func variable(named name: String) -> VariableDeclaration? {
    if let local, local.name == name { return local }
    if let name = names[name] { return name }
    return name.nameInLabel.flatMap { labels[$0] }.map { VariableDeclaration(name, $0) }
  }

  var variableNames: [String] {
    let all = local.map { Set(names.keys).union([$0.name]) } ?? Set(names.keys)
    return all.sorted()
  }
}

extension ExpressionEnvironment {
  /// What every expression of a flow is compiled with.
  static let flows: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    options.isStrict = true
    var environment = ExpressionEnvironment(
      functions: FlowLibrary.functions, options: options)
    environment.nameFunctions["label"] = "the answer of a 'choice' or 'choices' field"
    return environment
  }()
}

extension ExpressionEnvironment {
  /// What the expressions of migrations are compiled with: saved answers have no types.
  static let migrations: ExpressionEnvironment = {
    var environment = ExpressionEnvironment.flows
    environment.options.isStrict = false
    return environment
  }()
}

extension String {
  /// The name in `label(name)`, as scopes are asked for it; nil for everything else.
  var nameInLabel: String? {
    guard hasPrefix("label("), hasSuffix(")") else { return nil }
    return String(dropFirst(6).dropLast())
  }
}

extension ParsedExpression {
  /// The parts that must all be true for this condition to be.
  var conjuncts: [ParsedExpression] {
    guard case .logical(.and, let operands) = kind else { return [self] }
    return operands.flatMap(\.conjuncts)
  }

  /// Whether the same text can have another value at another time.
  var dependsOnTime: Bool {
    if case .name(let name, _) = kind { return name == "now" || name == "today" }
    return children.contains(where: \.dependsOnTime)
  }
}
