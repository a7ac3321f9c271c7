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
    "A tint gives each step an alpha, a mask fades cells by their distance from the newest "
      + "step, and both together are multiplied. The newest step never fades."
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
    "Truecolor blends, 256 colors use the gray ramp, and 16 colors have normal, dim, and "
      + "gray. Without colors, nothing is blanked, and steps that take no input have a mark."
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
    "The alphas of the steps, oldest first. The original's ramp is shifted by one decrement."
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
    "entering", "Pushing a step",
    "The step slides in over the head edge, by default in 0.25 s. It's in the flow immediately."
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
    "leaving", "Popping a step",
    "The step fades during the first half and collapses during the second. The step below is "
      + "unlocked immediately."
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
    "swipes", "What a swipe requests",
    "A swipe in the growth direction requests a step back, and one in the opposite direction "
      + "the next step. Swipes across do nothing. The delegate approves or denies the request."
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
    "flow-taps", "What a tap requests",
    "A tap on an older step requests going back to it. A tap on the newest step is reported "
      + "to the delegate. Gaps ignore taps, and the buttons of the bar request their moves."
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
