// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Chooses the findings about a flow that say something about the template that it's made of, and words
/// them for people who know only the template.
struct ForeignFindings {
  let names: TemplateNames
  let sameNames: [TreeTranslator.SameName]

  /// The numbers of times that files are included, where it's several times.
  let instanceCounts: [String: Int]

  /// Returns the findings about the template.
  func findings(of found: [Diagnostic]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var never: Set<SourcePlace> = []
    let wrong =
      found.filter { $0.id == "unknown-choice" }.map(\.place)
      + names.diagnostics.filter { $0.id == "wrong-type" }.map(\.place)
    for diagnostic in found {
      var diagnostic = diagnostic
      diagnostic.fixIts = []
      diagnostic.notes = diagnostic.notes.compactMap(worded)
      switch diagnostic.id {
      case "unknown-choice":
        let words = diagnostic.message.split(separator: "'", maxSplits: 2)
        if let question = words.first.flatMap({ question(named: String($0)) }) {
          diagnostic.notes.append(
            .init("'\(question.name)' is asked here", at: question.name.place))
        }
      case "constant-condition":
        guard diagnostic.message == "this condition is never true here" else { continue }
        never.insert(diagnostic.place)
      case "unreachable-step":
        diagnostic.message = "nothing in it is ever written; this condition is never true here"
      case "may-be-unasked":
        // The answers of the note may be refused.
        guard !mentionsRestricted(diagnostic.notes) else { continue }
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
    // A condition in a file that's included several times may hold in one of them.
    var instances: [Instance: Int] = [:]
    for finding in findings where finding.id == "constant-condition" {
      instances[Instance(finding), default: 0] += 1
    }
    findings.removeAll { finding in
      finding.id == "constant-condition"
        && instances[Instance(finding), default: 0] < instanceCounts[finding.place.file.name] ?? 1
    }
    let checks = Set(sameNames.compactMap(\.condition))
    findings.removeAll { checks.contains($0.place) }
    return findings
      + sameNames.filter { $0.condition.map { !never.contains($0) } ?? true }.map(\.finding)
  }

  /// A place in a file, however often it's included.
  private struct Instance: Hashable {
    let file: String
    let range: SourceRange

    init(_ diagnostic: Diagnostic) {
      file = diagnostic.place.file.name
      range = diagnostic.place.range
    }
  }

  /// A note with the conditions as the template writes them; nil if it names what's only in the flow.
  private func worded(_ note: Diagnostic.Note) -> Diagnostic.Note? {
    var note = note
    if note.message.hasPrefix("this is reached only when"), let place = note.place {
      note.message = "this is only written if `\(place.file[place.range])`"
    }
    if let asked = note.place.flatMap(question(at:)), let when = asked.when?.place,
      note.message.holds(", only when ")
    {
      note.message = "'\(asked.name)' is asked here, only when `\(when.file[when.range])`"
    }
    guard !note.message.holds(TemplateNames.inputPrefix), !note.message.holds("_file_") else {
      return nil
    }
    return note
  }
}

extension ForeignFindings {
  /// Whether notes name answers that a validator may refuse.
  private func mentionsRestricted(_ notes: [Diagnostic.Note]) -> Bool {
    let words = notes.filter { $0.place == nil }.map(\.message)
    return names.order.contains { question in
      question.isRestricted && words.contains { $0.holds(question.id) }
    }
  }

  /// The question with a name of our expressions.
  private func question(named id: String) -> ForeignQuestion? {
    names.order.first { $0.id == id }
  }

  private func question(at place: SourcePlace) -> ForeignQuestion? {
    names.order.first { $0.name.place == place }
  }
}

extension SourcePlace {
  /// Whether it's inside another place.
  fileprivate func isWithin(_ other: SourcePlace) -> Bool {
    file.name == other.file.name && range.lowerBound >= other.range.lowerBound
      && range.upperBound <= other.range.upperBound
  }
}
