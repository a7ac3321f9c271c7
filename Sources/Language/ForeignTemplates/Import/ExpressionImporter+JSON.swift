// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Values as JSON, and texts with values in them.
extension ExpressionImporter {
  /// Translates the filters that write JSON.
  ///
  /// Python escapes all that isn't ASCII. `tojson` of Jinja also escapes what means something in HTML, and what it gives
  /// is markup; `jsonify` of cookiecutter writes several lines.
  func json(of value: ImportedValue, by filter: String) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: filter)
    let value = try plain(value)
    guard !value.isOptional else { throw failure }
    var json: ImportedValue
    if let constant = value.constant {
      var text = try constant.json(
        indentation: filter == "jsonify" ? 4 : nil, isSorted: filter != "to_json")
      if filter == "tojson" {
        for mark in Self.marks { text = text.replacingParts(mark.0, with: mark.1) }
      }
      json = ImportedValue(.string(text))
    } else {
      json = try written(value, failure, inLines: filter == "jsonify")
      if filter == "tojson", value.kind == .text || value.kind == .list(.text) {
        var code = json.code(at: .primary)
        for mark in Self.marks {
          code += ".replace(\(mark.0.asExpressionLiteral), \(mark.1.asExpressionLiteral))"
        }
        json = ImportedValue(code, .text)
      }
      json.isFilled = true
    }
    json.isMarkup = filter == "tojson"
    return json
  }

  /// The characters with a meaning in HTML, and their escapes.
  private static let marks = [
    ("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"),
  ]

  private func written(
    _ value: ImportedValue, _ failure: JinjaFailure, inLines: Bool
  ) throws(JinjaFailure) -> ImportedValue {
    switch value.kind {
    case .text: return ImportedValue("toAsciiJson(\(value.code))", .text)
    case .integer: return ImportedValue("string(\(value.code))", .text)
    case .boolean:
      return ImportedValue("\(value.code(at: .or)) ? 'true' : 'false'", .text, .conditional)
    case .number: return try text(of: value)
    case .list(.text):
      let items = "\(value.code(at: .primary)).map(it, toAsciiJson(it))"
      guard inLines else { return ImportedValue("'[' + \(items).join(', ') + ']'", .text, .sum) }
      return ImportedValue(
        "size(\(value.code)) == 0 ? '[]' : '[\\n    ' + \(items).join(',\\n    ') + '\\n]'", .text,
        .conditional)
    case .list, .constant: throw failure
    }
  }

  // MARK: Format

  /// Translates the filter `format` of a text that's known: `%s`, `%d` of whole numbers, and `%.1f` of numbers.
  func formatted(
    _ text: ImportedValue, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "format")
    guard case .string(let words)? = text.constant, !text.isMarkup,
      let parts = JinjaFormat.parts(of: words), arguments.values.isEmpty || arguments.named.isEmpty
    else { throw failure }
    var texts: [ImportedValue] = []
    var next = arguments.values[...]
    for part in parts {
      let argument: JinjaExpression
      switch part {
      case .words(let words):
        texts.append(ImportedValue(.string(words)))
        continue
      case .value(_, let name?):
        guard let found = arguments.named.first(where: { $0.name == name }) else { throw failure }
        argument = found.value
      case .value(_, nil):
        guard let first = next.popFirst() else { throw failure }
        argument = first
      }
      let value = try plain(try value(argument, scope))
      switch part {
      case .value("s", _): texts.append(try self.text(of: value))
      case .value("d", _), .value("i", _):
        guard value.kind == .integer, !value.isOptional else { throw failure }
        texts.append(try self.text(of: value))
      case .value(let kind, _) where kind.hasSuffix("f") && !value.isOptional:
        let isWhole = value.kind == .integer
        guard isWhole || value.kind == .number else { throw failure }
        let number = isWhole ? "double(\(value.code))" : value.code
        texts.append(ImportedValue("'%\(kind)'.format([\(number)])", .text))
      default: throw failure
      }
    }
    guard next.isEmpty else { throw failure }
    return .sum(of: texts)
  }
}

extension JinjaValue {
  /// The JSON that Python writes of a value.
  ///
  /// - Parameters:
  ///   - indentation: The blanks of a level; nil for one line.
  ///   - isSorted: Whether the keys of dictionaries are sorted.
  /// - Returns: The text, in ASCII.
  /// - Throws: ``JinjaFailure`` for what has no JSON, and for other keys than texts.
  func json(indentation: Int?, isSorted: Bool) throws(JinjaFailure) -> String {
    var text = ""
    try write(json: &text, indentation, isSorted, level: 0)
    guard text.utf8.count <= JinjaEvaluator.maximumLength else { throw .limit }
    return text
  }

  private func write(
    json text: inout String, _ indentation: Int?, _ isSorted: Bool, level: Int
  ) throws(JinjaFailure) {
    func lineBreak(_ level: Int) -> String {
      indentation.map { "\n" + String(repeating: " ", count: $0 * level) } ?? ""
    }
    let separator = indentation == nil ? ", " : "," + lineBreak(level + 1)
    switch self {
    case .none: text += "null"
    case .bool(let truth): text += truth ? "true" : "false"
    case .int, .double: text += try self.text()
    case .string(let words): text += Self.quoted(words)
    case .list(let items), .tuple(let items):
      guard !items.isEmpty else { return text += "[]" }
      text += "[" + lineBreak(level + 1)
      for (index, item) in items.enumerated() {
        if index > 0 { text += separator }
        try item.write(json: &text, indentation, isSorted, level: level + 1)
      }
      text += lineBreak(level) + "]"
    case .dictionary(let pairs):
      guard !pairs.isEmpty else { return text += "{}" }
      var entries: [(key: String, value: JinjaValue)] = []
      for pair in pairs {
        guard case .string(let key) = pair.key else { throw JinjaFailure(construct: "json") }
        entries.append((key, pair.value))
      }
      if isSorted {
        entries.sort { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
      }
      text += "{" + lineBreak(level + 1)
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += separator }
        text += Self.quoted(entry.key) + ": "
        try entry.value.write(json: &text, indentation, isSorted, level: level + 1)
      }
      text += lineBreak(level) + "}"
    case .undefined: throw JinjaFailure(construct: "undefined")
    }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.isASCII = true
    return writer.text(of: .string(text)) ?? ""
  }
}
