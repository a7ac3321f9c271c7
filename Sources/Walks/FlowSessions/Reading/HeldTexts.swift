// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

extension FlowSession {
  /// The texts that the session can still use; nil while events of a saved walk wait for their questions.
  ///
  /// They're in answers, in what's typed or offered again, and in items of lists, also those that can be put back. What's
  /// not among them comes only from new input.
  ///
  /// - Complexity: O(*n*) in the size of the session without its log.
  package var heldTexts: Set<String>? {
    guard tail == nil else { return nil }
    var held = HeldTexts()
    for depth in 0..<stack.count {
      guard let entry = stack.entry(at: depth)?.item else { continue }
      for value in entry.submission?.values ?? [] { held.add(value) }
      held.add(entry.submission?.items)
      held.add(entry.frame?.items)
    }
    for (_, value) in typed { held.add(value) }
    if let step = phase.step { held.add(step) }
    return held.texts
  }
}

/// Texts in parts of a session.
private struct HeldTexts {
  var texts: Set<String> = []

  /// The nodes of lists whose texts are there: lists before and after a change share most of them.
  private var seen: Set<ObjectIdentifier> = []

  mutating func add(_ value: Value?) {
    if let value { texts.formUnion(value.texts) }
  }

  mutating func add(_ step: StepState) {
    for element in step.elements {
      guard let field = element.field else { continue }
      add(field.draft)
      add(field.value)
      add(field.offer?.value)
      add(field.refusedOffer)
      if case .text(let text)? = field.unfinished { texts.insert(text) }
      if case .value(let value)? = field.unfinished { add(value) }
    }
    guard let list = step.repeat else { return }
    add(list.items)
    for removal in list.removals { add(removal.items) }
  }

  private mutating func add(_ draft: FieldState.Draft) {
    switch draft {
    case .typed(let text): texts.insert(text)
    case .data(let value): add(value)
    case .untouched, .empty: break
    }
  }

  mutating func add(_ items: ItemList?) {
    var rest = [items?.root].compactMap { $0 }
    while let node = rest.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      add(node.item)
      rest += [node.left, node.right].compactMap { $0 }
    }
  }

  private mutating func add(_ item: RepeatItem) {
    add(item.record)
    for map in [item.answers, item.typed, item.complete, item.left] { add(map.map { .map($0) }) }
    for (_, draft) in item.drafts { add(draft) }
  }
}
