// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import FlowShell
import Localization
import SourceDiagnostics

/// An effect that is performed, as the screen shows it.
struct EffectActivity {
  /// The effect.
  let request: EffectRequest

  /// The frame of the spinner; nil before it's worth one.
  var frame: Int?

  /// The number of frames of the spinner in a second.
  static let framesPerSecond = 10

  func rows(_ theme: ScreenTheme, _ catalog: MessageCatalog) -> [StepRow] {
    var rows: [StepRow] = []
    if let title = request.title { rows.append(StepRow(.title, -1, .stepTitle(title))) }
    let signs = theme.signs
    var words = request.words(in: catalog)
    if let frame {
      let sign = signs.spinner.isEmpty ? "" : signs.spinner[frame % signs.spinner.count] + " "
      let seconds = frame / Self.framesPerSecond
      words = sign + words + (seconds > 0 ? "  \(seconds) s" : "")
    } else {
      words = "  " + words
    }
    rows.append(StepRow(.effect, 0, .text(words)))
    return rows
  }
}

extension LineSubject {
  /// The rows above the widget where the session asks no step.
  func heading(_ catalog: MessageCatalog) -> [StepRow] {
    switch self {
    case .nothing, .step, .wayBack: []
    case .permission(let requests):
      [StepRow(.title, -1, .stepTitle(Self.title(of: requests, catalog)))]
    case .overwriting(let request):
      [
        StepRow(
          .title, -1,
          .stepTitle(
            catalog.text(
              .fileIsThere, ["path": .text(catalog.quoted(request.parts(in: catalog).object))]))),
        StepRow(.text, -1, .text(catalog.text(.fileDiffers))),
      ]
    case .failure(let failure):
      [
        StepRow(
          .title, -1,
          .stepTitle(catalog.text(failure.effect == nil ? .stuckTitle : .failedTitle))),
        StepRow(.problem, -1, .denial(failure.message)),
        StepRow(
          .hint, -1,
          .hint(
            catalog.text(
              .lineOfFlow, ["line": .text("\(failure.place.start.line)")]))),
      ]
    }
  }

  private static func title(
    of requests: [EffectRequest], _ catalog: MessageCatalog
  ) -> String {
    if requests.first?.isUndo == true { return catalog.text(.effectsBackTitle) }
    if requests.count == 1, let title = requests.first?.title { return title }
    return catalog.text(.effectsNextTitle)
  }
}
