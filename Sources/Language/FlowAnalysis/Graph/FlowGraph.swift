// SPDX-License-Identifier: Apache-2.0

public import FlowModel
package import SourceDiagnostics

/// The steps of a flow as a graph, which shows what can follow each step and under which
/// conditions.
///
/// A node is a step that the user sees or that the flow executes. From each node, arrows go to
/// every node that can be next. Conditions are shown at the arrows that depend on them. To export
/// the graph, use ``mermaid``, ``dot``, ``svg``, or ``json``.
public struct FlowGraph: Hashable, Sendable {
  /// A step, or the start or end of the flow.
  package struct Node: Hashable, Sendable {
    /// The kind of a node.
    package enum Kind: Hashable, Sendable {
      /// The start of the flow.
      case start

      /// The end of the flow.
      case end

      /// A point at which many exits meet.
      case join

      /// A step of a kind.
      case step(StepKeyword)

      /// The word for it: `start`, `end`, `join`, or the key that names the kind of the step.
      var word: String {
        switch self {
        case .start: "start"
        case .end: "end"
        case .join: "join"
        case .step(let keyword): keyword.rawValue
        }
      }
    }

    /// The step's id; `(start)` and `(end)` for the ends of the flow.
    package let id: String

    /// The kind of the step, or the start or end of the flow.
    package let kind: Kind

    /// The text to show: the title or the id, and the ids of a form's fields.
    package let label: String

    /// Whether the user can't go back past it.
    let isFloor: Bool

    /// The ids of the groups that contain it, outermost first.
    let groups: [String]

    /// The id with the lists that contain it, such as `env[].key`, as `SessionObserver` reports it.
    package var path = ""

    /// Where its id is; nil for the start, the end, and joins.
    package var place: SourcePlace?

    /// The conditions under which it's reached, except those inside of lists.
    var guards: [Guard] = []
  }

  /// A condition on the way to a node or along an arrow.
  package struct Guard: Hashable, Sendable {
    /// The place of the condition.
    let place: SourcePlace

    /// Its value.
    let isTrue: Bool
  }

  /// An arrow to a node that can be next.
  package struct Edge: Hashable, Sendable {
    /// The index of the node at which it starts.
    package let from: Int

    /// The index of the node at which it ends.
    package let to: Int

    /// The condition that must be true, as written in the flow; nil if it's unconditional.
    let condition: String?

    /// The conditions that are true, and those that are false, along the edge.
    let guards: [Guard]

    /// Creates an arrow.
    package init(from: Int, to: Int, condition: String?, guards: [Guard] = []) {
      self.from = from
      self.to = to
      self.condition = condition
      self.guards = guards
    }
  }

  /// The flow's id.
  let id: String

  /// The nodes in file order, from the start of the flow to its end.
  package private(set) var nodes: [Node] = []

  /// The arrows.
  package private(set) var edges: [Edge] = []

  /// The maximum number of open exits.
  private let maximumExits: Int

  /// The conditions of the step that's added and of the groups that contain it.
  private var guards: [Guard] = []

  /// Creates the graph of a flow.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - maximumExits: The maximum number of arrows that lead to a step; if there are more, they're
  ///     joined before it, and so are those with more conditions than that, or than twelve. With many, each arrow shows everything that must be true on its way.
  ///     With one, the minimum, branches are joined at their end, and a condition is shown only at
  ///     its step.
  /// - Complexity: O(*n* · *m*) in the number of steps and the maximum number of exits.
  public init(_ definition: FlowDefinition, maximumExits: Int = 12) {
    self.maximumExits = max(1, maximumExits)
    id = definition.id.name
    let title = definition.title?.words ?? id
    nodes = [Node(id: "(start)", kind: .start, label: title, isFloor: false, groups: [])]
    var open = [Exit(node: 0, condition: nil)]
    add(definition.steps, groups: [], under: "", exits: &open)
    let end = nodes.count
    nodes.append(Node(id: "(end)", kind: .end, label: "end", isFloor: false, groups: []))
    connect(open, to: end, when: nil)
  }

  /// An arrow whose end isn't known yet.
  fileprivate struct Exit: Hashable {
    let node: Int
    var condition: String?

    /// The number of conditions that are joined in `condition`.
    var count = 0

    /// The conditions.
    var guards: [Guard] = []
  }

  private mutating func add(
    _ steps: [StepDefinition], groups: [String], under prefix: String, exits: inout [Exit]
  ) {
    for step in steps {
      let when = step.when.map {
        $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      var entry = exits
      // If a step is skipped, its condition is false.
      let passing = when == nil ? [] : exits
      let place = step.when?.place
      let outer = guards
      if let place { guards.append(Guard(place: place, isTrue: true)) }
      defer { guards = outer }
      if let when { for index in entry.indices { entry[index].add(when, place, isTrue: true) } }
      switch step.kind {
      case .group(let inner):
        add(inner, groups: groups + [step.id.name], under: prefix, exits: &entry)
        exits = entry
      case .repeat(let list) where list.rowForm == nil:
        // Arrows lead from the list to the steps of an item and back.
        let repeatNode = nodes.count
        nodes.append(Self.node(step, groups: groups, under: prefix, guards))
        connect(entry, to: repeatNode, when: nil)
        var item = [Exit(node: repeatNode, condition: "each item")]
        add(
          list.steps, groups: groups + [step.id.name], under: "\(prefix)\(step.id.name)[].",
          exits: &item)
        connect(item.filter { $0.node != repeatNode }, to: repeatNode, when: nil)
        exits = [Exit(node: repeatNode)]
      default:
        let index = nodes.count
        nodes.append(Self.node(step, groups: groups, under: prefix, guards))
        connect(entry, to: index, when: nil)
        exits = step.isStop ? [] : [Exit(node: index)]
      }
      if let when { exits += passing.map { $0.adding("!(\(when))", place) } }
      join(&exits, groups: groups)
    }
  }

  /// Joins the exits if there are too many, or if one has too many conditions, as after many stops.
  private mutating func join(_ exits: inout [Exit], groups: [String]) {
    // After a stop, the only remaining exit may be conditional.
    let isPassing = maximumExits == 1 && exits.count == 1 && exits[0].condition != nil
    let isLong = exits.contains { $0.count > max(12, maximumExits) }
    guard exits.count > maximumExits || isPassing || isLong else { return }
    let index = nodes.count
    nodes.append(
      Node(id: "(join \(index))", kind: .join, label: "", isFloor: false, groups: groups))
    connect(exits, to: index, when: nil)
    exits = [Exit(node: index)]
  }

  private mutating func connect(_ exits: [Exit], to index: Int, when: String?) {
    for exit in exits {
      edges.append(
        Edge(from: exit.node, to: index, condition: exit.condition, guards: exit.guards))
    }
  }

  private static func node(
    _ step: StepDefinition, groups: [String], under prefix: String, _ guards: [Guard]
  ) -> Node {
    var label = step.title?.words ?? step.id.name
    // Don't add a colon after a question mark.
    let joint = label.last.map { "?!.:…".contains($0) } == true ? " " : ": "
    if case .form(let elements, _) = step.kind {
      label += joint + elements.map(\.id.name).joined(separator: ", ")
    } else if case .repeat(let list) = step.kind, let form = list.rowForm, let over = list.over {
      label += joint + form.elements.map(\.id.name).joined(separator: ", ")
      label +=
        " for each of \(over.text.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
    }
    if let what = step.kind.effectDescription { label += joint + what }
    return Node(
      id: step.id.name, kind: .step(step.kind.writtenKeyword), label: label, isFloor: step.isFloor,
      groups: groups, path: prefix + step.id.name, place: step.id.place,
      guards: guards)
  }
}

extension FlowGraph.Exit {
  fileprivate mutating func add(_ when: String, _ place: SourcePlace?, isTrue: Bool) {
    if let place { guards.append(FlowGraph.Guard(place: place, isTrue: isTrue)) }
    condition = condition.map { "\($0) && \(when)" } ?? when
    count += 1
  }

  fileprivate func adding(_ when: String, _ place: SourcePlace?) -> Self {
    var copy = self
    copy.add(when, place, isTrue: false)
    return copy
  }
}

extension StepDefinition {
  /// Whether the flow ends at this step.
  fileprivate var isStop: Bool {
    if case .stop = kind { true } else { false }
  }

  /// Whether the user can't go back past this step.
  var isFloor: Bool {
    switch kind {
    case .commit: true
    case .run(let run): run.undo == nil && !run.onlyReads
    default: false
    }
  }
}

extension StepDefinition.Kind {
  /// The command, action, or path of a `run` or `write` step, with expressions as written in the
  /// flow; nil for other steps.
  fileprivate var effectDescription: String? {
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
