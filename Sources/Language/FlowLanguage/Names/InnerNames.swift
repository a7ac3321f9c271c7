// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import SourceDiagnostics

// Names that aren't names of a whole flow: members of records, and choices, by their values and by their labels.
extension FlowWorkspace {
  /// Returns the choice or the member of a record at an offset of a flow or a template, and its key if it's read from
  /// the output of a used flow that names it by one.
  func innerName(
    at offset: Int, in view: FileView
  ) -> (target: NameTarget, range: SourceRange, outputKey: String?)? {
    guard let places = view.places, let index = view.index, let check = view.check else {
      return nil
    }
    let checked = view.checkedOffset(offset)
    if let step = places.step(at: checked) {
      for (choice, place) in index.steps[step].field?.choicePlaces ?? []
      where place.file == places.file && place.range.holds(checked) {
        return (
          NameTarget(flow: check.path, name: index.name(ofStep: step), choice: choice),
          view.range(place.range), nil
        )
      }
    }
    guard let expression = places.expression(at: checked) else { return nil }
    let source = expression.source
    let inner = source.map.decodedOffset(of: checked)
    guard
      let word = ExpressionWord.words(of: source.text).first(where: {
        [.text, .member].contains($0.kind) && $0.range.holds(inner)
      })
    else { return nil }
    let isMember = word.kind == .member
    let end = isMember ? word.range.upperBound : word.range.lowerBound + 1
    let before = String(decoding: Array(source.text.utf8.prefix(end)), as: UTF8.self)
    let typed = TypedExpression(before)
    guard let written = isMember ? typed.operand : typed.comparedOperand else { return nil }
    let name = expression.checked?.compiled.root.unbound(written, at: inner) ?? written
    guard
      let (flow, number, step, key) = Self.step(name, view.visibleNames(at: offset), in: index)
    else { return nil }
    let range = source.file.rangeInsideQuotes(of: source.map.sourceRange(of: word.range))
    let text = String(source.file[range])
    let choice = isMember ? nil : flow.steps[step].field?.choice(for: text)
    guard isMember ? (key ?? flow.names[number].id.name) == text : choice?.isLabel == false else {
      return nil
    }
    let path = FilePath.normalized(flow.definition.file.name)
    let target = NameTarget(flow: path, name: number, choice: choice)
    return (target, view.range(range), isMember ? key : nil)
  }

  /// Returns the step that a name means, also in lists and in used flows: `kind`, `servers[0].name`, `service.kind`.
  ///
  /// An element that a text or a list has given a name is a record of its list: `host.name` in `${for host in servers}`.
  /// The output of a used flow says which answer a key is.
  ///
  /// - Returns: The flow of the step, its name there, its index, and the last part if it's a key of an output.
  static func step(
    _ text: String, _ visible: VisibleNames, in index: FlowIndex
  ) -> (flow: FlowIndex, name: Int, step: Int, outputKey: String?)? {
    step(text, visible, in: index, elementsOfAtMost: 8)
  }

  private static func step(
    _ text: String, _ visible: VisibleNames, in index: FlowIndex, elementsOfAtMost most: Int
  ) -> (flow: FlowIndex, name: Int, step: Int, outputKey: String?)? {
    var parts = text.split(separator: ".").map { String($0.prefix { $0 != "[" && $0 != "?" }) }[...]
    guard let first = parts.popFirst(),
      var number = visible.named(String(first))?.name
    else { return nil }
    var flow = index
    let name = index.names[number]
    if name.step == nil || [.itemElement, .element, .binding].contains(name.kind),
      let elements = name.elements
    {
      let list = index.expressions[elements].source.text.trimmed
      guard most > 0, !parts.isEmpty, TypedExpression(list).operand == list,
        let found = step(list, visible, in: index, elementsOfAtMost: most - 1)
      else { return nil }
      (flow, number) = (found.flow, found.name)
    }
    var key: String?
    while let part = parts.popFirst() {
      guard let step = flow.names[number].step else { return nil }
      var id = flow.steps[step].id + "[]." + part
      key = nil
      if let used = flow.usedFlows[step] {
        guard let answer = used.definition.answer(ofResult: part) else { return nil }
        (flow, id, key) = (used, answer.id, answer.isKey ? part : nil)
      }
      guard let inner = flow.steps.firstIndex(where: { $0.id == id }) else { return nil }
      number = flow.name(ofStep: inner)
    }
    return flow.names[number].step.map { (flow, number, $0, key) }
  }

  /// Returns the places that the check finds to be wrong without a name: members of records, and for a choice, what's
  /// compared with it and the literals that mean it.
  ///
  /// - Complexity: That of checking its flow and the flows that use it.
  mutating func places(without target: NameTarget) -> [FilePlace] {
    guard target.choice?.isLabel != true, let declared = declaration(of: target),
      let bytes = read(declared.path)
    else { return [] }
    let name = bytes[declared.range.lowerBound..<declared.range.upperBound]
    let flows = [target.flow] + flows(using: target.flow)
    let known = mistakes(in: flows)
    var trial = self
    // It's called something else, one byte longer.
    var text = TextLines(bytes)
    text.replace(SourceRange(at: declared.range.upperBound), with: [UInt8(ascii: "_")])
    trial.set(declared.path, text)
    let old = String(decoding: name, as: UTF8.self)
    return trial.mistakes(in: flows).flatMap { mistake in
      let path = FilePath.normalized(mistake.place.file.name)
      return mistake.place.ranges(of: old).compactMap { found -> FilePlace? in
        let isBehind = path == declared.path && found.lowerBound > declared.range.lowerBound
        let range =
          isBehind ? SourceRange(found.lowerBound - 1, found.upperBound - 1) : found
        let isKnown = known.contains {
          $0.id == mistake.id && FilePath.normalized($0.place.file.name) == path
            && $0.place.range.touches(range)
        }
        return isKnown ? nil : FilePlace(path, range)
      }
    }
  }
}

extension FlowDefinition {
  /// Returns the answer that a member of the flow's result is, and whether a key of the output names it; nil if it isn't
  /// just an answer.
  fileprivate func answer(ofResult name: String) -> (id: String, isKey: Bool)? {
    var next = output
    while let part = next {
      switch part {
      case .expression(let source): return source.text.trimmed == "answers" ? (name, false) : nil
      case .map(let entries):
        if let entry = entries.last(where: { $0.key.name == name }) {
          guard case .expression(let source) = entry.value else { return nil }
          return (source.text.trimmed, true)
        }
        guard let merged = entries.first(where: { $0.key.name == "<<" }) else { return nil }
        next = merged.value
      case .list: return nil
      }
    }
    return (name, false)
  }
}

extension ParsedExpression {
  /// Returns a path at an offset, with lists in place of the names that macros have given their elements: `hosts.disks`
  /// for `x.disks` in `hosts.exists(x, …)`.
  ///
  /// - Complexity: O(*n*) in the size of the expression.
  func unbound(_ path: String, at offset: Int) -> String {
    var macros: [(name: String, list: ParsedExpression)] = []
    var next: ParsedExpression? = self
    while let part = next {
      if case .macro(_, let list, let variables, _, _) = part.kind, let name = variables.last,
        !list.range.holds(offset)
      {
        macros.append((name, list))
      }
      next = part.children.first { $0.range.holds(offset) }
    }
    var path = path
    // A list is outside of its macro.
    while let (name, list) = macros.popLast() {
      let first = path.prefix { $0 != "." && $0 != "[" }
      guard first == name else { continue }
      path = list.withoutFilters.source + path.dropFirst(first.count)
    }
    return path
  }

  /// The list of which a list has elements, in another order or without some.
  private var withoutFilters: ParsedExpression {
    switch kind {
    case .macro(.filter, let list, _, _, _), .macro(.sortBy, let list, _, _, _): list.withoutFilters
    default: self
    }
  }
}

extension FlowWorkspace {
  /// The maximum number of tests that are performed to find out whether a change breaks one.
  private static let mostTests = 200

  /// Returns a test that passes here, and fails with the files of another workspace, with the path of its script; nil if
  /// none is found.
  ///
  /// - Complexity: That of performing at most 200 tests of the scripts, in memory.
  mutating func brokenTest(
    in paths: [String], of other: inout FlowWorkspace
  ) -> (test: String, path: String)? {
    var left = Self.mostTests
    for path in paths where FileKind(of: path) == .script {
      guard let old = check(path), let new = other.check(path), let flow = old.flow,
        let oldFlow = check(flow)?.checked, let newFlow = other.check(flow)?.checked
      else { continue }
      for (test, changed) in zip(old.script?.scripts ?? [], new.script?.scripts ?? []) {
        left -= 1
        guard left >= 0 else { return nil }
        if !ScriptRun.run(changed, on: newFlow).failures.isEmpty,
          ScriptRun.run(test, on: oldFlow).failures.isEmpty
        {
          return (test.name, path)
        }
      }
    }
    return nil
  }
}

extension SourcePlace {
  /// Returns where a text is that the place is about: the place without its quotes, or items of a list in brackets; none
  /// in the path of a file, which no edit changes.
  func ranges(of text: String) -> [SourceRange] {
    guard !file.isPath else { return [] }
    let inside = file.rangeInsideQuotes(of: range)
    let bytes = Array(file[inside].utf8)
    guard bytes.first == UInt8(ascii: "[") else { return file[inside] == text ? [inside] : [] }
    let word = Array(text.utf8)
    return bytes.offsets(of: word).compactMap { at in
      let marks = "[]{}, '\"\n".utf8
      guard at > 0, marks.contains(bytes[at - 1]),
        at + word.count < bytes.count, marks.contains(bytes[at + word.count])
      else { return nil }
      let start = inside.lowerBound + at
      return SourceRange(start, start + word.count)
    }
  }
}

extension FieldDefinition {
  /// The choices by their values and labels, and where those are written, without quotes.
  var choicePlaces: [(choice: NameTarget.Choice, place: SourcePlace)] {
    guard case .listed(let listed)? = choices else { return [] }
    return listed.flatMap { one -> [(NameTarget.Choice, SourcePlace)] in
      let label = one.label?.variants.first?.template
      return [
        (one.value.value.text ?? "", one.value.place, false),
        (label?.source ?? "", label?.place ?? .code, true),
      ].compactMap { text, place, isLabel in
        let inside = SourcePlace(place.file, place.file.rangeInsideQuotes(of: place.range))
        guard !text.isEmpty, place.file[inside.range] == text else { return nil }
        return (NameTarget.Choice(text: text, isLabel: isLabel), inside)
      }
    }
  }

  /// Returns the choice that a text stands for: its value, or else its label.
  func choice(for text: String) -> NameTarget.Choice? {
    let all = choicePlaces.filter { $0.choice.text == text }.map(\.choice)
    return all.first { !$0.isLabel } ?? all.first
  }
}
