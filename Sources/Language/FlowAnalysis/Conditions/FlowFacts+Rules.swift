// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A rule that holds unless a name has a certain value.
///
/// The condition of a choice only matters if the choice is picked, and a stop with the condition
/// `port == 80` only for one port. A question with a thousand choices has a thousand such rules, of
/// which a search needs those of the values that it tries.
enum TriggeredRule: Hashable {
  /// A formula that must be true if a name has a value.
  case axiom(FormulaID, of: Int)

  /// A stop that isn't reached, by number.
  case stop(Int)
}

// Which rules are only needed for certain values.
extension FlowFacts {
  /// Adds conditions that hold whenever a name has a value.
  func add(axioms found: [FormulaID], of name: Int) {
    for axiom in found {
      if let atom = exit(from: axiom, to: true, on: name) {
        triggered[atom, default: []].append(.axiom(axiom, of: name))
        triggeringNames.insert(name)
      } else {
        axioms[name, default: []].append(axiom)
      }
    }
    if !found.isEmpty { ruleFormulas[name] = Array(found.prefix(Self.maximumExaminedRules)) }
  }

  /// Adds the names that the condition of a stop, the latest one, depends on.
  func add(namesOfStop names: [Int], _ formula: FormulaID) {
    let stop = stopNames.count
    stopNames.append(names)
    let exit = exit(from: formula, to: false)
    var trigger: Int?
    if let exit, case .name(let name) = terms[exit.term] {
      trigger = name
      triggered[exit, default: []].append(.stop(stop))
      triggeringNames.insert(name)
    }
    for name in names where name != trigger { stopsReading[name, default: []].append(stop) }
  }

  /// Returns the rules that a name's value triggers.
  func rules(of name: TermID, being value: Value) -> [TriggeredRule] {
    var found = triggered[Atom(term: name, predicate: .compares(.equal, value))] ?? []
    if value == .bool(true) { found += triggered[Atom(term: name, predicate: .isTrue)] ?? [] }
    return found
  }

  /// Returns the names that the rules of a name read; of too many rules, only the first ones are
  /// examined.
  func namesOfRules(of name: Int, limit: Int) -> Set<Int> {
    if let known = ruleNames[name] { return known }
    var found: Set<Int> = []
    for rule in ruleFormulas[name] ?? [] { found.formUnion(names(of: rule, limit: limit)) }
    ruleNames[name] = found
    return found
  }

  /// The maximum number of rules of a name to examine for the names that they read.
  private static let maximumExaminedRules = 256

  /// The maximum number of operands to examine for an exit.
  private static let maximumOperands = 8

  /// Returns an atom that's true for only one value of a name and without which a formula has a
  /// certain truth, or nil if none is found.
  ///
  /// - Parameters:
  ///   - id: The formula.
  ///   - truth: The truth that the formula has if the atom is false.
  ///   - name: The name, or nil for any.
  ///   - depth: The number of formulas around this one.
  /// - Returns: The atom.
  private func exit(
    from id: FormulaID, to truth: Bool, on name: Int? = nil, depth: Int = 0
  ) -> Atom? {
    guard depth < 6 else { return nil }
    switch formulas[id] {
    case .constant: return nil
    case .atom(let atom): return !truth && isOneValue(atom, of: name) ? atom : nil
    case .not(let operand): return exit(from: operand, to: !truth, on: name, depth: depth + 1)
    case .all(let operands), .any(let operands):
      let isAny = if case .any = formulas[id] { true } else { false }
      guard truth == isAny else { return nil }
      return operands.prefix(Self.maximumOperands).lazy.compactMap {
        self.exit(from: $0, to: truth, on: name, depth: depth + 1)
      }.first
    }
  }

  /// Returns whether an atom compares a name with a value of exactly its type.
  private func isOneValue(_ atom: Atom, of name: Int?) -> Bool {
    guard case .name(let number) = terms[atom.term], name == nil || name == number else {
      return false
    }
    switch (atom.predicate, names[number].type) {
    case (.isTrue, .bool), (.compares(.equal, .string), .string),
      (.compares(.equal, .int), .int):
      return true
    default: return false
    }
  }
}
