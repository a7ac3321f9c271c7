// SPDX-License-Identifier: Apache-2.0

/// Keys that a script types, written as text: `fra<Tab><Enter>`.
///
/// `<…>` is a key if it names one, with modifiers as in `<Ctrl-C>`; anything else is text.
package struct ScriptKeys: Hashable, Sendable {
  /// A piece of text, or a key.
  package enum Stroke: Hashable, Sendable {
    /// Text, typed as it is.
    case text(String)

    /// A key with its modifiers.
    case key(Name, Modifiers)

    /// A character with modifiers.
    case character(Character, Modifiers)
  }

  /// The keys with names.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case enter = "Enter"
    case tab = "Tab"
    case backspace = "Backspace"
    case escape = "Esc"
    case space = "Space"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case home = "Home"
    case end = "End"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case insert = "Insert"
    case delete = "Delete"
    case f1 = "F1"
    case f2 = "F2"
    case f3 = "F3"
    case f4 = "F4"
    case f5 = "F5"
    case f6 = "F6"
    case f7 = "F7"
    case f8 = "F8"
    case f9 = "F9"
    case f10 = "F10"
    case f11 = "F11"
    case f12 = "F12"
  }

  /// Keys that are held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  /// The text that names the keys.
  let text: String

  /// The keys, in order.
  package let strokes: [Stroke]

  /// A text that looks like the name of a key, and isn't one; nil if there's no such name.
  let unknownName: String?

  /// Reads keys.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
    self.text = text
    var strokes: [Stroke] = []
    var unknown: String?
    var words = ""
    var rest = text[...]
    while let character = rest.first {
      guard let name = Self.bracketed(at: rest) else {
        words.append(character)
        rest = rest.dropFirst()
        continue
      }
      if !words.isEmpty { strokes.append(.text(words)) }
      words = ""
      if let stroke = Self.stroke(named: name) {
        strokes.append(stroke)
      } else if unknown == nil {
        unknown = String(name)
      }
      rest = rest.dropFirst(name.count + 2)
    }
    if !words.isEmpty { strokes.append(.text(words)) }
    self.strokes = strokes
    unknownName = unknown
  }

  /// The names of the keys that one may have meant, for messages.
  static let names = Name.allCases.map(\.rawValue)

  /// The longest name, with its modifiers.
  private static let longestName = "Ctrl-Alt-Shift-Backspace".count

  /// The text between `<` and `>` at the beginning of a text, if it could name a key.
  private static func bracketed(at text: Substring) -> Substring? {
    guard text.first == "<" else { return nil }
    let name = text.dropFirst().prefix(longestName + 1).prefix { $0 != ">" }
    guard name.count <= longestName, text.dropFirst(name.count + 1).first == ">",
      let first = name.first, first.isASCII, first.isUppercase, name.count > 1
    else { return nil }
    return name.allSatisfy { $0.isASCII && !$0.isWhitespace } ? name : nil
  }

  private static func stroke(named name: Substring) -> Stroke? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard let last = parts.last else { return nil }
    var modifiers: Modifiers = []
    for part in parts.dropLast() {
      switch part {
      case "Ctrl": modifiers.insert(.control)
      case "Alt": modifiers.insert(.alt)
      case "Shift": modifiers.insert(.shift)
      default: return nil
      }
    }
    if let key = Name(rawValue: String(last)) { return .key(key, modifiers) }
    guard last.count == 1, let character = last.first, !modifiers.isEmpty else { return nil }
    // The key of a letter with Control is the same with and without Shift.
    let isControl = modifiers.contains(.control)
    return .character(isControl ? character.lowercased().first ?? character : character, modifiers)
  }
}
