// SPDX-License-Identifier: Apache-2.0

import FlowModel
import TerminalCells

/// The layout of the nodes, arrows, and frames of a graph; all lengths are in pixels.
///
/// Every node has its own row, in file order, so that a flow reads from top to bottom. An arrow to
/// the next row goes straight down. An arrow that skips rows runs in a lane on the right, and an
/// arrow back to a list in a lane on the left. Lanes and frames are placed in the order of the
/// number of rows that they span, shortest first, next to what they pass. Since branches of a flow
/// are nested, lanes never cross.
struct GraphDrawing {
  /// A node in its row; all nodes are centered at x = 0.
  struct Box {
    let node: FlowGraph.Node
    let lines: [String]
    let halfWidth: Int
    let height: Int
    var top = 0

    var middle: Int { top + height / 2 }
    var bottom: Int { top + height }
    var isJoin: Bool { node.kind == .join }
  }

  /// An arrow, either straight down or in a lane.
  struct Arrow {
    let edge: FlowGraph.Edge
    let label: [String]
    /// The x position of the lane; nil if the arrow goes straight down.
    var lane: Int?
    /// The distance below a join at which its outgoing arrows split, which distinguishes them from
    /// incoming ones.
    var fork = 0

    var span: Int { abs(edge.to - edge.from) }
    var isBack: Bool { edge.to <= edge.from }
    var isStraight: Bool { edge.to == edge.from + 1 }
    var labelWidth: Int { (label.map(\.cellWidth).max() ?? 0) * 7 }
  }

  /// The frame of a group, or of the steps of a list item.
  struct Frame {
    let title: String
    let rows: ClosedRange<Int>
    let depth: Int
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
  }

  private(set) var boxes: [Box]
  private(set) var arrows: [Arrow]
  private(set) var frames: [Frame] = []
  private(set) var left = 0
  private(set) var right = 0
  private(set) var height = 0

  /// The horizontal extents of each row and of the gap above it.
  private var extents: [Extent] = []

  private struct Extent {
    var left = 0
    var right = 0
    var gapLeft = 0
    var gapRight = 0
  }

  static let margin = 20
  private static let padding = 14
  private static let fork = 10
  private static let lineHeight = 17
  private static let labelLineHeight = 15
  private static let titleHeight = 24

  /// Lays out a graph.
  ///
  /// - Complexity: O(*n* · *s*) in the number of nodes and arrows and the rows that they span.
  init(_ graph: FlowGraph) {
    boxes = graph.nodes.map(Self.box)
    let conditions = Dictionary(grouping: graph.edges, by: \.from)
    arrows = graph.edges.map { edge in
      let siblings = conditions[edge.from] ?? []
      let isElse = siblings.contains { other in
        other.to != edge.to && other.condition.map { "!(\($0))" == edge.condition } ?? false
      }
      let words = isElse ? "else" : edge.condition ?? ""
      return Arrow(edge: edge, label: Self.lines(of: words, columns: edge.isStep ? 46 : 30))
    }
    frames = Self.frames(of: graph)
    placeRows()
    placeLanes()
  }

  private static func lines(of text: String, columns: Int) -> [String] {
    text.isEmpty ? [] : text.wrapped(to: columns).map { String($0) }
  }

  private static func box(_ node: FlowGraph.Node) -> Box {
    guard node.kind != .join else { return Box(node: node, lines: [], halfWidth: 4, height: 8) }
    let lines = lines(of: node.label, columns: 40)
    let cells = max(lines.map(\.cellWidth).max() ?? 0, node.caption.cellWidth * 6 / 8)
    let caption = node.caption.isEmpty ? 0 : node.kind == .step(.form) ? 18 : 14
    return Box(
      node: node, lines: lines, halfWidth: max(36, (cells * 8 + 1) / 2 + 16),
      height: caption + max(1, lines.count) * lineHeight + 14)
  }

  // MARK: Rows

  /// Returns the frames of groups, in the order of their first rows, outer ones before inner ones.
  private static func frames(of graph: FlowGraph) -> [Frame] {
    var frames: [Frame] = []
    var open: [(name: String, start: Int)] = []
    let lists = Set(graph.nodes.filter { $0.kind == .step(.repeat) }.map(\.id))
    func close(to depth: Int, before row: Int) {
      while open.count > depth, let last = open.popLast() {
        let title = lists.contains(last.name) ? "each item of \(last.name)" : last.name
        frames.append(Frame(title: title, rows: last.start...(row - 1), depth: open.count))
      }
    }
    for (row, node) in graph.nodes.enumerated() {
      let common = zip(open, node.groups).prefix { $0.0.name == $0.1 }.count
      close(to: common, before: row)
      for name in node.groups.dropFirst(common) { open.append((name, row)) }
    }
    close(to: 0, before: graph.nodes.count)
    return frames.sorted { ($0.rows.lowerBound, $0.depth) < ($1.rows.lowerBound, $1.depth) }
  }

  private mutating func placeRows() {
    var begun = Array(repeating: 0, count: boxes.count + 1)
    var ended = begun
    for frame in frames {
      begun[frame.rows.lowerBound] += 1
      ended[frame.rows.upperBound + 1] += 1
    }
    var labels = Array(repeating: 0, count: boxes.count)
    for arrow in arrows where arrow.isStraight { labels[arrow.edge.to] = arrow.label.count }
    // The label of an arrow in a lane is in the gap below its start.
    for arrow in arrows where !arrow.isStraight && !arrow.isBack {
      labels[arrow.edge.from + 1] = max(labels[arrow.edge.from + 1], arrow.label.count)
    }
    let forks = Set(arrows.filter { !$0.isStraight && !$0.isBack }.map(\.edge.from))
    for index in arrows.indices where forks.contains(arrows[index].edge.from) {
      arrows[index].fork = boxes[arrows[index].edge.from].isJoin ? Self.fork : 0
    }
    var top = Self.margin
    for row in boxes.indices {
      if row > 0 {
        let isJoin = boxes[row].isJoin || boxes[row - 1].isJoin
        top += (isJoin ? 20 : 26) + labels[row] * Self.labelLineHeight
        top += begun[row] * Self.titleHeight + ended[row] * Self.padding
      } else {
        top += begun[row] * Self.titleHeight
      }
      if row > 0, boxes[row - 1].isJoin, forks.contains(row - 1) { top += Self.fork }
      boxes[row].top = top
      top += boxes[row].height
    }
    height = top + ended[boxes.count] * Self.padding + Self.margin
    extents = boxes.map { Extent(left: -$0.halfWidth, right: $0.halfWidth) }
    for arrow in arrows where arrow.isStraight {
      extents[arrow.edge.to].gapRight = 8 + arrow.labelWidth
    }
  }

  // MARK: Lanes and frames

  private mutating func placeLanes() {
    enum Part { case lane(Int), frame(Int) }
    var parts: [(rows: Int, part: Part)] = arrows.indices.filter { !arrows[$0].isStraight }
      .map { (arrows[$0].span, .lane($0)) }
    parts += frames.indices.map { (frames[$0].rows.count - 1, .frame($0)) }
    // An arrow that spans as many rows as a frame is inside it; inner frames precede outer ones.
    let order = parts.enumerated().sorted { one, other in
      func key(_ entry: (offset: Int, element: (rows: Int, part: Part))) -> (Int, Int, Int) {
        switch entry.element.part {
        case .lane: (entry.element.rows, 0, entry.offset)
        case .frame(let index): (entry.element.rows, 1, -frames[index].depth)
        }
      }
      return key(one) < key(other)
    }
    for entry in order {
      switch entry.element.part {
      case .lane(let index): arrows[index].isBack ? placeBack(index) : placeLane(index)
      case .frame(let index): placeFrame(index)
      }
    }
    left = extents.map { min($0.left, $0.gapLeft) }.min() ?? 0
    right = extents.map { max($0.right, $0.gapRight) }.max() ?? 0
  }

  private mutating func placeLane(_ index: Int) {
    let (from, to) = (arrows[index].edge.from, arrows[index].edge.to)
    var x = 0
    for row in (from + 1)...to {
      x = max(x, extents[row].gapRight, row < to ? extents[row].right : boxes[row].halfWidth)
    }
    x = max(x, boxes[from].halfWidth) + Self.padding
    arrows[index].lane = x
    for row in (from + 1)...to {
      extents[row].gapRight = max(extents[row].gapRight, x)
      if row < to { extents[row].right = max(extents[row].right, x) }
    }
    extents[from + 1].gapRight = max(extents[from + 1].gapRight, x + 8 + arrows[index].labelWidth)
  }

  private mutating func placeBack(_ index: Int) {
    let (from, to) = (arrows[index].edge.from, arrows[index].edge.to)
    var x = -max(boxes[from].halfWidth, boxes[to].halfWidth)
    for row in to...from where row > to {
      x = min(x, extents[row].gapLeft, row < from ? extents[row].left : x)
    }
    x -= Self.padding
    arrows[index].lane = x
    for row in to...from where row > to {
      extents[row].gapLeft = min(extents[row].gapLeft, x - arrows[index].labelWidth - 8)
      extents[row].left = min(extents[row].left, x - arrows[index].labelWidth - 8)
    }
  }

  private mutating func placeFrame(_ index: Int) {
    let rows = frames[index].rows
    let inner = frames.filter {
      $0.depth > frames[index].depth && rows.contains($0.rows.lowerBound)
    }
    let first = inner.filter { $0.rows.lowerBound == rows.lowerBound }.count
    let last = inner.filter { $0.rows.upperBound == rows.upperBound }.count
    frames[index].top =
      boxes[rows.lowerBound].top - Self.titleHeight * (first + 1) + 4
    frames[index].bottom = boxes[rows.upperBound].bottom + Self.padding * (last + 1) - 4
    // The title is to the left of the arrow that enters the frame.
    var (left, right) = (-frames[index].title.cellWidth * 7 - 4, 0)
    for row in rows {
      left = min(left, extents[row].left, row > rows.lowerBound ? extents[row].gapLeft : 0)
      right = max(right, extents[row].right, row > rows.lowerBound ? extents[row].gapRight : 0)
    }
    frames[index].left = left - Self.padding
    frames[index].right = right + Self.padding
    for row in rows {
      extents[row].left = frames[index].left
      extents[row].right = frames[index].right
      if row > rows.lowerBound {
        extents[row].gapLeft = frames[index].left
        extents[row].gapRight = frames[index].right
      }
    }
  }
}

extension FlowGraph.Edge {
  /// Whether it goes to the next node.
  fileprivate var isStep: Bool { to == from + 1 }
}

extension FlowGraph.Node {
  /// The small caption above its label.
  var caption: String {
    switch kind {
    case .start, .end, .join: ""
    case .step(let keyword): isFloor ? "\(keyword.rawValue) · no way back" : keyword.rawValue
    }
  }
}
