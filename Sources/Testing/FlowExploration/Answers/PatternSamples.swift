// SPDX-License-Identifier: Apache-2.0

import RegularExpressions
import Synchronization

/// The samples of patterns, each of which is read once.
final class PatternCache: Sendable {
  private struct Key: Hashable {
    let pattern: String
    let variants: Int
  }

  private let known = Mutex<[Key: [String]]>([:])

  /// Returns texts that match a pattern, at most one for each variant.
  func texts(of pattern: String, variants: Int = 6) -> [String] {
    known.withLock { known in
      let key = Key(pattern: pattern, variants: variants)
      if let texts = known[key] { return texts }
      let texts = PatternSamples(pattern, variants: variants).texts
      known[key] = texts
      return texts
    }
  }
}

/// Texts that match a pattern: short ones, and longer ones.
///
/// It reads the ECMAScript spelling of the pattern, in which classes are spelled out. Each sample is
/// compared with the pattern itself, so what it doesn't understand only costs samples.
struct PatternSamples {
  private(set) var texts: [String] = []

  /// The maximum number of scalars of a sample, and of nested groups.
  private static let maximumLength = 200
  private static let maximumDepth = 20

  init(_ pattern: String, variants: Int = 6) {
    guard let expression = try? RegularExpression(pattern),
      let spelled = expression.ecmaScriptPattern
    else { return }
    for variant in 0..<variants {
      var reader = Reader(rest: Array(spelled.unicodeScalars)[...], variant: variant)
      guard let text = reader.alternatives(depth: 0), reader.rest.isEmpty,
        text.unicodeScalars.count <= Self.maximumLength, !texts.contains(text),
        expression.matches(text)
      else { continue }
      texts.append(text)
    }
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    /// Selects alternatives, members of classes, and numbers of repetitions.
    let variant: Int

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    mutating func alternatives(depth: Int) -> String? {
      guard depth <= maximumDepth else { return nil }
      var found: [String] = []
      repeat {
        guard let text = sequence(depth: depth) else { return nil }
        found.append(text)
      } while take("|")
      return found[variant % found.count]
    }

    private mutating func sequence(depth: Int) -> String? {
      var text = ""
      while let next = rest.first, next != "|", next != ")" {
        guard let part = element(depth: depth) else { return nil }
        guard let count = repetitions() else { return nil }
        for _ in 0..<count where text.utf8.count < maximumLength { text += part }
      }
      return text
    }

    private mutating func element(depth: Int) -> String? {
      guard let next = rest.popFirst() else { return nil }
      switch next {
      case "^", "$": return ""
      case ".": return "a"
      case "(":
        if take("?") {
          guard take(":") else { return nil }
        }
        let text = alternatives(depth: depth + 1)
        return take(")") ? text : nil
      case "[": return member()
      case "\\": return escaped().map { String($0) }
      default: return String(next)
      }
    }

    private mutating func escaped() -> Unicode.Scalar? {
      guard let next = rest.popFirst() else { return nil }
      switch next {
      case "d": return "7"
      case "w": return "w"
      case "s": return " "
      case "n": return "\n"
      case "t": return "\t"
      case "b", "B", "u", "x", "p", "P", "D", "W", "S", "k": return nil
      default: return next
      }
    }

    private mutating func member() -> String? {
      let isNegated = take("^")
      var ranges: [ClosedRange<UInt32>] = []
      while let next = rest.first, next != "]" {
        rest.removeFirst()
        guard let low = next == "\\" ? escaped() : next else { return nil }
        var high = low
        if rest.first == "-", rest.dropFirst().first != "]" {
          rest.removeFirst()
          guard let end = rest.popFirst(), let last = end == "\\" ? escaped() : end else {
            return nil
          }
          high = last
        }
        guard low.value <= high.value else { return nil }
        ranges.append(low.value...high.value)
      }
      guard take("]"), !ranges.isEmpty || isNegated else { return nil }
      if isNegated {
        let candidates: [Unicode.Scalar] = ["a", "7", "-", "_", "Z", " "]
        return candidates.first { scalar in !ranges.contains { $0.contains(scalar.value) } }
          .map { String($0) }
      }
      let range = ranges[variant % ranges.count]
      let place = range.lowerBound + UInt32(variant) % UInt32(range.count)
      return Unicode.Scalar(place).map { String($0) }
    }

    /// Returns how often the element before is repeated.
    private mutating func repetitions() -> Int? {
      var count = 1
      switch rest.first {
      case "?": (rest, count) = (rest.dropFirst(), variant % 2)
      case "*": (rest, count) = (rest.dropFirst(), variant % 3)
      case "+": (rest, count) = (rest.dropFirst(), 1 + variant % 3)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let inside = String(String.UnicodeScalarView(rest[rest.startIndex..<end].dropFirst()))
        rest = rest[rest.index(after: end)...]
        let parts = inside.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard let least = parts.first ?? nil else { return nil }
        let most = parts.count == 1 ? least : (parts[1] ?? least + 2)
        count = variant % 2 == 0 ? least : min(most, least + variant)
      default: return 1
      }
      // A repetition that takes as little as possible.
      if rest.first == "?" { rest.removeFirst() }
      return count
    }
  }
}
