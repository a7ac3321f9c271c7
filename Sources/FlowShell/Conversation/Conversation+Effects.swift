// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import SourceDiagnostics
import TerminalIO

// Commands and files: what a user says yes to, waiting for it, and failures.
extension Conversation {
  /// Asks what must be asked about an effect, or performs it.
  mutating func ask(
    about request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    switch context.effectQuestion {
    case .permission(let requests):
      let title = request.isUndo ? "Going back does this:" : "The next step does this:"
      let rows: [ScreenRow] =
        [.text(title)] + requests.map { .effect($0) } + [.hint(Self.choice(over: requests))]
      return ask(rows, about: requests, isOverwrite: false, in: context)
    case .overwrite(let path):
      let rows: [ScreenRow] = [
        .text("The file '\(path)' is there already and holds something else."),
        .hint("Type yes to overwrite it, or no to keep it as it is."),
      ]
      return ask(rows, about: [request], isOverwrite: true, in: context)
    case nil: return perform(request, in: context)
    }
  }

  private mutating func ask(
    _ rows: [ScreenRow], about requests: [EffectRequest], isOverwrite: Bool,
    in context: ConversationContext
  ) -> ConversationRequest {
    say(.aside)
    say(rows)
    place = nil
    return read(for: .effects(requests, rows, isOverwrite: isOverwrite), in: context)
  }

  /// What can be typed about effects.
  private static func choice(over requests: [EffectRequest]) -> String {
    let writes = requests.contains { if case .write = $0.effect { true } else { false } }
    return writes
      ? "Type yes to let it happen, no to refuse it, or :show to read what is written."
      : "Type yes to let it happen, or no to refuse it."
  }

  /// Takes what a line says to a question about effects: yes, no or a word.
  mutating func take(
    _ typed: Typed, about requests: [EffectRequest], _ rows: [ScreenRow], isOverwrite: Bool,
    in context: ConversationContext
  ) -> ConversationRequest {
    switch typed {
    case .text(let text):
      switch YesOrNo.reading(of: text) {
      case let isYes? where isOverwrite:
        sent = Sent(event: nil, depth: context.session.depth, sequel: .nothing)
        return .overwrite(isYes)
      case true?:
        sent = Sent(event: nil, depth: context.session.depth, sequel: .nothing)
        return .permit(requests)
      case false?: return refuseEffect(then: .effect(then: nil), in: context)
      case nil: say([.hint("Type yes or no.")])
      }
    case .word(let word):
      switch word {
      case .back, .backTo: return refuseEffect(then: .word(word), in: context)
      case .quit: return perform(word, in: context)
      case .show, .showAll: for request in requests { say(contentOf: request) }
      case .help, .review, .why: tell(word, in: context)
      case .next, .accept, .none, .field, .retry, .list, .edit: say([.hint("Type yes or no.")])
      }
    case .escaped: say([.hint("Type yes or no.")])
    case .unknownWord(let message): say("Not understood: \(message)")
    case .edit: say([.denial("only a text of several lines is written in an editor")])
    case .clearedScreen: say(rows)
    }
    return read(for: .effects(requests, rows, isOverwrite: isOverwrite), in: context)
  }

  private mutating func refuseEffect(
    then sequel: Sequel, in context: ConversationContext
  ) -> ConversationRequest {
    sent = Sent(event: nil, depth: context.session.depth, sequel: sequel)
    return .refuseEffect
  }

  /// Shows what a file will hold; of a secret one nothing.
  private mutating func say(contentOf request: EffectRequest) {
    say([.effect(request)])
    guard case .write(let write) = request.effect else { return }
    guard !write.isSecret else { return say("It holds a secret.") }
    guard let text = String(validating: write.content, as: UTF8.self) else {
      return say("It is no text.")
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    say(lines.prefix(Self.longestFile).map { .text("| \($0)") })
    if lines.count > Self.longestFile {
      say("and \(lines.count - Self.longestFile) more lines")
    }
  }

  /// The maximum number of lines of a file that are shown.
  private static var longestFile: Int { 200 }

  // MARK: Performing

  /// Lets the face perform an effect; signals, Ctrl-C and the end of the time cancel it.
  private mutating func perform(
    _ request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    let title = request.isUndo ? nil : request.title
    if title != nil { say(.aside) }
    // A file that is kept is not written, and nothing says that it was.
    say((title.map { [.stepTitle($0)] } ?? []) + (context.keepsFile ? [] : [.effect(request)]))
    place = nil
    activity = .performing(request, then: nil)
    return .perform(request)
  }

  /// Takes what came of an effect.
  mutating func effectEnded(
    _ result: EffectResult, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .performing(let request, let departure) = activity else {
      return next(in: context)
    }
    if case .write(let write) = request.effect, result == .done {
      say("The file '\(write.path)' stays as it is.")
    }
    return send(.effectEnded(result), then: .effect(then: departure), in: context)
  }

  /// Says of an effect that failed that the flow continues without it.
  mutating func saySkipped(_ announcements: [FlowAnnouncement], in context: ConversationContext) {
    for case .effectFailed(_, let message) in announcements {
      switch context.state {
      case .failed: break
      case .asking(let step) where step.denial == message: break
      default: say("Left out, because it failed: \(LineText.sentence(message))")
      }
    }
  }

  // MARK: Failures

  /// Says why the walk cannot continue, and what can be done about it.
  mutating func sayFailure(_ failure: FlowFailure, in context: ConversationContext) {
    let line = failure.place.start.line
    place = nil
    let what = failure.effect == nil ? "This cannot go on" : "This failed"
    say("\(what): \(failure.message) (line \(line) of the flow).")
    sayWays(out: failure, in: context)
  }

  /// Says what can be done where a walk cannot continue.
  mutating func sayWays(out failure: FlowFailure, in context: ConversationContext) {
    let canGoBack = context.session.canGoBack
    guard let effect = failure.effect else {
      let back = canGoBack ? ":back to change an answer, or " : ""
      return say([.hint("Type \(back):quit to leave.")])
    }
    var ways: [String] = []
    if effect.retries == effect.step { ways.append(":retry to try it again") }
    if canGoBack {
      ways.append(
        effect.retries.map { $0 != effect.step } == true
          ? ":back to try that again" : ":back to change an answer")
    }
    if let next = effect.retries, next != effect.step {
      ways.append(":retry to go on with '\(next)'")
    }
    ways.append(":quit to leave")
    let last = ways.removeLast()
    say([
      .hint("Type " + (ways.isEmpty ? last : ways.joined(separator: ", ") + " or " + last) + ".")
    ])
  }

  /// Says why there is no way back from a failure.
  mutating func sayDenial(
    _ reason: String?, at failure: FlowFailure, in context: ConversationContext
  ) {
    say([.denial(reason)])
    if let floor = context.session.floorStep, !context.session.canGoBack {
      say("What was done at '\(floor)' can't be undone.")
    }
    sayWays(out: failure, in: context)
  }
}
