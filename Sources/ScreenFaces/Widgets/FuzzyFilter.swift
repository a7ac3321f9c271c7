// SPDX-License-Identifier: Apache-2.0

/// Finds the labels that contain the characters of a filter in order, the best first.
///
/// A label that begins with the filter is better than one in which a word does, that one better than
/// one that contains it, and all of them better than one that has gaps between the characters. Equal
/// ones keep their order. Case doesn't matter.
///
/// - Complexity: a filter that continues the last one looks only at what matched that; each label
///   costs O(*n*) in its length.
struct FuzzyFilter {
  /// All labels in lower case, one after the other.
  private var bytes: [UInt8] = []

  /// Where each label begins in ``bytes``, and where the last one ends.
  private var starts: [Int] = [0]

  private var filter: [UInt8] = []

  /// The indices of the labels that match, the best first.
  private(set) var matches: [Int]

  /// The same, in the order of the labels.
  private var found: [Int]

  init(_ labels: some Sequence<String>) {
    starts.reserveCapacity(labels.underestimatedCount + 1)
    for label in labels {
      bytes += label.lowercased().utf8
      starts.append(bytes.count)
    }
    found = Array(0..<starts.count - 1)
    matches = found
  }

  var count: Int { starts.count - 1 }

  /// Filters by a text; an empty one matches all.
  mutating func apply(_ text: String) {
    let new = Array(text.lowercased().utf8.filter { $0 != UInt8(ascii: " ") })
    guard new != filter else { return }
    let candidates = !filter.isEmpty && new.starts(with: filter) ? found : Array(0..<count)
    filter = new
    guard !new.isEmpty else {
      found = candidates
      matches = candidates
      return
    }
    var ranks: [[Int]] = Array(repeating: [], count: 4)
    found = []
    for index in candidates {
      guard let rank = rank(of: index) else { continue }
      found.append(index)
      ranks[rank].append(index)
    }
    matches = ranks.flatMap { $0 }
  }

  /// How well a label matches, 0 best; nil if it doesn't.
  private func rank(of index: Int) -> Int? {
    let (start, end) = (starts[index], starts[index + 1])
    return bytes.withUnsafeBufferPointer { bytes -> Int? in
      var matched = 0
      var position = start
      while position < end, matched < filter.count {
        if bytes[position] == filter[matched] { matched += 1 }
        position += 1
      }
      guard matched == filter.count else { return nil }
      var best = 3
      var at = start
      while at + filter.count <= end {
        var same = 0
        var from = at
        // Blanks don't count in the label either.
        while from < end, same < filter.count {
          if bytes[from] == filter[same] {
            same += 1
          } else if bytes[from] != UInt8(ascii: " ") || same == 0 {
            break
          }
          from += 1
        }
        if same == filter.count {
          if at == start { return 0 }
          let isWordStart = !Self.isWord(bytes[at - 1])
          best = min(best, isWordStart ? 1 : 2)
          if best == 1 { return 1 }
        }
        at += 1
      }
      return best
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7A)
  }

  /// The offsets of the Characters of a label that match the filter, for marking them.
  static func marks(of filter: String, in label: String) -> Set<Int> {
    let wanted = filter.lowercased().filter { $0 != " " }
    guard !wanted.isEmpty else { return [] }
    let characters = label.map { String($0).lowercased() }
    // A run of all of them is marked before scattered ones.
    let whole = wanted.map(String.init)
    for start in characters.indices where start + whole.count <= characters.count {
      if Array(characters[start..<start + whole.count]) == whole {
        return Set(start..<start + whole.count)
      }
    }
    var marks: Set<Int> = []
    var rest = whole[...]
    for (index, character) in characters.enumerated() where character == rest.first {
      marks.insert(index)
      rest.removeFirst()
    }
    return rest.isEmpty ? marks : []
  }
}
