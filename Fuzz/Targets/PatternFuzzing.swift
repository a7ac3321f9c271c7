// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RegularExpressions

/// Regular expressions: the first line is the pattern, the rest the text.
///
/// Every way of testing for a match gives the same answer.
enum PatternFuzzing {
  static func violation(for bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let pattern = String(decoding: parts.first ?? [], as: UTF8.self)
    let text = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      return nil
    }
    let count = text.utf8.count
    let match = expression.firstMatch(in: text)
    guard expression.matches(text) == (match != nil) else {
      return "matches and firstMatch disagree"
    }
    for group in match?.groups ?? [] {
      if let group, group.lowerBound < 0 || group.upperBound > count {
        return "a group is outside the text"
      }
    }
    let all = expression.allMatches(in: text)
    guard all.isEmpty == (match == nil), all.count <= count + 1 else {
      return "allMatches and firstMatch disagree"
    }
    if let replaced = try? expression.replacing(in: text, with: "\\0"), replaced != text {
      return "replacing every match by itself changes the text"
    }
    return nil
  }
}
