// SPDX-License-Identifier: Apache-2.0

/// One step of a compiled pattern.
enum PatternInstruction: Hashable, Sendable {
  /// The pattern has matched.
  case match
  /// Nothing goes on from here.
  case fail
  /// Consumes a scalar of one class and goes on.
  case scalar(ofClass: Int32, next: Int32)
  /// Consumes a scalar of a row of `classSets` and goes on.
  case scalarInSet(Int32, next: Int32)
  /// Goes on in two places, the first being preferred.
  case split(Int32, Int32)
  /// Remembers the present place in a slot and goes on.
  case save(slot: Int32, next: Int32)
  /// Goes on where the place is right.
  case assert(PatternAssertion, next: Int32)
}

/// A compiled pattern: a nondeterministic automaton whose size is bounded by the limits.
struct PatternProgram: Sendable {
  /// The instructions; those of a loop refer back.
  let instructions: [PatternInstruction]

  /// Where to begin.
  let start: Int

  /// The classes of scalars that the instructions tell apart.
  let partition: ScalarPartition

  /// Rows of bits, `wordsPerSet` words each: which classes a set holds.
  let classSets: [UInt64]

  /// The number of words in a row of ``classSets``.
  let wordsPerSet: Int

  /// The number of groups, the whole match included.
  let groupCount: Int

  /// Every assertion that the program makes.
  let assertions: PatternAssertion

  /// Whether every match begins at the start of the text.
  let isAnchoredAtStart: Bool

  /// Whether a row of ``classSets`` holds a class.
  func set(_ row: Int32, holds class: Int32) -> Bool {
    classSets[Int(row) * wordsPerSet + Int(`class`) >> 6] >> (UInt64(`class`) & 63) & 1 == 1
  }
}
