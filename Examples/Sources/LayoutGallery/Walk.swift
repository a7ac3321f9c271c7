// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A flow to walk by hand: push, pop, scroll, grow in four directions, resize the window.
final class Walk: StackFlowDelegate {
  typealias Item = Int

  /// The time of the terminal's machine.
  private final class MonotonicClock: LayoutClock {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    init() { start = clock.now }
    var now: Duration { clock.now - start }
  }

  private let view: StackFlowView<Int>
  private let container: ContainerScroll
  private var shown: CellGrid?

  init() {
    let motion = Motion(clock: MonotonicClock())
    view = StackFlowView(motion: motion) { step in
      StepPresentation(
        content: TextRow("Step \(step). \(Scene.story)"), title: "Step \(step)")
    }
    container = ContainerScroll(content: view, motion: motion)
    view.delegate = self
    view.push(1)
  }

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Int>)
    -> NavigationDecision<Int>
  { .approve(.push(stack.count + 1)) }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Int>)
    -> NavigationDecision<Int>
  { count < stack.count ? .approve(.pop(count)) : .deny(reason: nil) }

  /// Runs until `q`, and puts the terminal back.
  func run() throws {
    var modes = termios()
    guard isatty(0) == 1, tcgetattr(0, &modes) == 0 else { return print("no terminal") }
    let before = modes
    cfmakeraw(&modes)
    // Reading waits a thirtieth of a second at most, so that what moves can move.
    withUnsafeMutableBytes(of: &modes.c_cc) { settings in
      settings[Int(VMIN)] = 0
      settings[Int(VTIME)] = 1
    }
    tcsetattr(0, TCSANOW, &modes)
    send("\u{1b}[?1049h\u{1b}[?25l")
    defer {
      send("\u{1b}[?25h\u{1b}[?1049l")
      var before = before
      tcsetattr(0, TCSANOW, &before)
    }
    while true {
      draw()
      var byte: UInt8 = 0
      guard read(0, &byte, 1) == 1 else { continue }
      switch Character(Unicode.Scalar(byte)) {
      case "q", "\u{3}": return
      case "n": view.next()
      case "b": view.back()
      case "j": container.scroll(by: 1)
      case "k": container.scroll(by: -1)
      case "p": container.occluder(height: container.bottomInset > 1 ? 1 : 6)
      case "g":
        let all = FlowDirection.allCases
        let index = all.firstIndex(of: view.growthDirection) ?? 0
        view.growthDirection = all[(index + 1) % all.count]
      default: break
      }
    }
  }

  private func draw() {
    var window = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &window) == 0 else { return }
    let size = CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    if size != container.frame.size {
      container.resize(CellRect(size: size), terminalRows: size.rows)
      container.occluder(height: max(1, container.bottomInset))
      container.flush()
    }
    container.advance()
    var grid = container.snapshot()
    let help = "n next  b back  j k scroll  g grow  p prompt  q quit"
    grid.write(
      help.truncated(to: size.columns), at: CellPosition(column: 0, row: size.rows - 1),
      style: .reversed)
    let update = TerminalUpdate(from: shown, to: grid)
    shown = grid
    update.bytes.withUnsafeBytes { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
  }

  private func send(_ text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
  }
}
