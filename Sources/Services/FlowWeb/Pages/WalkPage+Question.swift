// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

// A question as a page.
extension WalkPage {
  /// The title of the window, and the content.
  func content(of question: Question) -> (title: String, HTML) {
    if let table = MatrixPage(of: walk, options) { return content(of: table, question) }
    let step = question.step
    let fields = question.fields
    let ownTitle = question.page([.heading]).sections.first { $0.part == .heading }?.rows.lazy
      .compactMap { row in if case .stepTitle(let title) = row { title } else { nil } }.first
    let isAlone = fields.count == 1 && ownTitle == nil
    var title = ownTitle ?? (fields.count == 1 ? fields[0].label : nil)
    if title == nil, let text = step.text { title = String(text.prefix(80)) }
    let name = title ?? walk.session.name(of: step.id)

    let unfitting = unfitting
    let pages = fields.enumerated().map { index, field in
      FieldPage(
        field, id: "f\(index + 1)", isTitle: isAlone, search: search,
        // A search submits nothing, so that nothing is wrong yet.
        isQuiet: search != nil || unfitting.contains(field.id) || unfitting.contains(step.id),
        options)
    }
    var body = opening(
      of: step, ownTitle, isUntitled: ownTitle == nil && !isAlone && step.text == nil ? name : nil)
    body += elements(of: step, pages)
    switch step.kind {
    case .review: body += answerList(links: true)
    case .repeat: body += items(of: step)
    case .ask, .form, .note, .commit, .stop: break
    }
    let summary = summary(of: step, fields, pages)
    body += "<div class=\"actions\">\(buttons(of: question))</div>"
    return (pageTitle(name, hasErrors: hasErrors(step, pages)), summary + form(body))
  }

  /// A matrix as a table with an input in each cell.
  private func content(of table: MatrixPage, _ question: Question) -> (title: String, HTML) {
    let name = table.matrix.title ?? walk.session.name(of: table.matrix.id)
    let summary = self.summary(of: question.step, table.fields, table.pages)
    var body: HTML = "<h1 dir=\"auto\">\(name)</h1>"
    if let text = table.matrix.description { body += .paragraphs(text, class: "description") }
    body += table.html + "<div class=\"actions\">\(buttons(of: question))</div>"
    let hasErrors = hasErrors(question.step, table.pages)
    return (pageTitle(name, hasErrors: hasErrors), summary + form(body))
  }

  private func pageTitle(_ name: String, hasErrors: Bool) -> String {
    hasErrors ? catalog.text(.webErrorTitle, ["title": .text(name)]) : name
  }

  /// Whether something keeps the walk from going on; a warning doesn't.
  private func hasErrors(_ step: StepState, _ pages: [FieldPage]) -> Bool {
    let problems = step.problems + pages.flatMap(\.shownProblems)
    return step.denial != nil || problems.contains { $0.severity != .warning }
  }

  private func opening(of step: StepState, _ title: String?, isUntitled name: String?) -> HTML {
    var html = HTML.nothing
    let sections = step.sections.map(\.title)
    if !sections.isEmpty {
      html += "<p class=\"section\" dir=\"auto\">\(sections.joined(separator: " › "))</p>"
    }
    if let item = step.item {
      let words = ScreenRow.itemPlace(item).plainText(in: catalog) ?? ""
      html += "<p class=\"section\" dir=\"auto\">\(words)</p>"
      if let description = item.description { html += .paragraphs(description) }
    }
    if let matrix = walk.session.matrix, let title = matrix.title {
      html += "<p class=\"section\" dir=\"auto\">\(title)</p>"
    }
    if let title = title ?? name { html += "<h1 dir=\"auto\">\(title)</h1>" }
    if let text = step.text {
      // A text alone is what the page is about.
      html +=
        title == nil && name == nil
        ? "<h1 class=\"plain\" dir=\"auto\">\(text)</h1>" : .paragraphs(text)
    }
    if let description = step.description { html += .paragraphs(description, class: "description") }
    return html
  }

  private func elements(of step: StepState, _ pages: [FieldPage]) -> HTML {
    var html = HTML.nothing
    var index = 0
    for element in step.elements where element.isVisible {
      switch element.content {
      case .note(let text): html += .paragraphs(text)
      case .field:
        if pages.indices.contains(index) { html += pages[index].html }
        index += 1
      case .computed: break
      }
    }
    return html
  }

  /// The problems of the page, each with a link to its field; focus is there when the page is shown.
  private func summary(
    of step: StepState, _ fields: [Question.Field], _ pages: [FieldPage]
  ) -> HTML {
    var lines: [HTML] = []
    if let denial = step.denial {
      lines.append(
        "<li dir=\"auto\">\(catalog.sentence(denial.isEmpty ? catalog.text(.denied) : denial))</li>"
      )
    }
    for problem in step.problems {
      lines.append("<li dir=\"auto\">\(catalog.sentence(problem.message))</li>")
    }
    for (field, page) in zip(fields, pages) where !page.shownProblems.isEmpty {
      let name = page.cellName ?? "\(walk.session.name(of: field.id))"
      for problem in page.shownProblems {
        lines.append(
          "<li dir=\"auto\"><a href=\"#\(page.target)\">\(name): \(catalog.sentence(problem.message))</a></li>"
        )
      }
    }
    guard !lines.isEmpty else { return .nothing }
    let isWarning = !hasErrors(step, pages)
    return """
      <div class="problems\(HTML.when(isWarning, " warnings"))" role="alert" tabindex="-1" autofocus>\
      <h2>\(catalog.text(isWarning ? .webWarning : .webProblem))</h2><ul>\(lines)</ul></div>
      """
  }

  // MARK: Buttons

  /// The button that continues the walk comes first, so that Enter presses it.
  private func buttons(of question: Question) -> [HTML] {
    var buttons: [HTML] = []
    if question.step.focus != nil {
      buttons.append(
        question.hasOnlyWarnings
          ? button(catalog.text(.webConfirm), "confirm", isFirst: true)
          : button(catalog.text(.actNext), "next", isFirst: true))
      // Answers from before going back are still there.
      let isAnswered = question.fields.allSatisfy { field in
        field.state.draft == .untouched && field.offer?.isSuggestion == true
      }
      if isAnswered, !question.hasOnlyWarnings {
        buttons.append(button(catalog.text(.actKeepAll), "accept"))
      }
    } else {
      let actions = question.actions.filter { $0.action != .walk(.back(steps: 1)) }
      let first =
        question.kind == .repeat && question.actions.count > 1
        ? question.actions.firstIndex { $0.action == .next } : 0
      buttons += actions.enumerated().compactMap { actionButton($1, isFirst: $0 == first) }
      if question.hasOnlyWarnings {
        buttons.insert(button(catalog.text(.webConfirm), "confirm", isFirst: true), at: 0)
      }
    }
    if walk.session.canGoBack, walk.session.hasStepToGoBackTo || walk.session.rowsToGoBackTo {
      buttons.append(button(catalog.text(.actBack), "back"))
    }
    return buttons
  }

  // MARK: Lists

  private func items(of step: StepState) -> HTML {
    let all = step.items
    guard !all.isEmpty else { return "<p class=\"hint\">\(catalog.text(.noItems))</p>" }
    let first = min(max(0, firstItem), max(0, all.count - 1))
    let shown = first..<min(all.count, first + Self.mostItems)
    let cards = shown.map { card(all[$0], at: $0, of: all.count, step) }
    let more: HTML = .when(
      shown.count < all.count,
      """
      <p class="pages">\(catalog.text(.webMatches, ["first": .count(shown.lowerBound + 1), "last": .count(shown.upperBound), "total": .count(all.count)]))
      \(HTML.when(shown.lowerBound > 0, "<a href=\"\(path(to: step.id))?item=\(max(0, first - Self.mostItems))\">\(catalog.text(.webPageBefore).capitalizedFirst)</a>"))
      \(HTML.when(shown.upperBound < all.count, "<a href=\"\(path(to: step.id))?item=\(shown.upperBound)\">\(catalog.text(.webPageAfter).capitalizedFirst)</a>"))</p>
      """)
    return "<ol class=\"cards\" start=\"\(first + 1)\">\(cards)</ol>\(more)"
  }

  private func card(_ item: ItemState, at position: Int, of count: Int, _ step: StepState) -> HTML {
    let name = item.summary.isEmpty ? "\(position + 1)" : item.summary
    var ways: [HTML] = [button(catalog.text(.actEdit), "edit:\(position)", about: name)]
    if step.canChangeItems {
      ways.append(button(catalog.text(.actRemove), "remove:\(position)", about: name))
      if position > 0 {
        ways.append(button(catalog.text(.webMoveUp), "up:\(position)", about: name))
      }
      if position + 1 < count {
        ways.append(button(catalog.text(.webMoveDown), "down:\(position)", about: name))
      }
    }
    let problem: HTML =
      item.problem.map {
        "<p class=\"error\" dir=\"auto\">\(catalog.text(.answeredAgain, ["problem": .text($0)]))</p>"
      } ?? .nothing
    return
      "<li><p class=\"summary\" dir=\"auto\">\(name)</p>\(problem)<div class=\"ways\">\(ways)</div></li>"
  }
}

extension FlowSession {
  /// Whether there's an earlier row of the matrix to go back to.
  var rowsToGoBackTo: Bool { (matrix?.position ?? 0) > 0 }
}
