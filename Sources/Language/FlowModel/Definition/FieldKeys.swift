// SPDX-License-Identifier: Apache-2.0

// The keys of fields whose values have one form. Each is a case with an entry in the table of its kind; what reads,
// writes, checks, evaluates, describes, and compares fields goes through these tables. The order of the cases is that
// of files: first the keys of all types of fields, then those of some.

/// A text of a field.
package enum FieldText: Int, CaseIterable, Sendable {
  /// The question; without it, the id is shown.
  case label

  /// The question in a few words, for its place beside the answer and in messages; without it, the question is used.
  case short

  /// The description of the question, always shown below it.
  case description

  /// A longer explanation, shown on demand and after the second wrong answer.
  case help

  /// A short explanation next to the field.
  case hint

  /// The label of the row for a text beside the choices; an empty one stands for that of the language.
  case other

  /// The text to show if there are no choices.
  case empty

  /// The word for yes of a boolean, on buttons and in reviews; without it, that of the language is used.
  case yes

  /// The word for no of a boolean, on buttons and in reviews; without it, that of the language is used.
  case no
}

extension FieldText {
  /// The entry of the key in the language.
  package var entry: FieldKeyEntry {
    switch self {
    case .label: FieldKeyEntry("label", "The question.", "a label")
    case .short:
      FieldKeyEntry(
        "short", "The question in a few words, for summaries, reviews, :back, and messages.",
        "a short label")
    case .description:
      FieldKeyEntry(
        "description", "What belongs to the question, always shown below it.", "a description")
    case .help:
      FieldKeyEntry(
        "help", "A longer explanation, shown on request and after the second wrong answer.",
        "a help text")
    case .hint: FieldKeyEntry("hint", "A short explanation next to the field.", "a hint")
    case .other:
      FieldKeyEntry(
        "other",
        "The label of a row for a text beside the choices, which must be texts, or true for the usual label.",
        "a label", only: [.choice, .choices])
    case .empty:
      FieldKeyEntry(
        "empty", "The text that is shown when there are no choices.", "a text",
        only: [.choice, .choices])
    case .yes:
      FieldKeyEntry(
        "yes", "The word for yes of a boolean, on buttons and in reviews.", "a text",
        only: [.boolean])
    case .no:
      FieldKeyEntry(
        "no", "The word for no of a boolean, on buttons and in reviews.", "a text",
        only: [.boolean])
    }
  }
}

/// A setting of a field: a literal, or an expression that computes one.
package enum FieldSetting: Int, CaseIterable, Sendable {
  /// The default answer.
  case `default`

  /// The value where the question isn't asked, or is left empty; without it, there's none.
  case otherwise

  /// Whether an answer is required; without it, one is.
  case required

  /// Completions for Tab.
  ///
  /// Other values are allowed as well.
  case suggest
}

extension FieldSetting {
  /// The kind of value of a setting.
  package enum Content: Sendable {
    /// An answer of the field.
    case answer

    /// True or false.
    case truth

    /// A list of texts.
    case texts
  }

  /// The kind of value that it has.
  package var content: Content {
    switch self {
    case .default, .otherwise: .answer
    case .required: .truth
    case .suggest: .texts
    }
  }

  /// The entry of the key in the language.
  package var entry: FieldKeyEntry {
    switch self {
    case .default: FieldKeyEntry("default", "What is offered.", "a default")
    case .otherwise:
      FieldKeyEntry(
        "otherwise", "The value where the question isn't asked, beside 'when' or inside of one.",
        "the value of a question that isn't asked")
    case .required:
      FieldKeyEntry("required", "Whether an answer is required; true by default.", nil)
    case .suggest:
      FieldKeyEntry(
        "suggest",
        "Texts that are listed as one types, and completed with Tab; other values are allowed.",
        "a suggestion", only: [.string])
    }
  }
}

/// A flag of a field.
package enum FieldFlag: Int, CaseIterable, Sendable {
  /// Whether an answer is offered again after it was popped; it is without the key.
  case remember

  /// Whether a secret must be entered twice; it needn't without the key.
  case confirm
}

extension FieldFlag {
  /// Whether it's set without its key.
  package var isUsual: Bool {
    switch self {
    case .remember: true
    case .confirm: false
    }
  }

  /// The entry of the key in the language.
  package var entry: FieldKeyEntry {
    switch self {
    case .remember:
      FieldKeyEntry("remember", "Whether to offer an answer again after going back.", nil)
    case .confirm:
      FieldKeyEntry("confirm", "Whether to ask for a secret twice.", nil, only: [.secret])
    }
  }
}

/// The entry of a field's key in the language.
package struct FieldKeyEntry: Sendable {
  /// The key in flow files.
  package let key: String

  /// A description, in a sentence.
  package let summary: String

  /// The noun for it in messages; nil if users never see it.
  package let part: String?

  /// The types of fields that it means something for; nil for all.
  package let types: [FieldType]?

  init(_ key: String, _ summary: String, _ part: String?, only types: [FieldType]? = nil) {
    self.key = key
    self.summary = summary
    self.part = part
    self.types = types
  }

  /// Returns whether it means something for fields of a type.
  package func applies(to type: FieldType) -> Bool { types?.contains(type) ?? true }
}

// MARK: - Values by key

/// The values that a field has for some of its keys.
package struct FieldTable<Key: RawRepresentable<Int>, Value> {
  /// The values by the number of their key, up to the last one.
  @usableFromInline var values: [Value?] = []

  /// Creates an empty table.
  @inlinable package init() {}

  /// The value of a key; nil for none.
  ///
  /// - Complexity: O(1).
  @inlinable package subscript(key: Key) -> Value? {
    get { found(key.rawValue) }
    set { put(newValue, key.rawValue) }
  }

  @inlinable func found(_ number: Int) -> Value? { number < values.count ? values[number] : nil }

  @inlinable mutating func put(_ value: Value?, _ number: Int) {
    guard value != nil || number < values.count else { return }
    while values.count <= number { values.append(nil) }
    values[number] = value
    while case .some(.none) = values.last { values.removeLast() }
  }

  /// Returns a table with other values for the same keys; without those for which there's none.
  @inlinable package func mapped<Other, Failure: Error>(
    _ change: (Value) throws(Failure) -> Other?
  ) throws(Failure) -> FieldTable<Key, Other> {
    var table = FieldTable<Key, Other>()
    table.values.reserveCapacity(values.count)
    for value in values { table.values.append(try value.flatMap(change)) }
    while case .some(.none) = table.values.last { table.values.removeLast() }
    return table
  }
}

// Other modules call what's generic here with types that are found as the program runs, which takes some 400 instructions
// a value; so the tables that sessions read have functions of their own.
extension FieldTable where Key == FieldText, Value == CheckedText {
  /// The text of a key; nil for none.
  package subscript(key: FieldText) -> CheckedText? {
    get { found(key.rawValue) }
    set { put(newValue, key.rawValue) }
  }
}

extension FieldTable where Key == FieldText, Value == String {
  /// The text of a key; nil for none.
  package subscript(key: FieldText) -> String? {
    get { found(key.rawValue) }
    set { put(newValue, key.rawValue) }
  }
}

extension FieldTable where Key == FieldSetting, Value == CheckedSetting {
  /// The setting of a key; nil for none.
  package subscript(key: FieldSetting) -> CheckedSetting? {
    get { found(key.rawValue) }
    set { put(newValue, key.rawValue) }
  }
}

extension FieldTable where Key == FieldFlag, Value == Bool {
  /// The value of a flag; nil for none.
  package subscript(key: FieldFlag) -> Bool? {
    get { found(key.rawValue) }
    set { put(newValue, key.rawValue) }
  }
}

extension FieldTable: Equatable where Value: Equatable {}
extension FieldTable: Hashable where Value: Hashable {}
extension FieldTable: Sendable where Value: Sendable {}

extension FieldTable: ExpressibleByDictionaryLiteral {
  /// Creates a table; of several values for a key, it has the last.
  package init(dictionaryLiteral entries: (Key, Value)...) {
    for (key, value) in entries { self[key] = value }
  }
}

/// The flags that a field has; those without a value are as usual.
package typealias FieldFlags = FieldTable<FieldFlag, Bool>

extension FieldFlags {
  /// Returns whether a flag is set.
  package func has(_ flag: FieldFlag) -> Bool { self[flag] ?? flag.isUsual }
}
