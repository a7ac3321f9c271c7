// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// The texts of a flow, by the keys that files of translations use.
extension FlowDefinition {
  /// Visits each text with its key, in the order of the file: `title`, `name.label`,
  /// `kind.choices.http.hint`, `name.validate.1`, `name.messages.pattern`.
  ///
  /// The texts of a list's items have keys such as `env[].key.label`. A used flow has its own
  /// translations.
  ///
  /// - Parameter visit: A closure that gets the key and the text, which it can change.
  /// - Complexity: O(*n*) in the size of the flow.
  package mutating func forEachText(_ visit: (String, inout LocalizedText) -> Void) {
    title.visit("title", visit)
    for index in steps.indices { steps[index].forEachText(visit) }
  }

  /// The keys of all texts, in the order of the file.
  package var textKeys: [String] {
    var keys: [String] = []
    var copy = self
    copy.forEachText { key, _ in keys.append(key) }
    return keys
  }
}

extension StepDefinition {
  fileprivate mutating func forEachText(
    under prefix: String = "", _ visit: (String, inout LocalizedText) -> Void
  ) {
    let name = prefix + id.name
    title.visit("\(name).title", visit)
    description.visit("\(name).description", visit)
    switch kind {
    case .ask(var field):
      field.forEachText(under: name, visit)
      kind = .ask(field)
    case .form(var elements, var validations):
      for index in elements.indices { elements[index].forEachText(under: prefix, visit) }
      validations.forEachText(under: name, visit)
      kind = .form(elements: elements, validations: validations)
    case .group(var steps):
      for index in steps.indices { steps[index].forEachText(under: prefix, visit) }
      kind = .group(steps)
    case .repeat(var list):
      list.summary.visit("\(name).summary", visit)
      list.matrix?.heading.visit("\(name).heading", visit)
      if let form = list.rowForm {
        // The row is the form of the file, so its checks are under the file's id.
        var (elements, validations) = form
        for index in elements.indices { elements[index].forEachText(under: "\(name)[].", visit) }
        validations.forEachText(under: name, visit)
        list.steps[0].kind = .form(elements: elements, validations: validations)
        kind = .repeat(list)
        return
      }
      list.validations.forEachText(under: name, visit)
      for index in list.steps.indices {
        list.steps[index].forEachText(under: "\(name)[].", visit)
      }
      kind = .repeat(list)
    case .note(var text):
      visit("\(name).text", &text)
      kind = .note(text)
    case .commit(var text):
      visit("\(name).text", &text)
      kind = .commit(text)
    case .stop(var text, let outcome):
      text.visit("\(name).text", visit)
      kind = .stop(text: text, outcome: outcome)
    case .compute, .flow, .run, .write, .review: break
    }
  }
}

extension FieldDefinition {
  fileprivate mutating func forEachText(
    under name: String, _ visit: (String, inout LocalizedText) -> Void
  ) {
    for text in FieldText.allCases where texts[text]?.isUsual != true {
      texts[text].visit("\(name).\(text.entry.key)", visit)
    }
    for index in messages.indices {
      visit("\(name).messages.\(messages[index].key.name)", &messages[index].text)
    }
    validations.forEachText(under: name, visit)
    switch choices {
    case nil: break
    case .listed(var listed):
      for index in listed.indices {
        let choice = "\(name).choices.\(listed[index].value.value.plainText)"
        listed[index].label.visit("\(choice).label", visit)
        listed[index].hint.visit("\(choice).hint", visit)
        listed[index].section.visit("\(choice).section", visit)
        listed[index].disabled.visit("\(choice).disabled", visit)
      }
      choices = .listed(listed)
    case .computed(let from, let value, var label, var hint, var section):
      label.visit("\(name).choices.label", visit)
      hint.visit("\(name).choices.hint", visit)
      section.visit("\(name).choices.section", visit)
      choices = .computed(from: from, value: value, label: label, hint: hint, section: section)
    }
  }
}

extension [ValidationDefinition] {
  /// Visits the messages of checks, which are numbered from 1.
  fileprivate mutating func forEachText(
    under name: String, _ visit: (String, inout LocalizedText) -> Void
  ) {
    for index in indices { visit("\(name).validate.\(index + 1)", &self[index].message) }
  }
}

extension LocalizedText? {
  fileprivate mutating func visit(
    _ key: String, _ visit: (String, inout LocalizedText) -> Void
  ) {
    guard var text = self else { return }
    visit(key, &text)
    self = text
  }
}
