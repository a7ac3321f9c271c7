// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization

/// The input of a browser for a field, and what a form says of it.
struct FieldControl {
  /// The field.
  let field: Question.Field

  private var state: FieldState { field.state }

  /// Whether a field that names a file has an input for one.
  private let takesFiles: Bool

  /// Creates a control.
  init(_ field: Question.Field, takesFiles: Bool) {
    self.field = field
    self.takesFiles = takesFiles
  }

  /// The kinds of inputs.
  enum Kind: Hashable, Sendable {
    /// A line of text, with the `type` of its element and the hint for the keyboard of a phone.
    case line(type: String, mode: String? = nil)

    /// A text of several lines, or an item on each line.
    case area

    /// A file.
    case file

    /// A password, and whether it's entered twice.
    case secret(twice: Bool)

    /// Yes, no, or nothing.
    case yesOrNo

    /// One of few choices.
    case radios

    /// One of many choices.
    case menu

    /// Some of the choices.
    case boxes

    /// One or some of so many choices that a page shows only a part.
    case search(several: Bool)
  }

  /// The maximum number of choices with a button each.
  static let mostRadios = 8

  /// The maximum number of choices on a page; with more, they're searched.
  static let mostShown = 200

  /// The kind of the input.
  var kind: Kind {
    switch state.type {
    case .choice where state.choices.count > Self.mostShown: .search(several: false)
    case .choices where state.choices.count > Self.mostShown: .search(several: true)
    case .choice where state.choices.count > Self.mostRadios && state.otherLabel == nil: .menu
    case .choice: .radios
    case .choices: .boxes
    case .boolean: .yesOrNo
    case .secret: .secret(twice: state.asksTwice)
    case .text, .list, .map: .area
    case .integer: number(step: 1)
    case .number: number(step: nil)
    case .date: time("date") { Self.matches($0, "0000-00-00") }
    case .time: time("time") { Self.matches($0, "00:00") || Self.matches($0, "00:00:00") }
    case .datetime:
      time("datetime-local") {
        Self.matches($0, "0000-00-00 00:00") || Self.matches($0, "0000-00-00 00:00:00")
      }
    case .path where takesFiles && namesFile: .file
    case .string, .path, .duration: .line(type: textType, mode: nil)
    }
  }

  /// Whether the answer is the path of something that's there, and may be a file.
  private var namesFile: Bool {
    let must = state.limit(of: .must)
    return must == .string("file") || must == .string("exist")
  }

  private var textType: String {
    switch state.limit(of: .format) {
    case .string("email")?: "email"
    case .string("uri")?: "url"
    default: "text"
    }
  }

  /// A number that the browser understands; other text, such as a refused one, needs a line of text.
  private func number(step: Int?) -> Kind {
    guard shownText.isEmpty || Double(shownText) != nil else { return .line(type: "text") }
    return .line(type: "number", mode: step == 1 ? "numeric" : "decimal")
  }

  private func time(_ type: String, _ fits: (String) -> Bool) -> Kind {
    .line(type: shownText.isEmpty || fits(shownText) ? type : "text")
  }

  /// Returns whether a text has digits where a form has zeros, and the same characters elsewhere.
  private static func matches(_ text: String, _ form: String) -> Bool {
    text.utf8.count == form.utf8.count
      && zip(text.utf8, form.utf8).allSatisfy { byte, formed in
        formed == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == formed
      }
  }

  // MARK: What it shows at first

  /// The text of the input: what's unfinished, a refused or an earlier answer, or what's offered; empty for a secret.
  var shownText: String {
    if state.isSecret { return "" }
    if let unfinished = field.unfinishedText { return unfinished }
    if state.type.hasItems, let value = state.draft == .untouched ? state.offer?.value : state.value
    {
      return lines(of: value)
    }
    return state.editableText
  }

  private func lines(of value: Value) -> String {
    switch value {
    case .list(let items): items.map { state.typedItem($0) }.joined(separator: "\n")
    case .map(let map):
      map.map { entry in
        state.itemText(
          entry.value.isString ? entry.value.plainText : state.typedItem(entry.value),
          named: entry.key.plainText)
      }.joined(separator: "\n")
    default: state.editableText
    }
  }

  /// The value that's chosen at first, also if it was refused; nil for none.
  var shownValue: Value? { state.refusedData ?? state.valueAtFirst }

  /// Whether nothing but what's offered or accepted is in the input, so that sending it as it is answers nothing new.
  var showsAnswer: Bool {
    state.unfinished == nil
      && (state.draft == .untouched ? state.offer != nil : state.value != nil)
  }

  // MARK: Names in the form

  /// The name of the input.
  var name: String { "f:" + field.id }

  /// The name of the input for a text beside the choices.
  var otherName: String { "o:" + field.id }

  /// The name of the second input of a secret.
  var againName: String { "a:" + field.id }

  /// The name of the box that removes a file, or leaves a secret empty.
  var removalName: String { "r:" + field.id }

  /// The name of the input that says that the form has the field.
  static let presence = "has"

  /// Returns a choice as the value of its input.
  static func text(of value: Value) -> String { "v" + (JSONWriter().text(of: value) ?? "") }

  /// Returns the value of a choice; nil if a text isn't one.
  static func value(of text: String) -> Value? {
    text.hasPrefix("v") ? try? Value(json: String(text.dropFirst())) : nil
  }

  /// The value of the input for a text beside the choices.
  static let other = "o"
}
