// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Compiles a ``PatternNode`` to a ``PatternProgram``, from the end to the start, so every
/// instruction knows its successor.
struct ProgramCompiler {
  private enum Step {
    case instruction(PatternInstruction)
    /// A scalar of the set with this number; becomes an instruction once all sets are known.
    case scalar(set: Int, next: Int32)
  }

  private let limits: RegularExpression.Limits
  private let length: Int
  private var steps: [Step] = [.instruction(.match)]
  private var sets: [ScalarSet] = []
  private var setNumbers: [ScalarSet: Int] = [:]
  private var assertions: PatternAssertion = []

  /// Compiles a node.
  ///
  /// `length` is the length of the pattern, in UTF-8 bytes.
  static func compile(
    _ node: PatternNode, groupCount: Int, length: Int, limits: RegularExpression.Limits
  ) throws(RegularExpressionError) -> PatternProgram {
    var compiler = ProgramCompiler(limits: limits, length: length)
    let end = try compiler.add(.save(slot: 1, next: 0))
    let body = try compiler.compile(node, next: end)
    let start = try compiler.add(.save(slot: 0, next: body))
    guard compiler.steps.count <= limits.groupCells / groupCount else {
      throw RegularExpressionError(
        .tooLarge,
        "the pattern has \(groupCount - 1) groups, too many for its "
          + "\(compiler.steps.count) steps; write '(?:…)' for those that are not used",
        SourceRange(0, length))
    }
    return compiler.finish(
      start: start, groupCount: groupCount, isAnchoredAtStart: node.isAnchoredAtStart)
  }

  private init(limits: RegularExpression.Limits, length: Int) {
    self.limits = limits
    self.length = length
  }

  private mutating func add(
    _ instruction: PatternInstruction
  ) throws(RegularExpressionError) -> Int32 {
    try add(.instruction(instruction))
  }

  private mutating func add(_ step: Step) throws(RegularExpressionError) -> Int32 {
    guard steps.count < limits.programSize else {
      throw RegularExpressionError(
        .tooLarge,
        "the pattern is too large: its repeats written out, it has more than "
          + "\(limits.programSize) steps", SourceRange(0, length))
    }
    steps.append(step)
    return Int32(steps.count - 1)
  }

  private mutating func compile(
    _ node: PatternNode, next: Int32
  ) throws(RegularExpressionError) -> Int32 {
    switch node {
    case .empty:
      return next
    case .scalar(let set):
      guard !set.isEmpty else { return try add(.fail) }
      let number = setNumbers[set] ?? sets.count
      if number == sets.count {
        sets.append(set)
        setNumbers[set] = number
      }
      return try add(.scalar(set: number, next: next))
    case .assertion(let assertion):
      assertions.formUnion(assertion)
      return try add(.assert(assertion, next: next))
    case .group(let number, let body):
      let end = try add(.save(slot: Int32(number * 2 + 1), next: next))
      let start = try compile(body, next: end)
      return try add(.save(slot: Int32(number * 2), next: start))
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = try compile(part, next: entry) }
      return entry
    case .choice(let parts):
      var entry: Int32?
      for part in parts.reversed() {
        let start = try compile(part, next: next)
        entry =
          try entry.map { (rest) throws(RegularExpressionError) in
            try add(.split(start, rest))
          } ?? start
      }
      return entry ?? next
    case .repetition(let body, let minimum, let maximum, let isLazy, let bodyCanBeEmpty):
      return try compileRepetition(
        of: body, minimum: minimum, maximum: maximum, isLazy: isLazy,
        bodyCanBeEmpty: bodyCanBeEmpty, next: next)
    }
  }

  private mutating func compileRepetition(
    of body: PatternNode, minimum: Int, maximum: Int?, isLazy: Bool, bodyCanBeEmpty: Bool,
    next: Int32
  ) throws(RegularExpressionError) -> Int32 {
    func split(_ more: Int32, _ done: Int32) -> PatternInstruction {
      isLazy ? .split(done, more) : .split(more, done)
    }
    var entry = next
    var copies = minimum
    if let maximum {
      for _ in minimum..<max(minimum, maximum) {
        let once = try compile(body, next: entry)
        entry = try add(split(once, next))
      }
    } else {
      // If x can be empty, 'x*' is '(x+)?': its first iteration can be empty, as in Perl.
      let loop = try add(.fail)
      let once = try compile(body, next: loop)
      steps[Int(loop)] = .instruction(split(once, next))
      if minimum > 0 {
        entry = once
        copies -= 1
      } else {
        entry = bodyCanBeEmpty ? try add(split(once, next)) : loop
      }
    }
    for _ in 0..<copies { entry = try compile(body, next: entry) }
    return entry
  }

  private func finish(start: Int32, groupCount: Int, isAnchoredAtStart: Bool) -> PatternProgram {
    var distinctions = sets
    if !assertions.isDisjoint(with: [.wordBoundary, .noWordBoundary]) {
      distinctions.append(UnicodeClasses.words)
    }
    if !assertions.isDisjoint(with: [.lineStart, .lineEnd]) {
      distinctions.append(ScalarSet(0x0A))
    }
    let partition = ScalarPartition(refining: distinctions)
    let words = (partition.count + 63) / 64
    var classSets: [UInt64] = []
    enum Test {
      case oneClass(Int32)
      case row(Int32)
    }
    var tests: [Test] = []
    for set in sets {
      let (classes, areComplement) = partition.members(of: set)
      if !areComplement, classes.count == 1, let only = classes.first {
        tests.append(.oneClass(only))
        continue
      }
      var row = [UInt64](repeating: areComplement ? .max : 0, count: words)
      for number in classes { row[Int(number) >> 6] ^= 1 << (UInt64(number) & 63) }
      tests.append(.row(Int32(classSets.count / words)))
      classSets += row
    }
    let instructions = steps.map { step -> PatternInstruction in
      switch step {
      case .instruction(let instruction): return instruction
      case .scalar(let set, let next):
        switch tests[set] {
        case .oneClass(let number): return .scalar(ofClass: number, next: next)
        case .row(let row): return .scalarInSet(row, next: next)
        }
      }
    }
    return PatternProgram(
      instructions: instructions, start: Int(start), partition: partition, classSets: classSets,
      wordsPerSet: words, groupCount: groupCount, assertions: assertions,
      isAnchoredAtStart: isAnchoredAtStart)
  }
}
