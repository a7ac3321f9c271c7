// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks the functions of a flow, and declares them for its expressions.
extension FlowChecking {
  /// Checks the functions, each after those that it calls.
  mutating func checkFunctions() {
    let functions = knownFunctions()
    guard !functions.isEmpty else { return }
    let outer = (scope, meanings)
    sight = { "a function sees only its parameters; give it '\($0)' as an argument" }
    var isChecked: [String: Bool] = [:]
    let known = definition.functions.filter { functions[$0.name.name] == $0 }
    for function in known where !isTyping { index.add(function: function.name) }
    for function in known {
      check(function, among: functions, &isChecked, calledBy: [])
    }
    sight = nil
    (scope, meanings) = outer
  }

  /// The functions by name, without those whose names can't be used, which are reported.
  private mutating func knownFunctions() -> [String: FunctionDefinition] {
    var known: [String: FunctionDefinition] = [:]
    if definition.functions.count > FunctionDefinition.maximumCount {
      let first = definition.functions[FunctionDefinition.maximumCount]
      report(
        Diagnostic(
          "function-name", "a flow has at most \(FunctionDefinition.maximumCount) functions",
          at: first.name.place))
    }
    for function in definition.functions.prefix(FunctionDefinition.maximumCount) {
      let name = function.name.name
      if environment.functions[name] != nil || environment.nameFunctions[name] != nil
        || ["has", "cel", "optional", "math", "lists"].contains(name)
      {
        report(
          Diagnostic(
            "function-name", "'\(name)' is a function of the language; give this one another name",
            at: function.name.place))
      } else if !name.isIdentifier {
        report(
          Diagnostic(
            "function-name",
            "a function is called by its name, so '\(name)' can only have letters, digits, and _, and "
              + "begins with a letter", at: function.name.place))
      } else {
        known[name] = function
      }
    }
    return known
  }

  /// Checks a function, after those that it calls.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - functions: All of them by name.
  ///   - isChecked: Whether each function that was begun is checked.
  ///   - callers: The names of the functions that led to it, outermost first.
  private mutating func check(
    _ function: FunctionDefinition, among functions: [String: FunctionDefinition],
    _ isChecked: inout [String: Bool], calledBy callers: [String]
  ) {
    let name = function.name.name
    guard isChecked[name] == nil else { return }
    isChecked[name] = false
    let called = environment.parse(function.value.text).expression?.calledFunctions ?? []
    for next in called {
      guard let other = functions[next] else { continue }
      let path = callers + [name]
      if isChecked[next] == false, let start = path.firstIndex(of: next) {
        let cycle = (path[start...] + [next]).joined(separator: " → ")
        report(
          Diagnostic(
            "recursive-function", "'\(name)' calls itself: \(cycle)", at: function.value.place))
        declare(function, returning: .unknown, nil)
      } else {
        check(other, among: functions, &isChecked, calledBy: path)
      }
    }
    isChecked[name] = true
    guard environment.functions[name] == nil else { return }
    let body = checkBody(of: function)
    declare(function, returning: body?.type ?? .unknown, body)
  }

  /// Checks what a function returns, which sees nothing but the parameters.
  private mutating func checkBody(of function: FunctionDefinition) -> CompiledExpression? {
    scope = FlowNames(nearMisses: scope.nearMisses, readsTime: false)
    meanings = Meanings()
    var seen: Set<String> = []
    for parameter in function.parameters where !seen.insert(parameter.name.name).inserted {
      report(
        Diagnostic(
          "duplicate-id", "'\(parameter.name)' is a parameter already", at: parameter.name.place))
    }
    bind(
      function.parameters.map { parameter in
        BoundName(
          parameter.name.name, parameter.valueType, of: parameter.name, .parameter,
          knownValues: parameter.isLost ? nil : knownValues(of: parameter.type))
      })
    return check(function.value, for: .function)?.compiled
  }

  /// Declares a function for all expressions of the flow.
  private mutating func declare(
    _ function: FunctionDefinition, returning type: ValueType, _ body: CompiledExpression?
  ) {
    let name = function.name.name
    let types = function.parameters.map(\.valueType)
    let names = function.parameters.map(\.name.name)
    let overload =
      body.map { FunctionOverload("flow_\(name)", types, type, of: names, calling: $0) }
      ?? FunctionOverload("flow_\(name)", types, type)
    environment.declare(
      FunctionDeclaration(name, "A function of the flow.", overloads: [overload]))
    if let body { follower?.declare(function: name, names, body) }
  }
}

extension FunctionDefinition.Parameter {
  /// The type of its values, which is unknown if it can't be read.
  fileprivate var valueType: ValueType { isLost ? .unknown : type.valueType }
}

extension ParsedExpression {
  /// The names of the functions that it calls, each once, in order of first appearance.
  fileprivate var calledFunctions: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var open = [self]
    while let next = open.popLast() {
      if case .call(nil, let name, _) = next.kind, seen.insert(name).inserted { names.append(name) }
      open += next.children.reversed()
    }
    return names
  }
}

extension String {
  /// Whether it's a name as expressions write it.
  fileprivate var isIdentifier: Bool {
    func isLetter(_ byte: UInt8) -> Bool { byte == 0x5F || (0x61...0x7A).contains(byte | 0x20) }
    guard let first = utf8.first, isLetter(first), utf8.count <= 200 else { return false }
    return utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
