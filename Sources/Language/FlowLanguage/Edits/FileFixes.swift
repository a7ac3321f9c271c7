// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowScripts
package import SourceDiagnostics

/// A change of a file that fixes mistakes.
package struct FileFix: Sendable {
  /// A description of the change.
  package let title: String

  /// The finding that it fixes; nil if it fixes several.
  package let diagnostic: Diagnostic?

  /// Whether nothing else can have been meant.
  package let isSafe: Bool
  package let edits: [FixIt.Edit]

  /// Returns the fixes of findings, and for each kind with several safe ones, one for all of them.
  ///
  /// - Parameters:
  ///   - range: The range in which a finding must be, in UTF-8 offsets.
  ///   - findings: The findings in the file.
  /// - Returns: The fixes, those of a finding in its order.
  /// - Complexity: O(*n*²) in the number of findings.
  package static func fixes(in range: SourceRange, of findings: [Diagnostic]) -> [FileFix] {
    var fixes: [FileFix] = []
    var ids: [DiagnosticID] = []
    for diagnostic in findings where diagnostic.place.range.touches(range) {
      for fix in diagnostic.fixIts where !fix.edits.isEmpty {
        fixes.append(
          FileFix(
            title: fix.title, diagnostic: diagnostic, isSafe: fix.isSafe, edits: fix.edits))
      }
      if !ids.contains(diagnostic.id) { ids.append(diagnostic.id) }
    }
    for id in ids {
      let repairs = FileRepair.repairs(of: findings.filter { $0.id == id }, inFilesEndingIn: "")
        .flatMap(\.repairs)
      guard repairs.count > 1 else { continue }
      fixes.append(
        FileFix(
          title: "fix all \(repairs.count) of '\(id)' in this file", diagnostic: nil, isSafe: true,
          edits: repairs.flatMap(\.fix.edits)))
    }
    return fixes
  }
}

extension FlowWorkspace {
  /// Returns a file with everything fixed that can safely be fixed, as `stackflow check --fix` does; nil if there's
  /// nothing to fix.
  ///
  /// - Complexity: At most a hundred times that of checking the file.
  package mutating func fixed(_ path: String) -> [UInt8]? {
    guard let bytes = read(path) else { return nil }
    switch FileKind(of: path) {
    case .flow:
      let repaired = FlowRepair.repair(
        bytes, name: path, limit: files.limit, files: files.files(beside: path, noting: FileReads())
      )
      return repaired.repairs.isEmpty ? nil : Array(repaired.text.utf8)
    case .script, .texts, .extensions:
      let found = findings(of: path)[path] ?? []
      return FileRepair.repairs(of: found, inFilesEndingIn: path).first.map {
        Array($0.text.utf8)
      }
    case .copier, .cookiecutter, .template: return nil
    }
  }
}

extension Diagnostic {
  /// Whether it says that something has no effect, which editors draw faintly.
  package var isAboutUnneeded: Bool {
    id.name.hasPrefix("unused-") || id == "unreachable-step"
  }
}

extension SourceRange {
  /// Whether a range overlaps this one, or is next to it.
  func touches(_ other: SourceRange) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }

  /// Whether a range shares a part with this one, or is empty and in it.
  func overlaps(_ other: SourceRange) -> Bool {
    other.lowerBound < upperBound
      && (lowerBound < other.upperBound || other.isEmpty && lowerBound <= other.lowerBound)
  }

  /// Whether an offset is in the range or at its end.
  func holds(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
