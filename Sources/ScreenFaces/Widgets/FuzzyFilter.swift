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
  private var starts: [UInt32] = [0]

  private var filter: [UInt8] = []

  /// The indices of the labels that match, the best first.
  private(set) var matches: Matches

  /// The indices of the labels that match, in their order; nil for all of them.
  private var found: [UInt32]?

  /// The number of labels that were compared with a filter, for tests that count work.
  private(set) var comparisonCount = 0

  /// The indices of labels, in an order.
  struct Matches: RandomAccessCollection, Equatable {
    /// The indices; nil for all of them, in order.
    fileprivate var indices32: [UInt32]?

    fileprivate var labelCount: Int

    var startIndex: Int { 0 }
    var endIndex: Int { indices32?.count ?? labelCount }
    subscript(position: Int) -> Int { indices32.map { Int($0[position]) } ?? position }

    static func == (one: Matches, other: Matches) -> Bool { one.elementsEqual(other) }
  }

  init(_ labels: some Collection<String>) {
    starts.reserveCapacity(labels.count + 1)
    for label in labels {
      Self.append(label, to: &bytes)
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    matches = Matches(labelCount: starts.count - 1)
  }

  /// Appends a label in lower case.
  private static func append(_ label: String, to bytes: inout [UInt8]) {
    var label = label
    let isASCII = label.withUTF8 { label -> Bool in
      var all: UInt8 = 0
      for byte in label { all |= byte }
      guard all < 0x80 else { return false }
      bytes.append(contentsOf: label)
      return true
    }
    guard isASCII else {
      bytes += label.lowercased().utf8
      return
    }
    let end = bytes.count
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in end - label.utf8.count..<end where bytes[index] &- 0x41 < 26 {
        bytes[index] |= 0x20
      }
    }
  }

  var count: Int { starts.count - 1 }

  /// Filters by a text; an empty one matches all.
  mutating func apply(_ text: String) {
    let new = Array(text.lowercased().utf8.filter { $0 != UInt8(ascii: " ") })
    guard new != filter else { return }
    let candidates = !filter.isEmpty && new.starts(with: filter) ? found : nil
    filter = new
    guard !new.isEmpty else {
      found = nil
      matches = Matches(labelCount: count)
      return
    }
    comparisonCount += candidates?.count ?? count
    var next: [UInt32] = []
    /// The matches of each rank; those of the last one are most.
    var ranks: [[UInt32]] = Array(repeating: [], count: 4)
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        new.withUnsafeBufferPointer { filter in
          func look(_ index: Int) {
            let label = UnsafeBufferPointer(
              rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])])
            guard let rank = Self.rank(of: label, filter) else { return }
            next.append(UInt32(truncatingIfNeeded: index))
            ranks[rank].append(UInt32(truncatingIfNeeded: index))
          }
          if let candidates {
            for index in candidates { look(Int(index)) }
          } else {
            for index in 0..<starts.count - 1 { look(index) }
          }
        }
      }
    }
    found = next
    matches = Matches(indices32: Array(ranks.joined()), labelCount: count)
  }

  /// How well a label matches, 0 best; nil if it doesn't.
  private static func rank(
    of label: UnsafeBufferPointer<UInt8>, _ filter: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // Most labels are refused here, for which each byte is looked at once.
    var matched = 0
    var position = 0
    while position < label.count {
      if label[position] == filter[matched] {
        matched += 1
        if matched == filter.count { break }
      }
      position += 1
    }
    guard matched == filter.count else { return nil }
    var best = 3
    var at = 0
    let last = label.count - filter.count
    while at <= last {
      guard label[at] == filter[0] else {
        at += 1
        continue
      }
      var same = 1
      var from = at + 1
      // Blanks don't count in the label either.
      while from < label.count, same < filter.count {
        if label[from] == filter[same] {
          same += 1
        } else if label[from] != UInt8(ascii: " ") {
          break
        }
        from += 1
      }
      if same == filter.count {
        if at == 0 { return 0 }
        if !isWord(label[at - 1]) { return 1 }
        best = 2
      }
      at += 1
    }
    return best
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
