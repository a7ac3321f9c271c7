// SPDX-License-Identifier: Apache-2.0

import FlowModel
import TerminalCells

extension FlowGraph {
  /// The graph as an SVG image; every line ends with a line break.
  ///
  /// The image has no background, and its colors are readable on light and dark pages. Every node
  /// is a `<g class="node">` with its id in `data-id`. Every arrow is a `<g class="edge">` with
  /// `data-from` and `data-to`, and with its whole condition as its `<title>`. For the best result,
  /// create the graph with ``init(_:maximumExits:)`` and a maximum of one exit.
  public var svg: String { svg(marked: nil) }

  /// Returns the graph as an SVG image in which nodes and arrows are colored by marks.
  ///
  /// Nodes and arrows that were missed are also dashed, so that the image doesn't depend on colors
  /// alone.
  ///
  /// - Parameter marks: The marks, each of the class of its node or arrow; nil for none.
  /// - Returns: The image.
  package func svg(marked marks: Marks?) -> String {
    let drawing = GraphDrawing(self)
    let (left, right) = (drawing.left - GraphDrawing.margin, drawing.right + GraphDrawing.margin)
    var picture = SVGPicture()
    picture.add(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(left) 0 \(right - left) \(drawing.height)" \
      width="\(right - left)" height="\(drawing.height)" role="img" aria-labelledby="title">
      <title id="title">\(id.escapedForXML)</title>
      """)
    picture.add(marks == nil ? SVGPicture.style : SVGPicture.style + SVGPicture.markStyle)
    for frame in drawing.frames { picture.add(frame) }
    for arrow in drawing.arrows {
      picture.add(
        arrow, from: drawing.boxes[arrow.edge.from], to: drawing.boxes[arrow.edge.to],
        marks?.edges[arrow.edge])
    }
    for (index, box) in drawing.boxes.enumerated() { picture.add(box, marks?.nodes[index]) }
    picture.add("</svg>")
    return picture.text
  }

  /// How much of a node or an arrow is covered.
  package enum Mark: String, Hashable, Sendable {
    /// All of it.
    case covered

    /// A part of it.
    case partly

    /// Nothing.
    case missed
  }

  /// The marks of a graph; what has none keeps the color of the text.
  package struct Marks: Sendable {
    /// The marks of nodes, by index.
    package var nodes: [Int: Mark] = [:]

    /// The marks of arrows.
    package var edges: [Edge: Mark] = [:]

    /// Creates no marks.
    package init() {}
  }
}

/// The text of an SVG image.
private struct SVGPicture {
  private(set) var text = ""

  static let style = """
    <style>
    svg { color: #24292f; font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
    @media (prefers-color-scheme: dark) { svg { color: #d8dee4 } }
    .node path, .node rect { fill: currentColor; fill-opacity: .06; stroke: currentColor }
    .node path.line { fill: none }
    .floor path, .floor rect { stroke-width: 3 }
    .join circle, marker path { fill: currentColor }
    .edge path { fill: none; stroke: currentColor; stroke-opacity: .65 }
    .frame rect { fill: none; stroke: currentColor; stroke-opacity: .5; stroke-dasharray: 5 4 }
    text { fill: currentColor; text-anchor: middle; white-space: pre }
    .edge text { font-size: 11.5px; font-style: italic; text-anchor: start }
    .frame text { font-size: 11.5px; text-anchor: start; opacity: .75 }
    text.kind { font-size: 10px; opacity: .65 }
    </style>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
    orient="auto"><path d="M0 0.5 8 4 0 7.5z"/></marker>
    """

  static let markStyle = """

    <style>
    .covered { color: #1a7f37 } .partly { color: #9a6700 } .missed { color: #cf222e }
    .node.partly path, .node.partly rect { stroke-dasharray: 7 2 }
    .missed path, .node.missed rect { stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) {
    .covered { color: #3fb950 } .partly { color: #d29922 } .missed { color: #f85149 } }
    </style>
    """

  mutating func add(_ line: String) { text += line + "\n" }

  // MARK: Frames and arrows

  mutating func add(_ frame: GraphDrawing.Frame) {
    add(
      """
      <g class="frame"><rect x="\(frame.left)" y="\(frame.top)" width="\(frame.right - frame.left)" \
      height="\(frame.bottom - frame.top)" rx="8"/>\
      <text x="\(frame.left + 10)" y="\(frame.top + 15)">\(frame.title.escapedForXML)</text></g>
      """)
  }

  mutating func add(
    _ arrow: GraphDrawing.Arrow, from: GraphDrawing.Box, to: GraphDrawing.Box,
    _ mark: FlowGraph.Mark?
  ) {
    let (path, x, y) = Self.path(of: arrow, from: from, to: to)
    let title = arrow.edge.condition.map { "<title>\($0.escapedForXML)</title>" } ?? ""
    let head = to.isJoin ? "" : #" marker-end="url(#head)""#
    add(
      """
      <g class="edge\(Self.name(of: mark))" data-from="\(from.node.id.escapedForXML)" \
      data-to="\(to.node.id.escapedForXML)">\(title)<path d="\(path)"\(head)/>\
      \(Self.lines(arrow.label, x: x, y: y, step: 15))</g>
      """)
  }

  /// Returns the path of an arrow, and the position of its label.
  private static func path(
    of arrow: GraphDrawing.Arrow, from: GraphDrawing.Box, to: GraphDrawing.Box
  ) -> (path: String, x: Int, y: Int) {
    let label = from.bottom + arrow.fork + 15
    guard let lane = arrow.lane else { return ("M0 \(from.bottom)V\(to.top)", 8, label) }
    // Leave a box below its middle and enter it above, so that arrows don't meet.
    let start =
      from.isJoin ? (arrow.isBack ? from.middle : from.bottom + arrow.fork) : from.middle + 7
    let end = to.isJoin ? to.middle : to.middle - 7
    let side = arrow.isBack ? -1 : 1
    let turn = arrow.isBack ? -6 : 6
    let path =
      "M\(from.isJoin ? 0 : side * from.halfWidth) \(start)H\(lane - side * 6)"
      + "Q\(lane) \(start) \(lane) \(start + turn)V\(end - turn)"
      + "Q\(lane) \(end) \(lane - side * 6) \(end)H\(side * to.halfWidth)"
    let x = arrow.isBack ? lane - 8 - arrow.labelWidth : lane + 8
    return (path, x, arrow.isBack ? (start + end) / 2 : label)
  }

  private static func lines(
    _ lines: [String], x: Int, y: Int, step: Int, attributes: String = ""
  ) -> String {
    lines.enumerated().map { index, line in
      #"<text x="\#(x)" y="\#(y + index * step)"\#(attributes)>\#(line.escapedForXML)</text>"#
    }.joined()
  }

  // MARK: Nodes

  /// Returns the class of a mark, after a space.
  private static func name(of mark: FlowGraph.Mark?) -> String {
    mark.map { " \($0.rawValue)" } ?? ""
  }

  mutating func add(_ box: GraphDrawing.Box, _ mark: FlowGraph.Mark?) {
    let node = box.node
    let floor = node.isFloor ? " floor" : ""
    let caption = node.caption
    var content = "<title>\(node.id.escapedForXML)</title>" + Self.shape(of: box)
    if !caption.isEmpty {
      content += Self.lines(
        [caption], x: 0, y: box.top + 15, step: 0, attributes: #" class="kind""#)
    }
    let first = box.top + (caption.isEmpty ? 20 : node.kind == .step(.form) ? 37 : 32)
    content += Self.lines(box.lines, x: 0, y: first, step: 17)
    add(
      """
      <g class="node \(node.kind.word.escapedForXML)\(floor)\(Self.name(of: mark))" \
      data-id="\(node.id.escapedForXML)">\(content)</g>
      """)
  }

  private static func shape(of box: GraphDrawing.Box) -> String {
    let (w, top, bottom, middle) = (box.halfWidth, box.top, box.bottom, box.middle)
    func rect(_ radius: Int) -> String {
      #"<rect x="\#(-w)" y="\#(top)" width="\#(2 * w)" height="\#(box.height)" rx="\#(radius)"/>"#
    }
    func outline(_ path: String) -> String { #"<path d="\#(path)z"/>"# }
    func line(_ path: String) -> String { #"<path class="line" d="\#(path)"/>"# }
    switch box.node.kind {
    case .join: return #"<circle cx="0" cy="\#(middle)" r="4"/>"#
    case .start, .end: return rect(box.height / 2)
    case .step(.stop):
      return outline(
        "M\(10 - w) \(top)H\(w - 10)L\(w) \(top + 10)V\(bottom - 10)L\(w - 10) \(bottom)"
          + "H\(10 - w)L\(-w) \(bottom - 10)V\(top + 10)")
    case .step(.commit):
      return outline(
        "M\(12 - w) \(top)H\(w - 12)L\(w) \(middle)L\(w - 12) \(bottom)H\(12 - w)L\(-w) \(middle)")
    case .step(.note), .step(.review):
      return outline("M\(-w) \(top)H\(w - 10)L\(w) \(top + 10)V\(bottom)H\(-w)")
        + line("M\(w - 10) \(top)V\(top + 10)H\(w)")
    case .step(.compute):
      return outline("M\(8 - w) \(top)H\(w)L\(w - 8) \(bottom)H\(-w)")
    case .step(.form): return rect(6) + line("M\(-w) \(top + 20)H\(w)")
    case .step(.repeat):
      return rect(6)
        + line(
          "M\(6 - w) \(bottom + 4)H\(w - 2)Q\(w + 4) \(bottom + 4) \(w + 4) \(bottom - 2)V\(top + 6)"
        )
    case .step(.flow): return rect(6) + line("M\(6 - w) \(top)V\(bottom)M\(w - 6) \(top)V\(bottom)")
    case .step(.run):
      return outline("M\(-w) \(top)H\(w - 8)L\(w) \(middle)L\(w - 8) \(bottom)H\(-w)")
    case .step(.write):
      return outline(
        "M\(-w) \(top + 4)Q\(-w) \(top) \(4 - w) \(top)H\(28 - w)L\(34 - w) \(top + 5)H\(w)V\(bottom)H\(-w)"
      )
    case .step(.ask), .step(.group): return rect(6)
    }
  }
}
