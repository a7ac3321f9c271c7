// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import ForeignTemplates
import SourceDiagnostics

// The questions of templates of other programs, as names.
extension FlowWorkspace {
  /// Returns the question that a target is; nil if it's a name of a flow.
  mutating func foreignName(_ target: NameTarget) -> ForeignName? {
    guard FileKind(of: target.flow).isForeign,
      let names = check(target.flow)?.foreign?.names, names.indices.contains(target.name)
    else { return nil }
    return names[target.name]
  }

  /// Returns the edits that give a question another name.
  ///
  /// It's refused where the template names the question in a way that the check doesn't read: in the names of files, and
  /// in what isn't understood.
  mutating func rename(
    foreign name: ForeignName, _ target: NameTarget, to new: String
  ) throws(RenameRefusal) -> [String: [FixIt.Edit]] {
    if let use = name.pathUse {
      throw RenameRefusal(
        message:
          "'\(name.name)' is in the name of the file '\(use.file.name)', which no edit changes")
    }
    guard !new.isEmpty, new.utf8.allSatisfy(\.isWord), !(0x30...0x39).contains(new.utf8.first ?? 0)
    else {
      throw RenameRefusal(message: "a question's name has letters, digits, and '_'")
    }
    let places = ([name.place] + name.uses).map(FilePlace.init)
    for path in check(target.flow)?.reads.files ?? [] {
      guard let view = view(of: path) else { continue }
      let known = Set(places.filter { $0.path == path }.map(\.range.lowerBound))
      if let other = view.readings(of: name).first(where: { !known.contains($0) }) {
        let line = view.lines.line(at: other) + 1
        throw RenameRefusal(
          message: "'\(name.name)' is also read at \(path):\(line), which isn't understood")
      }
    }
    let edits = Self.edits(at: places, writing: new)
    var trial = trying(edits)
    let found = trial.check(target.flow)?.foreign
    let old = check(target.flow)
    guard found?.diagnostics.diagnostics.count == old?.diagnostics.count,
      found?.names.count == old?.foreign?.names.count,
      let renamed = found?.names.first(where: { $0.name == new }),
      found?.names.count(where: { $0.name == new }) == 1, renamed.uses.count == name.uses.count
    else { throw RenameRefusal(message: "'\(new)' already means something else in the template") }
    return edits
  }
}

extension ForeignName {
  /// The question in Markdown.
  var markdown: String {
    var facts = [
      "```jinja\n{{ \(prefix)\(name) }}\n```",
      words.prefix(1).uppercased() + words.dropFirst() + ".",
    ]
    if !choices.isEmpty {
      let shown = choices.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
      facts.append("\(shown)\(choices.count > 12 ? ", …" : "")")
    }
    if let condition { facts.append("Asked when `\(condition)`.") }
    facts.append("Asked at \(FilePath.name(of: place.file.name)):\(place.start.line).")
    return facts.joined(separator: "\n\n")
  }
}

extension FileView {
  /// The offsets at which a template may read a question: its word in outputs and blocks, unless it's a part of another
  /// value.
  fileprivate func readings(of name: ForeignName) -> [Int] {
    guard let delimiters = check?.foreign?.words.delimiters else { return [] }
    let word = Array(name.name.utf8)
    let marks = name.prefix.isEmpty ? [] : [name.prefix, "'", "\""].map { Array($0.utf8) }
    let bytes = bytes
    return bytes.offsets(of: word).filter { at in
      let end = at + word.count
      guard at == 0 || !bytes[at - 1].isWord, end == bytes.count || !bytes[end].isWord else {
        return false
      }
      let isRead =
        marks.isEmpty
        ? at == 0 || bytes[at - 1] != UInt8(ascii: ".")
        : marks.contains { bytes[..<at].suffix($0.count).elementsEqual($0) }
      return isRead && ExpressionText(before: at, in: self, between: delimiters) != nil
    }
  }
}

extension ForeignReport {
  /// Returns the question that's declared or read at an offset of a file.
  func target(
    at offset: Int, in path: String, of template: String
  ) -> (target: NameTarget, range: SourceRange)? {
    for (number, name) in names.enumerated() {
      for place in [name.place] + name.uses
      where place.range.holds(offset) && FilePath.normalized(place.file.name) == path {
        return (NameTarget(flow: template, name: number), place.range)
      }
    }
    return nil
  }

  /// Returns what can be typed at an offset of a file: questions, filters, tests, and the choices that a question is
  /// compared with; nil outside of outputs and blocks.
  func completions(at offset: Int, in view: FileView) -> [CompletionItem]? {
    guard let expression = ExpressionText(before: offset, in: view, between: words.delimiters)
    else { return nil }
    let typed = expression.typed
    if let compared = typed.comparedOperand {
      let range = SourceRange(offset - (typed.openText ?? "").utf8.count, offset)
      let question = names.first { words.prefix + $0.name == compared }
      return (question?.choices ?? []).map { CompletionItem($0, .value, replacing: range) }
    }
    func items(
      _ all: [String], _ kind: CompletionItem.Kind, _ meanings: [String: String] = [:]
    ) -> [CompletionItem] {
      all.map {
        CompletionItem($0, kind, documentation: meanings[$0], replacing: expression.wordRange)
      }
    }
    switch expression.jinjaPlace {
    case .filter: return items(words.filters, .function, words.filterMeanings)
    case .test: return items(words.tests, .function, words.testMeanings)
    case nil: break
    }
    if let receiver = typed.receiver, receiver + "." != words.prefix { return [] }
    guard words.prefix.isEmpty || typed.receiver != nil else {
      return items([String(words.prefix.dropLast())], .name)
    }
    return names.map { name in
      CompletionItem(
        name.name, .name, detail: name.words, documentation: name.markdown,
        replacing: expression.wordRange)
    }
  }

  /// Returns what the filter or the test at an offset of a file means; nil if there's none.
  func meaning(at offset: Int, in view: FileView) -> (text: String, range: SourceRange)? {
    let range = view.wordRange(at: offset)
    guard
      let expression = ExpressionText(
        before: range.upperBound, in: view, between: words.delimiters),
      let place = expression.jinjaPlace
    else { return nil }
    let meanings = place == .filter ? words.filterMeanings : words.testMeanings
    return meanings[expression.word].map { ("**\(expression.word)** · \($0)", range) }
  }
}

extension ExpressionText {
  /// The place of a word of Jinja: behind `|`, or behind `is`.
  fileprivate enum JinjaPlace { case filter, test }

  /// The kind of the word before the offset; nil if it's neither a filter nor a test.
  fileprivate var jinjaPlace: JinjaPlace? {
    let before = String(text.dropLast(word.count)).trimmed
    if before.hasSuffix("|") { return .filter }
    return before.hasSuffix(" is") || before.hasSuffix(" is not") ? .test : nil
  }
}
