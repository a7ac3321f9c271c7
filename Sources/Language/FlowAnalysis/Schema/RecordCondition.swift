// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A condition of a record that other records decide in part: that the flow ends in it at a stop which
/// completes it, or that it continues.
///
/// A stop in a nested flow also ends the outer one, so nothing after it is answered.
struct RecordCondition {
  /// A claim that's true of every record that satisfies the condition.
  var necessary: ConditionSchema.Claim

  /// A claim that's true only of records that satisfy the condition.
  var sufficient: ConditionSchema.Claim

  /// Whether both are the same.
  var isExact: Bool

  /// The condition, for readers of the schema.
  var words: String

  /// The number of stops that it's about.
  var count: Int

  /// The maximum number of stops that a condition is about.
  ///
  /// It's repeated for each question after them. A condition of more is left open.
  static let maximumCount = 8

  /// The condition that every record satisfies.
  static let always = RecordCondition(
    necessary: .always, sufficient: .always, isExact: true, words: "", count: 0)

  func claim(_ side: ConditionSchema.Side) -> ConditionSchema.Claim {
    side == .necessary ? necessary : sufficient
  }

  /// The opposite.
  var negated: Self {
    RecordCondition(
      necessary: sufficient.negated, sufficient: necessary.negated, isExact: isExact,
      words: "!(\(words))", count: count)
  }

  /// Returns the condition that both are satisfied, or one that follows from this one if that's about
  /// too many stops.
  func and(_ other: Self) -> Self {
    guard count + other.count <= Self.maximumCount else {
      var open = self
      (open.sufficient, open.isExact) = (.never, false)
      return open
    }
    return RecordCondition(
      necessary: .all([other.necessary, necessary]),
      sufficient: .all([other.sufficient, sufficient]),
      isExact: isExact && other.isExact,
      words: [other.words, words].filter { !$0.isEmpty }.joined(separator: " && "),
      count: count + other.count)
  }

  /// Returns the condition that at least one of some is satisfied.
  static func any(_ conditions: [Self]) -> Self {
    let kept = conditions.prefix(maximumCount)
    let words = kept.map(\.words).joined(separator: " || ")
    let count = conditions.reduce(0) { $0 + $1.count }
    guard count <= maximumCount else {
      return RecordCondition(
        necessary: .always, sufficient: .never, isExact: false, words: "\(words) || …",
        count: maximumCount)
    }
    return RecordCondition(
      necessary: .any(kept.map(\.necessary)), sufficient: .any(kept.map(\.sufficient)),
      isExact: kept.allSatisfy(\.isExact), words: words, count: count)
  }

  /// Returns the condition that a record with this one is there, as a property.
  ///
  /// - Parameters:
  ///   - name: The property.
  ///   - mayBeLeftOut: Whether the record is left out if it has no answers. Without it, nothing says whether
  ///     its questions were reached.
  /// - Returns: The condition of the outer record.
  func of(_ name: String, mayBeLeftOut: Bool) -> Self {
    func outer(_ claim: ConditionSchema.Claim) -> ConditionSchema.Claim {
      guard claim != .never else { return .never }
      var map = ValueMap()
      if case .schema(let schema) = claim {
        map["properties"] = .map(ValueMap([(name, .map(schema))]))
      }
      map["required"] = .list([.string(name)])
      return .schema(map)
    }
    var outside = self
    let isOpen = mayBeLeftOut && necessary != .never
    outside.necessary = isOpen ? .always : outer(necessary)
    outside.sufficient = mayBeLeftOut && sufficient == .always ? .never : outer(sufficient)
    outside.isExact = isExact && outside.necessary == outside.sufficient
    return outside
  }
}
