// SPDX-License-Identifier: Apache-2.0

extension RegularExpression {
  /// How large a pattern may be; past a limit it is refused with
  /// ``RegularExpressionError/Code/tooLarge``.
  public struct Limits: Hashable, Sendable {
    /// The longest pattern, in UTF-8 bytes; 10,000 by default.
    public var patternLength: Int

    /// The deepest nesting of groups; 250 by default.
    ///
    /// More than 1,000 are taken as 1,000, because
    /// the compiler calls itself once per level.
    public var nesting: Int

    /// The most instructions of the compiled pattern, after counted repeats are written out; 20,000
    /// by default.
    public var programSize: Int

    /// The most ranges of scalars in all classes of the pattern together; 300,000 by default.
    public var classRanges: Int

    /// The most groups times instructions of the compiled pattern, which bounds the memory of a
    /// search that remembers groups; 1,000,000 by default, which are 32 MB.
    public var groupCells: Int

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

    /// The limits used when none are given.
    public static let standard = Limits()
  }
}
