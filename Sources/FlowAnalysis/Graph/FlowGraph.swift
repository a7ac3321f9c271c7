// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import SourceDiagnostics

/// The steps of a flow as a graph: what follows what, and under which conditions.
///
/// A node is something that a person meets, or that the flow computes; an arrow goes from each node
/// to every node that can be the next. Conditions are shown at the arrows that depend on them. The graph
/// is drawn as Mermaid, DOT, SVG or JSON by ``mermaid``, ``dot``, ``svg`` and ``json``.
public struct FlowGraph: Hashable, Sendable {
  /// A step.
  public struct Node: Hashable, Sendable {
    /// The step's id; `(start)` and `(end)` for the flow's two ends.
    public let id: String

    /// The word of its kind: `ask`, `form`, `stop`…; `start` and `end` for the flow's two ends.
    public let kind: String

    /// What it shows: the title or the id, and the ids of a form's fields.
    public let label: String

    /// Whether nothing below it can be popped any more.
    public let isFloor: Bool

    /// The ids of the groups around it, the outermost first.
    public let groups: [String]
  }

  /// An arrow: what can come next.
  public struct Edge: Hashable, Sendable {
    /// The index of the node that it comes from.
    public let from: Int

    /// The index of the node that it goes to.
    public let to: Int

    /// What must be true, in the words of the flow; nil: it is the way when no other is.
    public let condition: String?
  }

  /// The flow's id.
  public let id: String

  /// The nodes, in the file's order, between the flow's start and its end.
  public private(set) var nodes: [Node] = []

  /// The arrows, by the node that they come from.
  public private(set) var edges: [Edge] = []

  /// The most ways out of what was drawn so far.
  private let maximumExits: Int

  /// Draws the graph of a flow.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - maximumExits: How many ways may lead to one step; where there are more, they meet in a point
  ///     before it. With many each arrow says all that must be true on its way; with one, the least,
  ///     branches meet again at their end, and a condition is shown at its step alone.
  /// - Complexity: O(*n*) in the number of steps and groups, times the number of ways.
  public init(_ definition: FlowDefinition, maximumExits: Int = 12) {
    self.maximumExits = max(1, maximumExits)
    id = definition.id.name
    let title = definition.title?.words ?? id
    nodes = [Node(id: "(start)", kind: "start", label: title, isFloor: false, groups: [])]
    var open = [Exit(node: 0, condition: nil)]
    add(definition.steps, groups: [], exits: &open)
    let end = nodes.count
    nodes.append(Node(id: "(end)", kind: "end", label: "end", isFloor: false, groups: []))
    connect(open, to: end, when: nil)
  }

  /// A way out of what was drawn so far, that still leads nowhere.
  fileprivate struct Exit: Hashable {
    let node: Int
    var condition: String?
  }

  private mutating func add(_ steps: [StepDefinition], groups: [String], exits: inout [Exit]) {
    for step in steps {
      let when = step.when.map {
        $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      var entry = exits
      // Where a step is passed over, its condition is false.
      let passing = when == nil ? [] : exits
      if let when { for index in entry.indices { entry[index].add(when) } }
      switch step.kind {
      case .group(let inner):
        add(inner, groups: groups + [step.id.name], exits: &entry)
        exits = entry
      case .repeat(let list):
        // From the list to the steps of an item and back, any number of times.
        let listNode = nodes.count
        nodes.append(Self.node(step, groups: groups))
        connect(entry, to: listNode, when: nil)
        var item = [Exit(node: listNode, condition: "each item")]
        add(list.steps, groups: groups + [step.id.name], exits: &item)
        connect(item.filter { $0.node != listNode }, to: listNode, when: nil)
        exits = [Exit(node: listNode)]
      default:
        let index = nodes.count
        nodes.append(Self.node(step, groups: groups))
        connect(entry, to: index, when: nil)
        exits = step.isStop ? [] : [Exit(node: index)]
      }
      if let when { exits += passing.map { $0.adding("!(\(when))") } }
      join(&exits, groups: groups)
    }
  }

  /// Keeps the ways out few: when there are too many they meet in a point.
  private mutating func join(_ exits: inout [Exit], groups: [String]) {
    // Behind a stop the one way that is left has a condition of its own.
    let isPassing = maximumExits == 1 && exits.count == 1 && exits[0].condition != nil
    guard exits.count > maximumExits || isPassing else { return }
    let index = nodes.count
    nodes.append(
      Node(id: "(join \(index))", kind: "join", label: "", isFloor: false, groups: groups))
    connect(exits, to: index, when: nil)
    exits = [Exit(node: index)]
  }

  private mutating func connect(_ exits: [Exit], to index: Int, when: String?) {
    for exit in exits {
      edges.append(Edge(from: exit.node, to: index, condition: exit.condition))
    }
  }

  private static func node(_ step: StepDefinition, groups: [String]) -> Node {
    var label = step.title?.words ?? step.id.name
    // A question needs no colon.
    let joint = label.last.map { "?!.:…".contains($0) } == true ? " " : ": "
    if case .form(let elements, _) = step.kind {
      label += joint + elements.map(\.id.name).joined(separator: ", ")
    }
    if let what = step.kind.effectWords { label += joint + what }
    return Node(
      id: step.id.name, kind: step.kind.keyword, label: label, isFloor: step.isFloor,
      groups: groups)
  }
}

extension FlowGraph.Exit {
  fileprivate mutating func add(_ when: String) {
    condition = condition.map { "\($0) && \(when)" } ?? when
  }

  fileprivate func adding(_ when: String) -> Self {
    var copy = self
    copy.add(when)
    return copy
  }
}

extension StepDefinition {
  /// Whether the flow ends at it.
  fileprivate var isStop: Bool {
    if case .stop = kind { true } else { false }
  }

  /// Whether nothing below it can be popped once it was passed.
  fileprivate var isFloor: Bool {
    switch kind {
    case .commit: true
    case .run(let run): run.undo == nil && !run.onlyReads
    default: false
    }
  }
}

extension StepDefinition.Kind {
  /// What a run or a write does, with its expressions as they are written; nil for other steps.
  fileprivate var effectWords: String? {
    switch self {
    case .write(let write): write.path.words
    case .run(let run):
      switch run.call.target {
      case .action(let name): name.name
      case .command(let arguments):
        arguments.map { argument in
          let texts = (argument.texts ?? []).map(\.words)
          if let each = argument.each {
            return "[\((texts + ["each \(each.text)"]).joined(separator: " "))]"
          }
          if let when = argument.when {
            return "[\(texts.joined(separator: " ")) when \(when.text)]"
          }
          return texts.joined(separator: " ")
        }.joined(separator: " ")
      }
    default: nil
    }
  }
}
