// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The names of a flow that hold secrets, or values computed from secrets.
///
/// A value computed from a secret is a secret, whether by `+`, branches, conversions, functions,
/// macros, or computed values, and so is the capture of a command that received one. The results of
/// comparisons, `in`, `has`, and ``cleanFunctions`` don't reveal secrets.
package struct FlowSecrets: Sendable {
  /// The functions whose results only reveal a yes or no, or a length.
  static let cleanFunctions: Set<String> = [
    "size", "matches", "startsWith", "endsWith", "contains", "hasValue",
  ]

  /// The number of rounds after which the shapes of items are no longer refined.
  static let maximumRounds = 4

  /// The shapes of the names that hold secrets; all other names are clean.
  private let shapes: [NameOrigin: SecretShape]

  /// Finds the secrets of a flow.
  ///
  /// - Complexity: O(*n*) in the size of the flow's expressions, or O(1) if it asks for no secrets.
  package init(inputs: [CheckedInput], plan: [PlanItem], scopes: [FlowScope]) {
    guard Self.holdsSecrets(inputs, plan) else {
      shapes = [:]
      return
    }
    var search = SecretTracing(inputs: inputs, plan: plan, scopes: scopes)
    // A value computed from `items` can be a part of an item, so each round starts with the shapes
    // found in the last one.
    var isSettled = false
    for _ in 0..<Self.maximumRounds where !isSettled {
      search.assumed = search.known
      search.known = [:]
      search.run()
      isSettled = search.known == search.assumed
    }
    if !isSettled {
      // Values of items depend on each other through too many others: all items count as secrets.
      search.known = search.known.filter { $0.key.isItems }.mapValues { _ in .elements(.secret) }
      search.run()
    }
    shapes = search.known.filter { !$0.value.isClean }
  }

  private static func holdsSecrets(_ inputs: [CheckedInput], _ plan: [PlanItem]) -> Bool {
    if inputs.contains(where: { !$0.definition.type.secretShape.isClean }) { return true }
    return plan.contains { item in
      switch item {
      case .step(let step):
        if case .run(let run) = step.kind, run.isSecret == true { return true }
        return step.elements.contains { $0.field?.isSecret == true }
      case .call(let call):
        return call.inputs.contains { !$0.definition.type.secretShape.isClean }
      case .branch, .compute, .result, .itemEnd: return false
      }
    }
  }

  /// Whether no name holds a secret.
  package var isEmpty: Bool { shapes.isEmpty }

  /// Returns the shape of the value of a name.
  package func shape(at origin: NameOrigin) -> SecretShape { shapes[origin] ?? .clean }

  /// Returns the shape of the value of an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - bound: The shapes of names that have values only where it's evaluated, such as the element of `each`.
  ///   - scopes: The scopes of the flow.
  /// - Returns: The shape.
  package func shape(
    of expression: FlowExpression, binding bound: [String: SecretShape] = [:],
    in scopes: [FlowScope]
  ) -> SecretShape {
    if shapes.isEmpty { return .clean }
    var search = SecretTracing(inputs: [], plan: [], scopes: scopes)
    search.bound = bound
    search.isComplete = true
    search.known = shapes
    return search.shape(of: expression)
  }

  /// Returns the shape of the value of a flow's output, as data.
  package func shape(ofDataIn output: CheckedOutput, of flow: CheckedFlow) -> SecretShape {
    if shapes.isEmpty { return .clean }
    switch output {
    case .everyAnswer(let number): return shape(ofAnswersIn: number, of: flow)
    case .expression(let expression):
      return shape(of: expression, in: flow.scopes)
    case .map(let entries):
      return .record(entries.map { ($0.key, shape(ofDataIn: $0.value, of: flow)) })
    case .list(let items):
      return .elements(items.reduce(.clean) { $0.or(shape(ofDataIn: $1, of: flow)) })
    case .merged(let base, let entries):
      return shape(ofDataIn: base, of: flow).merged(
        with: entries.map { ($0.key, shape(ofDataIn: $0.value, of: flow)) })
    }
  }

  /// Returns the shape of the record of a scope's answers, as data.
  private func shape(ofAnswersIn number: Int, of flow: CheckedFlow) -> SecretShape {
    .record(
      flow.scopes[number].answers.map { answer in
        if let inner = answer.flow { return (answer.dataName, shape(ofAnswersIn: inner, of: flow)) }
        guard case .element(let plan, _) = answer.origin, let list = flow.repeat(at: plan) else {
          return (answer.dataName, shape(at: answer.origin))
        }
        return (answer.dataName, .elements(shape(ofAnswersIn: list.scope, of: flow)))
      })
  }
}

/// Finds the secrets of a flow.
private struct SecretTracing {
  let inputs: [CheckedInput]
  let plan: [PlanItem]
  let scopes: [FlowScope]

  /// The shapes found so far.
  var known: [NameOrigin: SecretShape] = [:]

  /// The assumed shapes of names that are being searched; all others count as clean.
  var assumed: [NameOrigin: SecretShape] = [:]

  /// Whether all shapes that aren't clean are known.
  var isComplete = false

  /// The shapes of names that have values only where an expression is evaluated.
  var bound: [String: SecretShape] = [:]

  /// Finds the shapes of all names.
  mutating func run() {
    for scope in scopes {
      for origin in scope.names.values { _ = shape(at: origin) }
    }
  }

  mutating func shape(at origin: NameOrigin) -> SecretShape {
    if let shape = known[origin] { return shape }
    if isComplete { return .clean }
    // Names refer to earlier names, except `items`, which can lead back to the name that reads it.
    known[origin] = assumed[origin] ?? .clean
    let found = search(origin)
    known[origin] = found
    return found
  }

  private mutating func search(_ origin: NameOrigin) -> SecretShape {
    switch origin {
    case .input(let index): return inputs[index].definition.type.secretShape
    case .argument(let plan, let index):
      guard case .call(let call) = self.plan[plan] else { return .clean }
      return call.inputs[index].definition.type.secretShape
    case .position: return .clean
    case .items(let repeatIndex):
      return `repeat`(at: repeatIndex).map { .elements(item(of: $0)) } ?? .clean
    case .overElement(let repeatIndex):
      return `repeat`(at: repeatIndex)?.over.map { shape(of: $0).element } ?? .clean
    case .element(let plan, let element):
      guard case .step(let step) = self.plan[plan] else { return .clean }
      if case .repeat(let list) = step.kind { return .elements(item(of: list)) }
      guard step.elements.indices.contains(element) else { return .clean }
      switch step.elements[element].kind {
      case .field(let field): return field.isSecret ? .secret : .clean
      case .compute(let expression): return shape(of: expression)
      case .capture: return capture(of: step)
      case .note: return .clean
      }
    case .compute(let plan):
      switch self.plan[plan] {
      case .compute(let compute): return shape(of: compute.expression)
      case .result(let output): return shape(of: output)
      case .branch, .step, .call, .itemEnd: return .clean
      }
    }
  }

  /// A command that received a secret can return it.
  private mutating func capture(of step: CheckedStep) -> SecretShape {
    guard case .run(let run) = step.kind else { return .clean }
    if let isSecret = run.isSecret { return isSecret ? .secret : .clean }
    for expression in run.call.received where !shape(of: expression).isClean { return .secret }
    return .clean
  }

  private func `repeat`(at repeatIndex: Int) -> CheckedRepeat? {
    guard case .step(let step) = plan[repeatIndex], case .repeat(let list) = step.kind else {
      return nil
    }
    return list
  }

  /// Returns the shape of an item's record, from which the list can also read computed values.
  private mutating func item(of list: CheckedRepeat) -> SecretShape {
    record(scopes[list.scope].parts)
  }

  /// Returns the shape of a record, which has its parts by their ids, and in data, by their keys.
  private mutating func record(_ parts: [ScopeAnswer]) -> SecretShape {
    .record(
      parts.flatMap { part in
        let shape = shape(at: part.origin)
        return Set([part.name, part.dataName]).map { (name: $0, shape: shape) }
      })
  }

  mutating func shape(of output: CheckedOutput) -> SecretShape {
    switch output {
    case .everyAnswer(let scope): return record(scopes[scope].answers)
    case .expression(let expression): return shape(of: expression)
    case .map(let entries): return .record(entries.map { ($0.key, shape(of: $0.value)) })
    case .list(let items):
      return .elements(items.reduce(.clean) { $0.or(shape(of: $1)) })
    case .merged(let base, let entries):
      return shape(of: base).merged(with: entries.map { ($0.key, shape(of: $0.value)) })
    }
  }

  mutating func shape(of expression: FlowExpression) -> SecretShape {
    var names: [String: SecretShape] = [:]
    for name in expression.compiled.freeNames {
      let shape = (bound[name] ?? .clean).or(shape(ofName: name, in: expression.scope))
      if !shape.isClean { names[name] = shape }
    }
    guard !names.isEmpty else { return .clean }
    var reader = SecretReader(names: names)
    return reader.shape(of: expression.compiled.root)
  }

  private mutating func shape(ofName name: String, in scope: Int) -> SecretShape {
    scopes.origin(of: name, in: scope).map { shape(at: $0) } ?? .clean
  }
}

extension NameOrigin {
  /// Whether it's the items of a list.
  fileprivate var isItems: Bool { if case .items = self { true } else { false } }
}
