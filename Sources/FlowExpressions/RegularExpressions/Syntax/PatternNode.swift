// SPDX-License-Identifier: Apache-2.0

/// A place that a pattern can ask for without consuming anything.
struct PatternAssertion: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `\A`, and `^` outside `(?m)`.
  static let textStart = PatternAssertion(rawValue: 1)
  /// `\z`, and `$` outside `(?m)`.
  static let textEnd = PatternAssertion(rawValue: 2)
  /// `^` under `(?m)`.
  static let lineStart = PatternAssertion(rawValue: 4)
  /// `$` under `(?m)`.
  static let lineEnd = PatternAssertion(rawValue: 8)
  /// `\b`.
  static let wordBoundary = PatternAssertion(rawValue: 16)
  /// `\B`.
  static let noWordBoundary = PatternAssertion(rawValue: 32)
}

/// A parsed pattern.
indirect enum PatternNode: Sendable {
  /// The empty text.
  case empty
  /// One scalar of a set.
  case scalar(ScalarSet)
  /// A place.
  case assertion(PatternAssertion)
  /// A group that remembers what it matched; the first one is 1.
  case group(Int, PatternNode)
  /// One after the other.
  case sequence([PatternNode])
  /// The first that fits.
  case choice([PatternNode])
  /// At least `minimum` times, at most `maximum` times (nil: any number).
  case repetition(PatternNode, minimum: Int, maximum: Int?, isLazy: Bool, bodyCanBeEmpty: Bool)

  /// Whether the node can match the empty text.
  var canBeEmpty: Bool {
    switch self {
    case .empty, .assertion: true
    case .scalar: false
    case .group(_, let body): body.canBeEmpty
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .repetition(_, let minimum, _, _, let bodyCanBeEmpty): minimum == 0 || bodyCanBeEmpty
    }
  }

  /// Whether every match begins at the start of the text.
  var isAnchoredAtStart: Bool { isAnchored(by: .textStart, edge: { $0 }) }

  /// Whether every match ends at the end of the text.
  var isAnchoredAtEnd: Bool { isAnchored(by: .textEnd, edge: { $0.reversed() }) }

  private func isAnchored(
    by wanted: PatternAssertion, edge: ([PatternNode]) -> [PatternNode]
  ) -> Bool {
    switch self {
    case .empty, .scalar: return false
    case .assertion(let assertion): return assertion == wanted
    case .group(_, let body): return body.isAnchored(by: wanted, edge: edge)
    case .choice(let parts): return parts.allSatisfy { $0.isAnchored(by: wanted, edge: edge) }
    case .repetition(let body, let minimum, _, _, _):
      return minimum > 0 && body.isAnchored(by: wanted, edge: edge)
    case .sequence(let parts):
      // Whatever stands before the anchor must itself be a place.
      for part in edge(parts) {
        if part.isAnchored(by: wanted, edge: edge) { return true }
        guard part.isEmptyOrPlace else { return false }
      }
      return false
    }
  }

  private var isEmptyOrPlace: Bool {
    switch self {
    case .empty, .assertion: true
    case .scalar: false
    case .group(_, let body): body.isEmptyOrPlace
    case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.isEmptyOrPlace)
    case .repetition(let body, _, let maximum, _, _): maximum == 0 || body.isEmptyOrPlace
    }
  }
}
