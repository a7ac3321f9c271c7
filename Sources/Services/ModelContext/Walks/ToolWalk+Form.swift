// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

// The next form.
extension ToolWalk {
  /// Returns the form for what the walk waits for; nil if a user can't help.
  ///
  /// The same walk has the same form, so the answers of a form that was sent away are understood without
  /// keeping it.
  func form(in revision: ContextRevision) -> ElicitedForm? {
    if let question = walk.question {
      return pending.isChoosingWay ? waysForm(question, revision) : form(for: question, revision)
    }
    switch walk.state {
    case .deciding: return walk.decisionQuestion.map { form(for: $0, revision) }
    case .failed(let failure):
      guard failure.effect?.retries != nil || walk.session.canGoBack else { return nil }
      return form(for: failure, revision)
    case .notStarted, .asking, .performing, .lookingUp, .ended: return nil
    }
  }

  private var catalog: MessageCatalog { walk.session.catalog }

  private func form(
    _ purpose: ElicitedForm.Purpose, _ lines: [String], _ properties: [ElicitedForm.Property]
  ) -> ElicitedForm {
    let title = walk.session.title.map { [$0] } ?? []
    let message = (title + remarks + lines).joined(separator: "\n")
    return ElicitedForm(purpose: purpose, message: message.cleanLines, properties: properties)
  }

  private func options(
    _ name: String, _ options: [FormOption], offering offer: String? = nil,
    _ revision: ContextRevision
  ) -> ElicitedForm.Property {
    ElicitedForm.Property(
      name: name, schema: FormOption.schema(of: options, offering: offer, in: revision),
      isRequired: true)
  }

  // MARK: Questions

  private func form(for question: Question, _ revision: ContextRevision) -> ElicitedForm {
    let step = question.step
    let lines = question.formLines()
    switch step.kind {
    case .ask, .form, .note:
      let problems = question.formProblems
      if let field = step.focusedField, question.hasOnlyWarnings {
        let keep = FormOption("keep", catalog.text(.doKeepFile))
        let change = FormOption("change", catalog.text(.doChange))
        return form(
          .warning(field.id), lines + problems,
          [options("answer", [keep, change], revision), property(field, revision)])
      }
      return questionsForm(question, problems, revision)
    case .repeat: return listForm(question, lines, revision)
    case .review, .commit, .stop:
      let word: MessageID =
        switch step.kind {
        case .commit: .doYesGoOn
        case .stop: .doEndHere
        default: .doGoOn
        }
      return form(
        .goingOn, lines,
        [options("way", [FormOption("go-on", catalog.text(word))] + backOptions, revision)])
    }
  }

  /// Returns the form with the questions of a step, and with those of the records that follow.
  ///
  /// With several records, each question says which one it's about, and a record that the user adds can be
  /// left empty.
  private func questionsForm(
    _ asked: Question, _ problems: [String], _ revision: ContextRevision
  ) -> ElicitedForm {
    let own = ownQuestions
    let records = nextRecords(maximumFields - own.count).filter { !$0.questions.isEmpty }
    let place = records.isEmpty ? nil : asked.step.item
    var properties = own.map { property($0.state, revision, of: place) }
    var ids = own.map(\.id)
    let canBeEmpty = addedNext > 0
    for record in records {
      for question in record.questions {
        var property = property(question.state, revision, of: record.place)
        if canBeEmpty { property.isRequired = false }
        properties.append(property)
        ids.append(question.id)
      }
    }
    return form(
      .questions(ids),
      asked.formLines(namingItem: records.isEmpty) + problems, properties)
  }

  private func property(
    _ field: FieldState, _ revision: ContextRevision, of place: ItemPlace? = nil
  ) -> ElicitedForm.Property {
    var form = FieldForm(field: field, typed: pending.typed[field.id])
    form.item = place?.name(in: catalog)
    var property = form.property(in: revision)
    if walk.question?.hasOnlyWarnings == true { property.isRequired = false }
    return property
  }

  private func listForm(
    _ question: Question, _ lines: [String], _ revision: ContextRevision
  ) -> ElicitedForm {
    let step = question.step
    let count = step.items.count
    // Submitting a list again keeps it in spite of its warnings.
    var ways = [
      FormOption("done", catalog.text(question.hasOnlyWarnings ? .doKeepFile : .doListDone))
    ]
    let room = min(max(0, (step.itemLimits.most ?? .max) - count), Self.maximumAdded)
    let canAdd = step.canChangeItems && room > 0
    if canAdd {
      ways.append(FormOption("add", catalog.text(count == 0 ? .doAddOne : .doAddAnother)))
    }
    if step.restorablePosition != nil {
      ways.append(FormOption("restore", catalog.text(.doUndoRemoval)))
    }
    if count > 0 {
      ways.append(FormOption("edit", catalog.text(.actEdit)))
      if step.canChangeItems {
        ways.append(FormOption("remove", catalog.text(.actRemove)))
        if count > 1 { ways.append(FormOption("move", catalog.text(.actMoveItem))) }
      }
    }
    ways += backOptions
    var properties = [options("way", ways, revision)]
    if canAdd, room > 1 {
      let needed = (step.itemLimits.least ?? 0) - count
      properties.append(
        number(
          "count", catalog.text(.detailItemCount), upTo: room, offering: max(1, min(needed, room))))
    }
    if count > 0 {
      properties.append(number("item", catalog.text(.detailItem), upTo: count))
      if count > 1, step.canChangeItems {
        properties.append(number("to", catalog.text(.detailMove), upTo: count))
      }
    }
    return form(.list, lines, properties)
  }

  private func number(
    _ name: String, _ description: String, upTo count: Int, offering offer: Int? = nil
  ) -> ElicitedForm.Property {
    ElicitedForm.Property(
      name: name,
      schema: .object([
        "type": "integer", "description": .string(description), "minimum": 1,
        "maximum": .number(count), "default": offer.map { .number($0) },
      ]))
  }

  // MARK: Decisions and ways

  /// The maximum number of files of a tree that are listed.
  private static let listedCount = 50

  private func form(for question: DecisionQuestion, _ revision: ContextRevision) -> ElicitedForm {
    let answers = (question.answers + (question.way.map { [$0] } ?? [])).map {
      FormOption($0.key, $0.label)
    }
    var properties = [options("answer", answers, revision)]
    if case .move = question.decision {
      properties.append(.init(name: "reason", schema: .object(["type": "string"])))
    }
    return form(.decision, question.lines(mostFiles: Self.listedCount), properties)
  }

  private func form(for failure: FlowFailure, _ revision: ContextRevision) -> ElicitedForm {
    var ways: [FormOption] = []
    if failure.effect?.retries != nil { ways.append(FormOption("retry", catalog.text(.doRetry))) }
    ways += backOptions
    ways.append(FormOption("leave", catalog.text(.doLeave)))
    return form(.failure, [failure.message], [options("way", ways, revision)])
  }

  private func waysForm(_ question: Question, _ revision: ContextRevision) -> ElicitedForm {
    var ways = [FormOption("stay", catalog.text(.doStay))]
    if walk.session.canAcceptSuggestions {
      ways.append(FormOption("accept", catalog.text(.wordAccept)))
    }
    ways += backOptions
    ways.append(FormOption("leave", catalog.text(.doLeave)))
    return form(
      .ways, question.formLines(), [options("way", ways, offering: "stay", revision)])
  }

  /// The maximum number of answers that can be gone back to in a form.
  private static let maximumWays = 20

  /// The answers that can be gone back to, the latest first.
  var backOptions: [FormOption] {
    var seen: Set<String> = []
    let rows = walk.session.rowsSoFar.reversed().filter { row in
      walk.canGoBack(to: row.id) && seen.insert(row.id).inserted
    }
    return rows.prefix(Self.maximumWays).map { row in
      let answer = row.text.map { ": \($0)" } ?? ""
      return FormOption(
        "back:\(row.id)",
        "\(catalog.text(.doGoBack)): \(row.shortQuestion)\(answer)")
    }
  }
}

extension FlowWalk {
  /// Whether the user can go back to an answer: to its step, or to an earlier field of the top form.
  func canGoBack(to id: String) -> Bool {
    if session.canGoBack(to: id) { return true }
    guard case .asking(let step) = state else { return false }
    let fields = step.visibleFields
    guard let place = fields.firstIndex(where: { $0.id == id }),
      let focus = fields.firstIndex(where: { $0.id == step.focusedField?.id })
    else { return false }
    return place < focus
  }
}
