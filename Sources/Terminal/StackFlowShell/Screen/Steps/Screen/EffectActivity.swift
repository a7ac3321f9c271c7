// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import SourceDiagnostics

/// An effect that is performed, as the screen shows it.
struct EffectActivity {
  /// The effect and its output.
  let progress: EffectProgress

  /// The frame of the spinner; nil until the effect has taken long enough to need one.
  var frame: Int?

  /// How many seconds it has taken.
  var seconds = 0

  /// Whether it was told to stop; the next Ctrl-C leaves the walk.
  var isCanceled = false

  /// The number of frames of the spinner in a second.
  static let framesPerSecond = 10

  /// The maximum number of lines of output that are shown in a window with so many rows.
  static func mostLines(windowRows: Int) -> Int { min(5, max(0, (windowRows - 6) / 2)) }

  /// How long it takes; empty in the first second.
  var elapsed: String { seconds > 0 ? Self.elapsed(seconds: seconds) : "" }

  /// A time in seconds as it's shown: `12 s`, `2 min 5 s`.
  static func elapsed(seconds: Int) -> String {
    seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The spinner, or a blank while there is none.
  func spinner(_ signs: ScreenSigns) -> String {
    guard let frame, !signs.spinner.isEmpty else { return " " }
    return signs.spinner[frame % signs.spinner.count]
  }
}

extension LineSubject {
  /// The rows above the widget where the session asks no step.
  func heading(in session: FlowSession) -> [QuestionRow] {
    let catalog = session.catalog
    switch self {
    case .nothing, .step, .decision(.wayBack), .decision(.move), .removal: return []
    case .decision(.permission(let requests, _)):
      return [QuestionRow(.title, -1, .stepTitle(Self.title(of: requests, in: session)))]
        + (session.environmentWords.map { [QuestionRow(.text, -1, .text($0))] } ?? [])
    case .decision(.overwrite(let request, let file)):
      let title = request.isTree ? request.title : nil
      return (title.map { [QuestionRow(.title, -2, .stepTitle($0))] } ?? [])
        + [
          QuestionRow(.title, -1, .stepTitle(file.title(in: catalog))),
          QuestionRow(
            .text, -1, .text(file.explanation(in: catalog) ?? catalog.text(.fileDiffers))),
        ]
    case .decision(.doubt(let request, let doubt)):
      return [
        QuestionRow(.title, -1, .stepTitle(catalog.text(doubt.question))),
        QuestionRow(.effect, -1, .effect(request)),
      ]
    case .failure(let failure):
      return [
        QuestionRow(
          .title, -1,
          .stepTitle(
            catalog.text(
              failure.effect == nil
                ? .stuckTitle : session.hasFailedAgain ? .failedAgainTitle : .failedTitle))),
        QuestionRow(.problem, -1, .denial(failure.message)),
        QuestionRow(
          .hint, -1,
          .hint(
            catalog.text(
              .lineOfFlow, ["line": .text("\(failure.place.start.line)")]))),
      ]
    }
  }

  private static func title(
    of requests: [EffectRequest], in session: FlowSession
  ) -> String {
    let catalog = session.catalog
    if session.undoesGoingBack { return catalog.text(.effectsBackTitle) }
    // A title would also be that of the effects below it.
    guard requests.allSatisfy({ $0.title != nil }) else { return catalog.text(.effectsNextTitle) }
    return requests.first?.title ?? catalog.text(.effectsNextTitle)
  }
}
