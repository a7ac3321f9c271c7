// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens

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
  /// The page above the widget where the session asks no step.
  func page(in session: FlowSession) -> StepPage {
    switch self {
    case .nothing, .step, .removal: StepPage()
    case .decision(let question): question.page
    case .failure(let failure): session.page(of: failure)
    }
  }
}
