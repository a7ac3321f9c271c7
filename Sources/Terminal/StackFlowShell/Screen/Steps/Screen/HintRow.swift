// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import SourceDiagnostics
import TerminalCells
import TerminalIO

/// The row of hints: what the keys do now, the most important first, as many as fit.
struct HintRow {
  /// The hints, in the order of their importance.
  private(set) var hints: [KeyHint]

  /// Whether the second hint says how to choose in the widget.
  private var isSecondChoosing = false

  /// Creates the hints of a moment.
  ///
  /// - Parameters:
  ///   - own: The hints of the widget.
  ///   - step: The step that is asked; nil elsewhere.
  ///   - nextField: Whether a field of the form follows the focused one; nil where it's the only one.
  ///   - isOffered: Whether the line is what is offered.
  ///   - isUnchanged: Whether the answer is as it was when the question was asked.
  ///   - canAccept: Whether every earlier answer of the step can be accepted at once.
  ///   - canGoBack: Whether there's a way back.
  ///   - isSingle: Whether the flow is one question, where nothing comes next.
  ///   - told: What the user was told, which its key closes.
  ///   - catalog: The words of the program.
  init(
    own: [KeyHint], step: StepState? = nil, nextField: Bool? = nil, isOffered: Bool = false,
    isUnchanged: Bool = true,
    canAccept: Bool = false, canGoBack: Bool, isSingle: Bool = false, told: Set<Topic> = [],
    catalog: MessageCatalog
  ) {
    let next = KeyHint("enter", catalog.text(.actNext))
    hints = own
    if let problems = step?.focusedField?.problems, !problems.isEmpty,
      isUnchanged, problems.allSatisfy({ $0.severity == .warning })
    {
      // Giving the same answer again confirms a warning.
      hints = [KeyHint("enter", catalog.text(.actKeep))] + hints.filter { $0.key != "enter" }
    }
    if isUnchanged, let field = step?.focusedField, field.draft == .untouched,
      field.offer?.isSuggestion == true
    {
      if isOffered {
        hints = hints.map { $0 == next ? KeyHint("enter", catalog.text(.actKeep)) : $0 }
      }
      if canAccept {
        hints.insert(
          KeyHint("alt-enter", catalog.text(.actKeepAll)), at: min(1, hints.count))
      }
    }
    if isUnchanged, let field = step?.focusedField, field.draft == .untouched, !field.isSecret,
      field.otherDefault != nil
    {
      hints.insert(KeyHint("alt-s", catalog.text(.actDefault)), at: min(1, hints.count))
    }
    if let nextField {
      if !nextField {
        hints = hints.map { $0 == next ? KeyHint("enter", catalog.text(.actDone)) : $0 }
      } else if !hints.contains(where: { $0.key == "tab" }) {
        hints.insert(KeyHint("tab", catalog.text(.actNextField)), at: min(1, hints.count))
      }
    }
    if isSingle {
      hints = hints.map { $0 == next ? KeyHint("enter", catalog.text(.actAnswer)) : $0 }
    }
    // The key that closes what is open isn't left out in a narrow window.
    if told.contains(.why) {
      hints.insert(KeyHint("alt-w", catalog.text(.actCloseWhy)), at: min(1, hints.count))
    }
    if told.contains(.help) {
      hints.insert(KeyHint("f1", catalog.text(.actCloseHelp)), at: min(1, hints.count))
    }
    isSecondChoosing =
      own.count > 1 && hints[1] == own[1] && own[1].effect == catalog.text(.actChoose)
    if canGoBack, !isSingle { hints.append(KeyHint("shift-tab", catalog.text(.actBack))) }
    if !told.contains(.help) { hints.append(KeyHint("f1", catalog.text(.actHelp))) }
    hints.append(KeyHint("ctrl-c", catalog.text(.actStop)))
  }

  /// Creates the hints while something is done.
  init(during activity: EffectActivity, catalog: MessageCatalog) {
    hints = [KeyHint("ctrl-c", catalog.text(activity.isCanceled ? .doLeave : .actCancel))]
  }

  /// The hints that fit a width in cells, in one text.
  func text(columns: Int, signs: ScreenSigns) -> String {
    texts(columns: columns, signs: signs).joined(separator: Self.separator(signs))
  }

  /// Returns what's between two hints.
  static func separator(_ signs: ScreenSigns) -> String { " \(signs.dot) " }

  /// The hints that fit a width in cells, with a separator between them; in a narrow window the keys have short names.
  func texts(columns: Int, signs: ScreenSigns) -> [String] {
    let isNarrow = columns < 46
    let texts = hints.map { hint in
      let key = isNarrow ? signs.short(hint.key) : hint.key
      // A hint about typing has no key.
      return (key: key, whole: key.isEmpty ? hint.effect : "\(key) \(hint.effect)")
    }
    guard let first = texts.first else { return [] }
    let rest = texts.dropFirst()
    let gap = Self.separator(signs).cellWidth
    func fill(_ start: String) -> [String] {
      var shown = [start]
      var width = start.cellWidth
      for hint in rest {
        // Enter alone says more than what another key does.
        for words in hint.key == "enter" ? [hint.whole, hint.key] : [hint.whole] {
          let next = width + gap + words.cellWidth
          guard next <= columns else { continue }
          shown.append(words)
          width = next
          break
        }
      }
      return shown
    }
    let short = fill(first.key.truncated(to: columns, ellipsis: ""))
    guard first.whole.cellWidth <= columns else { return short }
    let text = fill(first.whole)
    // A second hint is worth more than what Enter does, which the widget shows, too.
    guard first.key == "enter", let second = rest.first else { return text }
    func hasSecond(_ shown: [String], after start: String) -> Bool {
      shown.count > 1 && shown[0] == start && shown[1].hasPrefix(second.whole)
    }
    let lacksArrows =
      isSecondChoosing && second.key == signs.upDown && hasSecond(short, after: "enter")
      && !hasSecond(text, after: first.whole)
    return lacksArrows || text == [first.whole] && short != [first.key] ? short : text
  }
}

/// The text of the last row of hints, which mostly stays the same while a line is typed.
struct HintText {
  /// The text, and the columns of the hints that are buttons for their keys.
  struct Line {
    var text = ""
    var buttons: [(key: Key, columns: Range<Int>)] = []
  }

  private var hints: [KeyHint] = []
  private var columns = 0
  private var signs: [String] = []
  private var line: Line?

  /// The text of a row of hints, which is made again only where it's another one.
  mutating func line(of row: HintRow, columns: Int, signs: ScreenSigns) -> Line {
    let used = [signs.dot, signs.upDown]
    if let line, columns == self.columns, used == self.signs, row.hints == hints { return line }
    let line = Line(
      row.texts(columns: columns, signs: signs), between: HintRow.separator(signs))
    (self.line, self.columns, self.signs, hints) = (line, columns, used, row.hints)
    return line
  }
}

extension HintText.Line {
  /// Creates the line of some hints, with a button for each that has one key.
  fileprivate init(_ hints: [String], between separator: String) {
    text = hints.joined(separator: separator)
    let gap = separator.cellWidth
    var column = 0
    for hint in hints {
      let width = hint.cellWidth
      let name = hint.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(hint[..<$0]) } ?? hint
      if let key = Self.keys[name] { buttons.append((key, column..<column + width)) }
      column += width + gap
    }
  }

  /// The keys that hints name.
  private static let keys: [String: Key] = [
    "enter": Key(.enter), "tab": Key(.tab), "shift-tab": Key(.tab, .shift),
    "⇧tab": Key(.tab, .shift), "esc": Key(.escape), "f1": Key(.function(1)), "del": Key(.delete),
    "space": Key(.character(" ")), "ctrl-c": .control("c"), "ctrl-j": .control("j"),
    "alt-enter": Key(.enter, .alt), "alt-a": .alt("a"), "alt-s": .alt("s"), "alt-v": .alt("v"),
    "alt-w": .alt("w"), "→": Key(.right),
  ]
}

extension ScreenSigns {
  /// The name of a key in a narrow window.
  fileprivate func short(_ key: String) -> String {
    // Where arrows are words there are no signs for keys.
    guard key == "shift-tab", upDown == "↑↓" else { return key }
    return "⇧tab"
  }
}
