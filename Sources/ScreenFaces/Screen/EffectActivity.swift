// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import FlowShell
import SourceDiagnostics

/// An effect that is performed, as the screen shows it.
struct EffectActivity {
  /// The effect.
  let request: EffectRequest

  /// The frame of the spinner; nil before it's worth one.
  var frame: Int?

  /// The end of what it has written.
  var output: [String] = []

  /// The number of frames of the spinner in a second.
  static let framesPerSecond = 10

  /// The maximum number of lines of its output.
  static let outputLines = 3

  func rows(_ theme: ScreenTheme) -> [StepRow] {
    var rows: [StepRow] = []
    if let title = request.title { rows.append(StepRow(.title, -1, .stepTitle(title))) }
    let signs = theme.signs
    var words = request.words
    if let frame {
      let sign = signs.spinner.isEmpty ? "" : signs.spinner[frame % signs.spinner.count] + " "
      let seconds = frame / Self.framesPerSecond
      words = sign + words + (seconds > 0 ? "  \(seconds) s" : "")
    } else {
      words = "  " + words
    }
    rows.append(StepRow(.effect, 0, .text(words)))
    for (index, line) in output.suffix(Self.outputLines).enumerated() {
      rows.append(StepRow(.hint, index, .hint("  " + line)))
    }
    return rows
  }
}

extension LineSubject {
  /// The rows above the widget where the session asks no step.
  var heading: [StepRow] {
    switch self {
    case .nothing, .step, .wayBack: []
    case .permission(let requests):
      [StepRow(.title, -1, .stepTitle(Self.title(of: requests)))]
    case .overwriting(let request):
      [
        StepRow(.title, -1, .stepTitle("'\(request.parts.object)' is there already")),
        StepRow(.text, -1, .text("It holds something else.")),
      ]
    case .failure(let failure):
      [
        StepRow(
          .title, -1, .stepTitle(failure.effect == nil ? "This can't go on" : "This failed")),
        StepRow(.problem, -1, .denial(failure.message)),
        StepRow(.hint, -1, .hint("line \(failure.place.start.line) of the flow")),
      ]
    }
  }

  private static func title(of requests: [EffectRequest]) -> String {
    if requests.first?.isUndo == true { return "Going back does this" }
    if requests.count == 1, let title = requests.first?.title { return title }
    return "The next step does this"
  }
}
