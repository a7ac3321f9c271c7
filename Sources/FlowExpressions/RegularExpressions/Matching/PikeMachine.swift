// SPDX-License-Identifier: Apache-2.0

/// Runs a program on all threads at once, in the order of their preference (Pike's algorithm).
///
/// At each place of the text every instruction is visited at most once, so a search takes
/// O(*text* · *program*) steps whatever the pattern is.
struct PikeMachine {
  private struct Threads {
    var positions: [Int32]
    var count = 0
    var dense: [Int32]
    /// `slotCount` numbers per thread.
    var slots: [Int]

    init(size: Int, slotCount: Int) {
      positions = [Int32](repeating: 0, count: size)
      dense = [Int32](repeating: 0, count: size)
      slots = [Int](repeating: -1, count: size * slotCount)
    }

    @inline(__always)
    func contains(_ instruction: Int32) -> Bool {
      let position = Int(positions[Int(instruction)])
      return position < count && dense[position] == instruction
    }

    @inline(__always)
    mutating func insert(_ instruction: Int32) -> Int {
      positions[Int(instruction)] = Int32(count)
      dense[count] = instruction
      count += 1
      return count - 1
    }
  }

  private enum Task {
    case explore(Int32)
    case restore(slot: Int, value: Int)
  }

  private let program: PatternProgram
  private let slotCount: Int
  private var threads: Threads
  private var nextThreads: Threads
  private var tasks: [Task] = []
  private var slots: [Int]

  /// How many instructions were visited so far: the measure of work.
  private(set) var steps = 0

  /// Creates a machine; without slots it only tells whether there is a match.
  init(_ program: PatternProgram, remembersGroups: Bool) {
    self.program = program
    slotCount = remembersGroups ? program.groupCount * 2 : 0
    threads = Threads(size: program.instructions.count, slotCount: slotCount)
    nextThreads = threads
    slots = [Int](repeating: -1, count: slotCount)
  }

  /// The slots of the leftmost match at or behind an offset, or nil.
  ///
  /// Without slots the first match found ends the search.
  mutating func run(_ text: TextCursor, from start: Int) -> [Int]? {
    var offset = start
    var result: [Int]?
    nextThreads.count = 0
    while true {
      let here = text.scalar(at: offset)
      if result == nil, offset == 0 || !program.isAnchoredAtStart {
        for index in slots.indices { slots[index] = -1 }
        explore(Int32(program.start), at: offset, text.places(at: offset))
      }
      swap(&threads, &nextThreads)
      nextThreads.count = 0
      if threads.count == 0 { return result }
      let kind = here.map { program.partition.classOf($0.value) }
      let next = offset + (here?.length ?? 0)
      let places = here == nil ? [] : text.places(at: next)
      var index = 0
      scan: while index < threads.count {
        let instruction = program.instructions[Int(threads.dense[index])]
        switch instruction {
        case .match:
          result = Array(threads.slots[index * slotCount..<(index + 1) * slotCount])
          if slotCount == 0 { return result }
          break scan
        case .scalar(let wanted, let target):
          if kind == wanted { step(to: target, at: next, places, from: index) }
        case .scalarInSet(let row, let target):
          if let kind, program.set(row, holds: kind) {
            step(to: target, at: next, places, from: index)
          }
        case .split, .save, .assert, .fail: break
        }
        index += 1
      }
      if here == nil { return result }
      if nextThreads.count == 0, result != nil || program.isAnchoredAtStart { return result }
      offset = next
    }
  }

  private mutating func step(
    to target: Int32, at offset: Int, _ places: PatternAssertion, from thread: Int
  ) {
    for index in slots.indices { slots[index] = threads.slots[thread * slotCount + index] }
    explore(target, at: offset, places)
  }

  /// Adds to the next threads all that begin at an instruction without consuming anything.
  private mutating func explore(_ start: Int32, at offset: Int, _ places: PatternAssertion) {
    tasks.append(.explore(start))
    while let task = tasks.popLast() {
      guard case .explore(var current) = task else {
        if case .restore(let slot, let value) = task { slots[slot] = value }
        continue
      }
      while !nextThreads.contains(current) {
        steps += 1
        let index = nextThreads.insert(current)
        switch program.instructions[Int(current)] {
        case .match, .scalar, .scalarInSet:
          for slot in slots.indices { nextThreads.slots[index * slotCount + slot] = slots[slot] }
        case .fail:
          break
        case .split(let first, let second):
          tasks.append(.explore(second))
          current = first
          continue
        case .save(let slot, let next):
          if Int(slot) < slotCount {
            tasks.append(.restore(slot: Int(slot), value: slots[Int(slot)]))
            slots[Int(slot)] = offset
          }
          current = next
          continue
        case .assert(let assertion, let next):
          if places.isSuperset(of: assertion) {
            current = next
            continue
          }
        }
        break
      }
    }
  }
}
