// SPDX-License-Identifier: Apache-2.0

/// The macros, and the operators that aren't functions, for the reference and for completion.
package struct MacroDeclaration: Sendable {
  /// The name, or the operator's symbol.
  package let name: String

  /// The forms in which it's written.
  package let forms: [String]

  /// A sentence that says what it does, with a full stop.
  package let summary: String

  /// Examples for the reference; the tests run them.
  let examples: KeyValuePairs<String, String>

  private init(
    _ name: String, _ summary: String, _ forms: [String],
    _ examples: KeyValuePairs<String, String>
  ) {
    self.name = name
    self.summary = summary
    self.forms = forms
    self.examples = examples
  }

  /// All macros and operators, in the order of the reference.
  package static let all: [MacroDeclaration] = [
    MacroDeclaration(
      "&&", "Whether both operands are true; a false operand absorbs the failure of the other.",
      ["bool && bool → bool"], ["1 > 2 && 1 / 0 > 1": "false"]),
    MacroDeclaration(
      "||", "Whether any operand is true; a true operand absorbs the failure of the other.",
      ["bool || bool → bool"], ["1 / 0 > 1 || 1 < 2": "true"]),
    MacroDeclaration("!", "Whether the operand is false.", ["!bool → bool"], ["!(1 > 2)": "true"]),
    MacroDeclaration(
      "?:", "One of two values; only that value is evaluated.", ["bool ? T : T → T"],
      ["1 < 2 ? 'a' : 'b'": "'a'"]),
    MacroDeclaration(
      "[]",
      "An element of a list, counted from 0, or the value of a key; with `?`, as an optional.",
      ["list(T)[int] → T", "map(K, V)[K] → V", "list(T)[?int] → optional_type(T)"],
      ["[1, 2][0]": "1", "{'a': 1}['a']": "1", "[1][?5].orValue(0)": "0"]),
    MacroDeclaration(
      ".", "The value of a text key; with `?`, as an optional.",
      ["map(string, V).name → V", "map(string, V).?name → optional_type(V)"],
      ["{'a': 1}.a": "1", "{'a': 1}.?b.orValue(0)": "0"]),
    MacroDeclaration(
      "has", "Whether a map has a key; in flows, also whether an answer has a value: `has(port)`.",
      ["has(map.name) → bool"], ["has({'a': 1}.a)": "true", "has({'a': 1}.b)": "false"]),
    MacroDeclaration(
      "all", "Whether a condition holds for all elements of a list or keys of a map.",
      [
        "list.all(x, condition)", "list.all(index, x, condition)", "map.all(key, value, condition)",
      ],
      ["[1, 2].all(x, x > 0)": "true"]),
    MacroDeclaration(
      "exists", "Whether a condition holds for an element of a list or a key of a map.",
      ["list.exists(x, condition)", "map.exists(key, value, condition)"],
      ["[1, 2].exists(x, x > 1)": "true", "{'a': 1}.exists(k, v, v == 1)": "true"]),
    MacroDeclaration(
      "exists_one", "Whether a condition holds for exactly one element; failures aren't absorbed.",
      ["list.exists_one(x, condition)", "list.existsOne(index, x, condition)"],
      ["[1, 2, 2].exists_one(x, x == 1)": "true"]),
    MacroDeclaration(
      "filter", "The elements of a list, or keys of a map, for which a condition holds.",
      ["list.filter(x, condition)"], ["[1, 2, 3].filter(x, x > 1)": "[2, 3]"]),
    MacroDeclaration(
      "map",
      "The transformed elements of a list, optionally only those for which a condition holds.",
      ["list.map(x, value)", "list.map(x, condition, value)"],
      ["[1, 2].map(x, x * 2)": "[2, 4]", "[1, 2].map(x, x > 1, x * 2)": "[4]"]),
    MacroDeclaration(
      "transformList", "Like `map`, with the index of an element or the key of an entry.",
      ["list.transformList(index, x, value)", "list.transformList(index, x, condition, value)"],
      ["['a', 'b'].transformList(i, x, string(i) + x)": "['0a', '1b']"]),
    MacroDeclaration(
      "transformMap", "A map with the same keys and transformed values.",
      [
        "map.transformMap(key, value, newValue)",
        "map.transformMap(key, value, condition, newValue)",
      ],
      ["{'a': 1}.transformMap(k, v, v + 1)": "{'a': 2}"]),
    MacroDeclaration(
      "transformMapEntry",
      "A map of the entries of the maps that an expression returns for the elements.",
      ["map.transformMapEntry(key, value, {newKey: newValue})"],
      ["{'a': 'b'}.transformMapEntry(k, v, {v: k})": "{'b': 'a'}"]),
    MacroDeclaration(
      "sortBy", "The elements of a list, sorted by the value of an expression.",
      ["list.sortBy(x, key)"], ["['bb', 'a'].sortBy(x, size(x))": "['a', 'bb']"]),
    MacroDeclaration(
      "optMap", "The transformed value of an optional, as an optional.",
      ["optional.optMap(x, value)"],
      ["optional.of(1).optMap(x, x + 1)": "optional.of(2)"]),
    MacroDeclaration(
      "optFlatMap", "Like `optMap`, for an expression that returns an optional.",
      ["optional.optFlatMap(x, optional)"],
      ["optional.of([]).optFlatMap(x, x[?0])": "optional.none()"]),
    MacroDeclaration(
      "cel.bind",
      "An expression with a name for a value; the value is evaluated once, on first use.",
      ["cel.bind(x, value, expression)"],
      ["cel.bind(x, 'a', x + x)": "'aa'"]),
  ]
}
