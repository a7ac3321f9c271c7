// SPDX-License-Identifier: Apache-2.0

/// One step of a compiled pattern.
enum PatternInstruction: Hashable, Sendable {
  /// The pattern has matched.
  case match
  /// No thread continues from here.
  case fail
  /// Consumes a scalar of one class, and continues.
  case scalar(ofClass: Int32, next: Int32)
  /// Consumes a scalar whose class is in a row of `classSets`, and continues.
  case scalarInSet(Int32, next: Int32)
  /// Continues in two places, preferring the first.
  case split(Int32, Int32)
  /// Saves the current position in a slot, and continues.
  case save(slot: Int32, next: Int32)
  /// Continues if the assertion holds.
  case assert(PatternAssertion, next: Int32)
}

/// A compiled pattern: a nondeterministic automaton whose size the limits bound.
struct PatternProgram: Sendable {
  /// The instructions; those of a loop refer backward.
  let instructions: [PatternInstruction]

  /// The index of the first instruction.
  let start: Int

  /// The classes of scalars that the instructions distinguish.
  let partition: ScalarPartition

  /// Rows of bits, `wordsPerSet` words each, that say which classes a set contains.
  let classSets: [UInt64]

  /// The number of words in a row of ``classSets``.
  let wordsPerSet: Int

  /// The number of groups, including the whole match.
  let groupCount: Int

  /// Every assertion that the program makes.
  let assertions: PatternAssertion

  /// Whether every match starts at the start of the text.
  let isAnchoredAtStart: Bool

  /// Returns whether a row of ``classSets`` contains a class.
  func set(_ row: Int32, holds class: Int32) -> Bool {
    classSets[Int(row) * wordsPerSet + Int(`class`) >> 6] >> (UInt64(`class`) & 63) & 1 == 1
  }
}
