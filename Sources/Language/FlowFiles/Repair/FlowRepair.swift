// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import SourceDiagnostics

/// Fixes the mistakes in a flow that can be fixed automatically.
///
/// It applies the fixes that are safe (`FixIt.isSafe`), loads the flow again, and repeats this
/// until nothing is left to fix. A fix is kept only if loading the flow again no longer finds the
/// mistake and finds fewer mistakes overall. A misspelled name is corrected only if the correct
/// name has the right type and is answered on every path. Everything else in the file stays the
/// same, byte for byte. A fix may rename an id; translations that have the old one then are mistakes
/// with a safe fix, which aren't counted.
package enum FlowRepair {
  /// The maximum number of times to load a flow; what isn't fixed by then stays.
  private static let maximumLoads = 100

  /// Fixes a flow.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name to show in messages.
  ///   - limit: The maximum size in bytes; a larger file is rejected before it's parsed.
  ///   - files: The files in the flow's folder, which are read but not fixed; nil if there are
  ///     none.
  /// - Returns: The fixed flow, the fixes, and the remaining diagnostics.
  /// - Complexity: At most a hundred times that of
  ///   `FlowFile.load(_:name:limit:files:extensions:)`.
  package static func repair(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit,
    files: (any FlowFileSource)? = nil
  ) -> RepairedFlow {
    func load(_ text: [UInt8]) -> LoadedFlow {
      FlowFile.load(text, name: name, limit: max(limit, text.count), files: files)
    }
    // The fixes that are kept, and those being tried in addition. A fix may reveal mistakes that it
    // hid, and is kept if fixing those as well leaves fewer diagnostics.
    var kept = RepairedFlow(
      repairs: [], loaded: FlowFile.load(bytes, name: name, limit: limit, files: files))
    var tried = kept
    var failedFixes: Set<FailedFix> = []
    var batch = Int.max
    for _ in 1..<maximumLoads {
      let chosen = Array(choose(among: tried.loaded, excluding: failedFixes).prefix(batch))
      let text = Array(tried.loaded.file.text.utf8)
      guard !chosen.isEmpty, let edits = TextEdits().adding(chosen.flatMap(\.fix.edits)) else {
        guard tried.repairs.count > kept.repairs.count else { break }
        failedFixes.insert(FailedFix(tried.repairs[kept.repairs.count]))
        tried = kept
        continue
      }
      let repaired = load(edits.applied(to: text))
      let round = Round(before: tried.loaded, after: repaired, edits: edits)
      let failed = chosen.filter { !round.fixes($0) }
      guard failed.isEmpty else {
        failedFixes.formUnion(failed.map { FailedFix($0) })
        continue
      }
      // If several fixes are applied at once, each must remove a diagnostic.
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

  /// Returns the safe fixes of a flow whose edits don't touch each other, in source order.
  private static func choose(
    among loaded: LoadedFlow, excluding failedFixes: Set<FailedFix>
  ) -> [RepairedFlow.Repair] {
    var chosen: [RepairedFlow.Repair] = []
    var taken: [SourceRange] = []
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.place.file == loaded.file {
      guard let fix = diagnostic.fixIts.first(where: \.isSafe), let span = fix.span else {
        continue
      }
      let repair = RepairedFlow.Repair(diagnostic: diagnostic, fix: fix)
      guard !failedFixes.contains(FailedFix(repair)) else { continue }
      // Leave fixes that touch for the next round, since two of them may quote the same text.
      let isApart = taken.allSatisfy {
        $0.upperBound < span.lowerBound || span.upperBound < $0.lowerBound
      }
      guard isApart else { continue }
      taken.append(span)
      chosen.append(repair)
    }
    return chosen
  }

  /// A fix that failed, identified without its line number, which may change.
  private struct FailedFix: Hashable {
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

  /// A flow before and after a round of edits.
  private struct Round {
    let before: LoadedFlow
    let after: LoadedFlow
    let edits: TextEdits

    /// The scalars of the flow before the edits.
    private let scalars: ScalarFixIts?

    init(before: LoadedFlow, after: LoadedFlow, edits: TextEdits) {
      self.before = before
      self.after = after
      self.edits = edits
      scalars = ScalarFixIts(before.file)
    }

    /// Returns whether a mistake is gone.
    ///
    /// If its fix guessed a name, there must be no other mistake in its place.
    ///
    /// Other fixes may reveal new mistakes: quoting an expression, for example, means that it's
    /// checked for the first time.
    func fixes(_ repair: RepairedFlow.Repair) -> Bool {
      let region = region(of: repair)
      let line = before.file.range(ofLine: repair.diagnostic.place.start.line) ?? region
      let isGuess = repair.diagnostic.id.name.hasPrefix("unknown-")
      let old = before.diagnostics.diagnostics.filter {
        $0.place.file == before.file && touches(region, $0.place.range.lowerBound)
      }
      return after.diagnostics.diagnostics.allSatisfy { found in
        // The guessed key is wrong if its value has the wrong kind.
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

    /// Returns the range of a mistake, its edits, and the scalar that contains them.
    private func region(of repair: RepairedFlow.Repair) -> SourceRange {
      let place = repair.diagnostic.place.range
      let region = repair.fix.span.map(place.union) ?? place
      return scalars?.scalar(at: region).map { region.union($0.range) } ?? region
    }
  }
}

/// A flow in which some mistakes were fixed.
package struct RepairedFlow: Sendable {
  /// A mistake and the fix that fixed it.
  package struct Repair: Hashable, Sendable {
    /// The mistake, at its place in the text before the fix.
    package let diagnostic: Diagnostic

    /// The fix.
    package let fix: FixIt
  }

  /// The fixes, in the order in which they were applied.
  package let repairs: [Repair]

  /// The fixed flow and its remaining diagnostics.
  package let loaded: LoadedFlow

  /// The fixed text, without a byte order mark.
  package var text: String { loaded.file.text }
}

extension LoadedFlow {
  /// The number of diagnostics, without those in translations that are fixed there.
  fileprivate var findingCount: Int {
    let following = diagnostics.diagnostics.count {
      $0.place.file.name.hasSuffix(TextsFile.suffix) && $0.fixIts.contains(where: \.isSafe)
    }
    return diagnostics.errorCount + diagnostics.warningCount - following
  }
}

extension FixIt {
  /// The smallest range that contains all edits, or nil if there are none.
  var span: SourceRange? {
    guard let first = edits.first else { return nil }
    return edits.dropFirst().reduce(first.range) { $0.union($1.range) }
  }
}
