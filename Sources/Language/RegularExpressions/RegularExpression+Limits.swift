// SPDX-License-Identifier: Apache-2.0

extension RegularExpression {
  /// Limits on the size of a pattern; a pattern beyond a limit is refused with
  /// ``RegularExpressionError/Code/tooLarge``.
  public struct Limits: Hashable, Sendable {
    /// The maximum length of a pattern, in UTF-8 bytes; 10,000 by default.
    var patternLength: Int

    /// The maximum nesting of groups; 250 by default.
    ///
    /// Values above 1,000 count as 1,000, because the compiler recurses once for each level.
    var nesting: Int

    /// The maximum number of instructions in the compiled pattern, after counted repeats are
    /// expanded; 20,000 by default.
    var programSize: Int

    /// The maximum number of ranges of scalars in all classes of the pattern together; 300,000 by
    /// default.
    var classRanges: Int

    /// The maximum product of groups and instructions in the compiled pattern, which bounds the
    /// memory of a search that saves groups; 1,000,000 by default, which is 32 MB.
    var groupCells: Int

    /// Creates limits.
    public init(
      patternLength: Int = 10_000, nesting: Int = 250, programSize: Int = 20_000,
      classRanges: Int = 300_000, groupCells: Int = 1_000_000
    ) {
      self.patternLength = patternLength
      self.nesting = min(nesting, 1_000)
      self.programSize = programSize
      self.classRanges = classRanges
      self.groupCells = groupCells
    }

    /// The default limits.
    public static let standard = Limits()
  }
}
