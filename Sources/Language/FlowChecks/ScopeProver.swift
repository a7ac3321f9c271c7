// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Proves that answers were asked from the conditions on the path, taken literally.
///
/// An answer was asked if each condition under which it's asked is among the conjuncts of the
/// current conditions, or to the left of its use in the expression.
struct ScopeProver: PresenceProver {
  let declared: [String: FlowChecking.Declaration]
  let proven: [ParsedExpression: Int]

  /// The name of a candidate or an item, which can hide something else that conditions refer to;
  /// nil if there isn't one.
  let local: String?

  /// The additional facts besides the conditions on the path.
  ///
  /// A candidate in it is that of the expression.
  let assumed: [Guard]

  /// The names that a text gives, and the facts about them, which prove something only about these names.
  var loopNames: Set<String> = []
  var loopFacts: [Guard] = []

  /// Whether the expression is evaluated wherever the flow ends.
  let isAtEnd: Bool

  /// The follower that concludes more, or nil if there isn't one.
  let follower: (any FlowFollower)?

  var conditions: [Guard] {
    let facts =
      proven.keys.filter { condition in
        !condition.dependsOnTime && !(local.map { condition.names($0) } ?? false)
      }
      .map { Guard($0, isTrue: true) } + assumed
    return facts.filter { !readsLoop($0) } + loopFacts
  }

  func isPresent(_ name: String, given inner: [Guard]) -> Bool {
    if loopNames.contains(name) {
      return LiteralPresenceProver().isPresent(name, given: loopFacts + inner)
    }
    let guards = assumed + inner.filter { !readsLoop($0) }
    return isPresentLiterally(name, given: guards)
      || follower?.isPresent(name, given: guards) ?? false
  }

  /// Whether a fact is about a name of a loop, which may hide something else.
  private func readsLoop(_ fact: Guard) -> Bool {
    !loopNames.isEmpty && !fact.expression.namesRead.isDisjoint(with: loopNames)
  }

  private func isPresentLiterally(_ name: String, given guards: [Guard]) -> Bool {
    guard let declaration = declared[name] else { return false }
    let conditions = proven.keys.map { Guard($0, isTrue: true) }
    if LiteralPresenceProver().isPresent(name, given: guards + conditions) { return true }
    guard declaration.isRequired, !(isAtEnd && declaration.isAfterEnd) else { return false }
    var known = Set<ParsedExpression>()
    for fact in guards where fact.isTrue { known.formUnion(fact.expression.conjuncts) }
    return declaration.conditions.allSatisfy { condition in
      !condition.dependsOnTime && (proven[condition] != nil || known.contains(condition))
    }
  }
}

/// Assumes that every name has a value, to infer the types of a flow before anything is proven.
struct HopefulProver: PresenceProver {
  func isPresent(_ name: String, given guards: [Guard]) -> Bool { true }
}
