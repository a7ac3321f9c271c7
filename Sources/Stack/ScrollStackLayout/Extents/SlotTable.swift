// SPDX-License-Identifier: Apache-2.0

/// A hash table of slots that stores no keys: they're computed when they're needed.
///
/// It takes five bytes for each bucket, of which at most 80 percent are in use. A dictionary, which
/// also stores its keys, would take five times as much for each row, or ten times with
/// `AnyHashable` keys.
struct SlotTable {
  /// The slots; the value in a free bucket is undefined.
  private var slots: [Int32] = []

  /// For each bucket ``free``, ``deleted`` or some bits of the hash, so that most wrong buckets are
  /// skipped without computing their keys.
  private var marks: [UInt8] = []

  /// The number of slots in the table.
  private(set) var count = 0

  /// The number of buckets that are not free: those in use and those deleted.
  private var occupied = 0

  private static let free: UInt8 = 0
  private static let deleted: UInt8 = 1

  /// The slot of a hash that a test accepts; nil if there's none.
  func slot(hash: Int, where isMatch: (Int32) -> Bool) -> Int32? {
    bucket(hash: hash, where: isMatch).map { slots[$0] }
  }

  /// Adds a slot that isn't in the table.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - hash: Its hash.
  ///   - hashOfSlot: Returns the hash of a slot in the table, for growing the table.
  mutating func insert(_ slot: Int32, hash: Int, hashOfSlot: (Int32) -> Int) {
    // With room to spare, so that alternately adding and removing doesn't rebuild the table each
    // time.
    if (occupied + 1) * 5 > slots.count * 4 { grow(for: count + count / 4 + 1, hashOfSlot) }
    place(slot, hash: hash)
  }

  /// Removes the slot of a hash that a test accepts, and returns whether there was one.
  @discardableResult
  mutating func remove(hash: Int, where isMatch: (Int32) -> Bool) -> Bool {
    guard let bucket = bucket(hash: hash, where: isMatch) else { return false }
    count -= 1
    // Nothing follows the last bucket of a run.
    let next = (bucket + 1) & (slots.count - 1)
    if marks[next] == Self.free {
      marks[bucket] = Self.free
      occupied -= 1
    } else {
      marks[bucket] = Self.deleted
    }
    return true
  }

  /// Reserves room for a total number of slots.
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

  /// Rebuilds the table with enough buckets for a number of slots.
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

  /// Mixes the bits of a hash; addresses of objects differ in few of them.
  private static func mix(_ hash: Int) -> Int {
    var bits = UInt64(truncatingIfNeeded: hash)
    bits = (bits ^ (bits >> 32)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: (bits ^ (bits >> 32)) >> 1)
  }

  private static func mark(_ mixed: Int) -> UInt8 { UInt8((mixed >> 48) & 0x7F) + 2 }
}

extension ScrollStack {
  /// The slot of the row of a controller; nil if it has none in this stack.
  func slot(ofController id: ObjectIdentifier) -> ExtentTree.Slot? {
    controllers.slot(hash: Int(bitPattern: id)) { slot in
      rowsBySlot[Int(slot)].map { ObjectIdentifier($0.controller) == id } ?? false
    }
  }

  /// Remembers the controller of the row in a slot.
  func indexController(of slot: ExtentTree.Slot) {
    guard let row = rowsBySlot[Int(slot)] else { return }
    controllers.insert(slot, hash: Int(bitPattern: ObjectIdentifier(row.controller))) { slot in
      rowsBySlot[Int(slot)].map { Int(bitPattern: ObjectIdentifier($0.controller)) } ?? 0
    }
  }

  /// Reserves room for the controllers of a total number of rows.
  func reserveControllers(_ total: Int) {
    controllers.reserve(total) { slot in
      rowsBySlot[Int(slot)].map { Int(bitPattern: ObjectIdentifier($0.controller)) } ?? 0
    }
  }

  /// Forgets the controller of a row, before the row leaves its slot.
  func forgetController(of row: ScrollStackRow) {
    controllers.remove(hash: Int(bitPattern: ObjectIdentifier(row.controller))) { $0 == row.slot }
  }
}
