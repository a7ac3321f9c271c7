// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalIO

// A line that was read, and what else happens meanwhile.
extension Conversation {
  /// The meaning of a line, whatever its purpose.
  enum Typed {
    /// An answer.
    case text(String)

    /// An answer that begins with a colon, which was typed as two.
    case escaped(String)

    /// A word, typed or by its key.
    case word(FaceAction)

    /// A change of a list of records, typed as a word.
    case listWord(String)

    /// A word that doesn't exist; the message is for the user.
    case unknownWord(String)

    /// The key for the user's editor, with the text in the line.
    case edit(String)

    /// The key that clears the screen.
    case clearedScreen
  }

  /// Takes what reading a line has come to.
  mutating func take(
    _ reading: LineReading, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .reading(let line, let purpose) = activity else { return next(in: context) }
    switch reading {
    case .interrupted, .endOfInput, .closed: setAside(in: context)
    case .accepted, .candidates, .command, .event: break
    }
    switch reading {
    case .accepted(let text, isWord: false, let isEdited):
      var line = line
      line.isEdited = isEdited
      return take(.text(text), line, purpose, context)
    case .accepted(let text, isWord: true, let isEdited):
      var line = line
      line.isEdited = isEdited
      return take(Self.word(text, context.catalog), line, purpose, context)
    case .interrupted: return leave(.signal(.interrupt), in: context)
    case .endOfInput: return leave(.reason(.quit), in: context)
    case .closed: return leave(.reason(.endOfInput), in: context)
    case .candidates(let candidates):
      say(.candidates(candidates))
      return .readOn
    case .command(let command, let edited):
      guard let typed = typed(command, edited, line, context) else { return .readOn }
      return take(typed, line, purpose, context)
    case .event(let event):
      switch event {
      case .signal(let signal): return depart(.signal(signal), in: context)
      case .endOfInput: return depart(.reason(.endOfInput), in: context)
      case .resumed:
        sayAgain(purpose, in: context)
        return .readOn
      default: return .readOn
      }
    }
  }

  /// Has the session keep what's in the line of a question that's left without an answer.
  mutating func setAside(in context: ConversationContext) {
    guard case .reading(let line, .step) = activity, let field = line.field,
      let input = context.unsubmitted()
    else { return }
    perform(.setAside(field: field.id, input))
  }

  private static func word(_ text: String, _ catalog: MessageCatalog) -> Typed {
    switch TypedWord.reading(of: text, in: catalog) {
    case .word(let word): .word(word)
    case .list(let words): .listWord(words)
    case .answer(let answer): .escaped(answer)
    case .unknown(let message): .unknownWord(message)
    }
  }

  mutating func take(
    _ typed: Typed, _ line: OpenLine, _ purpose: LinePurpose,
    _ context: ConversationContext
  ) -> ConversationRequest {
    if typed.leavesLine { setAside(in: context) }
    activity = .between
    switch purpose {
    case .step: return take(typed, to: line, in: context)
    case .removal(_, let rows):
      return take(typed, aboutDiscarding: purpose, rows, in: context)
    case .decision(let question, let rows) where question.isWayBack:
      return take(typed, aboutDiscarding: purpose, rows, in: context)
    case .decision(let decision, let rows):
      return take(typed, about: decision, rows, in: context)
    }
  }

  /// Takes what a line says at a step, or at a failure.
  private mutating func take(
    _ typed: Typed, to line: OpenLine, in context: ConversationContext
  ) -> ConversationRequest {
    if line.isEdited, typed.isNoAnswer {
      deletedText = DeletedText(offer: line.offeredText, place: context.place)
    }
    switch typed {
    case .text(let text): return answer(text, to: line, in: context)
    case .escaped(let text): return answer(text, to: OpenLine(nil), in: context)
    case .word(.edit): return edit(line.initialText, in: context)
    case .word(let word): return perform(word, in: context)
    case .listWord(let words): return change(words, in: context)
    case .unknownWord(let message):
      say(context.catalog.text(.notUnderstood, ["problem": .text(message)]))

    case .edit(let text):
      guard canEdit(in: context) else {
        keptText = OpenLine.KeptText(text: text)
        return next(in: context)
      }
      return edit(text, in: context)
    case .clearedScreen:
      place = nil
      isFailureTold = false
    }
    return next(in: context)
  }

  /// Shows what is asked once more, as after a stop of the program.
  private mutating func sayAgain(_ purpose: LinePurpose, in context: ConversationContext) {
    switch purpose {
    case .step:
      place = nil
      isShownAgain = true
      if let step = context.step {
        sayQuestion(step, in: context)
      } else if let failure = context.failure {
        sayWays(out: failure, in: context)
      }
    case .decision(_, let rows), .removal(_, let rows): say(.situation(rows))
    }
  }

  // MARK: Keys

  /// The meaning of a key that is bound to a command; nil if it has none here, and the line
  /// continues.
  private mutating func typed(
    _ command: EditorCommand, _ edited: EditedLine, _ line: OpenLine,
    _ context: ConversationContext
  ) -> Typed? {
    let text = Self.answer(in: edited)
    let word: FaceAction
    switch command {
    case .back: word = .walk(.back(steps: 1))
    case .backTo(let number):
      let steps = context.session.shownSteps
      guard steps.indices.contains(number - 1) else { return nil }
      word = .walk(.backTo(steps[number - 1]))
    case .accept:
      // A line that was changed is the answer, as with Enter. Where a choice is picked, an empty one isn't.
      let isChanged = text != line.offeredText && !(line.isPicked && text.isEmpty)
      if isChanged, !edited.isWord {
        perform(.endLine)
        return .text(text)
      }
      word = .walk(.accept)
    case .none: word = .walk(.answer(.one(.empty)))
    case .takeDefault: word = .walk(.answer(.one(.default)))
    // A user who only wants to know something continues where they were.
    case .help: return tellBelow(.help, in: context)
    case .why: return tellBelow(.why(nil), in: context)
    case .review: return tellBelow(.review, in: context)
    case .edit:
      perform(.endLine)
      return .edit(text)
    case .repaint:
      keep(text, line)
      perform(.clearScreen)
      return .clearedScreen
    case .scrollUp, .scrollDown, .stop, .widget: return nil
    }
    perform(.endLine)
    return .word(word)
  }

  /// Tells what a word asks for, below the line.
  ///
  /// - Returns: Nil: the line continues.
  private mutating func tellBelow(_ word: FaceAction, in context: ConversationContext) -> Typed? {
    perform(.breakLine)
    tell(word, in: context)
    return nil
  }

  /// Empty while a word is typed.
  private static func answer(in line: EditedLine) -> String {
    guard line.isWord else { return line.text }
    return line.text.hasPrefix("::") ? String(line.text.dropFirst()) : ""
  }

  /// Keeps what is being typed for the next line.
  private mutating func keep(_ text: String, _ line: OpenLine) {
    guard !line.isSecret else { return }
    keptText = OpenLine.KeptText(
      text: text, isReplaced: line.isReplaced && text == line.initialText)
  }

  // MARK: While no line is read

  /// Takes an event while a decision is awaited or an effect is performed.
  mutating func take(
    _ event: TerminalEvent, in context: ConversationContext
  ) -> ConversationRequest {
    switch event {
    case .signal(let signal): return depart(.signal(signal), in: context)
    case .endOfInput: return close(in: context)
    case .key(let key) where key == .control("c"):
      if case .performing(_, then: nil) = activity, !isCancelling {
        isCancelling = true
        perform(.cancelEffect)
        say([.hint(context.catalog.text(.ctrlCAgain))])
        return .waitForEffect
      }
      return depart(.signal(.interrupt), in: context)
    case .key(let key) where key == .control("z"):
      perform(.stop)
      if case .performing(let request, _) = activity { say(.situation([.effect(request)])) }
    case .key, .paste: keepForLater(event)
    case .mouse, .resized, .resumed, .report, .focus, .token: break
    }
    if case .performing = activity { return .waitForEffect }
    return decided(in: context)
  }

  /// Continues when a decision was made, or waits for it.
  mutating func decided(in context: ConversationContext) -> ConversationRequest {
    let wasAwaited = if case .awaitingDecision = activity { true } else { false }
    if wasAwaited, context.place == place { say(context.question?.refusal ?? []) }
    return next(in: context)
  }
}

extension Conversation.Typed {
  /// Whether it's a word that doesn't answer.
  fileprivate var isNoAnswer: Bool {
    switch self {
    case .word(.walk(.answer)), .text, .escaped, .edit, .clearedScreen: false
    case .word, .listWord, .unknownWord: true
    }
  }

  /// Whether it leaves the line of a question without an answer.
  fileprivate var leavesLine: Bool {
    switch self {
    case .word(.walk(.answer)), .word(.walk(.accept)), .word(.edit): false
    case .word, .edit: true
    case .text, .escaped, .listWord, .unknownWord, .clearedScreen: false
    }
  }
}
