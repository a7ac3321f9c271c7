// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import FlowExpressions
import FlowModel
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The choices of a question, as the command line or standard input lists them.
struct ChoiceList {
  struct Element: Equatable {
    /// The answer when it's chosen.
    var value: String

    /// The text that users see; nil for the value.
    var label: String?
  }

  /// The choices, in their order; each value occurs once.
  private(set) var elements: [Element] = []

  /// Whether there is a label.
  private(set) var hasLabels = false

  /// Creates an empty list.
  init() {}

  /// Reads a list with commas between its elements, each a value or `value=label`.
  ///
  /// A backslash before a comma, an equals sign, or a backslash makes it part of the text.
  ///
  /// - Throws: ``ProgramEnding`` for an empty value, and for one that occurs twice.
  init(listed text: String) throws(ProgramEnding) {
    var known: Set<String> = []
    for part in Self.parts(of: text, at: ",") {
      let words = Self.parts(of: part, at: "=", most: 2).map(Self.unescaped)
      let value = words.first ?? ""
      guard !value.isEmpty else {
        throw ProgramOutput.fail(.usage, "--choices has an empty choice in '\(text)'")
      }
      guard known.insert(value).inserted else {
        throw ProgramOutput.fail(.usage, "--choices has '\(value)' twice")
      }
      add(Element(value: value, label: words.count > 1 ? words[1] : nil))
    }
  }

  /// Reads the lines of standard input, each a value, or a value, a tab, and a label.
  ///
  /// Empty lines are left out, and so is every value that occurred before.
  ///
  /// - Parameters:
  ///   - end: The byte at the end of a line.
  ///   - limit: The maximum number of bytes.
  /// - Throws: ``ProgramEnding`` if standard input can't be read, or is too long.
  init(ofStandardInput end: UInt8, limit: Int) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: "-", limit: limit)
    guard bytes.count <= limit else {
      throw ProgramOutput.fail(
        .usage, "standard input has more than \(limit) bytes; --max-bytes allows more")
    }
    var known = KnownLines(count: bytes.count { $0 == end } + 1)
    let isBroken = bytes.withUnsafeBufferPointer { bytes -> Int? in
      var number = 0
      var start = 0
      while start < bytes.count {
        number += 1
        var stop = start
        var tab: Int?
        while stop < bytes.count, bytes[stop] != end {
          if tab == nil, bytes[stop] == UInt8(ascii: "\t") { tab = stop }
          stop += 1
        }
        var last = stop
        if end == UInt8(ascii: "\n"), last > start, bytes[last - 1] == UInt8(ascii: "\r") {
          last -= 1
        }
        let value = start..<min(tab ?? last, last)
        let label = min((tab ?? last) + 1, last)..<last
        guard let text = String(checking: UnsafeBufferPointer(rebasing: bytes[value])),
          let shown = label.isEmpty
            ? "" : String(checking: UnsafeBufferPointer(rebasing: bytes[label]))
        else { return number }
        if !value.isEmpty, known.insert(value, of: bytes) {
          add(Element(value: text, label: shown.isEmpty ? nil : shown))
        }
        start = stop + 1
      }
      return nil
    }
    if let number = isBroken {
      throw ProgramOutput.fail(.usage, "line \(number) of standard input isn't UTF-8")
    }
  }

  private mutating func add(_ element: Element) {
    hasLabels = hasLabels || element.label != nil
    elements.append(element)
  }

  // MARK: Use

  /// The value that a text names, by itself or by its label.
  func value(named text: String) -> String? {
    (elements.first { $0.value == text } ?? elements.first { $0.label == text })?.value
  }

  /// Why a text names no choice.
  func complaint(about text: String) -> String {
    let names = elements.prefix(1_000).map(\.value)
    let near = NearMiss.nearest(to: text, in: names).map { "; did you mean '\($0)'?" }
    return "'\(text)' isn't one of the choices\(near ?? "")"
  }

  /// The name of the input through which a flow gets the choices.
  private static let input: Identifier = "choices"

  /// The input of a flow that takes the choices.
  ///
  /// They are data rather than a part of the flow, so that a long list need not be checked like one.
  /// A choice with a label is a list of both, which takes half of the memory of a record.
  var definition: InputDefinition {
    let part = InputType.field(.string)
    return InputDefinition(
      name: Self.input,
      type: .list(
        hasLabels
          ? .list(part) : part))
  }

  /// The choices of a field, read from the input.
  var source: ChoicesDefinition {
    hasLabels
      ? .computed(
        from: "choices", value: "item[0]", label: "${item[1]}", hint: nil)
      : .computed(from: "choices", value: nil, label: nil, hint: nil)
  }

  /// The input's value, by its name.
  var inputs: [String: Value] {
    [
      Self.input.name: .list(
        elements.map { element in
          guard hasLabels else { return .string(element.value) }
          return .list([.string(element.value), .string(element.label ?? element.value)])
        })
    ]
  }

  // MARK: Lists in options

  /// The elements of a list in an option, as a list is typed: one with a comma is in quotation marks.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - option: The option, for the message.
  ///   - isMap: Whether its elements are names with values, `name=value`.
  /// - Returns: The elements, without their quotation marks.
  /// - Throws: ``ProgramEnding`` for a quotation mark that isn't closed.
  static func words(
    of list: String, for option: String, named isMap: Bool = false
  ) throws(ProgramEnding) -> [ItemWord] {
    do {
      return try ItemWord.words(of: list, named: isMap)
    } catch {
      throw ProgramOutput.fail(
        .usage, "\(option): the quotation mark \(error.quote) isn't closed in '\(list)'")
    }
  }

  /// The parts of a text between unescaped separators, with their backslashes.
  private static func parts(
    of text: String, at separator: Character, most: Int = .max
  ) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == separator, !isEscaped, parts.count < most {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  /// A text without the backslashes before commas, equals signs, and backslashes.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, ",=\\".contains(next) {
        result.append(next)
        rest.removeFirst()
      } else {
        result.append(character)
      }
    }
    return result
  }
}
