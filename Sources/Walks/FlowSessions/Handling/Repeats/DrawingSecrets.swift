// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel

/// A source of random texts for secrets.
package typealias SecretSource = @Sendable (GeneratedSecret) -> String

/// The secrets with `generate` that a record leaves out which was given as data.
enum RecordDrawing: Hashable, Sendable {
  /// A walk must draw them.
  case awaited

  /// The record with the texts that were drawn.
  case drawn(ValueMap)
}

/// The secrets that a record leaves out, while an item is filled with it.
///
/// It's a class because few sessions have one.
final class RecordSecrets: Sendable {
  /// The source of random texts; nil outside of trials, because only a walk draws.
  let draw: SecretSource?

  /// The fate of the secrets that the record leaves out; nil if it leaves out none.
  let drawing: RecordDrawing?

  init(_ draw: SecretSource?, _ drawing: RecordDrawing?) {
    self.draw = draw
    self.drawing = drawing
  }
}

extension EventHandling {
  /// The source of random texts for secrets; nil outside of trials.
  var draw: SecretSource? {
    get { secrets?.draw }
    set { secrets = RecordSecrets(newValue, drawing) }
  }

  /// The secrets that the record of the item leaves out that's being filled; nil if there's none.
  var drawing: RecordDrawing? {
    get { secrets?.drawing }
    set { if secrets != nil || newValue != nil { secrets = RecordSecrets(draw, newValue) } }
  }
}

// Random texts for secrets that records given as data leave out. A trial finds out which are asked and draws them, and
// the event has the records with them.
extension FlowSession {
  /// The event that gives the records of the top list again, which lack nothing but random texts; nil if they don't.
  package var givingUndrawn: FlowEvent? {
    guard case .asking(let live) = phase, live.isDrawn, live.kind == .repeat, live.problems.isEmpty,
      live.denial == nil, let input = given[live.id]
    else { return nil }
    return .give([live.id: input])
  }

  /// The id of the list that's asked, or of the matrix whose row is; nil for anything else.
  package var listTakingRecords: String? {
    guard case .asking(let live) = phase else { return nil }
    if live.kind == .repeat { return live.id }
    return openMatrix.flatMap { flow.step(at: $0.planIndex) }.map { id(of: $0) }
  }

  /// Returns the records for a list that's asked, with random texts for the secrets that they leave out.
  ///
  /// - Parameters:
  ///   - input: The records.
  ///   - id: The id of the list.
  ///   - draw: The source of the texts.
  ///   - facts: Returns what's known about a path; nil if nothing is.
  /// - Returns: The records; nil if nothing was drawn.
  /// - Complexity: That of entering the records, once more for each path in them that's looked up.
  package func drawing(
    in input: FieldInput, of id: String, by draw: @escaping SecretSource,
    lookingUp facts: (String) -> PathFacts?
  ) -> FieldInput? {
    guard let (records, origin) = input.records, case .asking(let live) = phase else { return nil }
    var copy = unhandled
    (copy.observer, copy.phase, copy.handling.draw) = (nil, .idle, draw)
    var elements = live.repeat?.elements
    if let open = openMatrix {
      elements = open.frame.elements
      copy.popRow(of: open)
    }
    guard let (index, step) = copy.topStep, copy.id(of: step) == id,
      case .repeat(let list) = step.kind, flow.drawsSecrets(inItemsOf: index),
      elements?.count ?? records.count == records.count
    else { return nil }
    while true {
      do {
        let items = try copy.items(
          filledWith: records, of: list, at: index, elements: elements, isGiven: true)
        guard let drawn = items.drawn(for: records) else { return nil }
        return if case .value = input { .value(drawn) } else { .remembered(drawn, origin) }
      } catch {
        guard let path = error.missingFact, copy.handling.facts[path] == nil,
          let found = facts(path)
        else { return nil }
        copy.handling.facts.learn(found)
      }
    }
  }

  /// Draws a random text for a field of the item that's being filled, if its record leaves it out.
  ///
  /// - Returns: Whether it was drawn. Where only a walk can do that, the item awaits it.
  mutating func drawsSecret(
    _ id: String, at index: Int, of live: inout StepState, _ filling: ItemFilling
  ) -> Bool {
    guard filling.isGiven, let field = live.elements[index].field, field.offer == nil,
      let generate = field.generate
    else { return false }
    guard let draw = handling.draw else {
      handling.drawing = .awaited
      return false
    }
    let text = Value.string(draw(generate))
    note(text, at: id, filling)
    live.setDraft(.remembered(text, .drawn), at: index)
    return true
  }

  /// Notes what was drawn in the records of a list in the item that's being filled.
  mutating func noteDrawing(
    in items: ItemList, of records: [Value], at id: String, _ filling: ItemFilling
  ) {
    guard filling.isGiven else { return }
    if items.contains(where: { $0.drawing == .awaited }) { handling.drawing = .awaited }
    if let drawn = items.drawn(for: records) { note(drawn, at: id, filling) }
  }

  /// Notes an answer of the item that's being filled, in which something was drawn.
  private mutating func note(_ value: Value, at id: String, _ filling: ItemFilling) {
    var record = if case .drawn(let record)? = handling.drawing { record } else { filling.answers }
    record.set(value, at: filling.path(to: id)[...])
    handling.drawing = .drawn(record)
  }
}

extension ItemList {
  /// Returns the records that the items were filled with, with what was drawn in them; nil if nothing was.
  fileprivate func drawn(for records: [Value]) -> Value? {
    guard count >= records.count, contains(where: { $0.drawing?.record != nil }) else { return nil }
    return .list(zip(records, self).map { record, item in item.drawing?.record ?? record })
  }
}

extension RecordDrawing {
  /// The record with the texts that were drawn; nil if none was.
  fileprivate var record: Value? {
    if case .drawn(let record) = self { .map(record) } else { nil }
  }
}

extension ValueMap {
  /// Sets the value at the end of a path through maps.
  fileprivate mutating func set(_ value: Value, at path: ArraySlice<String>) {
    guard let first = path.first else { return }
    let key = Value.string(first)
    guard path.count > 1 else { return self[key] = value }
    var inner = self[key]?.asMap ?? ValueMap()
    inner.set(value, at: path.dropFirst())
    self[key] = .map(inner)
  }
}

extension CheckedFlow {
  /// Returns whether an item of a list, by its index in the plan, can ask a secret with `generate`.
  ///
  /// - Complexity: O(*n*) in the length of the plan.
  fileprivate func drawsSecrets(inItemsOf list: Int) -> Bool {
    plan.contains { item in
      guard case .step(let inner) = item, inner.repeats.contains(list) else { return false }
      return inner.elements.contains { $0.field?.generate != nil }
    }
  }
}
