// SPDX-License-Identifier: Apache-2.0

extension RegularExpression {
  /// The ranges that a pattern and its groups matched, in UTF-8 offsets of the text.
  package struct Match: Hashable, Sendable {
    /// The ranges of the whole match and of each group by number, or `nil` for a group that didn't
    /// participate.
    ///
    /// A group in a repeat has the range of its last iteration.
    package let groups: [Range<Int>?]

    private let names: [String?]

    init(slots: [Int], names: [String?]) {
      groups = names.indices.map { number in
        guard number * 2 + 1 < slots.count else { return nil }
        let start = slots[number * 2]
        let end = slots[number * 2 + 1]
        return start >= 0 && start <= end ? start..<end : nil
      }
      self.names = names
    }

    /// The range of the whole match.
    var range: Range<Int> { groups.first.flatMap { $0 } ?? 0..<0 }

    /// The range of a group by number, where 0 is the whole match, or `nil` if the group doesn't
    /// exist or didn't participate.
    subscript(group: Int) -> Range<Int>? {
      groups.indices.contains(group) ? groups[group] : nil
    }

    /// The range of a group by name, or `nil` if the group doesn't exist or didn't participate.
    subscript(name: String) -> Range<Int>? {
      names.firstIndex(of: name).flatMap { groups[$0] }
    }
  }
}
