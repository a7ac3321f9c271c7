// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// The known facts about names whose steps a session hasn't reached.
///
/// A name ahead has a value, is known to have none, or is unknown. Unknown isn't absent: before the
/// port was asked, `has(port)` isn't false.
struct KnownAhead: Sendable {
  /// The index in the plan at which names start to be ahead.
  let start: Int

  /// The index in the plan at which names stop being ahead.
  private(set) var end = Int.max

  /// The indices in the plan of lists of which an item is being asked.
  ///
  /// Their answer is ahead, although they're below the top.
  private let open: [Int]

  /// The known values; nil for names that will have no value.
  private var known: [NameOrigin: Value?] = [:]

  /// Creates the state in which nothing is known about names from an index of the plan on.
  init(from start: Int, open: [Int] = []) {
    self.start = start
    self.open = open
  }

  /// Returns a copy for a walk that begins at an index of the plan, where later names are known.
  func until(_ end: Int) -> Self {
    var copy = self
    copy.end = end
    return copy
  }

  /// Returns whether a name is ahead.
  func covers(_ origin: NameOrigin) -> Bool {
    guard let plan = origin.plan else { return false }
    if plan >= start { return plan < end }
    guard case .element = origin else { return false }
    return open.contains(plan)
  }

  /// Returns whether a name is ahead and nothing is known about it.
  func isUnknown(_ origin: NameOrigin) -> Bool { covers(origin) && known[origin] == nil }

  /// Returns the value of a name ahead, or nil if it has none or it's unknown.
  func value(at origin: NameOrigin) -> Value? { known[origin] ?? nil }

  /// Records the value of a name; nil means that it will have none.
  mutating func learn(_ origin: NameOrigin, _ value: Value?) { known[origin] = .some(value) }

  /// Forgets what's known about a name.
  mutating func forget(_ origin: NameOrigin) { known[origin] = nil }

  /// Forgets what's known about the names in a part of the plan.
  mutating func forget(_ part: Range<Int>) {
    known = known.filter { origin, _ in origin.plan.map { !part.contains($0) } ?? true }
  }
}

extension NameOrigin {
  /// The index in the plan of the step that gives the name its value, or nil for inputs.
  var plan: Int? {
    switch self {
    case .input: nil
    case .argument(let plan, _), .element(let plan, _), .compute(let plan): plan
    case .position(let index), .items(let index), .overElement(let index): index
    }
  }
}
