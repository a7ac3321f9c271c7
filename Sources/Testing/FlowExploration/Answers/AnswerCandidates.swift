// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import Synchronization

/// The answers that an exploration tries at a field.
///
/// They come from the field itself (its choices, its limits, and what it offers), from the values that
/// lead to each value of each condition, and from the scripts of the flow. Whether one is accepted, only
/// the session knows.
struct AnswerCandidates: Sendable {
  /// The answers of a field.
  struct Answers: Sendable {
    /// One for each way on that the field may decide.
    ///
    /// These are choices, yes and no, empty, and the values that conditions compare with. The first is what's
    /// offered, or the simplest.
    var deciding: [FieldInput] = []

    /// More valid and invalid answers, such as those at and beyond each limit.
    var others: [FieldInput] = []

    /// The number of possible ways on of which only the first ones are in ``deciding``; 0 if all are.
    var ways = 0
  }

  /// The values of fields by id without positions, from conditions and scripts.
  private var known: [String: [Value]] = [:]
  private var typed: [String: [FieldInput]] = [:]

  /// The answers that lead to each value of each condition.
  let witnesses: [[String: Value]]

  /// The values that expressions compare each name with.
  let compared: [String: ComparedValues]

  /// The times of the walks.
  private let clocks: [Timestamp]

  /// The paths of the files of scripts.
  private let paths: [String]

  private let patterns = PatternCache()
  private let found = AnswerCache()

  /// The maximum number of choices and of values of which each decides.
  private static let maximumChoices = 24

  /// The maximum number of items that systematic walks add to a list, that of items of an answer, and that of a list
  /// that needs so many.
  private static let maximumItems = 5
  private static let maximumListedItems = 20
  private static let maximumLeastItems = 200

  /// Collects the answers of a flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scripts: Its scripts.
  init(of flow: CheckedFlow, _ scripts: [FlowScript]) {
    let found = FlowWitnesses(of: flow.definition)
    witnesses = found.answers
    compared = found.compared
    clocks = (scripts.map { $0.clock ?? ScriptRun.defaultClock } + [ScriptRun.defaultClock]).unique
    paths = scripts.flatMap { $0.files.keys.sorted() }.unique
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

  /// Returns what expressions compare a field, a list, or an input with; nil if none reads it.
  func compared(_ id: String) -> ComparedValues? {
    compared[String(id.withoutPositions.split(separator: ".").last ?? "")]
  }

  /// Returns the number of items up to which systematic walks fill a list of records: two, and more if
  /// that's compared or required.
  func items(of id: String) -> Int {
    let counts = (compared(id)?.literals ?? []).compactMap { literal -> Int? in
      if case .int(let count) = literal, (0..<Int64(Self.maximumItems)).contains(count) {
        Int(count) + 1
      } else {
        nil
      }
    }
    return max(2, counts.max() ?? 2)
  }

  /// Returns the answers to try at a field.
  ///
  /// - Complexity: O(*n*) in the number of its choices and known answers.
  func answers(for field: FieldState) -> Answers {
    found.answers(for: field) { makeAnswers(for: field) }
  }

  private func makeAnswers(for field: FieldState) -> Answers {
    var answers = Answers()
    if field.offer != nil { answers.deciding.append(.offered) }
    let id = field.id.withoutPositions
    let values = known[id] ?? known[String(id.split(separator: ".").last ?? "")] ?? []
    let given = typed[id] ?? []
    let compared = compared(id)
    let nearby = compared.map { NearbyValues(field, $0, clocks: clocks) }
    answers.deciding +=
      (values + (nearby?.values ?? [])).prefix(Self.maximumChoices * 2)
      .map { Self.input($0, for: field) }
    switch field.type {
    case .boolean:
      answers.deciding += [.text("yes"), .text("no")]
      answers.others += [.text("neither")]
    case .choice:
      let open = field.choices.filter(\.isEnabled)
      answers.deciding += open.map { Self.input($0.value, for: field) }
      answers.others +=
        field.choices.filter { !$0.isEnabled }.prefix(2).map { Self.input($0.value, for: field) }
        + [.text("no such choice")]
      let others = others(at: field, nearby)
      answers.deciding += others.prefix(2).map { .value($0) }
      answers.others +=
        others.dropFirst(2).map { .value($0) }
        + [field.otherLabel.map { .text($0) }].compactMap { $0 }
    case .choices: add(selections: &answers, of: field, isCompared: compared != nil, nearby)
    case .integer, .number:
      let limits = Self.numbers(at: field)
      let samples = given + (limits + [.int(1), .int(0)]).map { Self.input($0, for: field) }
      if answers.deciding.isEmpty { answers.deciding += samples.prefix(2) }
      answers.others += samples + ["-1", "10", "many"].map { .text($0) }
      // A calculation may leave the range of whole numbers.
      if compared != nil { answers.others += [.text("\(Int64.max)"), .text("\(Int64.min)")] }
    case .list, .map: add(items: &answers, of: field, given: given, nearby)
    default: add(texts: &answers, of: field, given: given, isKnown: !values.isEmpty, nearby)
    }
    answers.deciding = answers.deciding.unique
    if answers.deciding.count > Self.maximumChoices {
      answers.ways = answers.deciding.count
      answers.others += answers.deciding.dropFirst(Self.maximumChoices)
      answers.deciding = Array(answers.deciding.prefix(Self.maximumChoices))
    }
    if field.isRequired {
      answers.others.append(.empty)
    } else if !answers.deciding.contains(.empty) {
      answers.deciding.append(.empty)
    }
    answers.others = answers.others.filter { !answers.deciding.contains($0) }.unique
    return answers
  }

  /// Adds the answers of a field for a text: samples, and where known values decide nothing, some of them as deciding.
  private func add(
    texts answers: inout Answers, of field: FieldState, given: [FieldInput], isKnown: Bool,
    _ nearby: NearbyValues?
  ) {
    let samples =
      (field.type == .path ? paths : [])
      + TextSamples(field, patterns, lengths: nearby?.counts ?? []).texts
    if let counts = nearby?.counts {
      answers.deciding +=
        samples.filter { counts.contains($0.unicodeScalars.count) }
        .prefix(Self.maximumChoices).map { .text($0) }
    }
    if !isKnown { answers.deciding += given.prefix(2) + samples.prefix(3).map { .text($0) } }
    answers.others += given + samples.map { .text($0) }
  }

  /// Adds the answers of a field with several choices: by their number, and each choice alone.
  private func add(
    selections answers: inout Answers, of field: FieldState, isCompared: Bool,
    _ nearby: NearbyValues?
  ) {
    let open = field.choices.filter(\.isOneOfAll).map(\.value)
    let alone = field.choices.filter { $0.isEnabled && $0.isAlone }.map(\.value)
    let limits = field.itemLimits
    let counts =
      [limits.least ?? 0, limits.most ?? open.count, 0, 1, open.count] + (nearby?.counts ?? [])
    answers.deciding += counts.filter { $0 <= open.count }.map {
      .value(.list(Array(open.prefix($0))))
    }
    let single = (open + alone).map { FieldInput.value([$0]) }
    answers.deciding += alone.prefix(1).map { .value([$0]) }
    answers.others += zip(alone, open).prefix(1).map { .value([$0, $1]) }
    if let other = others(at: field, nearby).first {
      answers.deciding.append(.value(.list([other])))
      answers.others += [
        .value(.list(open.prefix(1) + [other])), .value(.list(alone.prefix(1) + [other])),
        .value(.list([other, other])), .value(.list(open + [other])),
      ]
    }
    if isCompared {
      answers.deciding += single
      answers.deciding += open.map { one in .value(.list(open.filter { $0 != one })) }
    } else {
      answers.others += single.prefix(Self.maximumChoices)
    }
    if let least = limits.least, least > 0 {
      answers.others.append(.value(.list(Array(open.prefix(least - 1)))))
    }
    if let most = limits.most, most < open.count {
      answers.others.append(.value(.list(Array(open.prefix(most + 1)))))
    }
  }

  /// Returns texts beside the choices of a field; none if only choices are answers.
  private func others(at field: FieldState, _ nearby: NearbyValues?) -> [Value] {
    guard field.otherLabel != nil else { return [] }
    return TextSamples(field, patterns, lengths: nearby?.counts ?? []).texts.prefix(6)
      .map { .string($0) }
  }

  /// Adds the answers of a field for a list or a map.
  private func add(
    items answers: inout Answers, of field: FieldState, given: [FieldInput],
    _ nearby: NearbyValues?
  ) {
    let limits = field.itemLimits
    let counts = [limits.least, limits.most].compactMap { $0 } + (nearby?.counts ?? [])
    let wanted = counts.filter {
      (1...Self.maximumListedItems).contains($0)
        || $0 == limits.least && (1...Self.maximumLeastItems).contains($0)
    }.unique
    let samples = ItemSamples(field, patterns, count: wanted.max() ?? 2)
    let few = samples.words(count: 2)
    let listed = wanted.map { FieldInput.text(samples.words(count: $0).joined(separator: "\n")) }
    answers.deciding += given.prefix(2)
    answers.deciding += nearby == nil ? Array(listed.prefix(1)) : listed
    if nearby != nil || answers.deciding.isEmpty {
      answers.deciding += few.prefix(1).map { .text($0) }
    }
    answers.others +=
      given + listed + few.map { .text($0) }
      + [
        .text(few.joined(separator: ", ")), .text(few.joined(separator: "\n")),
        .text("\(few[0]), \(few[0])"), .text("\""),
        .value(field.type == .map ? .map(ValueMap()) : .list([])),
      ] + samples.refused.map { .text($0) }
  }

  /// Returns what a user would type for a value.
  static func input(_ value: Value, for field: FieldState) -> FieldInput {
    switch value {
    case .list, .map: .value(value)
    case .null: FieldInput.empty
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

/// The last answers of each question: a question is met thousands of times, mostly with the same texts, choices, and
/// limits.
private final class AnswerCache: Sendable {
  private struct Question: Hashable {
    let id: String
    let isOffered: Bool
  }

  private let known = Mutex<[Question: (texts: FieldTexts, answers: AnswerCandidates.Answers)]>([:])

  /// Returns the answers to try at a field, which are made if it isn't as it was the last time.
  ///
  /// The answers don't depend on the text that was entered.
  func answers(
    for field: FieldState, making answers: () -> AnswerCandidates.Answers
  ) -> AnswerCandidates.Answers {
    let question = Question(id: field.id, isOffered: field.offer != nil)
    return known.withLock { known in
      if let last = known[question], last.texts == field.texts { return last.answers }
      let made = answers()
      known[question] = (field.texts, made)
      return made
    }
  }
}
