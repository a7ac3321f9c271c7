// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

extension Picture {
  /// How steps fade, enter, and exit, and what gestures request.
  static let flowMotionPictures: [Picture] = [
    fadings, fadingDepths, fadingRamps, entering, leaving, swipes, flowTaps,
  ]

  private static let fadings = Picture(
    "fadings", "Older steps fade",
    "A tint gives each step one alpha, a mask fades cells with their distance from the newest step, "
      + "both together multiply. The newest step never fades."
  ) { space in
    let black = CellColor.rgb(0, 0, 0)
    let styles: [(String, FadingStyle)] = [
      (".none", .none),
      ("tint, .7 less .3", .tint(color: black, preLastAlpha: 0.7, alphaDecrement: 0.3)),
      ("tint to blue", .tint(color: .rgb(0, 60, 200), preLastAlpha: 0.6, alphaDecrement: 0.2)),
      ("mask over 10 rows", .gradientMask(effectDistance: 10)),
      ("mask, cut hard", .gradientMask(effectDistance: 0)),
      (
        "both",
        .combined([
          .tint(color: black, preLastAlpha: 0.7, alphaDecrement: 0.1),
          .gradientMask(effectDistance: 10),
        ])
      ),
    ]
    return try styles.map { name, style in
      let view = try flowView(4, columns: space.small, rows: 11, titled: false) {
        $0.fadingStyle = style
        try $0.setSeparationStyle(.none)
      }
      return Panel(name, view).aboutStyles
    }
  }

  private static let fadingDepths = Picture(
    "fading-depths", "Fading on every terminal",
    "Truecolor blends, 256 colours use the grey ramp, 16 have normal, dim and grey; without colours "
      + "nothing is blanked, and steps that take no input carry a mark."
  ) { space in
    let depths: [(String, ColorDepth)] = [
      ("truecolor", .truecolor), ("256", .indexed256), ("16", .ansi16), ("none", .none),
    ]
    return try depths.map { name, depth in
      let view = try flowView(4, columns: space.small, rows: 11) {
        $0.fadingStyle = .gradientMask(effectDistance: 8)
        $0.colorDepth = depth
        try $0.setSeparationStyle(.none)
      }
      var panel = Panel(name, view).aboutStyles
      panel.grid.restyle(panel.grid.bounds) { $0.reduced(to: depth) }
      return panel
    }
  }

  private static let fadingRamps = Picture(
    "fading-ramps", "The formula of the tint",
    "The alphas of the steps, the oldest first. The original's ramp is one decrement further."
  ) { _ in
    func line(_ name: String, _ count: Int, _ style: FadingStyle) -> [String] {
      let alphas = (0..<count).map { "\(Int((style.itemAlpha($0, of: count) * 100).rounded()))" }
      return [name, "  " + alphas.joined(separator: " ")]
    }
    func tint(_ decrement: Double?, _ ramp: FadingStyle.Ramp) -> FadingStyle {
      .tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: decrement, ramp: ramp)
    }
    let lines =
      line("5 steps", 5, tint(0.1, .preLast)) + line("original", 5, tint(0.1, .original))
      + line("no decrement", 5, tint(nil, .preLast))
    return [Panel.words("in percent, from .9 less .1", lines)]
  }

  private static func frames(
    _ view: StackFlowView<Step>, _ clock: ManualClock, at moments: [Int], notes: () -> [String]
  ) -> [Panel] {
    var last = 0
    return moments.map { moment in
      clock.advance(by: .milliseconds(moment - last))
      last = moment
      view.advance()
      return Panel("\(moment) ms", view, notes: notes())
    }
  }

  private static let entering = Picture(
    "entering", "A step comes in",
    "It slides in over the head edge, 0.25 s unless set; the flow has it at once."
  ) { space in
    var panels: [Panel] = []
    for direction in [FlowDirection.down, .up] {
      let clock = ManualClock()
      let view = try flowView(
        1, columns: min(18, space.small), rows: 9, titled: false, motion: Motion(clock: clock)
      ) {
        $0.growthDirection = direction
        $0.transitionDuration = .zero
      }
      view.transitionDuration = .milliseconds(250)
      var ends = "running"
      view.push(Step.service[1]) { ends = "finished \($0)" }
      panels += frames(view, clock, at: [0, 100, 200, 267]) { [".\(direction)", ends] }
    }
    return panels
  }

  private static let leaving = Picture(
    "leaving", "A step goes",
    "It fades for half the time and collapses for the other half. The step below is unlocked at "
      + "once."
  ) { space in
    let clock = ManualClock()
    let view = try flowView(
      2, columns: space.small, rows: 7, titled: false, motion: Motion(clock: clock)
    ) { $0.transitionDuration = .zero }
    view.transitionDuration = .milliseconds(250)
    try view.pop()
    return frames(view, clock, at: [0, 67, 133, 200, 267]) {
      ["\(view.numberOfItems) step"]
    }.map(\.aboutStyles)
  }

  private static let swipes = Picture(
    "swipes", "What a swipe asks for",
    "Towards the growth direction a step back, away from it the next; across it nothing. It is a "
      + "request, which the delegate approves or denies."
  ) { _ in
    var lines = ["growth  up    down  left  right"]
    for growth in FlowDirection.allCases {
      let view = try flowView(2, columns: 20, rows: 4)
      view.growthDirection = growth
      let words = FlowDirection.allCases.map { swipe in
        let asker = Asker()
        view.delegate = asker
        view.swipe(swipe)
        return (asker.asked ?? "·").aligned(.leading, to: 6)
      }
      lines.append(".\(growth)".aligned(.leading, to: 8) + words.joined())
    }
    return [
      Panel.words("", lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) })
    ]
  }

  private static let flowTaps = Picture(
    "flow-taps", "What a tap asks for",
    "A tap on a step asks to go back to it, on the newest it is told as such; gaps mean nothing; "
      + "the buttons of the bar do what they say."
  ) { space in
    let view = try flowView(3, columns: min(34, space.wide), rows: 11)
    let asker = Asker()
    view.delegate = asker
    var notes: [String] = []
    func tap(_ name: String, _ column: Int, _ row: Int) {
      asker.asked = nil
      view.tap(at: CellPosition(column: column, row: row))
      notes.append("\(name): \(asker.asked ?? "nothing")")
    }
    tap("row 1", 10, 1)
    tap("row 3, the gap", 10, 3)
    tap("row 5", 10, 5)
    tap("row 9", 10, 9)
    tap("‹ prev", 3, 8)
    tap("next ›", view.size.columns - 4, 8)
    return [Panel("three steps", view, notes: notes)]
  }
}

/// A delegate that only records its requests.
private final class Asker: StackFlowDelegate {
  var asked: String?

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Step>)
    -> StackDecision<Step>
  {
    asked = "push"
    return .deny(reason: nil)
  }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Step>)
    -> StackDecision<Step>
  {
    asked = "pop \(count)"
    return .deny(reason: nil)
  }

  func activeItemTapped(_ item: Step, in stack: FlowStack<Step>) { asked = "active item tapped" }
}
