// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

// Names the answers that follow others.
extension FlowSession {
  /// Announces which answers of the top step aren't what they were before, when it's submitted with what it
  /// offers.
  mutating func announceFollowing(_ live: StepState) {
    for field in live.visibleFields {
      guard let before = answered[field.id], before != field.value ?? .null else {
        continue
      }
      announce(
        .answerFollowed(
          id: field.id, name: field.short ?? field.label,
          text: field.value.map { field.shownText(of: $0) }))
    }
    guard let items = live.repeat?.items, case .list(let before)? = answered[live.id],
      let (planIndex, step) = topStep, case .repeat(let list) = step.kind
    else { return }
    guard items.count == before.count else {
      return announce(
        .answerFollowed(
          id: live.id, name: live.title ?? live.id.idAsWords,
          text: items.map(\.summary).joined(separator: ", ")))
    }
    var scope = self.scope()
    scope.opening = RepeatFrame(
      planIndex: planIndex, items: items, elements: live.repeat?.elements, position: 0)
    announceFollowing(
      items.map(\.record), before, of: list, FollowingPlace(id: live.id, name: live.title),
      in: scope)
  }

  /// Where records that may have followed are, by their ids and their names.
  private struct FollowingPlace {
    let id: String
    let name: String?

    /// The name of a record.
    func record(_ position: Int) -> String { "\(name ?? id.idAsWords) \(position + 1)" }
  }

  /// Announces which answers in records aren't what they were before; if the records are others, what they are now.
  private mutating func announceFollowing(
    _ records: [Value], _ before: [Value], of list: CheckedRepeat, _ place: FollowingPlace,
    in scope: SessionScope
  ) {
    guard records.count == before.count else {
      return announce(
        .answerFollowed(
          id: place.id, name: place.name ?? place.id.idAsWords,
          text: records.map { shownText(of: $0.asMap, scope: list.scope, in: scope) }
            .joined(separator: "; ")))
    }
    for (position, (now, before)) in zip(records, before).enumerated() where now != before {
      announceFollowing(
        now.asMap, before.asMap, of: list.scope, under: "\(place.id)[\(position)].",
        place.record(position), in: scope)
    }
  }

  private mutating func announceFollowing(
    _ record: ValueMap, _ before: ValueMap, of number: Int, under prefix: String, _ name: String,
    in scope: SessionScope
  ) {
    var scope = scope
    scope.number = number
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      let (now, before) = (record[key], before[key])
      guard now != before else { continue }
      let id = prefix + answer.name
      if let inner = answer.flow {
        announceFollowing(
          now?.asMap ?? ValueMap(), before?.asMap ?? ValueMap(), of: inner, under: id + ".", name,
          in: scope)
      } else if case .element(let plan, _) = answer.origin, let list = flow.repeat(at: plan) {
        announceFollowing(
          now?.elements ?? [], before?.elements ?? [], of: list,
          FollowingPlace(id: id, name: "\(name), \(answer.name.idAsWords)"), in: scope)
      } else if let field = flow.field(of: answer.origin), !field.isSecret {
        let label =
          (try? (field.texts[.short] ?? field.texts[.label])?.text(in: scope, language: language))
          ?? answer.name.idAsWords
        announce(
          .answerFollowed(
            id: id, name: "\(name), \(label)", text: now.map { shownText(of: $0, field, in: scope) }
          ))
      }
    }
  }
}
