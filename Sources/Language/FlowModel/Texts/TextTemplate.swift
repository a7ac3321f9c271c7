// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// Text that can contain values and blocks: `${name}`, `${if has(port)} … ${end}`.
public struct TextTemplate: Hashable, Sendable {
  /// A part of a text.
  package enum Part: Hashable, Sendable {
    /// Literal text, in which `$${` is already replaced by `${`.
    case words(String)

    /// An expression, which is replaced by its value.
    case expression(ExpressionSource)

    /// Parts of which at most one branch is shown: `${if CONDITION} … ${else} … ${end}`.
    case conditional(Conditional)

    /// Parts that are shown once for each element of a list, or for each key of a map:
    /// `${for NAME in LIST} … ${end}`, `${for KEY, VALUE in MAP} … ${end}`.
    case loop(Loop)

    /// A name for a value, until the end of the block or the text: `${let NAME = CEL}`.
    case binding(Binding)

    /// The text of a file: `${use 'FILE'}`, `${use 'FILE' with a = CEL, b = CEL}`.
    case file(UsedFile)
  }

  /// Returns whether a word at the start of `${…}` is that of a control, so that no function has this name.
  package static func isControl(_ word: String) -> Bool { TextTagReader.isControl(word) }

  /// The branches of an `${if …}`, of which the first whose condition is true is shown.
  package struct Conditional: Hashable, Sendable {
    /// A branch: `${if CONDITION} …` or `${else if CONDITION} …`.
    package struct Branch: Hashable, Sendable {
      /// The condition.
      package var condition: ExpressionSource

      /// The parts to show if the condition is the first that's true.
      package var parts: [Part]

      /// Creates a branch.
      package init(if condition: ExpressionSource, _ parts: [Part]) {
        self.condition = condition
        self.parts = parts
      }
    }

    /// The branches with conditions, in order.
    package var branches: [Branch]

    /// The parts to show if no condition is true: `${else} …`.
    package var otherwise: [Part]

    /// Creates a conditional.
    package init(_ branches: [Branch], else otherwise: [Part] = []) {
      self.branches = branches
      self.otherwise = otherwise
    }
  }

  /// Parts that are shown once for each element of a list, or for each key of a map.
  package struct Loop: Hashable, Sendable {
    /// The name of the element or the key; the name with `_index` after it is the position, from 0.
    package var name: Identifier

    /// The name of the value of the key, in a loop over a map; nil in a loop over a list.
    package var value: Identifier?

    /// The list, or the map, whose keys come in their order.
    package var list: ExpressionSource

    /// The parts to show for an element.
    package var parts: [Part]

    /// Creates a loop over a list, or over a map if there's a name for the values.
    package init(
      _ name: Identifier, value: Identifier? = nil, in list: ExpressionSource, _ parts: [Part]
    ) {
      self.name = name
      self.value = value
      self.list = list
      self.parts = parts
    }

    /// The name of the position of the element.
    package var indexName: String { name.name + "_index" }
  }

  /// A name for a value, until the end of the block or the text.
  package struct Binding: Hashable, Sendable {
    /// The name.
    package var name: Identifier

    /// The value.
    package var value: ExpressionSource

    /// Creates a name for a value.
    package init(_ name: Identifier, _ value: ExpressionSource) {
      self.name = name
      self.value = value
    }
  }

  /// The text of a file in the flow's folder, in the place of `${use …}`, without its last line break.
  package struct UsedFile: Hashable, Sendable {
    /// The path of the file, relative to the flow's folder.
    package var path: Identifier

    /// The names that the file sees; nil if it sees what's seen at the place.
    package var arguments: [Binding]?

    /// The content of the file; nil until it's read.
    package var text: TextTemplate?

    /// Creates the use of a file; without arguments, it sees what's seen at the place.
    package init(_ path: Identifier, with arguments: [Binding]? = nil, text: TextTemplate? = nil) {
      self.path = path
      self.arguments = arguments?.isEmpty == true ? nil : arguments
      self.text = text
    }
  }

  /// The parts, in order.
  package var parts: [Part]

  /// The place of the text.
  package var place: SourcePlace

  /// Creates a text from its parts.
  package init(parts: [Part], place: SourcePlace = .code) {
    self.parts = parts
    self.place = place
  }

  /// The maximum number of blocks around a part of a text, and of files that use it.
  package static let maximumDepth = 32

  /// The maximum number of names that loops and bindings give at a place of a text.
  package static let maximumNames = 256
}

extension TextTemplate {
  /// Whether it's always empty, whatever the answers.
  package var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  /// An expression of a text, and what it's for.
  package struct Use {
    /// The purpose of an expression.
    package enum Role {
      /// Its value is shown.
      case value
      case condition

      /// The list or the map of a loop.
      case list

      /// It gets a name.
      case binding
    }

    package let source: ExpressionSource
    package let role: Role
  }

  /// Every expression of the text, in its order, with what it's for.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package var uses: [Use] {
    var found: [Use] = []
    for part in parts { part.addUses(to: &found, depth: 0) }
    return found
  }

  /// Every expression of the text, in its order: values, conditions, lists, and those with names.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package var expressions: [ExpressionSource] { uses.map(\.source) }

  /// The texts of the files that it uses, in the order of their uses, each before those that it uses itself.
  ///
  /// - Complexity: O(*n*) in the number of parts, also of the files.
  package var usedTexts: [TextTemplate] { parts.flatMap { $0.usedTexts(depth: 0) } }

  /// The words with which it can begin.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package var beginnings: [String] { parts.beginnings(depth: 0) }

  /// The words of the text itself, in its order, whether or not they're in blocks.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package var allWords: [String] {
    var found: [String] = []
    for part in parts { part.addWords(to: &found, depth: 0) }
    return found
  }
}

extension TextTemplate.Part {
  /// Whether it's always empty, whatever the answers.
  fileprivate var isEmpty: Bool {
    switch self {
    case .words(let words): words.isEmpty
    case .expression: false
    case .conditional(let conditional):
      conditional.branches.allSatisfy { $0.parts.allSatisfy(\.isEmpty) }
        && conditional.otherwise.allSatisfy(\.isEmpty)
    case .loop(let loop): loop.parts.allSatisfy(\.isEmpty)
    case .binding: true
    case .file(let file): file.text?.isEmpty ?? false
    }
  }

  /// Adds its expressions; deeper than texts can be nested, there are none.
  fileprivate func addUses(to found: inout [TextTemplate.Use], depth: Int) {
    guard depth <= TextTemplate.maximumDepth else { return }
    switch self {
    case .words: break
    case .expression(let source): found.append(.init(source: source, role: .value))
    case .conditional(let conditional):
      for branch in conditional.branches {
        found.append(.init(source: branch.condition, role: .condition))
        for part in branch.parts { part.addUses(to: &found, depth: depth + 1) }
      }
      for part in conditional.otherwise { part.addUses(to: &found, depth: depth + 1) }
    case .loop(let loop):
      found.append(.init(source: loop.list, role: .list))
      for part in loop.parts { part.addUses(to: &found, depth: depth + 1) }
    case .binding(let binding): found.append(.init(source: binding.value, role: .binding))
    case .file(let file):
      for argument in file.arguments ?? [] {
        found.append(.init(source: argument.value, role: .binding))
      }
      for part in file.text?.parts ?? [] { part.addUses(to: &found, depth: depth + 1) }
    }
  }

  fileprivate func usedTexts(depth: Int) -> [TextTemplate] {
    guard depth <= TextTemplate.maximumDepth else { return [] }
    func inner(_ parts: [TextTemplate.Part]) -> [TextTemplate] {
      parts.flatMap { $0.usedTexts(depth: depth + 1) }
    }
    return switch self {
    case .words, .expression, .binding: []
    case .conditional(let conditional):
      conditional.branches.flatMap { inner($0.parts) } + inner(conditional.otherwise)
    case .loop(let loop): inner(loop.parts)
    case .file(let file): file.text.map { [$0] + inner($0.parts) } ?? []
    }
  }

  fileprivate func beginnings(depth: Int) -> [String] {
    guard depth <= TextTemplate.maximumDepth else { return [] }
    return switch self {
    case .words(let words): [words]
    case .expression, .binding: []
    case .conditional(let conditional):
      conditional.branches.flatMap { $0.parts.beginnings(depth: depth + 1) }
        + conditional.otherwise.beginnings(depth: depth + 1)
    case .loop(let loop): loop.parts.beginnings(depth: depth + 1)
    case .file(let file): file.text?.parts.beginnings(depth: depth + 1) ?? []
    }
  }

  fileprivate func addWords(to found: inout [String], depth: Int) {
    guard depth <= TextTemplate.maximumDepth else { return }
    switch self {
    case .words(let words): found.append(words)
    case .expression, .binding, .file: break
    case .conditional(let conditional):
      for branch in conditional.branches {
        for part in branch.parts { part.addWords(to: &found, depth: depth + 1) }
      }
      for part in conditional.otherwise { part.addWords(to: &found, depth: depth + 1) }
    case .loop(let loop):
      for part in loop.parts { part.addWords(to: &found, depth: depth + 1) }
    }
  }
}

extension [TextTemplate.Part] {
  /// The words with which they can begin; names for values show nothing.
  fileprivate func beginnings(depth: Int) -> [String] {
    let shown = first { if case .binding = $0 { false } else { true } }
    return shown.map { $0.beginnings(depth: depth) } ?? []
  }
}
