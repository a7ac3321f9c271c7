// SPDX-License-Identifier: GPL-3.0-or-later

import StackFlowTesting
import TerminalIO

/// Plays a replay in the user's terminal, on the alternate screen.
struct ReplayPlayer {
  let replay: WalkReplay
  let terminal: any Terminal

  /// Whether it waits for a key after each step.
  let isStepped: Bool

  /// Why it ended.
  enum Ending: Hashable {
    case played
    case left
    case interrupted
    case hungUp
    case signal(TerminalSignal)
  }

  /// Plays it, until its end or until the user leaves.
  ///
  /// At its end, the last screen stays as text.
  ///
  /// - Returns: Why it ended. The terminal is restored.
  func play() async -> Ending {
    let ending = await playOnScreen()
    if ending == .played {
      terminal.write(replay.lastRows.map { $0 + "\r\n" }.joined())
    }
    return ending
  }

  private func playOnScreen() async -> Ending {
    terminal.use([.alternateScreen])
    defer { terminal.use([]) }
    terminal.write("\u{1B}[H\u{1B}[2J")
    for (number, frame) in replay.frames.enumerated() {
      terminal.write(frame.update)
      let isLast = number == replay.frames.count - 1
      let delay = (isLast ? replay.duration : replay.frames[number + 1].time) - frame.time
      let waits = isStepped && (frame.endsStep || isLast)
      if let ending = await wait(waits ? nil : delay, at: number) { return ending }
    }
    return .played
  }

  /// Waits for some time, or for a key if there's none.
  ///
  /// - Returns: Why the replay ends; nil if it continues.
  private func wait(_ delay: Duration?, at number: Int) async -> Ending? {
    var timer = delay.map { terminal.events.timer(after: $0) }
    while let event = await terminal.events.next(isBusy: timer != nil) {
      switch event {
      case .token(let token) where token == timer: return nil
      case .key(let key):
        switch (key.code, key.modifiers) {
        case (.character("c"), .control): return .interrupted
        case (.character("q"), []), (.escape, []): return .left
        case (.character(" "), []) where delay != nil:
          // Space pauses and resumes.
          guard let running = timer else { return nil }
          terminal.events.cancelTimer(running)
          timer = nil
        default: if delay == nil || timer == nil || key.code == .enter { return nil }
        }
      case .signal(let signal): return .signal(signal)
      case .resized, .resumed: repaint(upTo: number)
      case .endOfInput: return .hungUp
      default: break
      }
    }
    return .hungUp
  }

  private func repaint(upTo number: Int) {
    terminal.write("\u{1B}[H\u{1B}[2J")
    for frame in replay.frames[...number] { terminal.write(frame.update) }
  }
}
