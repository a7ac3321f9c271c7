// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A flow to try out in the terminal that started the program.
struct Walk {
  private let terminal: DeviceTerminal
  private let clock = RunningClock()
  private let screen: WalkScreen
  private var shown: CellGrid?
  private var frame: EventToken?
  private var isMoving = true

  init() throws {
    terminal = try DeviceTerminal()
    screen = WalkScreen(motion: Motion(clock: clock))
    screen.view.colorDepth = Self.depth()
  }

  /// Runs until the user leaves, then restores the terminal.
  mutating func run() async {
    terminal.use([.alternateScreen, .hiddenCursor, .mouse])
    resize(terminal.size)
    draw()
    while let event = await terminal.events.next() {
      guard handle(event) else { break }
      // Handle pending events before drawing the next picture.
      if !terminal.events.hasPending { draw() }
    }
    terminal.close()
  }

  private mutating func draw() {
    screen.container.advance()
    let grid = screen.grid()
    let update = TerminalUpdate(from: shown, to: grid, depth: screen.view.colorDepth)
    terminal.write(update.bytes)
    shown = grid
    if let frame { terminal.events.cancelTimer(frame) }
    frame = screen.container.nextFrameTime.map {
      terminal.events.timer(after: max(.zero, $0 - clock.now))
    }
  }

  private func resize(_ size: WindowSize) {
    screen.resize(CellSize(columns: size.columns, rows: size.rows))
  }

  /// Returns whether the walk continues.
  private mutating func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .mouse(let report): handle(report)
    case .resized(let size):
      resize(size)
      // After a terminal reflows its lines, its content is unknown.
      shown = nil
    case .resumed: shown = nil
    case .signal, .endOfInput: return false
    default: break
    }
    return true
  }

  private mutating func handle(_ key: Key) -> Bool {
    let view = screen.view
    screen.message = ""
    if key.modifiers.contains(.shift), let direction = key.code.direction {
      screen.tell(view.swipe(direction))
      return true
    }
    switch key.code {
    case .character("q"), .escape: return false
    case .character("c") where key.modifiers == .control: return false
    case .character("z") where key.modifiers == .control: terminal.stop()
    case .enter, .character(" "), .character("n"): screen.tell(view.pressNext())
    case .backspace, .character("b"): screen.tell(view.pressBack())
    case .up where view.growthDirection.isVertical,
      .left where !view.growthDirection.isVertical:
      screen.scroll(-1)
    case .down where view.growthDirection.isVertical,
      .right where !view.growthDirection.isVertical:
      screen.scroll(1)
    case .pageUp: screen.page(-1)
    case .pageDown: screen.page(1)
    case .home: view.scrollToStart()
    case .end: view.scrollToEnd()
    case .character("w"): view.growthDirection = .up
    case .character("a"): view.growthDirection = .left
    case .character("s"): view.growthDirection = .down
    case .character("d"): view.growthDirection = .right
    case .character("f"): screen.toggleFading()
    case .character("x"): screen.toggleSeparation()
    case .character("p"): screen.togglePrompt()
    case .character("c"): toggleColors()
    case .character("m"): toggleMotion()
    case .character(let character):
      if let number = character.wholeNumberValue, number > 0 {
        screen.tell(view.goto(number - 1))
      }
    default: break
    }
    return true
  }

  private func handle(_ report: MouseReport) {
    switch report.action {
    case .wheelUp: screen.scroll(-2)
    case .wheelDown: screen.scroll(2)
    case .released(1): screen.tap(column: report.column, row: report.row)
    default: break
    }
  }

  private mutating func toggleColors() {
    let depths: [ColorDepth] = [.truecolor, .indexed256, .ansi16, .none]
    let index = depths.firstIndex(of: screen.view.colorDepth) ?? 0
    screen.view.colorDepth = depths[(index + 1) % depths.count]
    screen.message = "colors: \(screen.view.colorDepth)"
    shown = nil
  }

  private mutating func toggleMotion() {
    isMoving.toggle()
    screen.view.finishAnimations()
    screen.container.motion = Motion(clock: clock, isReduced: !isMoving)
    screen.message = isMoving ? "motion" : "no motion"
  }

  /// The number of colors that the terminal claims to support.
  private static func depth() -> ColorDepth {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    if !value("NO_COLOR").isEmpty || value("TERM") == "dumb" { return .none }
    if ["truecolor", "24bit"].contains(value("COLORTERM")) { return .truecolor }
    return value("TERM").contains("256") ? .indexed256 : .ansi16
  }
}

extension Key.Code {
  /// The direction of an arrow key.
  fileprivate var direction: FlowDirection? {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    default: nil
    }
  }
}

/// The time since the program started.
private final class RunningClock: LayoutClock {
  private let start = ContinuousClock.now

  var now: Duration { start.duration(to: .now) }
}
