// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import SourceDiagnostics

// Requests while something is typed, and about how a document looks.
extension EditorServer {
  mutating func completion(_ request: DocumentRequest) -> Value {
    let list = workspace.completions(at: request.offset, in: request.path)
    // The ranges of most are equal.
    var ranges: [SourceRange: Value] = [:]
    return .object([
      "isIncomplete": .bool(!list.isWhole),
      "items": .list(
        list.items.enumerated().map { position, item in
          let range = ranges[item.range] ?? value(of: item.range, in: request.text)
          ranges[item.range] = range
          return self.value(of: item, position, range)
        }),
    ])
  }

  private func value(of item: CompletionItem, _ position: Int, _ range: Value) -> Value {
    let isSnippet = item.isSnippet && client.takesSnippets
    let plain = item.isSnippet ? item.text.withoutPlaceholders : item.text
    let digits = String(position)
    return .object([
      "label": .string(item.label), "kind": .number(item.kind.number), "detail": item.detail.value,
      "documentation": item.documentation.map { .markdown($0) },
      "sortText": .string(String(repeating: "0", count: max(0, 5 - digits.count)) + digits),
      "insertTextFormat": isSnippet ? 2 : nil,
      "textEdit": .object([
        "range": range, "newText": .string(isSnippet ? item.text : plain),
      ]),
    ])
  }

  mutating func signature(_ request: DocumentRequest) -> Value {
    guard let help = workspace.signature(at: request.offset, in: request.path) else {
      return .null
    }
    let fitting = help.forms.firstIndex { $0.parameters.count > help.argument } ?? 0
    return .object([
      "signatures": .list(
        help.forms.map { form in
          .object([
            "label": .string(form.label),
            "documentation": .markdown(help.summary),
            "parameters": .list(form.parameters.map { .object(["label": .string($0)]) }),
          ])
        }),
      "activeSignature": .number(fitting), "activeParameter": .number(help.argument),
    ])
  }

  // MARK: Looks

  mutating func folding(_ request: DocumentRequest) -> Value {
    let lines = request.text.lines
    return .list(
      (workspace.view(of: request.path, isChecked: false)?.foldedRanges ?? []).map {
        range, isComment in
        .object([
          "startLine": .number(lines.line(at: range.lowerBound)),
          "endLine": .number(lines.line(at: max(range.lowerBound, range.upperBound - 1))),
          "kind": isComment ? "comment" : nil,
        ])
      })
  }

  mutating func selections(_ request: DocumentRequest) -> Value {
    guard let view = workspace.view(of: request.path, isChecked: false) else { return .null }
    let text = request.text
    let positions = request.parameters["positions"]?.items ?? []
    return .list(
      positions.compactMap(TextPosition.init).map { position in
        let ranges = view.selectionRanges(at: text.offset(of: position, in: client.encoding))
        return ranges.reversed().reduce(nil as Value?) { outer, range in
          .object(["range": value(of: range, in: text), "parent": outer])
        } ?? .null
      })
  }

  /// The types of tokens, in the order of their numbers.
  static let tokenTypes = [
    "variable", "function", "property", "keyword", "string", "number", "operator",
  ]

  mutating func tokens(_ request: DocumentRequest) -> Value {
    let (view, text) = (workspace.sketch(of: request.path), request.text)
    var data: [Value] = []
    var last = TextPosition(line: 0, character: 0)
    for word in view?.semanticWords(in: request.range) ?? [] {
      let start = text.position(of: word.range.lowerBound, in: client.encoding)
      let end = text.position(of: word.range.upperBound, in: client.encoding)
      let isSameLine = start.line == last.line
      let number = ExpressionWord.Kind.allCases.firstIndex(of: word.kind) ?? 0
      data += [
        .number(start.line - last.line),
        .number(isSameLine ? start.character - last.character : start.character),
        .number(end.character - start.character), .number(number),
        word.isDeclaration ? 1 : 0,
      ]
      last = start
    }
    return .object(["data": .list(data)])
  }

  mutating func lenses(_ request: DocumentRequest) -> Value {
    .list(
      (workspace.view(of: request.path, isChecked: false)?.lenses ?? []).map { lens in
        .object([
          "range": value(of: lens.range, in: request.text),
          "command": .object([
            "title": .string(lens.title), "command": "stackflow.run",
            "arguments": .list([.string(program)] + lens.arguments.map { .string($0) }),
          ]),
        ])
      })
  }
}

extension CompletionItem.Kind {
  /// The number that the protocol gives to items of this kind.
  fileprivate var number: Int {
    switch self {
    case .key: 10
    case .name: 6
    case .function: 3
    case .method: 2
    case .field: 5
    case .word: 13
    case .value: 12
    case .file: 17
    case .keyword: 14
    }
  }
}

extension String {
  /// The text of a snippet without its places for the cursor: of one with choices, the first.
  fileprivate var withoutPlaceholders: String {
    var text = ""
    var rest = self[...]
    while let dollar = rest.firstIndex(of: "$") {
      text += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        let choices = rest[..<end].split(separator: "|")
        if choices.count > 1 { text += choices[1].prefix { $0 != "," } }
        rest = rest[end...].dropFirst()
      } else {
        rest = rest.drop(while: \.isNumber)
      }
    }
    return text + rest
  }
}
