// SPDX-License-Identifier: Apache-2.0

public import FlowForms
public import SourceDiagnostics

/// Fixes in a flow what can be fixed mechanically.
///
/// It applies the fixes that are safe (``FixIt/isSafe``), loads the flow again, and continues until
/// there is nothing more that it may do. A fix is kept only where the loader, asked again, no
/// longer finds the mistake and finds less in all; a misspelled name becomes the near one only
/// where that has the right type and is asked on every path. Everything else of the file stays byte
/// for byte as it was.
///
/// ```swift
/// let repaired = FlowRepair.repair(bytes, name: "order.flow.yaml")
/// for repair in repaired.repairs { print(repair.fix.title) }
/// ```
public enum FlowRepair {
  /// How often a flow is loaded at most; what isn't fixed by then stays.
  private static let maximumLoads = 100

  /// Fixes a flow.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name that messages show.
  ///   - limit: The maximum number of bytes; a longer file is refused before it is parsed.
  ///   - files: The files beside the flow, which are read and not fixed; nil: there are none.
  /// - Returns: The fixed text, what was fixed, and what the loader says of it.
  /// - Complexity: As ``FlowFile/load(_:name:limit:files:)-([UInt8],_,_,_)``, at most a hundred
  ///   times.
  public static func repair(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit,
    files: (any FlowFileSource)? = nil
  ) -> RepairedFlow {
    func load(_ text: [UInt8]) -> LoadedFlow {
      FlowFile.load(text, name: name, limit: max(limit, text.count), files: files)
    }
    // What is kept, and what is tried on top of it: a fix may first bring to light what it hid, and
    // is kept when the fixes of that leave fewer findings.
    var kept = RepairedFlow(
      repairs: [], loaded: FlowFile.load(bytes, name: name, limit: limit, files: files))
    var tried = kept
    var refused: Set<Refusal> = []
    var batch = Int.max
    for _ in 1..<maximumLoads {
      let chosen = Array(choose(among: tried.loaded, alongside: refused).prefix(batch))
      let text = Array(tried.loaded.file.text.utf8)
      guard !chosen.isEmpty, let edits = TextEdits().adding(chosen.flatMap(\.fix.edits)) else {
        guard tried.repairs.count > kept.repairs.count else { break }
        refused.insert(Refusal(tried.repairs[kept.repairs.count]))
        tried = kept
        continue
      }
      let repaired = load(edits.applied(to: text))
      let round = Round(before: tried.loaded, after: repaired, edits: edits)
      let failed = chosen.filter { !round.holds($0) }
      guard failed.isEmpty else {
        refused.formUnion(failed.map { Refusal($0) })
        continue
      }
      // Of several at a time each must count for itself.
      if chosen.count > 1, repaired.findingCount > tried.loaded.findingCount - chosen.count {
        batch = chosen.count / 2
        continue
      }
      if batch < Int.max / 2 { batch *= 2 }
      tried = RepairedFlow(repairs: tried.repairs + chosen, loaded: repaired)
      if repaired.findingCount < kept.loaded.findingCount { kept = tried }
    }
    return kept
  }

  /// The safe fixes of a flow whose edits are apart from each other, in source order.
  private static func choose(
    among loaded: LoadedFlow, alongside refused: Set<Refusal>
  ) -> [RepairedFlow.Repair] {
    var chosen: [RepairedFlow.Repair] = []
    var taken: [SourceRange] = []
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.place.file == loaded.file {
      guard let fix = diagnostic.fixIts.first(where: \.isSafe), let span = fix.span else {
        continue
      }
      let repair = RepairedFlow.Repair(diagnostic: diagnostic, fix: fix)
      guard !refused.contains(Refusal(repair)) else { continue }
      // Those that touch are left for the next round: two may quote the same text.
      let isApart = taken.allSatisfy {
        $0.upperBound < span.lowerBound || span.upperBound < $0.lowerBound
      }
      guard isApart else { continue }
      taken.append(span)
      chosen.append(repair)
    }
    return chosen
  }

  /// A fix that didn't hold, wherever its line is meanwhile.
  private struct Refusal: Hashable {
    let id: DiagnosticID
    let message: String
    let title: String
    let line: Substring

    init(_ repair: RepairedFlow.Repair) {
      id = repair.diagnostic.id
      message = repair.diagnostic.message
      title = repair.fix.title
      let file = repair.diagnostic.place.file
      line = file.range(ofLine: repair.diagnostic.place.start.line).map { file[$0] } ?? ""
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

    /// Whether a mistake is gone; where a name was guessed, no other one may be in its place.
    ///
    /// Other fixes may bring to light what they hid: an expression that is quoted is checked for
    /// the first time.
    func holds(_ repair: RepairedFlow.Repair) -> Bool {
      let region = region(of: repair)
      let line = before.file.range(ofLine: repair.diagnostic.place.start.line) ?? region
      let isGuess = repair.diagnostic.id.name.hasPrefix("unknown-")
      let old = before.diagnostics.diagnostics.filter {
        $0.place.file == before.file && touches(region, $0.place.range.lowerBound)
      }
      return after.diagnostics.diagnostics.allSatisfy { found in
        // A key wasn't meant where the value after it is of another kind.
        let reach = found.id == "wrong-kind" ? region.union(line) : region
        guard found.place.file == after.file,
          touches(reach, edits.original(found.place.range.lowerBound))
        else { return true }
        func isFound(_ other: Diagnostic) -> Bool {
          other.id == found.id && other.message == found.message
        }
        return !isFound(repair.diagnostic) && (!isGuess || old.contains(where: isFound))
      }
    }

    private func touches(_ region: SourceRange, _ offset: Int) -> Bool {
      region.lowerBound <= offset && offset <= region.upperBound
    }

    /// The mistake, its edits, and the text or key that they are in.
    private func region(of repair: RepairedFlow.Repair) -> SourceRange {
      let place = repair.diagnostic.place.range
      let region = repair.fix.span.map(place.union) ?? place
      return scalars?.scalar(at: region).map { region.union($0.range) } ?? region
    }
  }
}

/// A flow of which some mistakes were fixed.
public struct RepairedFlow: Sendable {
  /// A mistake and the fix that fixed it.
  public struct Repair: Hashable, Sendable {
    /// The mistake, at its place in the text before it was fixed.
    public let diagnostic: Diagnostic

    /// The fix.
    public let fix: FixIt
  }

  /// What was fixed, in order.
  public let repairs: [Repair]

  /// The fixed flow and what is still wrong with it.
  public let loaded: LoadedFlow

  /// The fixed text, without a byte order mark.
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
