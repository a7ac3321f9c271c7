// SPDX-License-Identifier: Apache-2.0

/// The form of a page as a browser has it: its inputs and its buttons.
package struct PageForm {
  /// An input.
  package struct Input {
    package var type: String
    package var name: String
    package var value: String
    var isSent = true
    var isDisabled = false
  }

  /// The inputs, in order; one for each choice.
  package private(set) var inputs: [Input] = []

  /// The values of the buttons.
  package private(set) var buttons: [String] = []

  /// Reads the form of a page that FlowWeb has made.
  package init(_ markup: String) {
    var rest = Substring(markup)
    var menu: (name: String, value: String?)?
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: ">") else { return }
      let tag = Tag(rest[..<end])
      rest = rest[end...].dropFirst()
      switch tag.name {
      case "input" where tag["name"] != nil:
        let type = tag["type"] ?? "text"
        let isMark = type == "radio" || type == "checkbox"
        inputs.append(
          Input(
            type: type, name: tag["name"] ?? "", value: tag["value"] ?? "",
            isSent: (!isMark || tag["checked"] != nil) && tag["disabled"] == nil,
            isDisabled: tag["disabled"] != nil))
      case "textarea":
        var text = Tag.decoded(rest.prefix { $0 != "<" })
        if text.first == "\n" { text.removeFirst() }
        inputs.append(Input(type: "textarea", name: tag["name"] ?? "", value: text))
      case "select": menu = (tag["name"] ?? "", nil)
      case "option":
        guard let name = menu?.name else { break }
        let isChosen = tag["selected"] != nil || menu?.value == nil && (tag["value"] ?? "").isEmpty
        if isChosen { menu?.value = tag["value"] }
        inputs.append(
          Input(
            type: "option", name: name, value: tag["value"] ?? "", isSent: isChosen,
            isDisabled: tag["disabled"] != nil))
        // The one that's selected is the only one that's sent.
        if isChosen {
          for index in inputs.indices.dropLast()
          where inputs[index].type == "option" && inputs[index].name == name {
            inputs[index].isSent = false
          }
        }
      case "/select": menu = nil
      case "button": if tag["name"] == "do" { buttons.append(tag["value"] ?? "") }
      default: break
      }
    }
  }

  /// The type of an input; nil if there's none of the name.
  package func type(of name: String) -> String? { inputs.first { $0.name == name }?.type }

  /// Types a text in an input; returns whether there's one.
  package mutating func type(_ text: String, in name: String) -> Bool {
    guard let index = inputs.firstIndex(where: { $0.name == name }) else { return false }
    inputs[index].value = text
    return true
  }

  /// Chooses values, and no others; returns whether all of them can be chosen.
  package mutating func choose(_ values: [String], in name: String) -> Bool {
    let options = inputs.indices.filter { inputs[$0].name == name }
    let known = Set(options.filter { !inputs[$0].isDisabled }.map { inputs[$0].value })
    guard values.allSatisfy(known.contains) else { return false }
    for index in options {
      inputs[index].isSent = values.contains(inputs[index].value) && !inputs[index].isDisabled
    }
    return true
  }

  /// Returns the inputs that a browser sends when a button is pressed.
  ///
  /// Where answers have warnings only, the first button confirms them.
  package func sent(pressing button: String) -> [(name: String, value: String)] {
    let confirms = button == "next" && !buttons.contains("next") && buttons.contains("confirm")
    return inputs.filter(\.isSent).map { ($0.name, $0.value) }
      + [("do", confirms ? "confirm" : button)]
  }

  /// A tag with its attributes.
  private struct Tag {
    let name: String
    private var attributes: [String: String] = [:]

    init(_ text: Substring) {
      name = String(text.prefix { $0 != " " })
      var rest = text.dropFirst(name.count)
      while let start = rest.firstIndex(where: { $0 != " " }) {
        rest = rest[start...]
        let key = rest.prefix { $0 != "=" && $0 != " " }
        rest = rest.dropFirst(key.count)
        guard rest.first == "=" else {
          attributes[String(key)] = ""
          continue
        }
        let value = rest.dropFirst(2).prefix { $0 != "\"" }
        attributes[String(key)] = Self.decoded(value)
        rest = rest.dropFirst(value.count + 3)
      }
    }

    subscript(name: String) -> String? { attributes[name] }

    static func decoded(_ text: Substring) -> String {
      text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&#39;", with: "'").replacing("&amp;", with: "&").description
    }
  }
}
