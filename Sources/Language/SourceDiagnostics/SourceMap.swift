// SPDX-License-Identifier: Apache-2.0

/// A map from offsets in a decoded text to offsets in the source file.
///
/// A YAML scalar is decoded before it's used: escapes become characters, folded lines become
/// spaces, and indentation is removed. For each run of the decoded text, the map records where it
/// came from, so that a mistake in an expression is shown at its position in the file.
public struct SourceMap: Hashable, Sendable {
  /// A run of the decoded text, with the source bytes that it came from.
  package struct Run: Hashable, Sendable {
    /// The UTF-8 offset in the decoded text at which the run starts.
    package let decoded: Int

    /// The source range in UTF-8 offsets; as long as the run if ``isVerbatim``.
    package let source: SourceRange

    /// Whether the run has the same bytes as its source.
    ///
    /// Otherwise, the run is a unit such as an escape sequence, and every offset in it maps to the
    /// whole of ``source``.
    let isVerbatim: Bool

    /// Creates a run.
    package init(decoded: Int, source: SourceRange, isVerbatim: Bool) {
      self.decoded = decoded
      self.source = source
      self.isVerbatim = isVerbatim
    }
  }

  /// The runs, sorted by decoded offset; each extends to the start of the next.
  package let runs: [Run]

  /// The length of the decoded text as a UTF-8 offset.
  let decodedCount: Int

  /// The source range of the whole scalar, used if there are no runs.
  public let whole: SourceRange

  /// Creates a map from its runs, which must be sorted by decoded offset.
  package init(runs: [Run], decodedCount: Int, whole: SourceRange) {
    self.runs = runs
    self.decodedCount = decodedCount
    self.whole = whole
  }

  /// Creates the map of a text that appears verbatim in the file at a UTF-8 offset.
  public init(verbatimAt offset: Int, count: Int) {
    let source = SourceRange(offset, offset + count)
    runs = [Run(decoded: 0, source: source, isVerbatim: true)]
    decodedCount = count
    whole = source
  }

  /// Returns the source range that a range of the decoded text came from.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  package func sourceRange(of range: SourceRange) -> SourceRange {
    guard !runs.isEmpty else { return whole }
    let start = sourceStart(of: range.lowerBound)
    guard !range.isEmpty else { return SourceRange(at: start) }
    return SourceRange(start, sourceEnd(of: range.upperBound))
  }

  /// Returns the offset in the decoded text that came from an offset of the source.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  package func decodedOffset(of offset: Int) -> Int {
    let next = runs.partitioningIndex { $0.source.lowerBound > offset }
    guard next > 0 else { return 0 }
    let run = runs[next - 1]
    let end = next < runs.count ? runs[next].decoded : decodedCount
    return run.isVerbatim ? min(end, run.decoded + offset - run.source.lowerBound) : run.decoded
  }

  /// Returns the map of a part of the decoded text, with offsets relative to the start of the part.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of runs, and of those of the part.
  public func slice(_ range: SourceRange) -> SourceMap {
    var parts: [Run] = []
    let first = runs.isEmpty ? 0 : indexOfRun(holding: range.lowerBound)
    for (index, run) in zip(first..., runs[first...]) {
      let runEnd = index + 1 < runs.count ? runs[index + 1].decoded : decodedCount
      guard run.decoded < range.upperBound else { break }
      guard runEnd > range.lowerBound else { continue }
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
    max(0, runs.partitioningIndex { $0.decoded > offset } - 1)
  }
}
