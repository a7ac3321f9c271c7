// SPDX-License-Identifier: Apache-2.0

package import FlowForms
import FlowScreens
import Localization
package import TerminalIO

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
  package func effectBegan(_ request: EffectRequest, output: EffectOutput) {
    running = RunningTold(EffectProgress(request, output: output, in: runner.session))
    startTimer()
  }

  package func effectEnded() {
    if let timer = running?.timer { terminal.events.cancelTimer(timer) }
    running = nil
  }

  package func takes(_ event: TerminalEvent) -> Bool {
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
