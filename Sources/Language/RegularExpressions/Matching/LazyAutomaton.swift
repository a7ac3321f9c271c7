// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Tests whether a program matches, with a deterministic automaton whose states are created when a
/// text first needs them.
///
/// A state is the set of instructions that wait for the next scalar, plus what's known about the
/// previous scalar. Creating a transition costs at most the program's size, so even a text that
/// needs a new state for every scalar is searched in O(*text* · *program*). Once the states exist,
/// each scalar costs one lookup. The table has a maximum size, and is cleared when it's full.
final class LazyAutomaton: Sendable {
  private let program: PatternProgram
  private let table: Mutex<TransitionTable>

  init(_ program: PatternProgram) {
    self.program = program
    table = Mutex(TransitionTable(program))
  }

  /// Returns whether there's a match at or after an offset.
  ///
  /// Returns `nil` if another thread uses the automaton, or if the text needs too many states to be
  /// worth the table. In that case, run the other machine.
  func matches(_ text: TextCursor, from offset: Int) -> Bool? {
    if offset > 0, program.isAnchoredAtStart { return false }
    return table.withLockIfAvailable { $0.matches(program, text, from: offset) } ?? nil
  }

  /// The number of instructions visited so far to create transitions; the measure of work.
  var steps: Int { table.withLock { $0.steps } }
}

/// The states and transitions of a ``LazyAutomaton``.
private struct TransitionTable: Sendable {
  /// The known facts about the scalar before a position.
  private struct Context: OptionSet, Hashable {
    let rawValue: UInt8
    static let textStart = Context(rawValue: 1)
    static let newline = Context(rawValue: 2)
    static let word = Context(rawValue: 4)
  }

  private struct State: Hashable {
    /// One bit for each instruction to continue with.
    var instructions: [UInt64]
    var context: Context
  }

  /// The maximum number of integers in the transitions, and of words in the states.
  private static let capacity = 1 << 16

  private static let unknown: Int32 = 0
  private static let dead: Int32 = 1
  private static let match: Int32 = 2
  private static let firstState: Int32 = 3

  /// The number of classes, plus one for the end of the text.
  private let stride: Int
  private let words: Int
  private let maximumStates: Int
  private let isWordClass: [Bool]
  private let newlineClass: Int32
  private let tracked: Context
  private let isAnchored: Bool

  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  private var transitions: [Int32] = []
  private var visited: [UInt64]
  private var pending: [Int32] = []

  private(set) var steps = 0

  init(_ program: PatternProgram) {
    stride = program.partition.count + 1
    words = (program.instructions.count + 63) / 64
    maximumStates = max(32, Self.capacity / max(stride, words))
    visited = [UInt64](repeating: 0, count: words)
    isAnchored = program.isAnchoredAtStart
    // Only ASCII classes can contain word characters and line feeds, and if an assertion needs
    // them, no class mixes them with other scalars.
    var isWordClass = [Bool](repeating: false, count: stride)
    var tracked: Context = []
    if !program.assertions.isDisjoint(with: [.wordBoundary, .noWordBoundary]) {
      tracked.insert(.word)
      for byte in 0..<128 where TextCursor.isWord(UInt8(byte)) {
        isWordClass[Int(program.partition.ascii[byte])] = true
      }
    }
    if !program.assertions.isDisjoint(with: [.lineStart, .lineEnd]) { tracked.insert(.newline) }
    if !program.assertions.isDisjoint(with: [.textStart, .lineStart]) {
      tracked.insert(.textStart)
    }
    self.isWordClass = isWordClass
    self.tracked = tracked
    newlineClass = program.partition.ascii[0x0A]
  }

  // MARK: Searching

  mutating func matches(
    _ program: PatternProgram, _ text: TextCursor, from start: Int
  ) -> Bool? {
    var offset = start
    var state = add(firstState(program, text, at: start))
    var beganAnew = 0
    var lastBeginning = start
    while true {
      let kind: Int32
      var next = offset
      if offset < text.bytes.count {
        let byte = text.bytes[offset]
        if byte < 0x80 {
          kind = program.partition.ascii[Int(byte)]
          next += 1
        } else if let scalar = text.scalar(at: offset) {
          kind = program.partition.classOf(scalar.value)
          next += scalar.length
        } else {
          return nil
        }
      } else {
        kind = Int32(stride - 1)
      }
      var target = transitions[Int(state - Self.firstState) * stride + Int(kind)]
      if target == Self.unknown {
        if states.count >= maximumStates {
          beganAnew += 1
          if beganAnew > 2, offset - lastBeginning < 10 * states.count { return nil }
          lastBeginning = offset
          state = clear(keeping: state)
        }
        target = makeTransition(program, from: state, over: kind)
      }
      if target == Self.match { return true }
      if target == Self.dead || offset == text.bytes.count { return false }
      state = target
      offset = next
    }
  }

  // MARK: Making states

  private func firstState(
    _ program: PatternProgram, _ text: TextCursor, at offset: Int
  ) -> State {
    var context: Context = []
    if offset == 0 {
      context.insert(.textStart)
    } else {
      if text.bytes[offset - 1] == 0x0A { context.insert(.newline) }
      if TextCursor.isWord(text.bytes[offset - 1]) { context.insert(.word) }
    }
    var instructions = [UInt64](repeating: 0, count: words)
    instructions[program.start >> 6] |= 1 << (UInt64(program.start) & 63)
    return State(instructions: instructions, context: context.intersection(tracked))
  }

  private mutating func add(_ state: State) -> Int32 {
    if let number = numbers[state] { return number }
    let number = Self.firstState + Int32(states.count)
    states.append(state)
    numbers[state] = number
    transitions += [Int32](repeating: Self.unknown, count: stride)
    return number
  }

  private mutating func clear(keeping number: Int32) -> Int32 {
    let state = states[Int(number - Self.firstState)]
    states.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    return add(state)
  }

  private mutating func makeTransition(
    _ program: PatternProgram, from number: Int32, over kind: Int32
  ) -> Int32 {
    let state = states[Int(number - Self.firstState)]
    let places = self.places(between: state.context, and: kind)
    var reached = [UInt64](repeating: 0, count: words)
    var target = Self.dead
    for word in visited.indices { visited[word] = 0 }
    pending.removeAll(keepingCapacity: true)
    for word in state.instructions.indices {
      var bits = state.instructions[word]
      while bits != 0 {
        pending.append(Int32(word * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    search: while let instruction = pending.popLast() {
      let bit: UInt64 = 1 << (UInt64(instruction) & 63)
      guard visited[Int(instruction) >> 6] & bit == 0 else { continue }
      visited[Int(instruction) >> 6] |= bit
      steps += 1
      switch program.instructions[Int(instruction)] {
      case .match:
        target = Self.match
        break search
      case .fail:
        break
      case .scalar(let wanted, let next):
        if kind == wanted { reached[Int(next) >> 6] |= 1 << (UInt64(next) & 63) }
      case .scalarInSet(let row, let next):
        if Int(kind) < stride - 1, program.set(row, holds: kind) {
          reached[Int(next) >> 6] |= 1 << (UInt64(next) & 63)
        }
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .save(_, let next):
        pending.append(next)
      case .assert(let assertion, let next):
        if places.isSuperset(of: assertion) { pending.append(next) }
      }
    }
    if target != Self.match, Int(kind) < stride - 1 {
      if !isAnchored { reached[program.start >> 6] |= 1 << (UInt64(program.start) & 63) }
      if reached.contains(where: { $0 != 0 }) {
        target = add(State(instructions: reached, context: context(behind: kind)))
      }
    }
    transitions[Int(number - Self.firstState) * stride + Int(kind)] = target
    return target
  }

  private func context(behind kind: Int32) -> Context {
    var context: Context = []
    if kind == newlineClass { context.insert(.newline) }
    if isWordClass[Int(kind)] { context.insert(.word) }
    return context.intersection(tracked)
  }

  private func places(between behind: Context, and kind: Int32) -> PatternAssertion {
    let isEnd = Int(kind) == stride - 1
    var places: PatternAssertion = []
    if behind.contains(.textStart) { places.formUnion([.textStart, .lineStart]) }
    if behind.contains(.newline) { places.insert(.lineStart) }
    if isEnd { places.formUnion([.textEnd, .lineEnd]) }
    if kind == newlineClass { places.insert(.lineEnd) }
    let isBeforeWord = isWordClass[Int(kind)]
    places.insert(behind.contains(.word) == isBeforeWord ? .noWordBoundary : .wordBoundary)
    return places
  }
}
