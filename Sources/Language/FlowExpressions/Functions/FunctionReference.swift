// SPDX-License-Identifier: Apache-2.0

/// The forms in which functions can be called, as people read them.
package enum FunctionReference {
  /// Returns the forms in which a function can be called, each once, at most twelve.
  package static func forms(of function: FunctionDeclaration) -> [String] {
    var seen: Set<String> = []
    let forms = function.overloads.map { form(of: $0, function.name) }
      .filter { seen.insert($0).inserted }
    return forms.count > 12 ? Array(forms.prefix(11)) + ["…"] : forms
  }

  /// Returns the first form in which a function can be called.
  package static func form(of function: FunctionDeclaration) -> String? {
    function.overloads.first.map { form(of: $0, function.name) }
  }

  private static func form(of overload: FunctionOverload, _ name: String) -> String {
    let types = overload.parameters.map(\.description)
    let result = overload.result.description
    if let form = OperatorForm.form(name, types) { return "\(form) → \(result)" }
    if overload.isMethod {
      return "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", "))) → \(result)"
    }
    return "\(name)(\(types.joined(separator: ", "))) → \(result)"
  }
}

/// The notation of operators, which are functions with special names.
enum OperatorForm {
  static func symbol(_ name: String) -> String? {
    if name == "@in" { return "in" }
    guard name.hasPrefix("_") || name.hasSuffix("_") else { return nil }
    return name.filter { $0 != "_" }
  }

  fileprivate static func form(_ name: String, _ types: [String]) -> String? {
    guard let symbol = symbol(name) else { return nil }
    return types.count == 2 ? "\(types[0]) \(symbol) \(types[1])" : "\(symbol)\(types[0])"
  }
}
