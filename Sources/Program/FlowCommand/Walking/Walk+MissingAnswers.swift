// SPDX-License-Identifier: GPL-3.0-or-later

import FlowSessions
import Localization
import ProgramParts
import TerminalCells

extension Walk {
  /// Returns a line for each missing answer with the option that supplies it, and a hint about `--defaults` if it helps, and isn't given already.
  func lines(ofMissing missing: [FlowSession.MissingAnswer]) -> [String] {
    let options = missing.map(Self.option)
    // One long name shouldn't push all other questions out of view.
    let width = min(options.map(\.cellWidth).max() ?? 0, 32)
    var lines = zip(options, missing).map { option, answer in
      let label = answer.label == answer.id ? "" : answer.label
      let remark = Self.remark(answer, catalog).map { "(\($0))" }
      let words = [label, remark].compactMap { $0 }.filter { !$0.isEmpty }
      let padding = String(repeating: " ", count: max(0, width - option.cellWidth))
      let text = words.joined(separator: "  ").split(whereSeparator: \.isNewline)
      return text.isEmpty ? "  \(option)" : "  \(option)\(padding)  \(text.joined(separator: " "))"
    }
    let hasDefaults = missing.contains { $0.need == .answerOrDefault }
    let hasOptional = missing.contains { $0.need == .answerOrNothing }
    guard !attendance.takesDefaults else { return lines }
    switch (hasDefaults, hasOptional) {
    case (true, true): lines.append(catalog.text(.missingTakeBoth))
    case (true, false): lines.append(catalog.text(.missingTakeDefaults))
    case (false, true): lines.append(catalog.text(.missingLeaveEmpty))
    case (false, false): break
    }
    return lines
  }

  private static func option(_ answer: FlowSession.MissingAnswer) -> String {
    switch answer.need {
    case .answer, .answerOrDefault, .answerOrNothing: "--set \(answer.dataName.asShellWord)=…"
    case .yes: "--set \(answer.dataName.asShellWord)=yes"
    case .review: "--yes"
    }
  }

  private static func remark(
    _ answer: FlowSession.MissingAnswer, _ catalog: MessageCatalog
  ) -> String? {
    let kind: String? =
      switch answer.need {
      case .answer, .yes, .review: nil
      case .answerOrDefault: catalog.text(.missingHasDefault)
      case .answerOrNothing: catalog.text(.hintOptional)
      }
    let parts = [
      kind, answer.refusedDefault?.words(in: catalog),
      answer.condition.map {
        catalog.text(.missingWhen, ["condition": .text($0)])
      },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : catalog.list(parts)
  }
}
