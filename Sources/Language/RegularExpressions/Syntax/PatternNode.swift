// SPDX-License-Identifier: Apache-2.0

/// A condition on a position, which consumes nothing.
struct PatternAssertion: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `\A`, and `^` outside `(?m)`.
  static let textStart = PatternAssertion(rawValue: 1)
  /// `\z`, and `$` outside `(?m)`.
  static let textEnd = PatternAssertion(rawValue: 2)
  /// `^` with `(?m)`.
  static let lineStart = PatternAssertion(rawValue: 4)
  /// `$` with `(?m)`.
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
  /// An assertion about the position.
  case assertion(PatternAssertion)
  /// A capturing group; the first one is 1.
  case group(Int, PatternNode)
  case sequence([PatternNode])
  /// The first alternative that matches.
  case choice([PatternNode])
  /// At least `minimum` and at most `maximum` repetitions; `nil` means any number.
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

  /// Whether every match starts at the start of the text.
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
      // Anything before the anchor must itself be an assertion.
      for part in edge(parts) {
        if part.isAnchored(by: wanted, edge: edge) { return true }
        guard part.isEmptyOrAssertion else { return false }
      }
      return false
    }
  }

  private var isEmptyOrAssertion: Bool {
    switch self {
    case .empty, .assertion: true
    case .scalar: false
    case .group(_, let body): body.isEmptyOrAssertion
    case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.isEmptyOrAssertion)
    case .repetition(let body, _, let maximum, _, _): maximum == 0 || body.isEmptyOrAssertion
    }
  }
}
