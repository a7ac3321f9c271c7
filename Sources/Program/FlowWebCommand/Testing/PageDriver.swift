// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import FlowWeb
import Localization

/// Does what a script says as a visitor does: it fills in the form of the page, and presses a button.
///
/// An act that no page allows, such as typing a word where there's a calendar, is done at the session, and counted.
final class PageDriver: ScriptDriver {
  /// A form that was sent.
  struct Sent {
    let step: String
    let fields: [(name: String, value: String)]
  }

  private let runner: FlowRunner

  /// The forms that were sent, for a browser that does the same.
  private(set) var forms: [Sent] = []

  /// The number of events that no form can bring about, by their reasons.
  private(set) var unperformed: [String: Int] = [:]

  /// Why an answer isn't given that the page shows.
  ///
  /// It's offered, and left as it is. The browser's result is the same.
  static let thereAlready = "an answer that's there already"

  /// Why a script isn't for a browser.
  var isForBrowser: Bool { unperformed.keys.allSatisfy { $0 == Self.thereAlready } }

  /// Whether the visitor has closed the window before the end.
  private(set) var isLeft = false

  init(runner: FlowRunner) { self.runner = runner }

  func start() { runner.start() }

  func overwrite(_ isOverwritten: Bool) { runner.decide(isOverwritten ? .yes : .keep) }

  @discardableResult
  func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    if let said = press(event) { return said }
    let reason = reason(of: event)
    let said = runner.send(event)
    if case .backTo(let id) = event, runner.session.topStepID != nil {
      visit(id)
    } else if case .back = event, let id = runner.session.topStepID {
      visit(id)
    } else if event == .answer(nil), case .asking(let step) = runner.state, step.kind == .form,
      !said.contains(where: \.isRefusal)
    {
      // An offered answer stays in its input, and the visitor goes to the next one.
    } else if case .leave = event {
      isLeft = true
    } else if let reason {
      unperformed[reason, default: 0] += 1
    }
    return said
  }

  /// Returns why no form does what an event does; nil if the page has the answer already.
  private func reason(of event: FlowEvent) -> String? {
    guard case .asking(let step) = runner.state else { return "nothing is asked" }
    let input: FieldInput?
    let field: FieldState?
    switch event {
    case .answer(let given): (input, field) = (given, step.focusedField)
    case .edit(let id, let given): (input, field) = (given, step.field(id))
    default: return "there's no button for it"
    }
    guard let field else {
      if case .value? = input { return "a list is filled in as a whole" }
      return "a word that's no button"
    }
    var form = PageForm(page.markup)
    guard let input else { return "an empty answer after one that was refused" }
    if shows(field, input) { return Self.thereAlready }
    if fill(field, input, &form) { return "the form does nothing" }
    guard form.type(of: "f:" + field.id) != nil else { return "the field isn't on the page" }
    return "the input of \(field.type.rawValue) takes no such words"
  }

  /// Notes that the visitor opens the page of an earlier step, by its link or by the browser's button.
  private func visit(_ id: String) {
    if case .asking = runner.state {
      forms.append(Sent(step: id, fields: [("visit", id)]))
    } else {
      unperformed["a page of an earlier step while nothing is asked", default: 0] += 1
    }
  }

  /// Does what an event does with the form of the page; nil if it can't.
  private func press(_ event: FlowEvent) -> [FlowAnnouncement]? {
    guard case .asking(let step) = runner.state else {
      return event == .retry ? press("retry", PageForm(page.markup)) : nil
    }
    var form = PageForm(page.markup)
    switch event {
    case .answer(let input): return answer(input, at: step, &form)
    case .edit(let id, let input):
      guard let field = step.field(id), fill(field, input, &form) else { return nil }
      return press("update", form)
    case .submit: return press("next", form)
    case .confirm: return press("confirm", form)
    case .acceptSuggestions: return press("accept", form)
    case .addItem: return press("add", form)
    case .editItem(let position): return press("edit:\(position)", form)
    case .removeItem(let position): return press("remove:\(position)", form)
    case .restoreItem: return press("restore", form)
    case .moveItem(let from, let to) where to == from + 1: return press("down:\(from)", form)
    case .moveItem(let from, let to) where to == from - 1: return press("up:\(from)", form)
    case .back(steps: 1)
    where step.visibleFields.first?.id == step.focusedField?.id && runner.session.matrix == nil:
      return press("back", form)
    default: return nil
    }
  }

  private func answer(
    _ input: FieldInput?, at step: StepState, _ form: inout PageForm
  ) -> [FlowAnnouncement]? {
    guard let field = step.focusedField else { return confirm(step, by: input, form) }
    // A page shows what was refused, and not what was offered before.
    if input == nil, field.draft != .untouched, field.value == nil { return nil }
    if let input, !fill(field, input, &form) { return nil }
    let fields = step.visibleFields
    if let input, shows(field, input) {
      // A visitor leaves it, and only presses the button.
      if field.id == fields.last?.id, runner.session.matrix == nil {
        forms.append(
          Sent(step: runner.session.topStepID ?? "", fields: form.sent(pressing: "next")))
      }
      return nil
    }
    if let matrix = runner.session.matrix, field.id == fields.last?.id,
      matrix.position + 1 < matrix.count,
      PageForm(page.markup).type(of: "matrix") != nil
    {
      // The next cell is in the next row of the table.
      guard input != nil, !refusesRow(event: .answer(input)), let said = press("update", form)
      else {
        return nil
      }
      guard said.allSatisfy({ !$0.isRefusal }) else { return said }
      return said + goToNextRow(of: matrix, from: step)
    }
    guard step.kind == .form, field.id != fields.last?.id else {
      return press("next", form)
    }
    // In a form, a visitor goes to the next field, which the server needn't know.
    guard input != nil, let sent = press("update", form) else { return nil }
    // Refusals from before in other fields are on the page, and are sent, too.
    let said = sent.filter { !$0.isRefusal || $0.refuses(field.id) }
    guard !said.contains(where: \.isRefusal), case .asking(let now) = runner.state,
      now.id == step.id, now.field(field.id)?.isLeft(with: input) == true,
      let index = now.visibleFields.firstIndex(where: { $0.id == field.id })
    else { return said }
    if index + 1 < now.visibleFields.count {
      return said + runner.send(.focus(field: now.visibleFields[index + 1].id))
    }
    // The answer has hidden the fields after it.
    if let matrix = runner.session.matrix, matrix.position + 1 < matrix.count {
      return said + goToNextRow(of: matrix, from: now)
    }
    return said + (press("next", PageForm(page.markup)) ?? [])
  }

  /// Presses what a step without fields offers to an answer.
  private func confirm(
    _ step: StepState, by input: FieldInput?, _ form: PageForm
  ) -> [FlowAnnouncement]? {
    switch (step.kind, input) {
    case (.repeat, .text(let text)?):
      return step.catalog.yesOrNo(typed: text) == true ? press("next", form) : nil
    case (.commit, .value(true)?): return press("commit", form)
    case (.commit, .text(let text)?) where step.catalog.yesOrNo(typed: text) == true:
      return press("commit", form)
    case (.review, .text(let text)?) where step.catalog.yesOrNo(typed: text) == true:
      return press("next", form)
    case (.review, .value(true)?), (_, nil): return press("next", form)
    default: return nil
    }
  }

  /// Goes to the first cell of the next row of a table.
  private func goToNextRow(of matrix: MatrixState, from row: StepState) -> [FlowAnnouncement] {
    guard let first = row.visibleFields.first else { return [] }
    let next = first.id.replacing(
      "\(matrix.id)[\(matrix.position)].", with: "\(matrix.id)[\(matrix.position + 1)].")
    return runner.send(.focus(field: next))
  }

  /// Whether an input shows a value, because it's offered, and nothing else was entered.
  private func shows(_ field: FieldState, _ input: FieldInput) -> Bool {
    guard field.draft == .untouched, let offer = field.offer else { return false }
    return value(of: input, field) == offer.value
  }

  /// Whether the session refuses the row of a matrix that ends with an answer, which a page does with the whole table.
  private func refusesRow(event: FlowEvent) -> Bool {
    var walk = runner.walk
    walk.services.handler = nil
    walk.services.onEvent = nil
    let row = walk.session.matrix?.position
    walk.settle(event, leaving: .effects)
    return walk.session.matrix?.position == row
  }

  private var page: PlayedPage { PlayedPage(of: runner.walk) }

  private func press(_ button: String, _ form: PageForm) -> [FlowAnnouncement]? {
    let fields = form.sent(pressing: button)
    guard let pressed = fields.last?.value, form.buttons.contains(pressed) || button == "update"
    else { return nil }
    let (events, decision) = page.events(sending: fields)
    guard !events.isEmpty || decision != nil else { return nil }
    forms.append(Sent(step: runner.session.topStepID ?? "", fields: fields))
    return events.flatMap { runner.send($0) }
  }

  // MARK: Filling in

  private func fill(_ field: FieldState, _ input: FieldInput, _ form: inout PageForm) -> Bool {
    let name = "f:" + field.id
    guard let type = form.type(of: name) else { return false }
    switch type {
    case "radio", "option": return pick(field, input, name, &form)
    case "checkbox": return mark(field, input, name, &form)
    case "password":
      guard case .text(let text) = input else {
        guard input == .empty else { return false }
        // Where an empty input takes or keeps something, a box leaves the secret empty.
        let removal = "r:" + field.id
        if form.type(of: removal) != nil { return form.choose(["1"], in: removal) }
        return field.value == nil && field.generate == nil && form.type("", in: name)
      }
      _ = form.type(text, in: "a:" + field.id)
      return form.type(text, in: name)
    default:
      guard var text = text(of: input, field) else { return false }
      switch type {
      case "number":
        // A browser takes no blanks there.
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count < 2, words.first.map({ Double($0) != nil }) ?? true else { return false }
        text = words.first.map(String.init) ?? ""
      case "date", "time", "datetime-local":
        // A calendar has no other words.
        if !text.isEmpty {
          guard let value = field.value(typed: text) else { return false }
          text = field.typedText(of: value)
          if type == "datetime-local" { text = text.replacing(" ", with: "T") }
        }
      case "text", "email", "url": if text.contains(where: \.isNewline) { return false }
      default: break
      }
      return form.type(text, in: name)
    }
  }

  private func text(of input: FieldInput, _ field: FieldState) -> String? {
    switch input {
    case .text(let text): text
    case .value(let value): field.typedText(of: value)
    case .empty: ""
    case .default: field.defaultValue.map { field.typedText(of: $0) }
    case .offered, .remembered: nil
    }
  }

  private func value(of input: FieldInput, _ field: FieldState) -> Value? {
    switch input {
    case .text(let text): field.value(typed: text)
    case .value(let value): value
    case .default: field.defaultValue
    case .empty, .offered, .remembered: nil
    }
  }

  private func pick(
    _ field: FieldState, _ input: FieldInput, _ name: String, _ form: inout PageForm
  ) -> Bool {
    if input == .empty { return form.choose([""], in: name) }
    guard let value = value(of: input, field) else { return false }
    if form.choose([PlayedPage.choice(value)], in: name) { return true }
    return form.type(value.plainText, in: "o:" + field.id) && form.choose(["o"], in: name)
  }

  private func mark(
    _ field: FieldState, _ input: FieldInput, _ name: String, _ form: inout PageForm
  ) -> Bool {
    if input == .empty { return form.choose([], in: name) }
    guard case .list(let values)? = value(of: input, field) else { return false }
    let others = field.others(in: .list(values))
    let locked = Set(field.choices.filter(\.isLocked).map(\.value))
    let marked = values.filter { !others.contains($0) && !locked.contains($0) }
    if field.otherLabel != nil {
      _ = form.type(others.map(\.plainText).joined(separator: "\n"), in: "o:" + field.id)
    } else if !others.isEmpty {
      return false
    }
    return form.choose(marked.map(PlayedPage.choice), in: name)
  }
}

extension FieldState {
  /// Whether a visitor leaves the field after an input that the page has taken.
  ///
  /// An input that never had anything is left empty without a word to the server.
  fileprivate func isLeft(with input: FieldInput?) -> Bool {
    value != nil || draft == .empty
      || input == .empty && draft == .untouched && offer == nil && !isRequired
  }
}

extension FlowAnnouncement {
  /// Whether it refuses the answer of a field.
  fileprivate func refuses(_ id: String) -> Bool {
    if case .refused(let problems) = self { problems.contains { $0.field == id } } else { false }
  }

  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

#endif
