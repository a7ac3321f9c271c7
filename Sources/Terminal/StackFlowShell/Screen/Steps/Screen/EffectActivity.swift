// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalIO

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

/// A command that runs, as it's told while no line is read.
struct RunningTold {
  /// How long a command has run when it's told of, in seconds; then every thirty seconds.
  private static let delays = [2, 5, 10, 30]

  /// The command, and what it writes.
  let progress: EffectProgress

  /// The timer of the next telling.
  var timer: EventToken?

  /// The number of tellings so far.
  private(set) var count = 0

  init(_ progress: EffectProgress) { self.progress = progress }

  /// How long the command has run at the next telling, in seconds.
  var nextSeconds: Int { Self.seconds(at: count) }

  /// The time to the next telling.
  var delay: Duration {
    .seconds(nextSeconds - (count == 0 ? 0 : Self.seconds(at: count - 1)))
  }

  mutating func advance() { count += 1 }

  private static func seconds(at count: Int) -> Int {
    count < delays.count
      ? delays[count] : delays[delays.count - 1] + 30 * (count - delays.count + 1)
  }
}

// A command that runs: nothing is repainted, so it's told at growing intervals that it still does.
extension LineFace {
  func effectBegan(_ request: EffectRequest, output: EffectOutput) {
    running = RunningTold(EffectProgress(request, output: output, in: runner.session))
    startTimer()
  }

  func effectEnded() {
    if let timer = running?.timer { terminal.events.cancelTimer(timer) }
    running = nil
  }

  func takes(_ event: TerminalEvent) -> Bool {
    guard case .token(let token) = event, let told = running, token == told.timer else {
      return false
    }
    let catalog = runner.session.catalog
    let time = MessageValue.text(EffectActivity.elapsed(seconds: told.nextSeconds))
    let line = told.progress.page(mostLines: 1).rows.lazy.compactMap { row in
      if case .output(let text) = row { text } else { nil }
    }.first
    let words =
      line.map { catalog.text(.effectRunsWith, ["time": time, "line": .text($0)]) }
      ?? catalog.text(.effectRuns, ["time": time])
    show([.hint(words)])
    running?.advance()
    startTimer()
    return true
  }

  private func startTimer() {
    guard let delay = running?.delay else { return }
    running?.timer = terminal.events.timer(after: delay)
  }
}
