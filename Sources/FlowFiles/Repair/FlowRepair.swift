// SPDX-License-Identifier: Apache-2.0

public import FlowForms
public import SourceDiagnostics

/// Mends in a flow what can be mended mechanically.
///
/// It applies the fixes that are safe (``FixIt/isSafe``), loads the flow again, and goes on until
/// there is nothing more that it may do. A fix is kept only where the loader, asked again, no longer
/// finds the mistake and finds less in all; a misspelt name becomes the near one only where that has the right type and is
/// asked on every path. Everything else of the file stays byte for byte as it was.
///
/// ```swift
/// let mended = FlowMender.mend(bytes, name: "order.flow.yaml")
/// for mend in mended.mends { print(mend.fix.title) }
/// ```
public enum FlowMender {
  /// How often a flow is loaded at most; what is not fixed by then stays.
  private static let maximumLoads = 100

  /// Mends a flow.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name that messages show.
  ///   - limit: The most bytes; a longer file is refused before it is parsed.
  ///   - files: The files beside the flow, which are read and not mended; nil: there are none.
  /// - Returns: The mended text, what was mended, and what the loader says of it.
  /// - Complexity: As ``FlowFile/load(_:name:limit:files:)-([UInt8],_,_,_)``, at most a hundred times.
  public static func mend(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit,
    files: (any FlowFileSource)? = nil
  ) -> MendedFlow {
    func load(_ text: [UInt8]) -> LoadedFlow {
      FlowFile.load(text, name: name, limit: max(limit, text.count), files: files)
    }
    // What is kept, and what is tried on top of it: a fix may first bring to light what it hid, and
    // is kept when the fixes of that leave fewer findings.
    var kept = MendedFlow(
      mends: [], loaded: FlowFile.load(bytes, name: name, limit: limit, files: files))
    var tried = kept
    var refused: Set<Refusal> = []
    var batch = Int.max
    for _ in 1..<maximumLoads {
      let chosen = Array(choose(among: tried.loaded, besides: refused).prefix(batch))
      let text = Array(tried.loaded.file.text.utf8)
      guard !chosen.isEmpty, let edits = TextEdits().adding(chosen.flatMap(\.fix.edits)) else {
        guard tried.mends.count > kept.mends.count else { break }
        refused.insert(Refusal(tried.mends[kept.mends.count]))
        tried = kept
        continue
      }
      let mended = load(edits.applied(to: text))
      let round = Round(before: tried.loaded, after: mended, edits: edits)
      let failed = chosen.filter { !round.holds($0) }
      guard failed.isEmpty else {
        refused.formUnion(failed.map { Refusal($0) })
        continue
      }
      // Of several at a time each must count for itself.
      if chosen.count > 1, mended.findingCount > tried.loaded.findingCount - chosen.count {
        batch = chosen.count / 2
        continue
      }
      if batch < Int.max / 2 { batch *= 2 }
      tried = MendedFlow(mends: tried.mends + chosen, loaded: mended)
      if mended.findingCount < kept.loaded.findingCount { kept = tried }
    }
    return kept
  }

  /// The safe fixes of a flow whose edits are apart from each other, in source order.
  private static func choose(
    among loaded: LoadedFlow, besides refused: Set<Refusal>
  ) -> [MendedFlow.Mend] {
    var chosen: [MendedFlow.Mend] = []
    var taken: [SourceRange] = []
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.place.file == loaded.file {
      guard let fix = diagnostic.fixIts.first(where: \.isSafe), let span = fix.span else {
        continue
      }
      let mend = MendedFlow.Mend(diagnostic: diagnostic, fix: fix)
      guard !refused.contains(Refusal(mend)) else { continue }
      // Those that touch are left for the next round: two may quote the same text.
      let isApart = taken.allSatisfy {
        $0.upperBound < span.lowerBound || span.upperBound < $0.lowerBound
      }
      guard isApart else { continue }
      taken.append(span)
      chosen.append(mend)
    }
    return chosen
  }

  /// A fix that did not hold, wherever its line stands meanwhile.
  private struct Refusal: Hashable {
    let id: DiagnosticID
    let message: String
    let title: String
    let line: Substring

    init(_ mend: MendedFlow.Mend) {
      id = mend.diagnostic.id
      message = mend.diagnostic.message
      title = mend.fix.title
      let file = mend.diagnostic.place.file
      line = file.range(ofLine: mend.diagnostic.place.start.line).map { file[$0] } ?? ""
    }
  }

  /// A flow before and after some edits.
  private struct Round {
    let before: LoadedFlow
    let after: LoadedFlow
    let edits: TextEdits

    /// The texts and keys of the flow before.
    private let scalars: ScalarFixIts?

    init(before: LoadedFlow, after: LoadedFlow, edits: TextEdits) {
      self.before = before
      self.after = after
      self.edits = edits
      scalars = before.root.map { ScalarFixIts($0, in: before.file) }
    }

    /// Whether a mistake is gone; where a name was guessed, no other one may stand in its place.
    ///
    /// Other mends may bring to light what they hid: an expression that is quoted is checked for the
    /// first time.
    func holds(_ mend: MendedFlow.Mend) -> Bool {
      let region = region(of: mend)
      let line = before.file.range(ofLine: mend.diagnostic.place.start.line) ?? region
      let isGuess = mend.diagnostic.id.name.hasPrefix("unknown-")
      let old = before.diagnostics.diagnostics.filter {
        $0.place.file == before.file && touches(region, $0.place.range.lowerBound)
      }
      return after.diagnostics.diagnostics.allSatisfy { found in
        // A key was not meant where the value behind it is of another kind.
        let reach = found.id == "wrong-kind" ? region.union(line) : region
        guard found.place.file == after.file,
          touches(reach, edits.original(found.place.range.lowerBound))
        else { return true }
        func isFound(_ other: Diagnostic) -> Bool {
          other.id == found.id && other.message == found.message
        }
        return !isFound(mend.diagnostic) && (!isGuess || old.contains(where: isFound))
      }
    }

    private func touches(_ region: SourceRange, _ offset: Int) -> Bool {
      region.lowerBound <= offset && offset <= region.upperBound
    }

    /// The mistake, its edits, and the text or key that they stand in.
    private func region(of mend: MendedFlow.Mend) -> SourceRange {
      let place = mend.diagnostic.place.range
      let region = mend.fix.span.map(place.union) ?? place
      return scalars?.scalar(at: region).map { region.union($0.range) } ?? region
    }
  }
}

/// A flow of which some mistakes were mended.
public struct MendedFlow: Sendable {
  /// A mistake and the fix that mended it.
  public struct Mend: Hashable, Sendable {
    /// The mistake, at its place in the text as it was when it was mended.
    public let diagnostic: Diagnostic

    /// The fix.
    public let fix: FixIt
  }

  /// What was mended, in the order in which it was.
  public let mends: [Mend]

  /// The mended flow and what is still wrong with it.
  public let loaded: LoadedFlow

  /// The mended text, without a byte order mark.
  public var text: String { loaded.file.text }
}

extension LoadedFlow {
  /// How much was found.
  fileprivate var findingCount: Int { diagnostics.errorCount + diagnostics.warningCount }
}

extension FixIt {
  /// The range from the first edit to the last; nil where there is none.
  var span: SourceRange? {
    guard let first = edits.first else { return nil }
    return edits.dropFirst().reduce(first.range) { $0.union($1.range) }
  }
}
