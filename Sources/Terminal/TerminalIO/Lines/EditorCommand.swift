// SPDX-License-Identifier: Apache-2.0

/// A command of the program that a key of the line editor is bound to.
///
/// An inputrc file can bind each of them by its name: `"\C-o": stackflow-back`.
public enum EditorCommand: Hashable, Sendable {
  /// Go back one step.
  case back
  /// Go back to the step with this number, 1 to 9.
  case backTo(Int)
  /// Accept the suggestions that still fit.
  case accept
  /// Leave the field empty, although it offers an answer.
  case none
  /// Take the default, although an earlier answer is offered.
  case takeDefault
  /// Show the long help.
  case help
  /// Show why this is asked.
  case why
  /// Show the answers so far.
  case review
  /// Edit the text in an editor.
  case edit
  /// Scroll the older steps up or down.
  case scrollUp, scrollDown
  /// Repaint everything.
  case repaint
  /// Stop the process, as Ctrl-Z does.
  case stop
  /// Do something with a widget of a screen; a line without a widget ignores it.
  case widget(WidgetCommand)
}

/// A command for a widget of a screen.
public enum WidgetCommand: Hashable, Sendable, CaseIterable {
  /// Show a secret, or hide it.
  case showSecret
  /// Mark what the pointer is on, or remove its mark.
  case mark
  /// Mark everything, or nothing.
  case markAll
  /// Mark what isn't marked, and nothing else.
  case invertMarks
  /// Go to the next field of a form, or to the one before.
  case nextField, previousField
  /// Move the item of a list that the pointer is on.
  case moveItemUp, moveItemDown

  /// The key that does it, whatever else is bound to it in the line editor.
  package var key: Key {
    switch self {
    case .showSecret: .alt("v")
    case .mark: .character(" ")
    case .markAll: .alt("a")
    case .invertMarks: .alt("i")
    case .nextField: Key(.tab)
    case .previousField: Key(.tab, .shift)
    case .moveItemUp: Key(.up, .alt)
    case .moveItemDown: Key(.down, .alt)
    }
  }
}

/// A command that keys can be bound to by name.
///
/// Some depend on the line. On an empty line or an unchanged offer, they're commands of the
/// program; elsewhere, the key has its usual meaning in the line editor.
package enum BoundCommand: String, CaseIterable, Sendable {
  case back = "stackflow-back"
  case backAtEmptyLine = "stackflow-back-at-empty-line"
  case backToDigit = "stackflow-back-to-digit"
  case accept = "stackflow-accept"
  case none = "stackflow-none"
  case takeDefault = "stackflow-default"
  case help = "stackflow-help"
  case helpOrInsert = "stackflow-help-or-insert"
  case why = "stackflow-why"
  case review = "stackflow-review"
  case edit = "stackflow-edit"
  case scrollUp = "stackflow-scroll-up"
  case scrollDown = "stackflow-scroll-down"
  case repaint = "stackflow-repaint"
  case stop = "stackflow-stop"
  case clear = "stackflow-clear"
  case showSecret = "stackflow-show-secret"
  case mark = "stackflow-mark"
  case markAll = "stackflow-mark-all"
  case invertMarks = "stackflow-invert-marks"
  case nextField = "stackflow-next-field"
  case previousField = "stackflow-previous-field"
  case moveItemUp = "stackflow-move-item-up"
  case moveItemDown = "stackflow-move-item-down"

  /// The keys that are bound by default.
  package var keys: [Key] {
    switch self {
    case .back: [Key(.tab, .shift), Key(.left, .alt)]
    case .backAtEmptyLine: [Key(.pageUp)]
    case .backToDigit: (1...9).map { .alt(Character("\($0)")) }
    case .accept: [Key(.enter, .alt)]
    case .takeDefault: [.alt("s")]
    case .help: [Key(.function(1))]
    case .helpOrInsert: [.character("?")]
    case .why: [.alt("w")]
    case .none, .review, .edit: []
    case .scrollUp: [Key(.up, .alt)]
    case .scrollDown: [Key(.down, .alt)]
    case .repaint: [.control("l")]
    case .stop: [.control("z")]
    case .clear: []
    // A widget takes its own keys before the line does.
    case .showSecret, .mark, .markAll, .invertMarks, .nextField, .previousField, .moveItemUp,
      .moveItemDown:
      []
    }
  }

  /// Returns the command in this state of the line, or `nil` if the key has its usual meaning in
  /// the line editor.
  package func command(
    key: Key?, isEmpty: Bool, isUntouchedOffer: Bool, takesQuestionMark: Bool = false
  ) -> EditorCommand? {
    switch self {
    case .back: .back
    case .backAtEmptyLine: isEmpty ? .back : nil
    case .backToDigit: isEmpty ? digit(of: key).map { .backTo($0) } : nil
    case .accept: .accept
    case .none: isEmpty || isUntouchedOffer ? EditorCommand.none : nil
    case .takeDefault: isEmpty || isUntouchedOffer ? .takeDefault : nil
    case .help: .help
    case .helpOrInsert: isEmpty && !takesQuestionMark ? .help : nil
    case .why: .why
    case .review: .review
    case .edit: .edit
    case .scrollUp: .scrollUp
    case .scrollDown: .scrollDown
    case .repaint: .repaint
    case .stop: .stop
    case .clear: nil
    case .showSecret: .widget(.showSecret)
    case .mark: .widget(.mark)
    case .markAll: .widget(.markAll)
    case .invertMarks: .widget(.invertMarks)
    case .nextField: .widget(.nextField)
    case .previousField: .widget(.previousField)
    case .moveItemUp: .widget(.moveItemUp)
    case .moveItemDown: .widget(.moveItemDown)
    }
  }

  private func digit(of key: Key?) -> Int? {
    guard case .character(let character) = key?.code, let digit = character.wholeNumberValue,
      (1...9).contains(digit)
    else { return nil }
    return digit
  }
}
