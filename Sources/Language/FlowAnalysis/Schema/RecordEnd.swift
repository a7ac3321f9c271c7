// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The condition under which the flow ends at a stop that completes it, before the end of a record.
///
/// A stop in a nested flow also ends the outer one, so nothing after it is answered.
struct RecordEnd {
  /// What's true of every record that ends there.
  let necessary: ConditionSchema.Claim

  /// What's true only of records that end there.
  let sufficient: ConditionSchema.Claim

  /// Whether both are the same.
  let isExact: Bool

  /// The condition, for readers of the schema.
  let words: String

  /// The number of stops before it in its scope.
  let stopsBefore: Int
}

extension RecordEnd {
  /// Creates the end of a record at one of the ends of a nested flow.
  ///
  /// - Parameters:
  ///   - inner: The ends of the nested flow, at least one.
  ///   - name: The id of the nested flow, under which its answers are.
  ///   - mayBeLeftOut: Whether its answers may be left out because there are none.
  ///   - stopsBefore: The number of stops before the nested flow.
  init(_ inner: [RecordEnd], in name: String, mayBeLeftOut: Bool, stopsBefore: Int) {
    func claim(_ side: ConditionSchema.Side) -> ConditionSchema.Claim {
      switch ConditionSchema.Claim.any(inner.map { $0.claim(side) }) {
      case .never: .never
      // Without its record, nothing says whether it was walked.
      case .always: mayBeLeftOut ? side == .necessary ? .always : .never : Self.record(name, nil)
      case .schema(let map):
        mayBeLeftOut && side == .necessary ? .always : Self.record(name, map)
      }
    }
    necessary = claim(.necessary)
    sufficient = claim(.sufficient)
    isExact = inner.allSatisfy(\.isExact) && necessary == sufficient
    words = inner.map(\.words).joined(separator: " || ")
    self.stopsBefore = stopsBefore
  }

  /// Returns what's required of a record that ends there.
  func claim(_ side: ConditionSchema.Side) -> ConditionSchema.Claim {
    side == .necessary ? necessary : sufficient
  }

  /// The opposite of the condition, for readers of the schema.
  var unlessWords: String { "!(\(words))" }

  private static func record(_ name: String, _ schema: ValueMap?) -> ConditionSchema.Claim {
    var map = ValueMap()
    if let schema { map["properties"] = .map(ValueMap([(name, .map(schema))])) }
    map["required"] = .list([.string(name)])
    return .schema(map)
  }
}
