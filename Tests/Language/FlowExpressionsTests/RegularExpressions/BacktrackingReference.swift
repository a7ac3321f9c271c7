// SPDX-License-Identifier: Apache-2.0

@testable import FlowExpressions
@testable import RegularExpressions

/// A slow and obvious matcher: Perl's rules, tried one after another on the parsed pattern.
final class BacktrackingReference {
  private typealias Groups = [Range<Int>?]
  private typealias Rest = (Int, inout Groups) -> Bool

  private let text: [UInt32]
  /// Used up once the search has taken too many steps to wait for.
  private var budget = 100_000

  init(_ text: String) { self.text = text.unicodeScalars.map(\.value) }

  var isExhausted: Bool { budget <= 0 }

  /// The groups of the leftmost match, in scalar offsets.
  func search(_ node: PatternNode, groupCount: Int) -> [Range<Int>?]? {
    for start in 0...text.count {
      var groups = Groups(repeating: nil, count: groupCount)
      let isFound = match(node, at: start, &groups) { end, groups in
        groups[0] = start..<end
        return true
      }
      if isFound { return groups }
      if isExhausted { return nil }
    }
    return nil
  }

  private func match(
    _ node: PatternNode, at position: Int, _ groups: inout Groups, _ rest: Rest
  ) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    switch node {
    case .empty:
      return rest(position, &groups)
    case .scalar(let set):
      guard position < text.count, set.contains(text[position]) else { return false }
      return rest(position + 1, &groups)
    case .assertion(let assertion):
      return holds(assertion, at: position) && rest(position, &groups)
    case .group(let number, let body):
      return match(body, at: position, &groups) { end, groups in
        let old = groups[number]
        groups[number] = position..<end
        if rest(end, &groups) { return true }
        groups[number] = old
        return false
      }
    case .sequence(let parts):
      return match(parts[...], at: position, &groups, rest)
    case .choice(let parts):
      for part in parts {
        let before = groups
        if match(part, at: position, &groups, rest) { return true }
        groups = before
      }
      return false
    case .repetition(let body, let minimum, let maximum, let isLazy, _):
      return repeated(
        body, minimum, maximum, isLazy, at: position, isFirst: true, &groups, rest)
    }
  }

  private func match(
    _ parts: ArraySlice<PatternNode>, at position: Int, _ groups: inout Groups, _ rest: Rest
  ) -> Bool {
    guard let first = parts.first else { return rest(position, &groups) }
    return match(first, at: position, &groups) { end, groups in
      self.match(parts.dropFirst(), at: end, &groups, rest)
    }
  }

  private func repeated(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, _ isLazy: Bool, at position: Int,
    isFirst: Bool, _ groups: inout Groups, _ rest: Rest
  ) -> Bool {
    func more(_ groups: inout Groups) -> Bool {
      guard maximum != 0 else { return false }
      return match(body, at: position, &groups) { end, groups in
        // An unlimited repeat can have an empty iteration only as its first; Perl would also accept
        // one at the end, but RE2 doesn't.
        if end == position, maximum == nil, minimum <= 1 {
          return isFirst && rest(end, &groups)
        }
        return self.repeated(
          body, max(0, minimum - 1), maximum.map { $0 - 1 }, isLazy, at: end,
          isFirst: minimum > 1, &groups, rest)
      }
    }
    if minimum > 0 { return more(&groups) }
    let before = groups
    if isLazy {
      if rest(position, &groups) { return true }
      groups = before
      return more(&groups)
    }
    if more(&groups) { return true }
    groups = before
    return rest(position, &groups)
  }

  private func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
    let before = position > 0 ? text[position - 1] : nil
    let after = position < text.count ? text[position] : nil
    let isWordBefore = before.map(UnicodeClasses.words.contains) ?? false
    let isWordAfter = after.map(UnicodeClasses.words.contains) ?? false
    switch assertion {
    case .textStart: return before == nil
    case .textEnd: return after == nil
    case .lineStart: return before == nil || before == 10
    case .lineEnd: return after == nil || after == 10
    case .wordBoundary: return isWordBefore != isWordAfter
    default: return isWordBefore == isWordAfter
    }
  }
}
