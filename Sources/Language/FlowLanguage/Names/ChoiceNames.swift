// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

// Choices as names: their values, and their labels, which scripts can choose them by.
extension FlowWorkspace {
  /// Returns the choice at an offset of a flow: where it's listed, or in a text that's compared with the question.
  func choice(at offset: Int, in view: FileView) -> (target: NameTarget, range: SourceRange)? {
    guard let places = view.places, let index = view.index, let check = view.check else {
      return nil
    }
    if let step = places.step(at: offset) {
      for (choice, place) in index.steps[step].field?.choicePlaces ?? []
      where place.file == places.file && place.range.holds(offset) {
        return (
          NameTarget(flow: check.path, name: index.name(ofStep: step), choice: choice), place.range
        )
      }
    }
    guard let source = places.expression(at: offset)?.source else { return nil }
    let inner = source.map.decodedOffset(of: offset)
    guard
      let word = ExpressionWord.words(of: source.text).first(where: {
        $0.kind == .text && $0.range.holds(inner)
      })
    else { return nil }
    let range = source.file.rangeInsideQuotes(of: source.map.sourceRange(of: word.range))
    let before = String(decoding: source.text.utf8.prefix(word.range.lowerBound + 1), as: UTF8.self)
    guard let compared = ExpressionText(before).comparedName?.name,
      let (flow, name, step) = Self.question(compared, view.visibleNames(at: offset), in: index),
      let choice = flow.steps[step].field?.choice(for: String(source.file[range])), !choice.isLabel
    else { return nil }
    let path = FilePath.normalized(flow.definition.file.name)
    return (NameTarget(flow: path, name: name, choice: choice), range)
  }

  /// Returns the question that a name means, also in used flows: `kind`, `service.kind`.
  private static func question(
    _ text: String, _ visible: [VisibleName], in index: FlowIndex
  ) -> (flow: FlowIndex, name: Int, step: Int)? {
    var parts = text.split(separator: ".").map(String.init)[...]
    guard let first = parts.popFirst(),
      var number = visible.first(where: { $0.text == first })?.name
    else { return nil }
    var flow = index
    while let part = parts.popFirst() {
      guard let step = flow.names[number].step, let used = flow.usedFlows[step],
        let inner = used.steps.firstIndex(where: { $0.id == part })
      else { return nil }
      (flow, number) = (used, used.name(ofStep: inner))
    }
    return flow.names[number].step.map { (flow, number, $0) }
  }

  /// Returns where a choice is listed and, for a value, the places in expressions and literals that are found to be
  /// unknown without it.
  ///
  /// - Complexity: That of checking its flow and the flows that use it.
  mutating func places(
    of choice: NameTarget.Choice, _ target: NameTarget, includingDeclaration: Bool
  ) -> [FilePlace] {
    guard let index = check(target.flow)?.loaded?.index, let step = index.names[target.name].step,
      let place = index.steps[step].field?.choicePlaces.first(where: { $0.choice == choice })?.place
    else { return [] }
    let declared = FilePlace(place)
    let found = includingDeclaration ? [declared] : []
    guard !choice.isLabel, let bytes = read(declared.path) else { return found }
    let flows = [target.flow] + flows(using: target.flow)
    let known = mistakes(in: flows)
    var trial = self
    var text = TextLines(bytes)
    let other = choice.text + "_"
    text.replace(declared.range, with: Array(other.utf8))
    trial.set(declared.path, text)
    let shift = { (place: FilePlace) in
      let isBehind =
        place.path == declared.path && place.range.lowerBound > declared.range.lowerBound
      let range = place.range
      return isBehind
        ? FilePlace(place.path, SourceRange(range.lowerBound - 1, range.upperBound - 1)) : place
    }
    return found
      + trial.mistakes(in: flows).compactMap { mistake in
        let file = mistake.place.file
        let range = file.rangeInsideQuotes(of: mistake.place.range)
        guard file[range] == choice.text else { return nil }
        let place = shift(FilePlace(SourcePlace(file, range)))
        let isKnown = known.contains {
          $0.id == mistake.id && FilePlace($0.place).path == place.path
            && $0.place.range.touches(place.range)
        }
        return isKnown ? nil : place
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
        (one.value.value.plainText, one.value.place, false),
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
