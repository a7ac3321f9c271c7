// SPDX-License-Identifier: Apache-2.0

/// Carries offsets of a decoded text back to the file that it was written in.
///
/// A YAML scalar is decoded before anyone reads it: escapes become characters, folded lines become
/// spaces, indentation goes. The map remembers, for each run of the decoded text, where it came
/// from, so that a mistake in an expression is shown at its place in the file.
public struct SourceMap: Hashable, Sendable {
  /// A run of the decoded text and the bytes of the file that it came from.
  public struct Run: Hashable, Sendable {
    /// The UTF-8 offset in the decoded text at which the run starts.
    public let decoded: Int

    /// The bytes of the file; as long as the run when ``isVerbatim``.
    public let source: SourceRange

    /// Whether each byte of the run is as it is in the file; otherwise the run is one unit, as
    /// an escape sequence is, and every offset in it maps to the whole of ``source``.
    public let isVerbatim: Bool

    /// Creates a run.
    public init(decoded: Int, source: SourceRange, isVerbatim: Bool) {
      self.decoded = decoded
      self.source = source
      self.isVerbatim = isVerbatim
    }
  }

  /// The runs by rising decoded offset; each reaches to the start of the next.
  public let runs: [Run]

  /// The length of the decoded text as a UTF-8 offset.
  public let decodedCount: Int

  /// The range of the whole scalar in the file, used when there are no runs.
  public let whole: SourceRange

  /// Creates a map from its runs, which must rise by decoded offset.
  public init(runs: [Run], decodedCount: Int, whole: SourceRange) {
    self.runs = runs
    self.decodedCount = decodedCount
    self.whole = whole
  }

  /// The map of a text that is in the file as it is, from a UTF-8 offset on.
  public init(verbatimAt offset: Int, count: Int) {
    let source = SourceRange(offset, offset + count)
    runs = [Run(decoded: 0, source: source, isVerbatim: true)]
    decodedCount = count
    whole = source
  }

  /// The range of the file that a range of the decoded text came from.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  public func sourceRange(of range: SourceRange) -> SourceRange {
    guard !runs.isEmpty else { return whole }
    let start = sourceStart(of: range.lowerBound)
    guard !range.isEmpty else { return SourceRange(at: start) }
    return SourceRange(start, sourceEnd(of: range.upperBound))
  }

  /// The map of a part of the decoded text, with offsets counted from the part's start.
  public func slice(_ range: SourceRange) -> SourceMap {
    var parts: [Run] = []
    for (index, run) in runs.enumerated() {
      let runEnd = index + 1 < runs.count ? runs[index + 1].decoded : decodedCount
      guard runEnd > range.lowerBound, run.decoded < range.upperBound else { continue }
      let skipped = max(0, range.lowerBound - run.decoded)
      let dropped = max(0, runEnd - range.upperBound)
      let source =
        run.isVerbatim
        ? SourceRange(run.source.lowerBound + skipped, run.source.upperBound - dropped)
        : run.source
      parts.append(
        Run(
          decoded: run.decoded + skipped - range.lowerBound, source: source,
          isVerbatim: run.isVerbatim))
    }
    return SourceMap(runs: parts, decodedCount: range.count, whole: sourceRange(of: range))
  }

  private func sourceStart(of offset: Int) -> Int {
    let run = runs[indexOfRun(holding: offset)]
    guard run.isVerbatim else {
      return offset >= decodedCount ? run.source.upperBound : run.source.lowerBound
    }
    return min(run.source.lowerBound + max(0, offset - run.decoded), run.source.upperBound)
  }

  private func sourceEnd(of offset: Int) -> Int {
    // The end belongs to the byte before it.
    let run = runs[indexOfRun(holding: max(0, offset - 1))]
    guard run.isVerbatim else { return run.source.upperBound }
    return min(run.source.lowerBound + max(0, offset - run.decoded), run.source.upperBound)
  }

  private func indexOfRun(holding offset: Int) -> Int {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].decoded <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
