// SPDX-License-Identifier: Apache-2.0

public import FlowModel
internal import SourceDiagnostics

/// The interpolation of a flow's texts: a term becomes `${…}`, and a value of this program is shown as
/// it is.
///
/// ```swift
/// let name = AnswerKey<String>("name")
/// let isPublic = AnswerKey<Bool>("isPublic")
/// let regions = AnswerKey<[String]>("regions")
/// let host = "example.com"
/// let flow = FlowDefinition("greeting") {
///   Ask(name, "Name")
///   Ask(isPublic, "Is it public?")
///   Ask(regions, .list, "Regions")
///   Note("hello", "Hello \(name) at \(host), or in CEL: ${size(name)}")
///   Note("access", "\(name) is \(if: isPublic, "public", else: "private")")
///   Note("places", "\(for: "region", in: regions, { "- \($0)\n" })")
///   Note("same", "${if \(isPublic)}public${else}private${end}")
/// }
/// ```
public struct TextInterpolation: StringInterpolationProtocol {
  /// The text as a file has it, with a mark for each of ``inserted``.
  ///
  /// A block can begin in one literal and end in another.
  private var source = ""

  /// The inserted parts, in order, each with its expression if it's one.
  private var inserted: [(parts: [TextTemplate.Part], cel: String?)] = []

  /// Creates an empty interpolation.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Appends text, in which `${…}` is an expression or a control, and `$${` a literal `${`.
  public mutating func appendLiteral(_ literal: String) { source += literal }

  /// Appends the value of a term; inside `${if …}`, the term itself.
  public mutating func appendInterpolation(_ term: some FlowTerm) {
    let term = term.term
    insert([.expression(term.source)], cel: term.text(in: .primary))
  }

  /// Appends text without expressions, whatever it contains.
  public mutating func appendInterpolation(_ text: String) { insert([.words(text)]) }

  /// Appends a number.
  public mutating func appendInterpolation(_ number: Int) { insert([.words("\(number)")]) }

  /// Appends one of two texts.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - text: The text if the condition is true.
  ///   - other: The text if it's false.
  public mutating func appendInterpolation(
    if condition: some FlowTerm<Bool>, _ text: TextTemplate,
    else other: TextTemplate = ""
  ) {
    insert([
      .conditional(.init([.init(if: condition.term.source, text.parts)], else: other.parts))
    ])
  }

  /// Appends a text for each element of a list.
  ///
  /// - Parameters:
  ///   - name: The name of the element in expressions; with `_index` after it, that of its position.
  ///   - list: The list.
  ///   - text: Returns the text for an element.
  public mutating func appendInterpolation<Element>(
    for name: Identifier, in list: some FlowTerm<[Element]>,
    _ text: (Term<Element>) -> TextTemplate
  ) {
    let element = Term<Element>(cel: name.name, rank: .primary)
    insert([.loop(.init(name, in: list.term.source, text(element).parts))])
  }

  /// Appends a text for each key of a map, in the order of the keys.
  ///
  /// - Parameters:
  ///   - name: The name of the key in expressions; with `_index` after it, that of its position.
  ///   - value: The name of the value in expressions.
  ///   - map: The map.
  ///   - text: Returns the text for a key and its value.
  public mutating func appendInterpolation<Element>(
    for name: Identifier, _ value: Identifier, in map: some FlowTerm<[String: Element]>,
    _ text: (Term<String>, Term<Element>) -> TextTemplate
  ) {
    let key = Term<String>(cel: name.name, rank: .primary)
    let element = Term<Element>(cel: value.name, rank: .primary)
    insert([.loop(.init(name, value: value, in: map.term.source, text(key, element).parts))])
  }

  private mutating func insert(_ parts: [TextTemplate.Part], cel: String? = nil) {
    let mark = Self.mark(inserted.count)
    source += isInTag ? mark : "${" + mark + "}"
    inserted.append((parts, cel))
  }

  /// Whether the text so far ends between `${` and `}`.
  private var isInTag: Bool {
    TextTemplate.reading(SourceFile(name: "", text: source)).mistakes.contains {
      $0.id == "unclosed-expression"
    }
  }

  /// The expression that stands for something inserted.
  private static func mark(_ number: Int) -> String { "'\u{1}\(number)'" }

  /// The text; a text of words alone is one part, as in a file.
  var template: TextTemplate { TextTemplate(parts: restored(TextTemplate(source).parts)) }

  /// Returns parts with what was inserted in the place of its marks.
  private func restored(_ parts: [TextTemplate.Part]) -> [TextTemplate.Part] {
    var restored: [TextTemplate.Part] = []
    func add(_ part: TextTemplate.Part) {
      if case .words(let more) = part, case .words(let words)? = restored.last {
        restored[restored.count - 1] = .words(words + more)
      } else {
        restored.append(part)
      }
    }
    for part in parts {
      switch part {
      case .words: add(part)
      case .expression(let expression):
        if let number = inserted.indices.first(where: { Self.mark($0) == expression.text }) {
          for part in inserted[number].parts { add(part) }
        } else {
          add(.expression(self.restored(expression)))
        }
      case .conditional(var conditional):
        conditional.branches = conditional.branches.map {
          .init(if: self.restored($0.condition), self.restored($0.parts))
        }
        conditional.otherwise = self.restored(conditional.otherwise)
        add(.conditional(conditional))
      case .loop(let loop):
        add(
          .loop(
            .init(
              loop.name, value: loop.value, in: self.restored(loop.list),
              self.restored(loop.parts))))
      case .binding(let binding):
        add(.binding(.init(binding.name, self.restored(binding.value))))
      case .file(var file):
        file.arguments = file.arguments?.map { .init($0.name, self.restored($0.value)) }
        add(.file(file))
      }
    }
    return restored
  }

  /// Returns an expression with the terms that were inserted into it.
  private func restored(_ source: ExpressionSource) -> ExpressionSource {
    guard source.text.contains("\u{1}") else { return source }
    var text = source.text
    for (number, part) in inserted.enumerated() {
      let mark = Self.mark(number)
      text = text.replacingParts(mark, with: part.cel ?? mark)
    }
    return ExpressionSource(text)
  }
}

extension TextTemplate: ExpressibleByStringInterpolation {
  /// Creates text with terms in it.
  public init(stringInterpolation: TextInterpolation) { self = stringInterpolation.template }
}

extension LocalizedText: ExpressibleByStringInterpolation {
  /// Creates text in the flow's own language, with terms in it.
  public init(stringInterpolation: TextInterpolation) { self.init(stringInterpolation.template) }
}

extension ArgumentDefinition: ExpressibleByStringInterpolation {
  /// Creates an argument with terms in it.
  public init(stringInterpolation: TextInterpolation) {
    self.init(texts: [stringInterpolation.template])
  }
}

extension ContentPartDefinition: ExpressibleByStringInterpolation {
  /// Creates a part with terms in it.
  public init(stringInterpolation: TextInterpolation) {
    self.init(text: stringInterpolation.template)
  }
}
