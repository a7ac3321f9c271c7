// SPDX-License-Identifier: Apache-2.0

// The forms in which a function can be called, as people read them.
extension FunctionDeclaration {
  /// The forms, each once, at most twelve.
  package var forms: [String] {
    var seen: Set<String> = []
    let forms = overloads.map(form(of:)).filter { seen.insert($0).inserted }
    return forms.count > 12 ? Array(forms.prefix(11)) + ["…"] : forms
  }

  /// The form of the first overload.
  package var firstForm: String? { overloads.first.map(form(of:)) }

  /// The symbol of an operator, which is a function with a special name; nil for any other function.
  var symbol: String? {
    if name == "@in" { return "in" }
    guard name.hasPrefix("_") || name.hasSuffix("_") else { return nil }
    return name.filter { $0 != "_" }
  }

  private func form(of overload: FunctionOverload) -> String {
    let types = overload.parameters.map(\.description)
    let result = overload.result.description
    if let symbol {
      let form = types.count == 2 ? "\(types[0]) \(symbol) \(types[1])" : "\(symbol)\(types[0])"
      return "\(form) → \(result)"
    }
    if overload.isMethod {
      return "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", "))) → \(result)"
    }
    return "\(name)(\(types.joined(separator: ", "))) → \(result)"
  }
}
