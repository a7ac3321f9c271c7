// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import StackFlowCore

// The names of steps and answers for a user, who never sees an id.
extension FlowSession {
  /// Returns what a step or a field is called in a sentence: its short label or its question, or the
  /// title or the text of a step without a field; the id as words where the flow gives none of them.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the text.
  package func name(of id: String) -> String {
    guard let plan = flow.stepIndices[id.withoutPositions], let step = flow.step(at: plan) else {
      return id.idInSentence
    }
    if case .asking(let live) = phase, let field = live.field(id), field.hasLabel {
      return (field.short ?? field.label).asName
    }
    let depth = depth(of: id)
    if let depth, let row = reviewRows(at: depth).first(where: { $0.id == id }) {
      return (row.short ?? row.label).asName
    }
    let scope = depth.map { scopeWhenPushed(at: $0) } ?? scope()
    let element = id.withoutPositions
    let field = step.elements.first { $0.id == element }?.field
    // The title of a form isn't the name of its fields.
    var texts = [field?.texts[.short], field?.texts[.label]]
    if element == step.id { texts += [step.title, step.text] }
    for text in texts {
      if let words = (try? text?.text(in: scope, language: language)) ?? nil { return words.asName }
    }
    return id.idInSentence
  }

  /// Returns the same with the records that the answer is in: `Hosts 2, name`.
  ///
  /// - Complexity: That of ``name(of:)`` for each list around the answer.
  package func nameInRecords(of id: String) -> String {
    var names: [String] = []
    var rest = id[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let number = Int(rest[rest.index(after: open)..<close]).map { " \($0 &+ 1)" } ?? ""
      names.append(name(of: String(id[..<open])).capitalizedFirst + number)
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { names.append(name(of: id)) }
    return names.joined(separator: ", ")
  }
}

extension FlowSession {
  /// Returns the session with its texts in the language of an earlier step or a field.
  package func inLanguage(ofStep id: String) -> FlowSession {
    guard let depth = depth(of: id), let entry = stack.entry(at: depth)?.item, let top = stack.top,
      entry.language != top.language
    else { return self }
    var session = self
    session.stack.pop()
    session.stack.push(
      StepEntry(
        planIndex: top.planIndex, submission: top.submission, computed: top.computed,
        frame: top.frame, pushedAt: top.pushedAt, shownBelow: top.shownBelow,
        shownCount: top.shownCount, floor: top.floor, language: entry.language))
    return session
  }
}

extension FieldState {
  /// The name of the field for users: its short label or its question, or without both its id as words.
  var name: String { short ?? (hasLabel ? label : id.idAsWords) }
}

extension String {
  /// A question or a title as it's called in a sentence: without its question mark, and if it's long,
  /// only its first words.
  var asName: String {
    let end = lastIndex { !"?？؟:：.".contains($0) }
    let name = end.map { self[...$0] } ?? self[...]
    return (name.first == "¿" ? name.dropFirst() : name).firstWords(most: 32)
  }

  /// The last part of an id as a label: `Host name` for `server.host_name`.
  package var idAsWords: String { idInSentence.capitalizedFirst }

  /// The text with its first character as a capital letter, as a sentence or a button begins.
  package var capitalizedFirst: String {
    guard let first = utf8.first, first < 0x80 else { return prefix(1).uppercased() + dropFirst() }
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    // A letter of ASCII has the same capital letter whatever is combined with it.
    var bytes = Array(utf8)
    bytes[0] ^= 0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The last part of an id as words within a sentence: `host name` for `server.host_name`.
  var idInSentence: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }) else {
      return self
    }
    return (split(separator: ".").last ?? "").split(separator: "_").joined(separator: " ")
  }
}

extension Substring {
  /// The first words, as many as fit in so many Characters, or the beginning of the first one.
  fileprivate func firstWords(most: Int) -> String {
    guard count > most else { return String(self) }
    let start = prefix(most)
    let words = start.lastIndex(of: " ").map { start[..<$0] } ?? start.dropLast()
    let last = words.lastIndex { !$0.isPunctuation && !$0.isWhitespace }
    return (last.map { words[...$0] } ?? start.dropLast()) + "…"
  }
}
