// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// A step of the flow in the pictures.
struct Step: Hashable, Sendable {
  let title: String?
  let text: String

  /// The steps of a small flow.
  static let service = [
    Step(title: "Name", text: "What is the service called?\n› billing-api"),
    Step(title: "Kind", text: "What does it speak?\n› HTTP API"),
    Step(title: "Port", text: "Which port does it listen on?\n› 8080"),
    Step(title: "Region", text: "Where does it run?\n› eu-west"),
  ]
}

/// A view of the first steps of the small flow.
func flowView(
  _ count: Int, columns: Int, rows: Int, titled: Bool = true, motion: Motion = Motion(),
  _ change: (StackFlowView<Step>) throws -> Void = { _ in }
) throws -> StackFlowView<Step> {
  let view = StackFlowView<Step>(motion: motion) { step in
    StepPresentation(content: TextRow(step.text), title: titled ? step.title : nil)
  }
  view.fadingStyle = .none
  view.setViewport(CellSize(columns: columns, rows: rows))
  try change(view)
  for step in Step.service.prefix(count) { view.push(step) }
  return view
}

extension Panel {
  /// A panel that shows the current state of a flow's view.
  init<Item>(_ caption: String, _ view: StackFlowView<Item>, notes: [String] = []) {
    self.init(caption, view.snapshot(), notes: notes)
  }
}

extension Picture {
  /// A flow's steps on the scroll stack.
  static let flowPictures: [Picture] = [
    growth, headPadding, safeArea, separation, bars, barLooks, appearance, autoresizing,
    transcript, severalFlows, nestedFlows,
  ]

  private static let growth = Picture(
    "growth", "A flow grows in four directions",
    "The newest step is at the head edge and gets the input. Older steps follow in order of age."
  ) { space in
    let directions: [(String, FlowDirection)] = [
      (".down", .down), (".up", .up), (".left", .left), (".right", .right),
    ]
    return try directions.map { name, direction in
      let columns = direction.isVertical ? min(34, space.wide) : space.wide
      let view = try flowView(3, columns: min(76, columns), rows: direction.isVertical ? 12 : 6) {
        $0.growthDirection = direction
      }
      return Panel(name, view)
    }
  }

  private static let headPadding = Picture(
    "head-padding", "Padding at the head",
    "Blank cells between the newest step and the head edge, the same in all four directions."
  ) { space in
    try FlowDirection.allCases.map { direction in
      let view = try flowView(0, columns: min(24, space.small), rows: 6) {
        $0.growthDirection = direction
        try $0.setHeadPadding(2)
      }
      view.push(Step(title: nil, text: "the newest\nstep"))
      return Panel(".\(direction), headPadding 2", view)
    }
  }

  private static let safeArea = Picture(
    "safe-area", "Permanently reserved rows",
    "Steps avoid the safe area, here for a status line at the top and a prompt line at the "
      + "bottom, or are drawn under it."
  ) { space in
    func panel(_ caption: String, seeks: Bool) throws -> Panel {
      let view = try flowView(3, columns: min(34, space.wide), rows: 8)
      view.isSeekingSafeArea = seeks
      view.setViewport(view.size, safeArea: CellInsets(top: 1, bottom: 1))
      var panel = Panel(caption, view, notes: ["safe: \(view.safeSize.rows) rows"])
      for row in [0, 7] {
        panel.grid.fill(
          CellRect(column: 0, row: row, columns: 3, rows: 1), with: "▒", style: .dim)
      }
      return panel
    }
    return [
      try panel("isSeekingSafeArea", seeks: true), try panel("… = false", seeks: false),
    ]
  }

  private static let separation = Picture(
    "separation", "Between two steps",
    "A line, blank cells, or nothing. It belongs to the newer step and disappears with it."
  ) { space in
    func panel(_ caption: String, _ style: SeparationStyle, _ direction: FlowDirection = .down)
      throws -> Panel
    {
      let view = try flowView(
        2, columns: min(34, space.wide), rows: direction.isVertical ? 8 : 4, titled: false
      ) {
        $0.growthDirection = direction
        try $0.setSeparationStyle(style)
      }
      return Panel(caption, view)
    }
    return [
      try panel(".line(1)", .line(thickness: 1, color: .dim)),
      try panel(".line(2)", .line(thickness: 2, color: .dim)),
      try panel(".padding(2)", .padding(size: 2)), try panel(".none", .none),
      try panel(".right, .line(1)", .line(thickness: 1, color: .dim), .right),
      try panel(".right, .padding(3)", .padding(size: 3), .right),
    ]
  }

  private static let bars = Picture(
    "bars", "Title bars",
    "The newest step has the buttons, but the first step has no back button. Older steps keep "
      + "their titles. A title that doesn't fit ends in …; a step without a title has no bar."
  ) { space in
    let columns = min(36, space.wide)
    let long = try flowView(0, columns: columns, rows: 4)
    long.push(Step(title: "short", text: "first"))
    long.push(Step(title: "A title that is longer than its bar is wide", text: "second"))
    let mixed = try flowView(1, columns: columns, rows: 8)
    mixed.push(Step.service[1], title: nil)
    mixed.push(Step(title: nil, text: "A step without a title"))
    return [
      Panel("the first step", try flowView(1, columns: columns, rows: 4)),
      Panel("the second", try flowView(2, columns: columns, rows: 7)),
      Panel("too long", long), Panel("the last untitled", mixed),
    ]
  }

  private static let barLooks = Picture(
    "bar-looks", "Title bar styles",
    "Labels are text, or icons with alternative text for terminals that can't show them. "
      + "Weight and colors can be set for all steps or for one."
  ) { space in
    let columns = min(36, space.wide)
    func panel(_ caption: String, plain: Bool = false, _ bar: TopBar) throws -> Panel {
      let view = try flowView(2, columns: columns, rows: 3) {
        $0.topBar = bar
        $0.usesPlainText = plain
      }
      return Panel(caption, view).aboutStyles
    }
    let icons = TopBar(
      popButton: .init(icon: "◀", fallback: "back"), pushButton: .init(icon: "▶", fallback: "next"))
    return [
      try panel("the preset", TopBar()),
      try panel(
        "quiet",
        TopBar(
          backgroundColor: .standard, titleFont: .bold, titleTextColor: .standard,
          popButton: .init(title: "back"), pushButton: .init(title: "next"),
          buttonColor: .rgb(95, 175, 255))),
      try panel("icons", icons), try panel("icons, as plain text", plain: true, icons),
    ]
  }

  private static let appearance = Picture(
    "appearance", "The appearance of a step",
    "A background color and a bar style for this step only."
  ) { space in
    let view = try flowView(1, columns: min(36, space.wide), rows: 7)
    view.push(
      Step.service[1],
      appearance: ItemAppearance(
        backgroundColor: .rgb(38, 50, 64),
        topBar: TopBar(
          backgroundColor: .rgb(95, 175, 255), titleTextColor: .named(.black),
          buttonColor: .named(.black))))
    return [Panel("push(…, appearance: …)", view).aboutStyles]
  }

  private static let autoresizing = Picture(
    "autoresizing", "Steps and the width",
    "Steps reflow to the full width, or keep the width that they were built for, centered and "
      + "clipped."
  ) { space in
    func panels(_ caption: String, reflows: Bool) throws -> [Panel] {
      let view = try flowView(1, columns: 20, rows: 5, titled: false) {
        $0.isAutoresizingItems = reflows
      }
      view.setViewport(CellSize(columns: min(34, space.wide), rows: 5))
      let wide = Panel("\(caption), built for 20", view)
      view.setViewport(CellSize(columns: 14, rows: 5))
      return [wide, Panel("… then 14 wide", view)]
    }
    return try panels("reflowing", reflows: true) + panels("as built", reflows: false)
  }

  private static let transcript = Picture(
    "transcript", "Reading older steps",
    "If there are more steps than fit, older ones can be scrolled into view and read, but not "
      + "edited. The next push or pop returns to the head."
  ) { space in
    let view = try flowView(4, columns: min(34, space.wide), rows: 7)
    let head = Panel("at the head", view)
    view.scrollToStart()
    let start = Panel("scrolled to the first step", view)
    view.push(Step(title: "Check", text: "Is everything correct?"))
    return [head, start, Panel("after a push", view)]
  }

  private static let severalFlows = Picture(
    "several", "Several flows",
    "Each flow has its own stack, and they don't affect each other."
  ) { space in
    let columns = min(24, space.small)
    return [
      Panel("grows down", try flowView(3, columns: columns, rows: 8, titled: false)),
      Panel(
        "grows up",
        try flowView(2, columns: columns, rows: 8, titled: false) { $0.growthDirection = .up }),
      Panel("not started", try flowView(0, columns: columns, rows: 8)),
    ]
  }

  private static let nestedFlows = Picture(
    "nested-flows", "A flow inside a step",
    "The view of a flow is a controller like any other, here in a row of fixed length."
  ) { space in
    let inner = try flowView(2, columns: 20, rows: 5, titled: false)
    let outer = StackFlowView<String>(presentation: { name in
      StepPresentation(
        content: name == "Details" ? BoundedRow(inner, length: 5) : TextRow("› shop"), title: name)
    })
    outer.fadingStyle = .none
    outer.setViewport(CellSize(columns: min(36, space.wide), rows: 10))
    outer.push("Project")
    outer.push("Details")
    let before = Panel("two inner steps", outer)
    inner.push(Step.service[2])
    return [before, Panel("the inner flow pushes", outer)]
  }
}
