// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import SourceDiagnostics
import TerminalIO

// Commands and files: what a user says yes to, waiting for it, and failures.
extension Conversation {
  /// Asks what must be asked about an effect, or performs it.
  mutating func ask(
    about request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    let catalog = context.catalog
    switch context.decision {
    case .permission(let requests, _)?:
      let title = catalog.text(context.session.undoesGoingBack ? .effectsBack : .effectsAhead)
      let hint = catalog.text(Self.choice(over: requests))
      let effects = requests.flatMap { [.effect($0)] + Self.listing(of: $0, in: context) }
      let rows: [ScreenRow] =
        stepTitle(of: request) + [.text(title)] + effects
        + (context.session.environmentWords.map { [.text($0)] } ?? [])
        + Self.warning(about: requests, in: context) + [.hint(hint)]
      // A file that exists has a question of its own.
      return ask(rows, about: .permission(requests, existingFile: nil), in: context)
    case .overwrite(_, let file)?:
      let rows: [ScreenRow] =
        introduction(to: request, in: context)
        + [.text(file.question(in: catalog))]
        + file.differenceRows(of: request, context.outlooks(request), in: catalog)
        + [.hint(catalog.text(file.hint))]
      return ask(rows, about: .overwrite(request, file), in: context)
    case .doubt(let request, let doubt)?:
      let isAlone = doubt == .interrupted && !context.session.canGoBack
      let rows: [ScreenRow] = [
        .text(catalog.text(doubt.question)), .effect(request),
        .hint(
          catalog.text(
            isAlone ? .doubtYesOrNo : doubt.hint, ["label": .quoted(catalog.text(doubt.no))])),
      ]
      return ask(rows, about: .doubt(request, doubt), in: context)
    case .move?, .wayBack?, nil: return perform(request, in: context)
    }
  }

  private mutating func ask(
    _ rows: [ScreenRow], about decision: WalkDecision, in context: ConversationContext
  ) -> ConversationRequest {
    say(.aside)
    say(.situation(rows))
    place = nil
    return read(for: .decision(decision, rows), in: context)
  }

  /// The title of the step that writes a tree, which is said once.
  private mutating func stepTitle(of request: EffectRequest) -> [ScreenRow] {
    guard request.isTree, !request.isUndo, let title = request.title, titledTree != request.step
    else { return [] }
    titledTree = request.step
    return [.stepTitle(title)]
  }

  /// Says that something is in the way of a tree.
  private static func warning(
    about requests: [EffectRequest], in context: ConversationContext
  ) -> [ScreenRow] {
    let isBlocked = requests.contains { request in
      guard case .write(let write) = request.effect, write.isTree else { return false }
      return WriteListing(of: write, context.outlooks(request), in: context.catalog).isBlocked
    }
    return isBlocked ? [.text(context.catalog.text(.treeBlocked))] : []
  }

  private static func choice(over requests: [EffectRequest]) -> MessageID {
    let writes = requests.contains { if case .write = $0.effect { true } else { false } }
    return writes ? .effectsYesShow : .effectsYes
  }

  /// Takes what a line says to a question about effects: yes, no or a word.
  mutating func take(
    _ typed: Typed, about decision: WalkDecision, _ rows: [ScreenRow],
    in context: ConversationContext
  ) -> ConversationRequest {
    let hints = rows.filter { if case .hint = $0 { true } else { false } }
    switch typed {
    case .text(let text):
      if let answer = Self.answer(text, to: decision, context.catalog) {
        return decide(answer, on: decision, in: context)
      }
      say(hints)
    case .word(let word):
      switch word {
      case .walk(.back(let count)) where context.canGoBackToFile():
        sent = Sent(depth: context.session.depth, sequel: .nothing)
        return .perform(.back(count))
      case .walk(.back), .walk(.backTo): return refuseEffect(then: .word(word), in: context)
      case .walk(.leave): return perform(word, in: context)
      case .show, .showAll:
        for request in decision.requests {
          say(contentOf: request, at: decision.existingFile, in: context)
        }
      case .help: sayHelp(about: hints, in: context)
      case .review, .why: tell(word, in: context)
      case .walk(.decide(let answer)): return decide(answer, on: decision, in: context)
      case .walk, .edit: say(hints)
      }
    case .escaped, .listWord: say(hints)
    case .unknownWord(let message):
      say(context.catalog.text(.notUnderstood, ["problem": .text(message)]))
    case .edit: say([.denial(context.catalog.text(.editorNotHere))])
    case .clearedScreen: say(.situation(rows))
    }
    return read(for: .decision(decision, rows), in: context)
  }

  /// Returns the answer that a text gives; nil if it gives none.
  ///
  /// A no never performs anything. Where the question is whether something happened, what performs it has a
  /// label, and both labels are answers.
  private static func answer(
    _ text: String, to decision: WalkDecision, _ catalog: MessageCatalog
  ) -> DecisionAnswer? {
    let isYes = YesOrNo.reading(of: text, catalog)
    if isYes == true, !decision.answers.contains("yes") { return nil }
    guard case .doubt(_, let doubt) = decision else { return isYes.map { $0 ? .yes : .no() } }
    if isYes == true || catalog.text(doubt.yes).isNamed(by: text) { return .yes }
    if isYes == false { return doubt == .interrupted ? nil : .no() }
    return catalog.text(doubt.no).isNamed(by: text) ? .no() : nil
  }

  /// Takes the answer to a question about effects; a no to overwriting a file keeps it.
  private mutating func decide(
    _ answer: DecisionAnswer, on decision: WalkDecision, in context: ConversationContext
  ) -> ConversationRequest {
    let isNo = if case .no = answer { true } else { false }
    if case .permission = decision, isNo {
      return refuseEffect(then: .effect(then: nil), in: context)
    }
    sent = Sent(depth: context.session.depth, sequel: .nothing)
    if case .overwrite = decision, isNo { return .decide(.keep, decision) }
    return .decide(answer, decision)
  }

  private mutating func refuseEffect(
    then sequel: Sequel, in context: ConversationContext
  ) -> ConversationRequest {
    sent = Sent(depth: context.session.depth, sequel: sequel)
    return .refuseEffect
  }

  // MARK: Files

  /// The maximum number of files of a tree that are listed.
  private static var longestListing: Int { 500 }

  /// The maximum number of lines that all files of a tree are shown in.
  private static var longestTree: Int { 2_000 }

  /// The effects of a tree, before the first question about one of its files.
  private mutating func introduction(
    to request: EffectRequest, in context: ConversationContext
  ) -> [ScreenRow] {
    guard request.isTree, !context.session.hasFileDecisions else { return [] }
    return stepTitle(of: request)
      + [.text(context.catalog.text(.effectsAhead)), .effect(request)]
      + Self.listing(of: request, in: context)
  }

  /// The files of a tree, each with what becomes of it.
  private static func listing(
    of request: EffectRequest, in context: ConversationContext
  ) -> [ScreenRow] {
    guard case .write(let write) = request.effect, write.isTree else { return [] }
    let listing = WriteListing(of: write, context.outlooks(request), in: context.catalog)
    let (lines, omitted) = listing.lines(mostLines: longestListing)
    return quoted(lines, omitted, context.catalog)
  }

  private static func quoted(
    _ lines: [String], _ omittedCount: Int, _ catalog: MessageCatalog
  ) -> [ScreenRow] {
    lines.map { .quote($0) }
      + (omittedCount > 0
        ? [.text(catalog.text(.contentMore, ["count": .count(omittedCount)]))] : [])
  }

  /// Shows what the files of a tree will hold, or only the one at a path.
  private mutating func say(
    contentOf write: WriteRequest, at path: String?, _ outlooks: [WriteOutlook],
    _ catalog: MessageCatalog
  ) {
    let listing = WriteListing(of: write, outlooks, in: catalog)
    var left = Self.longestTree
    // All in one: a face paints the screen for each thing that's said.
    var rows: [ScreenRow] = []
    for (index, part) in write.parts.enumerated() where path == nil || part.path == path {
      guard left > 0 else { break }
      guard let lines = listing.content(of: index) else {
        if listing.isBinary(index) {
          rows += [.text(part.path), .text(catalog.text(.contentNotText))]
          left -= 2
        }
        continue
      }
      if path == nil { rows.append(.text(part.path)) }
      let shown = lines.prefix(min(left, Self.longestFile))
      rows += Self.quoted(Array(shown), lines.count - shown.count, catalog)
      left -= shown.count + 1
    }
    if write.isSecret { rows.append(.text(catalog.text(.contentSecret))) }
    say(rows)
  }

  /// Shows what a file will hold; of a secret one nothing.
  private mutating func say(
    contentOf request: EffectRequest, at path: String?, in context: ConversationContext
  ) {
    let catalog = context.catalog
    say([.effect(request)])
    guard case .write(let write) = request.effect else { return }
    if write.isTree {
      if path == nil { say(Self.listing(of: request, in: context)) }
      return say(contentOf: write, at: path, context.outlooks(request), catalog)
    }
    guard !write.isSecret else { return say(catalog.text(.contentSecret)) }
    guard let text = String(validating: write.content, as: UTF8.self) else {
      return say(catalog.text(.contentNotText))
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    say(lines.prefix(Self.longestFile).map { .quote(String($0)) })
    if lines.count > Self.longestFile {
      say(catalog.text(.contentMore, ["count": .count(lines.count - Self.longestFile)]))
    }
  }

  /// The maximum number of lines of a file that are shown.
  private static var longestFile: Int { 200 }

  // MARK: Performing

  /// Lets the face perform an effect; signals, Ctrl-C and the end of the time cancel it.
  private mutating func perform(
    _ request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    let title = request.isUndo || titledTree == request.step ? nil : request.title
    titledTree = nil
    if title != nil { say(.aside) }
    // A file that is kept is not written, and nothing says that it was.
    let rows = (title.map { [ScreenRow.stepTitle($0)] } ?? [])
    let done = context.keepsFile ? [] : [ScreenRow.effect(Self.counted(request, in: context))]
    if !rows.isEmpty || !done.isEmpty { say(.situation(rows + done)) }
    place = nil
    activity = .performing(request, then: nil)
    return .performEffect(request)
  }

  /// A tree with the numbers of files that are new, changed, kept, and unchanged.
  private static func counted(
    _ request: EffectRequest, in context: ConversationContext
  ) -> EffectRequest {
    guard request.isTree else { return request }
    return context.session.decided(request).counting(context.outlooks(request))
  }

  /// Takes what came of an effect.
  mutating func effectEnded(
    _ result: EffectResult, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .performing(let request, let departure) = activity else {
      return next(in: context)
    }
    if case .write(let write) = request.effect, result == .done {
      let message: MessageID = write.isTree ? .treeKept : .fileKept
      say(context.catalog.text(message, ["path": .quoted(write.path)]))
    }
    return send(.effectEnded(result), then: .effect(then: departure), in: context)
  }

  /// Says of an effect that failed that the flow continues without it.
  mutating func saySkipped(_ announcements: [FlowAnnouncement], in context: ConversationContext) {
    for case .effectFailed(_, let message) in announcements {
      switch context.state {
      case .failed: break
      case .asking(let step) where step.denial == message: break
      default:
        let problem = context.catalog.sentence(message)
        say(context.catalog.text(.effectSkipped, ["problem": .text(problem)]))
      }
    }
  }

  // MARK: Failures

  /// Says why the walk cannot continue, and what can be done about it.
  mutating func sayFailure(_ failure: FlowFailure, in context: ConversationContext) {
    let line = failure.place.start.line
    place = nil
    let message = context.catalog.text(
      failure.effect == nil ? .cannotContinue : .stepFailed,
      ["problem": .text(failure.message), "line": .count(line)])
    say(.situation([.text(message)]))
    sayWays(out: failure, in: context)
  }

  /// Says what can be done where a walk cannot continue.
  mutating func sayWays(out failure: FlowFailure, in context: ConversationContext) {
    let catalog = context.catalog
    let retries = failure.effect?.retries
    let isUndo = failure.effect?.isUndo == true
    var ways: [String] = []
    if retries != nil, !isUndo { ways.append(catalog.text(.wayRetry)) }
    if context.session.canGoBack { ways.append(catalog.text(isUndo ? .wayBackAgain : .wayBack)) }
    if let retries, isUndo {
      ways.append(catalog.text(.wayRetryNext, ["step": .quoted(context.session.name(of: retries))]))
    }
    ways.append(catalog.text(.wayQuit))
    say(.situation([.hint(catalog.text(.waysOut, ["ways": .text(catalog.any(of: ways))]))]))
  }

  /// Says why there is no way back from a failure.
  mutating func sayDenial(
    _ reason: String?, at failure: FlowFailure, in context: ConversationContext
  ) {
    say([.denial(reason)])
    if let floor = context.session.floorStep, !context.session.canGoBack {
      say(context.catalog.text(.notUndoable, ["step": .quoted(context.session.name(of: floor))]))
    }
    sayWays(out: failure, in: context)
  }
}
