// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Lists everything to cover in a flow, except what's inside the flows that it uses.
struct CoverageInventory {
  /// The items found so far.
  private(set) var items: [CoverageItem] = []

  private let constants: FlowConstants
  private let undoable: Set<String>
  private let leavable: Set<String>

  /// The places of the ids of the steps that were visited.
  private var reachedSteps: Set<SourcePlace> = []

  /// The files that texts use whose blocks were added.
  private var usedFiles: Set<SourcePlace> = []

  /// The place of the id of the step that's visited.
  private var owner = SourcePlace.code

  init(_ constants: FlowConstants) {
    self.constants = constants
    let effects = UndoableEffects(constants.index)
    undoable = effects.ids
    leavable = effects.leavable
  }

  /// Adds the items of all steps that can be reached.
  mutating func addSteps() {
    var reached = 0
    var openForms: [(end: Int, id: String, checks: [ValidationDefinition])] = []
    func closeForms(before number: Int, _ inventory: inout CoverageInventory) {
      while let form = openForms.last, form.end <= number {
        inventory.checks(form.checks, of: form.id)
        openForms.removeLast()
      }
    }
    let steps = constants.index.steps
    for (number, outlined) in steps.enumerated() where number >= reached && !outlined.isRow {
      closeForms(before: number, &self)
      let (step, id) = (outlined.step, outlined.id)
      // The steps after a stop that always ends the flow aren't reached.
      if !outlined.isElement, constants.unreached.contains(step.place) { break }
      if !outlined.isElement { owner = step.id.place }
      if let when = step.when, !condition(when, of: "'\(id)'") {
        reached = outlined.end
        continue
      }
      if outlined.isElement {
        guard case .ask(let field) = step.kind else { continue }
        add(.answered(id), step.id.place)
        visit(field, id)
        continue
      }
      reachedSteps.insert(step.id.place)
      if leavable.contains(id) { add(.left(id), step.id.place) }
      switch step.kind {
      case .form(_, let checks): openForms.append((outlined.end, id, checks))
      case .repeat(let list):
        if let checks = list.rowForm?.validations { openForms.append((outlined.end, id, checks)) }
      default: break
      }
      visit(step, id)
    }
    closeForms(before: steps.count, &self)
  }

  private mutating func visit(_ step: StepDefinition, _ id: String) {
    switch step.kind {
    case .ask(let field):
      add(.passed(id, keyword: .ask), step.id.place)
      visit(field, id)
    case .group: break
    case .repeat(let list):
      add(.passed(id, keyword: step.kind.writtenKeyword), step.id.place)
      guard list.rowForm == nil else { break }
      constraints(list.constraints, of: id)
      checks(list.validations, of: id)
    case .flow(let subflow): add(.entered(id, subflow.use.place), step.id.place)
    case .compute(let expression): add(.computed(id, expression.place), step.id.place)
    case .form, .note, .review, .commit:
      add(.passed(id, keyword: step.kind.keyword), step.id.place)
    case .stop: add(.reached(id), step.id.place)
    case .run(let run):
      effect(id, step)
      arguments(run.call, of: id)
      if let undo = run.undo { arguments(undo, of: id) }
    case .write(let write):
      effect(id, step)
      if case .tree(let tree) = write.content {
        for text in tree.texts { blocks(text.parts, of: id, in: step) }
      }
      guard case .parts(let parts) = write.content else { break }
      for part in parts {
        if let when = part.when, !condition(when, of: "a part of '\(id)'") { continue }
        blocks(part.text.parts, of: id, in: step)
      }
    }
  }

  private mutating func add(_ subject: CoverageItem.Subject, _ place: SourcePlace) {
    items.append(CoverageItem(subject: subject, place: place, owner: owner))
  }

  /// Adds both values of a condition, or its only possible one; returns false if the condition is
  /// never true.
  @discardableResult
  private mutating func condition(
    _ source: ExpressionSource, of owner: String, at shown: SourcePlace? = nil
  ) -> Bool {
    let place = source.place
    let isNever = constants.unreached.contains(place)
    if !isNever { add(.condition(place, owner: owner, isTrue: true), shown ?? place) }
    if !constants.alwaysTrue.contains(place) {
      add(.condition(place, owner: owner, isTrue: false), shown ?? place)
    }
    return !isNever
  }

  /// Adds the conditions and loops of a file's content, at the step if the content is in another file.
  private mutating func blocks(
    _ parts: [TextTemplate.Part], of id: String, in step: StepDefinition
  ) {
    func place(_ source: ExpressionSource) -> (SourcePlace, owner: String) {
      let place = source.place
      guard place.file != step.id.place.file else { return (place, "a block of '\(id)'") }
      let name = place.file.name.split(separator: "/").last.map(String.init) ?? place.file.name
      return (step.id.place, "a block of '\(id)' in line \(place.start.line) of '\(name)'")
    }
    for part in parts {
      switch part {
      case .words, .expression, .binding: break
      case .conditional(let conditional):
        var isExhausted = false
        for branch in conditional.branches where !isExhausted {
          let (shown, owner) = place(branch.condition)
          if condition(branch.condition, of: owner, at: shown) {
            blocks(branch.parts, of: id, in: step)
          }
          isExhausted = constants.alwaysTrue.contains(branch.condition.place)
        }
        if !isExhausted { blocks(conditional.otherwise, of: id, in: step) }
      case .loop(let loop):
        let (shown, owner) = place(loop.list)
        for isEmpty in [false, true] {
          add(.loop(loop.list.place, owner: owner, isEmpty: isEmpty), shown)
        }
        blocks(loop.parts, of: id, in: step)
      case .file(let file):
        guard let text = file.text, usedFiles.insert(text.place).inserted else { continue }
        blocks(text.parts, of: id, in: step)
      }
    }
  }

  private mutating func effect(_ id: String, _ step: StepDefinition) {
    add(.performed(id), step.id.place)
    if undoable.contains(id) { add(.undone(id), step.id.place) }
  }

  private mutating func arguments(_ call: CallDefinition, of id: String) {
    guard case .command(let arguments) = call.target else { return }
    for when in arguments.compactMap(\.when) { condition(when, of: "an argument of '\(id)'") }
  }

  private mutating func visit(_ field: FieldDefinition, _ id: String) {
    constraints(field.constraints, of: id)
    checks(field.validations, of: id)
    guard case .listed(let choices)? = field.choices else { return }
    for choice in choices {
      let name = "'\(choice.value.value.plainText)' of '\(id)'"
      guard !constants.unpickable.contains(choice.value.place) else { continue }
      if let when = choice.when { condition(when, of: name) }
      if let disabledWhen = choice.disabledWhen { condition(disabledWhen, of: name) }
      if let lockedWhen = choice.lockedWhen { condition(lockedWhen, of: name) }
      add(.chosen(choice.value.value, field: id), choice.value.place)
    }
    guard let other = field.texts[.other]?.variants.first else { return }
    add(.other(Set(choices.map(\.value.value)), field: id), other.template.place)
  }

  private mutating func constraints(_ constraints: [ConstraintDefinition], of id: String) {
    for constraint in constraints {
      for refuses in [true, false] {
        add(.constraint(constraint.kind, field: id, refuses: refuses), constraint.keyPlace)
      }
      guard constraint.kind.isBound, case .literal(let limit) = constraint.value else { continue }
      add(.boundary(constraint.kind, limit.value, field: id), constraint.keyPlace)
    }
  }

  private mutating func checks(_ validations: [ValidationDefinition], of id: String) {
    for validation in validations {
      for refuses in [true, false] {
        add(
          .check(validation.check.place, owner: "'\(id)'", refuses: refuses), validation.check.place
        )
      }
    }
  }

  /// Adds the arrows of the graph between steps that can be reached.
  mutating func visit(_ graph: FlowGraph) {
    let unreached = constants.unreached
    func isReached(_ node: FlowGraph.Node) -> Bool {
      switch node.kind {
      case .start, .end, .join: true
      case .step: node.place.map { reachedSteps.contains($0) && !unreached.contains($0) } ?? false
      }
    }
    var seen: Set<FlowGraph.Edge> = []
    for edge in graph.edges {
      let (from, to) = (graph.nodes[edge.from], graph.nodes[edge.to])
      // Where many arrows meet, those from it tell which steps can be next.
      guard isReached(from), isReached(to), from.kind != .join, to.kind != .join,
        !constants.impossibleEdges.contains(edge.bare), seen.insert(edge.bare).inserted,
        let place = from.place ?? to.place
      else { continue }
      add(
        .edge(
          edge.bare, from: from.place == nil ? nil : from.path, to: to.place == nil ? nil : to.path),
        place)
    }
  }
}

extension ConstraintKind {
  /// Whether it's a limit of values, lengths, or counts.
  fileprivate var isBound: Bool {
    switch self {
    case .min, .max, .minLength, .maxLength, .minItems, .maxItems: true
    case .multipleOf, .pattern, .format, .must, .unique: false
    }
  }
}

extension FlowGraph.Edge {
  /// The arrow whatever its condition is.
  var bare: FlowGraph.Edge { FlowGraph.Edge(from: from, to: to, condition: nil) }
}
