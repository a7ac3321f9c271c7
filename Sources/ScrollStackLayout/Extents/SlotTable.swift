// SPDX-License-Identifier: Apache-2.0

/// A hash table of slots that keeps no keys: what a slot is found by is asked for when it is needed.
///
/// It takes five bytes a bucket, and at most 80 of 100 buckets are in use. A Dictionary that also keeps
/// its keys would take five times that for a row, or ten where the key is an `AnyHashable`.
struct SlotTable {
  /// The slots; what stands in a free bucket means nothing.
  private var slots: [Int32] = []

  /// For each bucket ``free``, ``deleted`` or some bits of the hash, so that a wrong bucket is mostly
  /// passed over without asking for its key.
  private var marks: [UInt8] = []

  /// The number of slots in the table.
  private(set) var count = 0

  /// The number of buckets that are not free: those in use and those deleted.
  private var occupied = 0

  private static let free: UInt8 = 0
  private static let deleted: UInt8 = 1

  /// The slot of a hash that a test accepts; nil if there is none.
  func slot(hash: Int, where isMatch: (Int32) -> Bool) -> Int32? {
    bucket(hash: hash, where: isMatch).map { slots[$0] }
  }

  /// Adds a slot that is not in the table.
  ///
  /// - Parameters:
  ///   - slot: the slot.
  ///   - hash: its hash.
  ///   - hashOfSlot: the hash of any slot in the table, to place it anew in a larger one.
  mutating func insert(_ slot: Int32, hash: Int, hashOfSlot: (Int32) -> Int) {
    // With room to spare, so that adding and removing in turn does not place all anew each time.
    if (occupied + 1) * 5 > slots.count * 4 { grow(for: count + count / 4 + 1, hashOfSlot) }
    place(slot, hash: hash)
  }

  /// Removes the slot of a hash that a test accepts, and returns whether there was one.
  @discardableResult
  mutating func remove(hash: Int, where isMatch: (Int32) -> Bool) -> Bool {
    guard let bucket = bucket(hash: hash, where: isMatch) else { return false }
    count -= 1
    // Behind the last bucket of a run nothing has to be found.
    let next = (bucket + 1) & (slots.count - 1)
    if marks[next] == Self.free {
      marks[bucket] = Self.free
      occupied -= 1
    } else {
      marks[bucket] = Self.deleted
    }
    return true
  }

  mutating func removeAll() { self = SlotTable() }

  /// Makes room for a number of slots altogether.
  mutating func reserve(_ total: Int, hashOfSlot: (Int32) -> Int) {
    if total * 5 > slots.count * 4 { grow(for: total, hashOfSlot) }
  }

  // MARK: -

  private func bucket(hash: Int, where isMatch: (Int32) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mixed = Self.mix(hash)
    let mark = Self.mark(mixed)
    var bucket = mixed & (slots.count - 1)
    while marks[bucket] != Self.free {
      if marks[bucket] == mark, isMatch(slots[bucket]) { return bucket }
      bucket = (bucket + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func place(_ slot: Int32, hash: Int) {
    let mixed = Self.mix(hash)
    var bucket = mixed & (slots.count - 1)
    while marks[bucket] > Self.deleted { bucket = (bucket + 1) & (slots.count - 1) }
    if marks[bucket] == Self.free { occupied += 1 }
    slots[bucket] = slot
    marks[bucket] = Self.mark(mixed)
    count += 1
  }

  /// Places all slots anew, in as many buckets as a number of them needs.
  private mutating func grow(for total: Int, _ hashOfSlot: (Int32) -> Int) {
    var capacity = 8
    while capacity * 4 < total * 5 { capacity *= 2 }
    let old = (slots, marks)
    slots = Array(repeating: 0, count: capacity)
    marks = Array(repeating: Self.free, count: capacity)
    count = 0
    occupied = 0
    for (slot, mark) in zip(old.0, old.1) where mark > Self.deleted {
      place(slot, hash: hashOfSlot(slot))
    }
  }

  /// Spreads a hash over all bits; addresses of objects differ in few of them.
  private static func mix(_ hash: Int) -> Int {
    var bits = UInt64(truncatingIfNeeded: hash)
    bits = (bits ^ (bits >> 32)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: (bits ^ (bits >> 32)) >> 1)
  }

  private static func mark(_ mixed: Int) -> UInt8 { UInt8((mixed >> 48) & 0x7F) + 2 }
}

extension ScrollStack {
  /// The slot of the row of a controller; nil if it stands in none of this stack.
  func slot(ofController id: ObjectIdentifier) -> ExtentTree.Slot? {
    controllers.slot(hash: id.hashValue) { slot in
      rowsBySlot[Int(slot)].map { ObjectIdentifier($0.controller) == id } ?? false
    }
  }

  /// Remembers the controller of the row in a slot.
  func indexController(of slot: ExtentTree.Slot) {
    guard let row = rowsBySlot[Int(slot)] else { return }
    controllers.insert(slot, hash: ObjectIdentifier(row.controller).hashValue) { slot in
      rowsBySlot[Int(slot)].map { ObjectIdentifier($0.controller).hashValue } ?? 0
    }
  }

  /// Makes room for the controllers of a number of rows altogether.
  func reserveControllers(_ total: Int) {
    controllers.reserve(total) { slot in
      rowsBySlot[Int(slot)].map { ObjectIdentifier($0.controller).hashValue } ?? 0
    }
  }

  /// Forgets the controller of a row; before the row leaves its slot.
  func forgetController(of row: ScrollStackRow) {
    controllers.remove(hash: ObjectIdentifier(row.controller).hashValue) { $0 == row.slot }
  }
}
