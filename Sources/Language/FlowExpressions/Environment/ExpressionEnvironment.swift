// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The names, functions, and options that expressions can use.
public struct ExpressionEnvironment: Sendable {
  /// The declared names.
  public private(set) var variables: [String: VariableDeclaration] = [:]

  /// The functions, by full name.
  public private(set) var functions: [String: FunctionDeclaration]

  /// Functions that take a name instead of a value, such as `label(kind)`, with a description of
  /// what they take: `the answer of a 'choice' or 'choices' field`.
  ///
  /// The argument is the bare name of a variable. The call itself is a variable of the scope, which
  /// declares it under its source text without spaces, `label(kind)`, if the function takes that
  /// name. Its value comes from the bindings, as `value(of: "label(kind)")`, and exists whenever
  /// the name has a value.
  ///
  /// In a macro over the elements of the named list, the argument can also be the element. The scope then declares
  /// `label(kinds)[]`, with the type for an element, whose value is a map from the elements.
  package var nameFunctions: [String: String] = [:]

  /// The features that are allowed, and the limits.
  public var options: ExpressionOptions

  /// The source of time zones, by name.
  var zones: any TimeZoneSource

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - variables: The declared names; if two are equal, the last one wins.
  ///   - functions: Functions in addition to those of the language; overloads of an existing name
  ///     are added to it.
  ///   - options: The features that are allowed, and the limits.
  ///   - zones: The source of time zones, by name; the system's files by default.
  public init(
    variables: [VariableDeclaration] = [], functions: [FunctionDeclaration] = [],
    options: ExpressionOptions = ExpressionOptions(),
    zones: any TimeZoneSource = ZoneFolder.system
  ) {
    self.functions = FunctionTable.standard
    self.options = options
    self.zones = zones
    for variable in variables { declare(variable) }
    for function in functions { declare(function) }
  }

  /// Declares a name, replacing an earlier declaration of the same name.
  public mutating func declare(_ variable: VariableDeclaration) {
    variables[variable.name] = variable
  }

  /// Declares a function; overloads of an existing name are added to it.
  public mutating func declare(_ function: FunctionDeclaration) {
    functions[function.name] = functions[function.name]?.adding(function) ?? function
  }

  /// Parses a text without checking it.
  public func parse(_ text: String) -> (
    expression: ParsedExpression?, mistakes: [ExpressionMistake]
  ) {
    let (expression, mistakes) = ExpressionParser.parse(text, options: options)
    return (mistakes.isEmpty ? expression : nil, mistakes)
  }

  /// Parses, checks, and plans an expression.
  ///
  /// - Parameters:
  ///   - text: The text of the expression.
  ///   - expected: The required type of the value, or `nil` for any type.
  ///   - scope: The names that the expression can use, or `nil` for those of the environment.
  /// - Returns: The expression, or its mistakes. A name that may have no value can be used bare
  ///   where `has(x)` or `x.hasValue()` guards it.
  /// - Complexity: O(*n*) in the length of the text.
  public func compile(
    _ text: String, expecting expected: ValueType? = nil, scope: (any VariableScope)? = nil
  ) -> CompilationResult {
    compile(text, expecting: expected, scope: scope, prover: LiteralPresenceProver())
  }

  /// Parses, checks, and plans an expression, with a prover that decides where names that may have
  /// no value can be used bare.
  ///
  /// - Complexity: O(*n*) in the length of the text, plus the prover's work.
  package func compile(
    _ text: String, expecting expected: ValueType? = nil, scope: (any VariableScope)? = nil,
    prover: any PresenceProver
  ) -> CompilationResult {
    var text = text
    text.makeContiguousUTF8()
    let (parsed, mistakes) = ExpressionParser.parse(text, options: options)
    guard let parsed, mistakes.isEmpty else {
      return CompilationResult(
        mistakes: mistakes, reading: ExpressionReading(unparsed: text))
    }
    var checker = ExpressionChecker(
      environment: self, scope: scope ?? variables, tree: parsed.tree,
      prover: prover)
    let type = checker.checkRoot(parsed.index, expecting: expected)
    let found = checker.mistakes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !found.contains(where: { $0.severity == .error }) else {
      return CompilationResult(
        mistakes: found, reading: ExpressionReading(parsed, checker.result))
    }
    var planner = ExpressionPlanner(environment: self, tree: parsed.tree, checked: checker.result)
    let plan = planner.plan(parsed.index)
    let compiled = CompiledExpression(
      root: parsed, type: type, expected: expected, checked: checker.result, plan: plan,
      names: planner.slotNames, localCount: checker.result.localCount,
      bindingCount: planner.bindingCount, options: options, zones: zones)
    return CompilationResult(expression: compiled, mistakes: found + planner.mistakes)
  }
}

/// The result of compiling a text: an expression, which can have warnings, or all of its mistakes.
public struct CompilationResult: Sendable {
  /// The expression, if there were no mistakes other than warnings.
  public let expression: CompiledExpression?

  /// The mistakes, in source order.
  public let mistakes: [ExpressionMistake]

  /// The understood parts of the expression, whether or not it has mistakes.
  package let reading: ExpressionReading

  init(expression: CompiledExpression, mistakes: [ExpressionMistake]) {
    self.expression = mistakes.contains { $0.severity == .error } ? nil : expression
    self.mistakes = mistakes
    reading = expression.reading
  }

  init(mistakes: [ExpressionMistake], reading: ExpressionReading) {
    expression = nil
    self.mistakes = mistakes
    self.reading = reading
  }
}
