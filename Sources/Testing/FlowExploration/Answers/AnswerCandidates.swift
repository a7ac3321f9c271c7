// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowExpressions
package import FlowForms
package import FlowScripts

/// The answers that an exploration tries at a field.
///
/// They come from the field itself (its choices, its limits, and what it offers), from the values that
/// lead to each value of each condition, and from the scripts of the flow. Whether one is accepted, only
/// the session knows.
package struct AnswerCandidates: Sendable {
  /// The answers of a field.
  package struct Answers: Sendable {
    /// One for each way on that the field may decide.
    ///
    /// These are choices, yes and no, empty, and the values that conditions compare with. The first is what's
    /// offered, or the simplest.
    package var deciding: [FieldInput] = []

    /// More valid and invalid answers, such as those at and beyond each limit.
    package var others: [FieldInput] = []
  }

  /// The values of fields by id without positions, from conditions and scripts.
  private var known: [String: [Value]] = [:]
  private var typed: [String: [FieldInput]] = [:]

  /// The answers that lead to each value of each condition.
  package let witnesses: [[String: Value]]

  /// The maximum number of choices of which each decides.
  private static let maximumChoices = 24

  /// Collects the answers of a flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scripts: Its scripts.
  package init(of flow: CheckedFlow, _ scripts: [FlowScript]) {
    witnesses = FlowWitnesses.answers(of: flow.definition)
    for witness in witnesses {
      for (id, value) in witness where known[id]?.contains(value) != true {
        known[id, default: []].append(value)
      }
    }
    for script in scripts {
      for answer in script.answers { add(answer) }
    }
  }

  private mutating func add(_ answer: ScriptAnswer) {
    let id = answer.id.name.withoutPositions
    let input: FieldInput
    switch answer.input {
    case .typed(let text): input = .text(text)
    case .data(let value):
      input = .value(value)
      guard case .list(let items) = value else { break }
      // The records of a list have the answers of its fields.
      for case .map(let record) in items {
        for entry in record {
          let place = "\(id)[].\(entry.key.plainText)"
          let text = FieldInput.text(entry.value.plainText)
          if typed[place]?.contains(text) != true { typed[place, default: []].append(text) }
        }
      }
    case .empty, .secret: return
    }
    if typed[id]?.contains(input) != true { typed[id, default: []].append(input) }
  }

  /// Returns the answers to try at a field.
  ///
  /// - Complexity: O(*n*) in the number of its choices and known answers.
  package func answers(for field: FieldState) -> Answers {
    var answers = Answers()
    let offer = field.offer.map { Self.input($0.value, for: field) }
    if let offer { answers.deciding.append(offer) }
    let id = field.id.withoutPositions
    let values = known[id] ?? known[String(id.split(separator: ".").last ?? "")] ?? []
    let given = typed[id] ?? []
    switch field.type {
    case .boolean:
      answers.deciding += [.text("yes"), .text("no")]
      answers.others += [.text("neither")]
    case .choice:
      let open = field.choices.filter(\.isEnabled)
      answers.deciding += open.prefix(Self.maximumChoices).map { Self.input($0.value, for: field) }
      answers.others +=
        open.dropFirst(Self.maximumChoices).prefix(Self.maximumChoices)
        .map { Self.input($0.value, for: field) }
        + field.choices.filter { !$0.isEnabled }.prefix(2).map { Self.input($0.value, for: field) }
        + [.text("no such choice")]
    case .choices:
      let open = field.choices.filter(\.isEnabled).map(\.value)
      let limits = field.itemLimits
      let counts = [limits.least ?? 0, limits.most ?? open.count, 0, 1, open.count]
      answers.deciding += counts.filter { $0 <= open.count }.map {
        .value(.list(Array(open.prefix($0))))
      }
      answers.others += open.prefix(Self.maximumChoices).map { .value([$0]) }
      if let least = limits.least, least > 0 {
        answers.others.append(.value(.list(Array(open.prefix(least - 1)))))
      }
      if let most = limits.most, most < open.count {
        answers.others.append(.value(.list(Array(open.prefix(most + 1)))))
      }
    case .integer, .number:
      let limits = Self.numbers(at: field)
      answers.deciding += values.map { Self.input($0, for: field) }
      if answers.deciding.isEmpty { answers.deciding += given.prefix(1) }
      if answers.deciding.isEmpty {
        answers.deciding += (limits + [.int(1), .int(0)]).prefix(2).map {
          Self.input($0, for: field)
        }
      }
      answers.others +=
        given + limits.map { Self.input($0, for: field) }
        + ([.int(0), .int(1), .int(-1), .int(10)] as [Value]).map { Self.input($0, for: field) }
        + [.text("many")]
    case .list, .map:
      let items = (field.itemType ?? .string).samples
      let words =
        field.type == .map ? items.enumerated().map { "k\($0.offset)=\($0.element)" } : items
      answers.deciding += values.map { Self.input($0, for: field) } + given.prefix(2)
      if answers.deciding.isEmpty { answers.deciding += words.prefix(1).map { .text($0) } }
      answers.others +=
        given + words.map { .text($0) }
        + [
          .text(words.joined(separator: ", ")), .text(words.joined(separator: "\n")),
          .text("\(words[0]), \(words[0])"), .text("\""),
          .value(field.type == .map ? .map(ValueMap()) : .list([])),
        ]
    default:
      let samples = TextSamples(field).texts
      let all = values.map { Self.input($0, for: field) }
      answers.deciding += all
      if answers.deciding.isEmpty {
        answers.deciding += given.prefix(2) + samples.prefix(3).map { .text($0) }
      }
      answers.others += given + samples.map { .text($0) }
    }
    if field.isRequired {
      answers.others.append(.none)
    } else {
      answers.deciding.append(.none)
    }
    answers.deciding = answers.deciding.unique
    answers.others = answers.others.filter { !answers.deciding.contains($0) }.unique
    return answers
  }

  /// Returns what a user would type for a value.
  static func input(_ value: Value, for field: FieldState) -> FieldInput {
    switch value {
    case .list, .map: .value(value)
    case .null: FieldInput.none
    case .bool(let truth): .text(truth ? "yes" : "no")
    default: .text(value.plainText)
    }
  }

  /// Returns the limits of a number, and the numbers next to them on both sides.
  private static func numbers(at field: FieldState) -> [Value] {
    var numbers: [Value] = []
    for kind in [ConstraintKind.min, .max] {
      switch field.limit(of: kind) {
      case .int(let limit)?:
        let (below, _) = limit.subtractingReportingOverflow(1)
        let (above, _) = limit.addingReportingOverflow(1)
        numbers += [.int(limit), .int(below), .int(above)]
      case .double(let limit)?: numbers += [.double(limit), .double(limit - 1), .double(limit + 1)]
      default: break
      }
    }
    return numbers
  }
}

extension FlowScript {
  /// The answers of its commands, and those given in advance.
  fileprivate var answers: [ScriptAnswer] {
    given
      + commands.flatMap { command -> [ScriptAnswer] in
        switch command.action {
        case .answer(let answers), .add(_, let answers), .edit(_, _, let answers): answers
        default: []
        }
      }
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in order.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension FieldType {
  /// Two items of the type, as they're typed.
  fileprivate var samples: [String] {
    switch self {
    case .integer, .number: ["1", "2"]
    case .boolean: ["yes", "no"]
    case .date: ["2026-01-31", "2026-02-01"]
    case .time: ["02:00", "03:00"]
    case .datetime: ["2026-01-31 09:00", "2026-02-01 09:00"]
    case .duration: ["1h", "2h"]
    case .string, .text, .secret, .path, .choice, .choices, .list, .map: ["a", "b c"]
    }
  }
}
