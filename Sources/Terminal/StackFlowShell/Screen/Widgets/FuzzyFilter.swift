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

  /// The indices of the labels that match, the best first, and of those that were added.
  var matches: Matches { all ?? found }

  /// The matches with those that were added; nil if none were.
  private var all: Matches?

  /// The indices of the labels that match, the best first.
  private var found: Matches

  /// The indices of the labels that match, in their order; nil for all of them.
  private var candidates: [UInt32]?

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
    found = Matches(labelCount: starts.count - 1)
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
    all = nil
    guard new != filter else { return }
    let candidates = !filter.isEmpty && new.starts(with: filter) ? self.candidates : nil
    filter = new
    guard !new.isEmpty else {
      self.candidates = nil
      found = Matches(labelCount: count)
      return
    }
    let ranks = ranks(of: candidates)
    comparisonCount += ranks.count
    var counts = [Int](repeating: 0, count: Self.rankCount + 1)
    for rank in ranks { counts[Int(rank)] += 1 }
    let matchCount = ranks.count - counts[Self.rankCount]
    // The place of the next match of each rank.
    var places = [0]
    for count in counts.prefix(Self.rankCount) { places.append(places[places.count - 1] + count) }
    var next: [UInt32] = []
    next.reserveCapacity(matchCount)
    var ordered = [UInt32](repeating: 0, count: matchCount)
    for (position, rank) in ranks.enumerated() where rank < Self.rankCount {
      let index = candidates?[position] ?? UInt32(truncatingIfNeeded: position)
      next.append(index)
      ordered[places[Int(rank)]] = index
      places[Int(rank)] += 1
    }
    self.candidates = next
    found = Matches(indices32: ordered, labelCount: count)
  }

  /// The number of ranks; labels that don't match have this one.
  private static let rankCount = 4

  /// Adds labels behind those that match, unless they're among them.
  mutating func add(_ indices: [Int]) {
    guard var ordered = found.indices32 else { return }
    for index in indices.map({ UInt32(truncatingIfNeeded: $0) }) where !ordered.contains(index) {
      ordered.append(index)
    }
    all = Matches(indices32: ordered, labelCount: count)
  }

  /// The rank of each candidate, or of each label without candidates.
  private func ranks(of candidates: [UInt32]?) -> [UInt8] {
    let total = candidates?.count ?? count
    return [UInt8](unsafeUninitializedCapacity: total) { ranks, initializedCount in
      bytes.withUnsafeBufferPointer { bytes in
        starts.withUnsafeBufferPointer { starts in
          filter.withUnsafeBufferPointer { filter in
            for position in 0..<total {
              let index = candidates.map { Int($0[position]) } ?? position
              let label = UnsafeBufferPointer(
                rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])])
              ranks.initializeElement(at: position, to: Self.rank(of: label, filter))
            }
          }
        }
      }
      initializedCount = total
    }
  }

  /// How well a label matches, 0 best.
  private static func rank(
    of label: UnsafeBufferPointer<UInt8>, _ filter: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    guard let first = next(filter[0], in: label, from: 0), contains(filter, in: label, from: first)
    else { return UInt8(rankCount) }
    var best: UInt8 = 3
    var at = first
    let last = label.count - filter.count
    while at <= last {
      if isWhole(filter, in: label, at: at) {
        if at == 0 { return 0 }
        if !isWord(label[at - 1]) { return 1 }
        best = 2
      }
      guard let following = next(filter[0], in: label, from: at + 1) else { break }
      at = following
    }
    return best
  }

  /// The first place of a byte from a place on.
  private static func next(
    _ byte: UInt8, in label: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var position = start
    while position < label.count {
      if label[position] == byte { return position }
      position += 1
    }
    return nil
  }

  /// Whether a label contains the filter's bytes in their order, the first of them at a place.
  private static func contains(
    _ filter: UnsafeBufferPointer<UInt8>, in label: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> Bool {
    var matched = 1
    var position = first + 1
    while matched < filter.count, position < label.count {
      if label[position] == filter[matched] { matched += 1 }
      position += 1
    }
    return matched == filter.count
  }

  /// Whether the filter is at a place of a label, whose blanks don't count.
  private static func isWhole(
    _ filter: UnsafeBufferPointer<UInt8>, in label: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> Bool {
    var same = 1
    var from = place + 1
    while from < label.count, same < filter.count {
      if label[from] == filter[same] {
        same += 1
      } else if label[from] != UInt8(ascii: " ") {
        return false
      }
      from += 1
    }
    return same == filter.count
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
