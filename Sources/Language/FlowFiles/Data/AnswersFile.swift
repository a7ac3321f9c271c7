// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// Reads answers from a file: YAML, JSON, or `NAME=value` lines.
package enum AnswersFile {
  /// An answer in a file.
  package struct Answer: Hashable, Sendable {
    /// The content of an answer.
    package enum Content: Hashable, Sendable {
      /// A scalar, as its source text, which is read like something that the user types.
      case typed(String)

      /// A list or a map, as data.
      case data(Value)

      /// `null`, which leaves the field empty.
      case empty
    }

    /// The name.
    package let name: String

    /// The content.
    package let content: Content

    /// The answer as data; a scalar has the type that YAML gives it.
    package let data: Value

    /// The place in the file.
    package let place: SourcePlace

    /// The answer as data with the source texts of numbers and flags that are written in another way than usual; nil
    /// where it isn't in a file like that.
    package var spelled: Value?

    /// The elements of a list or a map whose texts are read as numbers with other texts, such as `3.10`.
    package var respelled: [RespelledNumber] = []

    /// Creates an answer.
    package init(name: String, content: Content, data: Value, place: SourcePlace) {
      self.name = name
      self.content = content
      self.data = data
      self.place = place
    }
  }

  /// A number in a file whose text isn't the one that the number has.
  package struct RespelledNumber: Hashable, Sendable {
    /// The text in the file.
    let text: String

    /// The text that the number has.
    let canonical: String

    /// The place in the file.
    package let place: SourcePlace

    /// The type that it's read as, and how to fix a text.
    package var words: String {
      "\(text) is read as the number \(canonical); quote it if it is a text"
    }
  }

  /// Returns whether a file with this name is read as `NAME=value` lines.
  package static func holdsVariables(_ name: String) -> Bool { name.hasSuffix(".env") }

  /// Reads a file: `NAME=value` lines if its name ends with `.env`, JSON if it ends with `.json` or the file is JSON,
  /// and otherwise YAML.
  ///
  /// Standard input, `-`, has no name that says which; it's `NAME=value` lines if it begins with one.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name.
  ///   - limit: The maximum size of a file of YAML in bytes.
  /// - Returns: The answers in file order, and the file's diagnostics.
  package static func read(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit
  ) -> (answers: [Answer], diagnostics: DiagnosticList) {
    if holdsVariables(name) || (name == "-" && beginsWithVariable(bytes)) {
      return VariableLines.read(bytes, name: name)
    }
    var options = YAMLOptions.data
    options.maximumByteCount = limit
    let stream = YAMLReader.read(bytes, name: name, options: options)
    var diagnostics = stream.diagnostics
    guard let root = stream.root else { return ([], diagnostics) }
    guard case .map(let entries) = root.content else {
      if case .broken = root.content { return ([], diagnostics) }
      let found = if case .list = root.content { "a list" } else { "a single value" }
      diagnostics.add(
        Diagnostic(
          "wrong-type",
          "expected a map of answers, such as 'name: Ada', in YAML or JSON, or NAME=value in a file that ends with .env; "
            + "found \(found)", at: SourcePlace(stream.file, root.range)))
      return ([], diagnostics)
    }
    var answers: [Answer] = []
    for entry in entries {
      guard let content = content(of: entry.value), let data = entry.value.dataValue else {
        continue
      }
      var answer = Answer(
        name: entry.key.text, content: content, data: data,
        place: SourcePlace(stream.file, entry.value.range))
      answer.spelled = entry.value.spelledValue
      answer.respelled = respelled(in: entry.value, stream.file)
      answers.append(answer)
    }
    return (answers, diagnostics)
  }

  /// Returns the data of a text in YAML or JSON, or nil if it's neither.
  package static func value(of text: String) -> Value? {
    let stream = YAMLReader.read(text, name: "value", options: .data)
    return stream.diagnostics.hasErrors ? nil : stream.root?.dataValue
  }

  private static func content(of node: YAMLNode) -> Answer.Content? {
    switch node.content {
    case .scalar(let scalar):
      return scalar.value == .null ? .empty : .typed(scalar.text)
    case .list, .map: return node.dataValue.map { .data($0) }
    case .broken: return nil
    }
  }

  private static func respelled(in node: YAMLNode, _ file: SourceFile) -> [RespelledNumber] {
    let elements: [YAMLNode] =
      switch node.content {
      case .list(let elements): elements
      case .map(let entries): entries.map(\.value)
      case .scalar, .broken: []
      }
    return elements.compactMap { element in
      guard case .scalar(let scalar) = element.content, let value = element.dataValue else {
        return nil
      }
      switch value {
      case .int, .uint, .double:
        guard value.plainText != scalar.text else { return nil }
        return RespelledNumber(
          text: scalar.text, canonical: value.plainText, place: SourcePlace(file, element.range))
      default: return nil
      }
    }
  }

  // MARK: NAME=value

  /// Whether the first line that isn't empty or a comment is `NAME=value`.
  private static func beginsWithVariable(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for line in bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0).split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).drop {
        $0 == " " || $0 == "\t" || $0 == "\r"
      }
      if text.isEmpty || text.first == "#" { continue }
      let name = (text.hasPrefix("export ") ? text.dropFirst("export ".count) : text).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-")
      }
      return !name.isEmpty && text[name.endIndex...].hasPrefix("=")
    }
    return false
  }
}
