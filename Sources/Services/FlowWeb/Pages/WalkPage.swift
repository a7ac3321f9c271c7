// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

/// The page of a walk: what it asks, with the buttons that answer it.
struct WalkPage {
  /// The walk, or at an earlier step the walk as it would be there.
  let walk: FlowWalk

  /// The address of the walk, without the step.
  let address: String

  /// The options of the site.
  let options: WebOptions

  /// The code in the visitor's forms, which no other site can know.
  let token: String

  /// The revision of the walk in the store.
  var revision = 0

  /// The id of the earlier step that the page shows; nil for what's asked now.
  var earlier: String?

  /// The answers so far, which an earlier step doesn't take away yet.
  var answers = AnswersSoFar()

  /// How far the walk is; nil if that isn't known yet.
  var progress: FlowSession.Progress?

  /// A note about the request before.
  var note: PageNote?

  /// The notices of a walk that was restored in a changed flow.
  var notices: [RestoredSession.Notice] = []

  /// The search in the choices of a field.
  var search: ChoiceSearch?

  /// The position of the first item of a list on the page.
  var firstItem = 0

  /// The additional inputs of the first form: the language and the inputs of a walk that begins.
  var beginning: [(name: String, value: String)] = []

  /// The code of the decision that the page shows.
  var decisionCode = ""

  /// Whether the walk isn't in the store yet.
  var isBeginning = false

  /// Whether an effect is being performed, so that nothing is asked.
  var isBusy = false

  /// The maximum number of items of a list on a page.
  static let mostItems = 100

  var catalog: MessageCatalog { walk.session.catalog }

  /// The language of the page.
  private let language: String

  private let flowTitle: String

  /// Creates a page.
  init(of walk: FlowWalk, at address: String, _ options: WebOptions, token: String) {
    self.walk = walk
    self.address = address
    self.options = options
    self.token = token
    let flow = walk.session.flow
    language = flow.language(for: walk.session.language)
    flowTitle = flow.title(in: language) ?? flow.id.name
  }

  // MARK: The parts

  /// The page.
  var html: HTML {
    let content: (title: String, HTML)
    var progress: String?
    switch walk.state {
    case _ where isBusy: content = busy
    case .asking:
      guard let question = walk.question else { return shell(flowTitle, .nothing, nil).html }
      content = self.content(of: question)
      let far = self.progress ?? question.progress
      progress = Self.words(of: far, in: catalog)
    case .deciding: content = decision
    case .failed(let failure): content = self.content(of: failure)
    case .ended(let report): content = self.content(of: report)
    case .notStarted, .performing, .lookingUp: content = busy
    }
    return shell(content.title, content.1, progress).html
  }

  private func shell(_ title: String, _ content: HTML, _ progress: String?) -> PageShell {
    PageShell(
      title: title == flowTitle ? title : "\(title) – \(options.title ?? flowTitle)",
      site: options.title ?? flowTitle, language: language, base: options.basePath,
      catalog: catalog, progress: progress, rail: rail(progress), content: noteHTML + content)
  }

  private var noteHTML: HTML {
    notices.reduce(into: ownNote) { html, notice in
      html +=
        "<p class=\"note\" role=\"status\" dir=\"auto\">\(walk.session.words(of: notice).capitalizedFirst)</p>"
    }
  }

  /// The steps and fields whose saved answers don't fit the flow anymore: a notice says why, and the visitor, who has
  /// entered nothing, isn't told of a mistake.
  var unfitting: Set<String> {
    Set(notices.compactMap { if case .differs(_, let id?, _) = $0 { id } else { nil } })
  }

  private var ownNote: HTML {
    let words: MessageID? =
      switch note {
      case .stale?: .webStale
      case .more?: .webMore
      case .changed?: .webChanged
      case .cannotGoBack?: .webCannotGoBack
      case .fileTooLarge?: .webFileTooLarge
      case .fileNotKept?: .webFileNotKept
      case nil: nil
      }
    guard let words else { return .nothing }
    let now: HTML = .when(note == .stale && asksSomething, " \(catalog.text(.webAskedNow))")
    return "<p class=\"note\" role=\"status\">\(catalog.text(words))\(now)</p>"
  }

  /// Whether the page has something to answer or to decide.
  private var asksSomething: Bool {
    switch walk.state {
    case .asking, .deciding: !isBusy
    case .failed, .ended, .notStarted, .performing, .lookingUp: false
    }
  }

  /// The answers so far, each with the way back to it.
  private func rail(_ progress: String?) -> HTML {
    guard !answers.isEmpty else { return .nothing }
    return """
      <details class="rail"><summary>\(progress ?? catalog.text(.webSoFar))</summary>\
      <nav aria-label="\(catalog.text(.webSoFar))"><ol>\(listed)</ol></nav></details>
      """
  }

  /// The last answers as items of a list.
  private var listed: HTML {
    var html = HTML.nothing
    var skipped = answers.steps.reduce(0) { $0 + $1.answers.rows.count } - AnswersSoFar.mostListed
    for step in answers.steps {
      let rows = step.answers.rows
      if skipped <= 0, !isBusy, earlier == nil, let items = step.items {
        html += items
      } else if skipped < rows.count {
        let reachable = isBusy ? [] : Set(step.answers.reachable)
        for row in rows.dropFirst(max(0, skipped)) {
          html += item(row, isReachable: reachable.contains(row.id))
        }
      }
      skipped -= rows.count
    }
    return html
  }

  /// An answer as an item of the list.
  func item(_ row: FlowSession.ReviewRow, isReachable: Bool = true) -> HTML {
    let content: HTML = """
      <span class="name" dir="auto">\(row.shortQuestion)</span>\
      <span class="answer" dir="auto">\(row.text ?? catalog.text(.leftEmpty))</span>
      """
    let mark: HTML = .when(earlier == row.id, " aria-current=\"step\"")
    return isReachable
      ? "<li\(mark)><a href=\"\(path(to: row.id))\">\(content)</a></li>"
      : "<li\(mark)><span>\(content)</span></li>"
  }

  func path(to step: String) -> String { "\(address)/\(FormBody.encoded(step))" }

  /// A form with the fields that say what it's about.
  func form(_ content: HTML) -> HTML {
    let others = beginning.map {
      "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML
    }
    let at: HTML = earlier.map { "<input type=\"hidden\" name=\"at\" value=\"\($0)\">" } ?? .nothing
    let kind: HTML = .when(
      options.uploads != nil && content.holds("<input type=\"file\""),
      " enctype=\"multipart/form-data\"")
    let decided: HTML = .when(
      !decisionCode.isEmpty, "<input type=\"hidden\" name=\"decision\" value=\"\(decisionCode)\">")
    return """
      <form method="post" action="\(address)"\(kind) novalidate>\
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="revision" value="\(revision)">\
      \(at)\(decided)\(others)\(content)</form>
      """
  }

  func button(_ label: String, _ word: String, isFirst: Bool = false, about: String? = nil) -> HTML
  {
    let look: HTML = .when(isFirst, " class=\"first\"")
    let name: HTML =
      about.map { "<span class=\"hidden\">: <span dir=\"auto\">\($0)</span></span>" } ?? .nothing
    return "<button name=\"do\" value=\"\(word)\"\(look)>\(label.capitalizedFirst)\(name)</button>"
  }

  // MARK: Other states

  private var decision: (String, HTML) {
    guard let question = walk.decisionQuestion(in: catalog) else { return busy }
    var rows = question.page.sections.filter { $0.part != .heading }.flatMap(\.rows)
    rows += question.decision.isPermission ? question.effectRows(mostFiles: 20) : question.asking
    let heading = question.title.isEmpty ? flowTitle : question.title
    var content: HTML = "<h1 dir=\"auto\">\(heading)</h1>"
    content += html(rows: rows.filter { $0 != .text(heading) }) + html(rows: question.difference)
    let buttons = question.page.actions.enumerated().compactMap { index, action in
      actionButton(action, isFirst: index == 0)
    }
    return (heading, form("\(content)<div class=\"actions\">\(buttons)</div>"))
  }

  /// A button for what a face offers; nil for what a browser has no need of.
  func actionButton(_ action: StepPage.Action, isFirst: Bool) -> HTML? {
    let word: String
    switch action.action {
    case .next: word = "next"
    case .walk(.answer(.one(.value), _)): word = "commit"
    case .walk(.back): word = "back"
    case .walk(.change(.add)): word = "add"
    case .walk(.change(.restore)): word = "restore"
    case .walk(.decide(.yes)): word = "yes"
    case .walk(.decide(.keep)): word = "keep"
    case .walk(.decide(.no)): word = "no"
    case .walk(.decide(.perform)): word = "perform"
    case .walk(.retry): word = "retry"
    case .walk(.leave): word = "leave"
    default: return nil
    }
    return button(action.label, word, isFirst: isFirst)
  }

  /// Rows of a decision: texts, effects, files, and how they differ.
  private func html(rows: [ScreenRow]) -> HTML {
    var html = HTML.nothing
    var quoted: [String] = []
    func close() -> HTML {
      .when(!quoted.isEmpty, "<pre tabindex=\"0\">\(quoted.joined(separator: "\n"))</pre>")
    }
    for row in rows {
      if case .quote(let line) = row {
        quoted.append(line)
        continue
      }
      html += close()
      quoted = []
      switch row {
      case .effect(let request):
        let parts = request.parts(in: catalog)
        html += """
          <p class="effect" dir="auto"><span class="verb">\(parts.verb)</span> <code>\(parts.object)</code> <span class="hint">\(parts.detail)</span></p>
          """
      default:
        if let text = row.plainText(in: catalog) { html += .paragraphs(text) }
      }
    }
    return html + close()
  }

  private var busy: (String, HTML) {
    let words = catalog.text(.webBusy)
    return (
      flowTitle,
      "<h1 dir=\"auto\">\(flowTitle)</h1><p role=\"status\" data-refresh=\"2\">\(words)</p>"
    )
  }

  private func content(of failure: FlowFailure) -> (String, HTML) {
    let page = walk.session.page(of: failure)
    let title = page.rows.lazy.compactMap(\.words).first ?? catalog.text(.failedTitle)
    let buttons = page.actions.enumerated().compactMap { actionButton($1, isFirst: $0 == 0) }
    // The output of a command may contain paths and values of this machine.
    return (
      title,
      form(
        """
        <h1 dir="auto">\(title)</h1><p role="alert">\(catalog.text(.webFailedHere))</p><div class="actions">\(buttons)</div>
        """)
    )
  }

  private func content(of report: WalkReport) -> (String, HTML) {
    if isBeginning {
      let next = button(catalog.text(.doFinish), "next", isFirst: true)
      return (
        flowTitle,
        form(
          "<h1 dir=\"auto\">\(flowTitle)</h1>\(answerList(links: false))<div class=\"actions\">\(next)</div>"
        )
      )
    }
    let title = catalog.text(report.outcome == .completed ? .webDone : .webEnded)
    return (
      title,
      """
      <h1>\(title)</h1><p dir="auto">\(flowTitle)</p>\(answerList(links: false))\(options.wayOut(in: catalog))
      """
    )
  }

  /// The answers as a list of definitions, below the titles of the parts of the flow.
  func answerList(links: Bool) -> HTML {
    let reach = links ? (ReviewReach(walk.session), answers.reachable) : nil
    var html = HTML.nothing
    var isOpen = false
    for row in Question.rows(ofReview: answers.rows) {
      switch row {
      case .section(let title, _):
        html += .when(isOpen, "</dl>") + "<h2 dir=\"auto\">\(title)</h2>"
        isOpen = false
      case .answer(let answer):
        html += .when(!isOpen, "<dl class=\"answers\">") + self.row(answer, reach)
        isOpen = true
      default: continue
      }
    }
    return html + .when(isOpen, "</dl>")
  }

  private func row(
    _ answer: FlowSession.ReviewRow, _ reach: (of: ReviewReach, ids: Set<String>)?
  ) -> HTML {
    var (way, note) = (HTML.nothing, HTML.nothing)
    if let reach, reach.ids.contains(answer.id) {
      let lost = reach.of.discarded(byGoingBackTo: answer.id)
      var names = lost.prefix(3).map(catalog.quoted)
      if lost.count > 3 {
        names.append(catalog.text(.moreCandidates, ["count": .count(lost.count - 3)]))
      }
      let words = catalog.text(.changingDiscards, ["answers": .text(names.joined(separator: ", "))])
      note = .when(
        !lost.isEmpty,
        "<dd class=\"hint lost\" dir=\"auto\">\(words.capitalizedFirst)</dd>")
      way = """
        <dd class="change"><a href="\(path(to: answer.id))">\(catalog.text(.actChange).capitalizedFirst)\
        <span class="hidden">: <span dir="auto">\(answer.shortQuestion)</span></span></a></dd>
        """
    }
    return """
      <div><dt dir="auto">\(answer.shortQuestion)</dt><dd dir="auto">\(answer.text ?? catalog.text(.leftEmpty))</dd>\(way)\(note)</div>
      """
  }
}

extension WebOptions {
  /// The way from the last page of a walk; nothing if there's none.
  func wayOut(in catalog: MessageCatalog) -> HTML {
    done.map {
      "<p><a class=\"button first\" href=\"\($0)\">\(catalog.text(.doGoOn).capitalizedFirst)</a></p>"
    } ?? .nothing
  }
}
