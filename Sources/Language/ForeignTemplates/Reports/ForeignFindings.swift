// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Chooses the findings about a flow that say something about the template that it's made of, and words
/// them for people who know only the template.
struct ForeignFindings {
  let names: TemplateNames
  let sameNames: [TreeTranslator.SameName]

  /// Returns the findings about the template.
  func findings(of found: [Diagnostic]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var never: Set<SourcePlace> = []
    let wrong = found.filter { $0.id == "unknown-choice" }.map(\.place)
      + names.diagnostics.filter { $0.id == "wrong-type" }.map(\.place)
    for diagnostic in found {
      var diagnostic = diagnostic
      diagnostic.fixIts = []
      diagnostic.notes = diagnostic.notes.compactMap(worded)
      switch diagnostic.id {
      case "unknown-choice": break
      case "constant-condition":
        guard diagnostic.message == "this condition is never true here" else { continue }
        never.insert(diagnostic.place)
      case "unreachable-step":
        diagnostic.message = "nothing in it is ever written; this condition is never true here"
      case "may-be-unasked":
        let name = String(diagnostic.place.file[diagnostic.place.range])
        diagnostic.message =
          "'\(name)' may be unasked here, and has no default; nothing is written for it then"
      case "not-decided": break
      default: continue
      }
      // A comparison with what's no choice never holds, either.
      if diagnostic.id == "constant-condition" || diagnostic.id == "unreachable-step",
        wrong.contains(where: { $0.isWithin(diagnostic.place) })
      {
        continue
      }
      findings.append(diagnostic)
    }
    let checks = Set(sameNames.compactMap(\.condition))
    findings.removeAll { checks.contains($0.place) }
    return findings
      + sameNames.filter { $0.condition.map { !never.contains($0) } ?? true }.map(\.finding)
  }

  /// A note with the conditions as the template writes them; nil if it names what's only in the flow.
  private func worded(_ note: Diagnostic.Note) -> Diagnostic.Note? {
    var note = note
    if note.message.hasPrefix("this is reached only when"), let place = note.place {
      note.message = "this is only written if `\(place.file[place.range])`"
    }
    guard !note.message.holds(TemplateNames.inputPrefix), !note.message.holds("_file_") else {
      return nil
    }
    return note
  }
}

extension SourcePlace {
  /// Whether it's inside another place.
  fileprivate func isWithin(_ other: SourcePlace) -> Bool {
    file.name == other.file.name && range.lowerBound >= other.range.lowerBound
      && range.upperBound <= other.range.upperBound
  }
}
