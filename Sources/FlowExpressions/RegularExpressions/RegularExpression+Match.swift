// SPDX-License-Identifier: Apache-2.0

extension RegularExpression {
  /// Where a pattern and its groups matched, in UTF-8 offsets of the text.
  public struct Match: Hashable, Sendable {
    /// The ranges of the whole match and of each group by number; nil for a group that took no part.
    ///
    /// A group in a repeat has the range of its last turn.
    public let groups: [Range<Int>?]

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
    public var range: Range<Int> { groups.first.flatMap { $0 } ?? 0..<0 }

    /// The range of a group by number, 0 being the whole match; nil when there is no such group or
    /// it took no part.
    public subscript(group: Int) -> Range<Int>? {
      groups.indices.contains(group) ? groups[group] : nil
    }

    /// The range of a group by name; nil when there is no such group or it took no part.
    public subscript(name: String) -> Range<Int>? {
      names.firstIndex(of: name).flatMap { groups[$0] }
    }
  }
}
