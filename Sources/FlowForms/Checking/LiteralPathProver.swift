// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Proves that an answer was asked from the conditions on the way, taken literally.
///
/// An answer was asked when each condition under which it is asked stands among the conjuncts of
/// the conditions here, or to the left of its use in the expression.
struct LiteralPathProver: PresenceProver {
  let declared: [String: FlowChecking.Declaration]
  let proven: [ParsedExpression: Int]

  /// The name of a candidate or an item, which may be that of something else that conditions speak
  /// of; nil: there is none.
  let local: String?

  /// What holds besides; a candidate in it is the one of the expression.
  let assumed: [Guard]

  /// Whether the expression is evaluated at every end of the flow.
  let isAtEnd: Bool

  /// Who understands more than the wording; nil: nobody.
  let follower: (any FlowFollower)?

  var conditions: [Guard] {
    proven.keys.filter { condition in
      !condition.dependsOnTime && !(local.map { condition.names($0) } ?? false)
    }
    .map { Guard($0, isTrue: true) } + assumed
  }

  func isPresent(_ name: String, given inner: [Guard]) -> Bool {
    let guards = assumed + inner
    return isPresentLiterally(name, given: guards)
      || follower?.isPresent(name, given: guards) ?? false
  }

  private func isPresentLiterally(_ name: String, given guards: [Guard]) -> Bool {
    guard let declaration = declared[name] else { return false }
    let conditions = proven.keys.map { Guard($0, isTrue: true) }
    if LiteralPresenceProver().isPresent(name, given: guards + conditions) { return true }
    guard declaration.isRequired, !(isAtEnd && declaration.isBehindEnd) else { return false }
    var known = Set<ParsedExpression>()
    for fact in guards where fact.isTrue { known.formUnion(fact.expression.conjuncts) }
    return declaration.conditions.allSatisfy { condition in
      !condition.dependsOnTime && (proven[condition] != nil || known.contains(condition))
    }
  }
}

/// Takes every name to have a value, to find the types of a flow before anything is proven about it.
struct HopefulProver: PresenceProver {
  func isPresent(_ name: String, given guards: [Guard]) -> Bool { true }
}
