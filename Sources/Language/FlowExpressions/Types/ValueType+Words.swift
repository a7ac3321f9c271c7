// SPDX-License-Identifier: Apache-2.0

// Words for types in messages. They name no type that can't be written in a flow.
extension ValueType {
  /// The type in a sentence: `an int`, `a list of strings`, `an optional int`.
  package var withArticle: String {
    switch self {
    case .null, .bytes: noun
    default: Self.withArticle(noun)
    }
  }

  /// The type without the types of elements: `a list`, `a timestamp`.
  var briefWithArticle: String {
    switch self {
    case .list: "a list"
    case .map, .record: "a map"
    case .optional: "an optional"
    default: withArticle
    }
  }

  /// The type as one word of a form such as `list + list`.
  var shortName: String {
    switch self {
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .optional: "optional"
    case .opaque, .dyn, .parameter, .undecided: noun
    default: runtimeName
    }
  }

  /// The type without an article: `list of strings`.
  private var noun: String {
    switch self {
    case .dyn, .parameter, .undecided: "value of any type"
    case .null: "null"
    case .list(let element): element.isAny ? "list" : "list of \(element.plural)"
    case .map(_, let value): value.isAny ? "map" : "map of \(value.plural)"
    case .record: "record"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type: "type"
    case .optional(let inner): inner.isAny ? "optional" : "optional \(inner.noun)"
    case .opaque("net.IP", _): "IP address"
    case .opaque("net.CIDR", _): "range of IP addresses"
    case .opaque(let name, _): name
    case .bool, .int, .uint, .double, .string, .bytes: runtimeName
    }
  }

  /// The name of several values: `lists of strings`.
  private var plural: String {
    switch self {
    case .dyn, .parameter, .undecided: "values of any type"
    case .bytes: "bytes"
    case .list(let element): element.isAny ? "lists" : "lists of \(element.plural)"
    case .map(_, let value): value.isAny ? "maps" : "maps of \(value.plural)"
    case .optional(let inner): inner.isAny ? "optionals" : "optional \(inner.plural)"
    case .opaque("net.IP", _): "IP addresses"
    case .opaque("net.CIDR", _): "ranges of IP addresses"
    default: noun + "s"
    }
  }

  private var isAny: Bool {
    switch self {
    case .dyn, .parameter, .undecided: true
    default: false
    }
  }

  /// Alternatives in a sentence: `a number`, `a string or bytes`, `lists of ints or doubles`.
  ///
  /// - Parameters:
  ///   - types: The types.
  ///   - isPlural: Whether to name several values of each type.
  /// - Returns: The alternatives, each once.
  static func alternatives(_ types: [ValueType], isPlural: Bool = false) -> String {
    let elements = types.compactMap { type -> ValueType? in
      if case .list(let element) = type { element } else { nil }
    }
    var words: [String] = []
    func add(_ word: String) { if !words.contains(word) { words.append(word) } }
    let isNumber = [ValueType.int, .uint, .double].allSatisfy(types.contains)
    for type in types {
      switch type {
      case .list:
        let all = isPlural ? "lists" : "a list"
        add(
          elements.contains(where: \.isAny)
            ? all : "\(all) of \(alternatives(elements, isPlural: true))")
      case .int where isNumber, .uint where isNumber, .double where isNumber:
        add(isPlural ? "numbers" : "a number")
      default: add(isPlural ? type.plural : type.withArticle)
      }
    }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func withArticle(_ noun: String) -> String {
    let isVowel = noun.utf8.first.map { "aeioI".utf8.contains($0) } ?? false
    return (isVowel ? "an " : "a ") + noun
  }
}
