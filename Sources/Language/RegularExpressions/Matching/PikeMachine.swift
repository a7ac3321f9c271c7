// SPDX-License-Identifier: Apache-2.0

/// Runs a program on all threads at once, in order of preference (Pike's algorithm).
///
/// At each position of the text, every instruction is visited at most once, so a search takes
/// O(*text* · *program*) steps, whatever the pattern.
struct PikeMachine {
  /// The threads at one position, in order of preference.
  private struct Threads {
    /// The instructions that wait for a scalar, or have matched.
    var instructions: [Int32] = []
    /// `slotCount` integers for each thread.
    var slots: [Int] = []
    /// The round in which each instruction was last visited.
    var visits: [Int]
    var round = 0

    init(size: Int) { visits = [Int](repeating: 0, count: size) }

    mutating func beginRound() {
      instructions.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
      round += 1
    }

    /// Marks an instruction as visited in this round.
    ///
    /// Returns false if it already was.
    @inline(__always)
    mutating func visit(_ instruction: Int32) -> Bool {
      guard visits[Int(instruction)] != round else { return false }
      visits[Int(instruction)] = round
      return true
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

  /// The number of instructions visited so far; the measure of work.
  private(set) var steps = 0

  /// Creates a machine.
  ///
  /// Without slots, it only tests whether there's a match.
  init(_ program: PatternProgram, remembersGroups: Bool) {
    self.program = program
    slotCount = remembersGroups ? program.groupCount * 2 : 0
    threads = Threads(size: program.instructions.count)
    nextThreads = threads
    slots = [Int](repeating: -1, count: slotCount)
  }

  /// Returns the slots of the leftmost match at or after an offset, or `nil`.
  ///
  /// Without slots, the search ends at the first match found.
  mutating func run(_ text: TextCursor, from start: Int) -> [Int]? {
    var offset = start
    var result: [Int]?
    nextThreads.beginRound()
    while true {
      let here = text.scalar(at: offset)
      if result == nil, offset == 0 || !program.isAnchoredAtStart {
        for index in slots.indices { slots[index] = -1 }
        explore(Int32(program.start), at: offset, text.places(at: offset))
      }
      swap(&threads, &nextThreads)
      nextThreads.beginRound()
      let kind = here.map { program.partition.classOf($0.value) }
      let next = offset + (here?.length ?? 0)
      let places = here == nil ? [] : text.places(at: next)
      var index = 0
      scan: while index < threads.instructions.count {
        switch program.instructions[Int(threads.instructions[index])] {
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
      if nextThreads.instructions.isEmpty, result != nil || program.isAnchoredAtStart {
        return result
      }
      offset = next
    }
  }

  private mutating func step(
    to target: Int32, at offset: Int, _ places: PatternAssertion, from thread: Int
  ) {
    for index in slots.indices { slots[index] = threads.slots[thread * slotCount + index] }
    explore(target, at: offset, places)
  }

  /// Adds to the next threads all that start at an instruction without consuming anything.
  private mutating func explore(_ start: Int32, at offset: Int, _ places: PatternAssertion) {
    tasks.append(.explore(start))
    while let task = tasks.popLast() {
      guard case .explore(var current) = task else {
        if case .restore(let slot, let value) = task { slots[slot] = value }
        continue
      }
      while nextThreads.visit(current) {
        steps += 1
        switch program.instructions[Int(current)] {
        case .match, .scalar, .scalarInSet:
          nextThreads.instructions.append(current)
          nextThreads.slots += slots
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
