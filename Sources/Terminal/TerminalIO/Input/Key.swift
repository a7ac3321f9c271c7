// SPDX-License-Identifier: Apache-2.0

/// A key with its modifiers, and the bytes that a line editor gets for it.
///
/// Two keys are equal if they have the same meaning, whatever bytes their terminals sent.
public struct Key: Sendable {
  /// A key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A character as it's typed into a line; with `control`, the key's letter in lower case.
    case character(Character)
    /// Return, keypad Enter, or Ctrl-J.
    case enter
    /// Tab; with `shift` it moves backward.
    case tab
    /// Backspace, or Ctrl-H.
    case backspace
    /// Escape alone.
    case escape
    /// An arrow.
    case up, down, left, right
    /// A key of the block above the arrows.
    case home, end, pageUp, pageDown, insert, delete
    /// A function key, F1 to F35.
    case function(Int)
  }

  /// Modifier keys.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, which are one less than the number that terminals send.
    public let rawValue: UInt8

    /// Creates a set from its bits, which are one less than the number that terminals send.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    ///
    /// Typed characters are upper case instead.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt or Option, or an Escape just before the key.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without its modifiers.
  public let code: Code

  /// The modifiers that were held down.
  public let modifiers: Modifiers

  /// The bytes that a line editor gets for this key: those that arrived, or their usual form.
  public let bytes: [UInt8]

  /// Creates a key with the bytes that terminals usually send for it.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.init(code, modifiers, bytes: KeyBytes.usual(code, modifiers))
  }

  /// Creates a key that arrived as these bytes.
  package init(_ code: Code, _ modifiers: Modifiers, bytes: [UInt8]) {
    self.code = code
    self.modifiers = modifiers
    self.bytes = bytes
  }

  /// Creates the key of a character held with Control, such as `.control("c")`.
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }

  /// Creates the key of a character held with Alt, such as `.alt("w")`.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }

  /// Creates the key of a character.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
}

extension Key: Hashable {
  /// Whether both are the same key; the bytes don't matter.
  public static func == (one: Key, other: Key) -> Bool {
    one.code == other.code && one.modifiers == other.modifiers
  }

  /// Hashes the code and the modifiers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(modifiers)
  }
}

extension Key: CustomStringConvertible {
  /// The name of the key: `ctrl-c`, `shift-tab`, `alt-left`, `f1`, or `a`.
  public var description: String {
    var name = ""
    if modifiers.contains(.control) { name += "ctrl-" }
    if modifiers.contains(.alt) { name += "alt-" }
    if modifiers.contains(.shift) { name += "shift-" }
    switch code {
    case .character(" "): return name + "space"
    case .character(let character): return name + String(character)
    case .function(let number): return name + "f\(number)"
    case .pageUp: return name + "page-up"
    case .pageDown: return name + "page-down"
    default: return name + "\(code)"
    }
  }
}
