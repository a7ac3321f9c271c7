// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowModel
import FlowSessions
import ProgramParts

/// The constraints of an answer as options: the keys of a field in a flow file, in kebab case.
struct QuestionOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The minimum of a number, a date, a time or a duration.", valueName: "value"))
  var min: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum of the same types.", valueName: "value"))
  var max: String?

  @Option(help: ArgumentHelp("What a number must be a multiple of.", valueName: "number"))
  var multipleOf: String?

  @Option(help: ArgumentHelp("The minimum length of a text.", valueName: "count"))
  var minLength: Int?

  @Option(help: ArgumentHelp("The maximum length of a text.", valueName: "count"))
  var maxLength: Int?

  @Option(
    help: ArgumentHelp("A regular expression that matches some part of a text.", valueName: "regex")
  )
  var pattern: String?

  @Option(
    help: ArgumentHelp(
      "The form of a string, which flow files call 'format': email, uri, hostname…",
      valueName: "form"))
  var textFormat: String?

  @Flag(help: "The items of a list must differ.")
  var unique = false

  @Option(help: ArgumentHelp("Minimum number of choices or items.", valueName: "count"))
  var minItems: Int?

  @Option(help: ArgumentHelp("Maximum number of choices or items.", valueName: "count"))
  var maxItems: Int?

  @Option(
    help: ArgumentHelp(
      "What must be at a path: exist, file, directory or absent.", valueName: "what"),
    completion: .list(PathRequirement.allCases.map(\.rawValue)))
  var must: String?

  @Option(
    help: ArgumentHelp(
      "The message when the answer breaks one of these rules.", valueName: "text"))
  var message: String?

  /// The option for a key of a field.
  static func option(forKey key: String) -> String {
    switch key {
    case "format": "--text-format"
    case "help": "--help-text"
    case "type": "the type"
    default:
      "--"
        + key.reduce(into: "") { name, character in
          if character.isUppercase { name += "-" }
          name += character.lowercased()
        }
    }
  }

  /// The constraints of a field.
  ///
  /// - Throws: ``ProgramEnding`` for an option that means nothing for its type, and for a value
  ///   that isn't of the type.
  func constraints(of field: FieldDefinition) throws(ProgramEnding) -> [ConstraintDefinition] {
    let type = field.type
    let given: [(kind: ConstraintKind, text: String?)] = [
      (.min, min), (.max, max), (.multipleOf, multipleOf), (.minLength, minLength.map(String.init)),
      (.maxLength, maxLength.map(String.init)), (.pattern, pattern), (.format, textFormat),
      (.minItems, minItems.map(String.init)), (.maxItems, maxItems.map(String.init)),
      (.must, must), (.unique, unique ? "true" : nil),
    ]
    var constraints: [ConstraintDefinition] = []
    for (kind, text) in given {
      guard let text else { continue }
      let option = Self.option(forKey: kind.rawValue)
      guard field.takes(kind) else {
        let meant = kind.meant(for: type).map {
          "; did you mean \(Self.option(forKey: $0.rawValue))?"
        }
        throw ProgramOutput.fail(
          .usage, "\(option) isn't for the type '\(type.rawValue)'\(meant ?? "")")
      }
      let literalType: FieldType =
        switch kind {
        case .min, .max, .multipleOf: type
        case .minLength, .maxLength, .minItems, .maxItems: .integer
        case .pattern, .format, .must: .string
        case .unique: .boolean
        }
      constraints.append(
        ConstraintDefinition(kind, try Self.setting(text, of: literalType, for: option)))
    }
    return constraints
  }

  /// The messages of constraints.
  func messages(
    for constraints: [ConstraintDefinition]
  ) throws(ProgramEnding) -> [MessageDefinition] {
    guard let message else { return [] }
    guard !constraints.isEmpty else {
      throw ProgramOutput.fail(
        .usage, "--message needs a rule to be about, such as --pattern or --min")
    }
    return constraints.map {
      MessageDefinition(key: Identifier($0.kind.rawValue), text: LocalizedText(words: message))
    }
  }

  /// A text of the command line as a value of a type; the check of the flow finds what's wrong with
  /// dates and times.
  static func setting(
    _ text: String, of type: FieldType, for option: String
  ) throws(ProgramEnding) -> Setting {
    switch type.kind.family {
    case .integer:
      guard let number = Int64(text) else {
        throw ProgramOutput.fail(.usage, "\(option) must be a whole number, found '\(text)'")
      }
      return .literal(LiteralValue(.int(number)))
    case .number:
      if let number = Int64(text) { return .literal(LiteralValue(.int(number))) }
      guard let number = Double(text), number.isFinite else {
        throw ProgramOutput.fail(.usage, "\(option) must be a number, found '\(text)'")
      }
      return .literal(LiteralValue(.double(number)))
    case .boolean:
      switch text.lowercased() {
      case "yes", "y", "true": return .literal(LiteralValue(.bool(true)))
      case "no", "n", "false": return .literal(LiteralValue(.bool(false)))
      default: throw ProgramOutput.fail(.usage, "\(option) must be yes or no, found '\(text)'")
      }
    case .time(.date) where text == "today": return .computed("today")
    case .time(.datetime) where text == "now": return .computed("now")
    case .list:
      let words = try ChoiceList.words(of: text, for: option)
      return .literal(LiteralValue(.list(words.map { .string($0.text) })))
    case .map:
      let words = try ChoiceList.words(of: text, for: option, named: true)
      let pairs = words.map { word -> (String, Value) in
        // Without an equals sign, it's a name without a value.
        guard let name = word.name else { return (word.text, .string("")) }
        return (name, .string(word.text))
      }
      return .literal(LiteralValue(.map(ValueMap(pairs))))
    case .text, .time, .choice, .choices:
      return .literal(LiteralValue(.string(text)))
    }
  }
}
