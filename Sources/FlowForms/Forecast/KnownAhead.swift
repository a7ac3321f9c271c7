// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// What is known of names whose steps a session hasn't reached.
///
/// A name ahead has a value, is known to have none, or is unknown. Unknown isn't absent:
/// `has(port)` isn't false before anyone was asked for the port.
struct KnownAhead: Sendable {
  /// The index in the plan from which on names are ahead.
  let start: Int

  /// The index in the plan from which on they aren't any more.
  private(set) var end = Int.max

  /// The indices in the plan of lists of which an item is being asked for: their answer is ahead,
  /// though they are below.
  private let open: [Int]

  /// What is known; nil for names that will have no value.
  private var known: [NameOrigin: Value?] = [:]

  /// Knows nothing of the names from an index of the plan on.
  init(from start: Int, open: [Int] = []) {
    self.start = start
    self.open = open
  }

  /// The same for a walk that begins at an index of the plan, on which later names are known.
  func until(_ end: Int) -> Self {
    var copy = self
    copy.end = end
    return copy
  }

  /// Whether a name is ahead.
  func covers(_ origin: NameOrigin) -> Bool {
    guard let plan = origin.plan else { return false }
    if plan >= start { return plan < end }
    guard case .element = origin else { return false }
    return open.contains(plan)
  }

  /// Whether nothing is known of a name ahead.
  func isUnknown(_ origin: NameOrigin) -> Bool { covers(origin) && known[origin] == nil }

  /// The value of a name ahead; nil when it has none, or none is known.
  func value(at origin: NameOrigin) -> Value? { known[origin] ?? nil }

  /// Notes what a name will be; nil: it will have no value.
  mutating func learn(_ origin: NameOrigin, _ value: Value?) { known[origin] = .some(value) }

  /// Forgets what is known of a name.
  mutating func forget(_ origin: NameOrigin) { known[origin] = nil }

  /// Forgets what is known of the names of a part of the plan.
  mutating func forget(_ part: Range<Int>) {
    known = known.filter { origin, _ in origin.plan.map { !part.contains($0) } ?? true }
  }
}

extension NameOrigin {
  /// The index in the plan of the step that gives the name its value; nil for inputs.
  fileprivate var plan: Int? {
    switch self {
    case .input: nil
    case .argument(let plan, _), .element(let plan, _), .compute(let plan): plan
    case .position(let index), .items(let index), .overElement(let index): index
    }
  }
}
