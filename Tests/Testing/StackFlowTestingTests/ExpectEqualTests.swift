// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The words of an issue about two values.
@Suite struct ExpectEqualTests {
  /// The messages of the issues that a comparison records, with their lines.
  private func issues(_ compare: () -> Void) -> [String] {
    nonisolated(unsafe) var issues: [String] = []
    withKnownIssue {
      compare()
    } matching: { issue in
      let line = issue.sourceLocation.map { "\($0.fileName):\($0.line): " } ?? ""
      issues.append(line + issue.comments.map(\.rawValue).joined())
      return true
    }
    return issues
  }

  @Test func equalValuesAreNoIssue() {
    expectEqual(1, 1)
    expectEqual("a\nb", "a\nb")
    expectEqual([String]?.none, nil)
  }

  @Test func valuesAreShownWithTheCommentAtTheCall() {
    let line = #line + 1
    let found = issues { expectEqual(1, 2, "of seed 3") }
    #expect(found == ["ExpectEqualTests.swift:\(line): found 1, expected 2\nof seed 3"])
  }

  @Test func linesThatDifferAreShown() {
    let found = issues { expectEqual("a\nb\nc", "a\nc\nd") }
    #expect(
      found.map { String($0.drop { $0 != " " }.dropFirst()) } == [
        """
        line 2, found:    b
        line 3, expected: d
        """
      ])
    let lists = issues { expectEqual(["a", "b"], ["a", "c"]) }
    #expect(
      lists.map { String($0.drop { $0 != " " }.dropFirst()) } == [
        """
        line 2, expected: c
        line 2, found:    b
        """
      ])
  }
}
