// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowHosts
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
import FlowWalks
import Localization
import SavedWalks
import SealedWalks

// Pages and forms of walks.
extension WebService {
  /// The steps of addresses that no flow has.
  enum Place {
    static let begin = "-begin"
    static let decide = "-decide"
    static let failed = "-failed"
    static let end = "-end"
    static let wait = "-wait"

    /// Returns the last part of the address of what a walk asks now.
    static func name(of walk: FlowWalk) -> String {
      switch walk.state {
      case .asking(let step): step.id
      case .deciding: decide
      case .failed: failed
      case .ended: end
      case .notStarted, .performing, .lookingUp: wait
      }
    }
  }

  // MARK: Beginning

  /// Sends the visitor to the address of a walk that's about to begin.
  func beginning(_ flow: CheckedFlow, _ request: WebRequest, _ visitor: Visitor) -> WebResponse {
    let place = WalkAddress(flow: flow, id: visitor.newID(at: clock()), options)
    newIDs.note(place.id)
    let given = (["lang"] + options.queryInputs.sorted()).compactMap { name in
      request.query[name].map { "\(FormBody.encoded(name))=\(FormBody.encoded($0))" }
    }
    return .redirect(to: place.page(Place.begin, given.joined(separator: "&")))
  }

  /// The session of a walk that begins, with the language of the browser and the inputs of the query.
  private func session(
    _ flow: CheckedFlow, _ request: WebRequest, _ form: FormBody
  ) throws(InputError) -> FlowSession {
    var inputs = options.inputs.filter { input in flow.inputs.contains { $0.name == input.key } }
    for input in flow.inputs where options.queryInputs.contains(input.name) {
      // A text that isn't a value is refused as one of the wrong type.
      if let text = form[input.name] {
        inputs[input.name] = input.value(ofText: text, in: options.zone) ?? .null
      }
    }
    let wanted = form["lang"] ?? Self.language(request.headers["accept-language"] ?? "", of: flow)
    return try FlowSession(
      flow: flow, inputs: inputs,
      options: SessionOptions(language: wanted ?? options.language, zone: options.zone))
  }

  /// Returns the first language of a list of preferences that a flow has; nil for none.
  private static func language(_ accepted: String, of flow: CheckedFlow) -> String? {
    let wanted = accepted.split(separator: ",").prefix(20).enumerated().map { index, part in
      let words = part.split(separator: ";").map { String($0).trimmingBlanks }
      let weight =
        words.dropFirst().compactMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil }.first
        ?? 1
      return (tag: words.first ?? "", weight, index)
    }
    .sorted { ($0.1, $1.2) > ($1.1, $0.2) }
    return wanted.lazy.map(\.tag).first { tag in
      let primary = LanguageTag.normalized(tag).prefix { $0 != "-" }
      return flow.languages.contains { LanguageTag.normalized($0).prefix { $0 != "-" } == primary }
        || flow.definition.language == primary
    }
  }

  /// Returns a walk that begins; it isn't in the store yet.
  func begun(
    _ flow: CheckedFlow, _ request: WebRequest, _ form: FormBody
  ) throws(InputError) -> FlowWalk {
    let session = if let newSession { newSession(flow) } else { try session(flow, request, form) }
    var walk = FlowWalk(session, services: services(of: flow))
    walk.settle(.start, leaving: .effects)
    return walk
  }

  // MARK: Pages

  /// Shows a page of a walk.
  func show(
    _ step: String, _ request: WebRequest, at place: WalkAddress, _ visitor: Visitor
  ) async throws -> WebResponse {
    if step == Place.begin, newIDs.take(place.id) {
      return try pageOfBeginning(request, at: place, visitor)
    }
    if known(at: place) != nil, let view = try await look(at: place) {
      return show(view, step, request, at: place, visitor)
    }
    return try await restoring { () async throws -> WebResponse in
      if let view = try await look(at: place) {
        return show(view, step, request, at: place, visitor)
      }
      guard step == Place.begin,
        visitor.mayBegin(place.id, at: clock(), lifetime: beginningLifetime)
      else { return gone(place.flow, request) }
      return try pageOfBeginning(request, at: place, visitor)
    }
  }

  /// The first page of a walk that isn't in the store.
  private func pageOfBeginning(
    _ request: WebRequest, at place: WalkAddress, _ visitor: Visitor
  ) throws(InputError) -> WebResponse {
    var page = page(
      of: try begun(place.flow, request, request.query), at: place, request, visitor)
    page.answers = AnswersSoFar(of: page.walk.session)
    page.isBeginning = true
    page.beginning = (["lang"] + options.queryInputs.sorted()).compactMap { name in
      request.query[name].map { (name, $0) }
    }
    return .page(page.html)
  }

  /// Shows a page of a walk that's in the store.
  private func show(
    _ view: StoredWalkView, _ step: String, _ request: WebRequest, at place: WalkAddress,
    _ visitor: Visitor
  ) -> WebResponse {
    let place = place.keeping(view.summary)
    if view.hasEndedInOtherVersion {
      return step == Place.end ? ended(view, request) : .redirect(to: place.page(Place.end))
    }
    let walk = FlowWalk(view.session, services: services(at: place))
    if let missing = view.notices.compactMap({
      if case .secretNeeded(let name) = $0 { name } else { nil }
    }).first,
      !store.isSealed
    {
      log("\(place.flow.id.name): the secret '\(missing)' isn't in the store; give --key-file")
    }
    let now = view.elsewhere == nil ? Place.name(of: walk) : Place.wait
    if now == Place.wait { return busy(walk, view, at: place, request, visitor) }
    if step == now { return .page(page(of: walk, view, at: place, request, visitor).html) }
    let earliest = step == Place.begin ? walk.session.stepsToGoBackTo.first : step
    if let earliest, earliest != step { return .redirect(to: place.page(earliest)) }
    if step.isEmpty || step.hasPrefix("-") { return .redirect(to: place.page(now)) }
    return earlier(step, walk, at: place, request, visitor)
  }

  /// The page while an effect is performed, which the browser loads again until it has ended.
  private func busy(
    _ walk: FlowWalk, _ view: StoredWalkView, at place: WalkAddress, _ request: WebRequest,
    _ visitor: Visitor
  ) -> WebResponse {
    var page = page(of: walk, view, at: place, request, visitor)
    page.isBusy = true
    var response = WebResponse.page(page.html)
    response.headers.append(("Refresh", "2"))
    return response
  }

  /// Shows an earlier step as it would be after going back there; nothing changes until its form is sent.
  private func earlier(
    _ step: String, _ walk: FlowWalk, at place: WalkAddress, _ request: WebRequest,
    _ visitor: Visitor
  ) -> WebResponse {
    guard walk.session.canGoBack(to: step) else {
      return .redirect(
        to: place.page(Place.name(of: walk), "note=\(PageNote.cannotGoBack.rawValue)"))
    }
    var trial = walk
    trial.settle(.backTo(step), leaving: .effects)
    guard case .asking(let asked) = trial.state, walk.session.leads(to: step, asked) else {
      return .page(confirmation(of: step, page(of: walk, at: place, request, visitor)))
    }
    var page = page(of: trial, at: place, request, visitor)
    page.answers = AnswersSoFar(of: walk.session)
    page.revision = walk.revision
    page.earlier = step
    return .page(page.html)
  }

  /// The page that asks whether to go back where that undoes something.
  private func confirmation(of step: String, _ page: WalkPage) -> HTML {
    let catalog = page.catalog
    let name = page.walk.session.name(of: step)
    let title = catalog.text(.webBackTo, ["name": .quoted(name)])
    let content: HTML = """
      <h1 dir="auto">\(title)</h1><div class="actions">\(page.button(catalog.text(.doGoBack), "to:\(step)", isFirst: true))</div>
      """
    return PageShell(
      title: title, site: options.title ?? title, language: catalog.language,
      base: options.basePath,
      catalog: catalog, content: page.form(content)
    ).html
  }

  private func page(
    of walk: FlowWalk, at place: WalkAddress, _ request: WebRequest, _ visitor: Visitor
  ) -> WalkPage {
    var page = WalkPage(of: walk, at: place.path, options, token: visitor.token)
    page.revision = walk.revision
    page.note = request.query["note"].flatMap(PageNote.init)
    page.search = ChoiceSearch(request.query)
    page.firstItem = request.query["item"].flatMap { Int($0) } ?? 0
    page.decisionCode = walk.decisionText.map { keys.first.code(of: $0) } ?? ""
    return page
  }

  /// Returns the page of what a stored walk asks, with what pages before have made of it.
  private func page(
    of walk: FlowWalk, _ view: StoredWalkView, at place: WalkAddress, _ request: WebRequest,
    _ visitor: Visitor
  ) -> WalkPage {
    var page = page(of: walk, at: place, request, visitor)
    var memory = recent.memory(of: place.id, at: view.revision)
    if case .asking = walk.state {
      page.progress = memory.progress.progress(of: walk.session, passingReviews: false)
    }
    memory.answers = AnswersSoFar(of: walk.session, knowing: memory.answers)
    memory.answers.makeItems { page.item($0) }
    page.answers = memory.answers
    page.notices = view.notices
    recent.note(memory, of: place.id, at: view.revision)
    return page
  }

  // MARK: Ends

  /// Tells the operator of a failure or an end.
  func tell(_ walk: FlowWalk, at place: WalkAddress) async {
    switch walk.state {
    case .failed(let failure):
      log("\(place.flow.id.name) \(EventLog.beginning(of: place.id))…: \(failure.message)")
    case .ended(let report):
      options.uploads?.removeAll(
        of: place.files, besides: walk.session.keptTexts(and: report.output))
      await onEnd?(walk.session.flow, place.id, report)
    default: break
    }
  }

  /// The page of a walk that has ended in a version of the flow that isn't served anymore.
  private func ended(_ view: StoredWalkView, _ request: WebRequest) -> WebResponse {
    let session = view.session
    let catalog = session.catalog
    let isCompleted = view.summary?.outcome == FlowOutcome.completed.word
    let title = catalog.text(isCompleted ? .webDone : .webEnded)
    let name = session.flow.title(in: session.language) ?? session.flow.id.name
    let note: HTML = .when(
      request.query["note"] == PageNote.stale.rawValue,
      "<p class=\"note\" role=\"status\">\(catalog.text(.webStale))</p>")
    return .page(
      PageShell(
        title: "\(title) – \(options.title ?? name)", site: options.title ?? name,
        language: session.flow.language(for: session.language), base: options.basePath,
        catalog: catalog,
        content: note + "<h1>\(title)</h1><p dir=\"auto\">\(name)</p>" + options.wayOut(in: catalog)
      ).html)
  }

  // MARK: Other pages

  func gone(_ flow: CheckedFlow, _ request: WebRequest) -> WebResponse {
    problem(.webGone, .webGoneWhy, status: 404, request, beginning: flow)
  }

  /// The words of a page that's of no flow, in the first language of the visitor that they're known in.
  private func catalog(for request: WebRequest) -> MessageCatalog {
    (request.headers["accept-language"] ?? "").split(separator: ",").lazy
      .compactMap { MessageCatalog.builtIn(for: String($0.prefix { $0 != ";" }).trimmingBlanks) }
      .first ?? options.language.flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }

  /// A page that says why there's nothing else.
  func problem(
    _ title: MessageID, _ why: MessageID? = nil, about name: String? = nil, status: Int,
    _ request: WebRequest, beginning flow: CheckedFlow? = nil
  ) -> WebResponse {
    let catalog = catalog(for: request)
    let words = catalog.text(title)
    let about = name.map { ["name": .quoted($0)] as MessageArguments } ?? [:]
    let more: HTML = why.map { "<p>\(catalog.text($0, about))</p>" } ?? .nothing
    let way: HTML =
      flow.map {
        "<p><a class=\"button first\" href=\"\(options.basePath)/\($0.id.name)\">\(catalog.text(.webBeginAgain).capitalizedFirst)</a></p>"
      } ?? .nothing
    var response = WebResponse.page(
      PageShell(
        title: words, site: options.title ?? "", language: catalog.language, base: options.basePath,
        catalog: catalog, content: "<h1>\(words)</h1>\(more)\(way)"
      ).html, status: status)
    response.refusal =
      switch title {
      case .webForeignForm: .foreign
      case .webTooLarge: .large
      case .webTooMany: .many
      case .webGone: .gone
      default: .failed
      }
    return response
  }

  /// Tells the operator what has failed, with the beginning of the walk's id only: who has its address can continue it.
  func report(_ message: String, of flow: CheckedFlow, _ id: String) {
    let beginning = EventLog.beginning(of: id)
    let isLong = beginning.count >= 8 && beginning.count < id.count
    log("\(flow.id.name): \(isLong ? message.replacing(id, with: beginning + "…") : message)")
  }

  /// The page of an error, whose reason only the operator learns.
  func response(
    to error: any Error, _ flow: CheckedFlow, _ request: WebRequest
  ) -> WebResponse {
    let id = request.path.dropFirst().first ?? ""
    switch error {
    case is StaleWalkError:
      return .redirect(
        to:
          "\(options.basePath)/\(request.path.prefix(2).map(FormBody.encoded).joined(separator: "/"))?note=stale",
        refusing: .stale)
    case is PerformedElsewhere:
      return .redirect(
        to:
          "\(options.basePath)/\(request.path.prefix(2).map(FormBody.encoded).joined(separator: "/"))/\(Place.wait)"
      )
    case is RevokedWalk: return problem(.webRevoked, .webRevokedWhy, status: 410, request)
    case WalkStoreError.tooLarge: return problem(.webTooLarge, status: 413, request)
    case SavedWalkError.laterVersion:
      // Another process has the later version already, or this one had it.
      report((error as? SavedWalkError)?.message ?? "", of: flow, id)
      return notNow(request)
    case let error as SavedWalkError:
      report(error.message, of: flow, id)
      return gone(flow, request)
    case let error as InputError:
      report(error.message, of: flow, id)
      return problem(
        .webWrongAddress, error.code == .missing ? .webLacksValue : .webWrongValue,
        about: error.input, status: 400, request)
    case let error as WalkStoreError:
      report(error.message, of: flow, id)
      // A form that's sent again is taken, or refused as one of a page that was out of date.
      if case .unknownOutcome = error {
        return problem(.webUnknownOutcome, .webUnknownOutcomeWhy, status: 503, request)
      }
      return notNow(request)
    default:
      report("\(error)", of: flow, id)
      return notNow(request)
    }
  }

  /// The page of what may work later; a browser that loads it again sends a form again.
  private func notNow(_ request: WebRequest) -> WebResponse {
    problem(.webNotNow, request.isPost ? .webSendAgain : nil, status: 503, request)
  }

  /// The list of flows; with one flow, the way to it.
  func index(_ request: WebRequest) -> WebResponse {
    var names: Set<String> = []
    let flows = flows.filter { names.insert($0.id.name).inserted }
    if flows.count == 1, let flow = flows.first {
      return .redirect(to: "\(options.basePath)/\(flow.id.name)")
    }
    let items = flows.map { flow -> HTML in
      let language =
        Self.language(request.headers["accept-language"] ?? "", of: flow) ?? options.language
      return
        "<li><a href=\"\(options.basePath)/\(flow.id.name)\" dir=\"auto\">\(flow.title(in: language) ?? flow.id.name)</a></li>"
    }
    let title = options.title ?? "StackFlow"
    let catalog = catalog(for: request)
    return .page(
      PageShell(
        title: title, site: title, language: catalog.language, base: options.basePath,
        catalog: catalog,
        content: "<h1 dir=\"auto\">\(title)</h1><ul class=\"flows\">\(items)</ul>"
      ).html)
  }
}
