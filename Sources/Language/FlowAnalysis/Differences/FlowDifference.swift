// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// The effects of a new version of a flow on the answers that an older version saved.
///
/// The migrations of the newer version between the two are taken into account. Expressions are
/// compared as text: a check or a condition counts as changed if its text did.
public struct FlowDifference: Hashable, Sendable {
  /// The treatment of a saved answer by the new version.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// Every saved value is accepted.
    case kept

    /// A migration computes it.
    case computed

    /// Some saved values aren't accepted, or the question is asked under other conditions.
    case asked

    /// A migration drops it.
    case dropped

    /// The new version has no such answer.
    case lost
  }

  /// An answer of the old version.
  public struct Answer: Hashable, Sendable {
    /// The id in the old version, such as `name`, `env[].key`, or `license.holder`.
    public let id: String

    /// The id in the new version; nil if it has none.
    public let newID: String?

    /// The treatment of the answer by the new version.
    public let fate: Fate

    /// The reasons why it may be asked again, or the expression that computes it, for display.
    public let reasons: [String]
  }

  /// The answers of the old version, in file order.
  public private(set) var answers: [Answer] = []

  /// The ids of answers that only the new version has, in file order.
  public private(set) var added: [String] = []

  /// The other differences: texts, inputs, the output, and what steps do or how they ask.
  public let changes: [Change]

  /// Whether any answer is lost.
  package var losesAnswers: Bool { answers.contains { $0.fate == .lost } }

  /// Compares two versions of a flow.
  ///
  /// - Complexity: O(*n* · *m*) in the number of answers and the number of migrations, plus the size of both
  ///   versions.
  public init(from old: FlowDefinition, to new: FlowDefinition) {
    let moves = AnswerMoves(of: old, to: new)
    changes = FlowChanges(from: old, to: new, moves).changes
    compare(
      AnswerPlace.all(in: old.steps), AnswerPlace.all(in: new.steps), under: "", "", moves: moves)
  }

  private mutating func compare(
    _ old: [AnswerPlace], _ new: [AnswerPlace], under oldPrefix: String, _ newPrefix: String,
    moves: AnswerMoves
  ) {
    var reached: Set<String> = []
    let places = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
    for place in old {
      let id = oldPrefix + place.name
      switch moves.end(of: place.name) {
      case .dropped(let version):
        answers.append(
          Answer(
            id: id, newID: nil, fate: .dropped, reasons: ["by the migration from \(version)"]))
      case .replaced(let version):
        answers.append(
          Answer(
            id: id, newID: nil, fate: .dropped,
            reasons: ["computed by the migration from \(version)"]))
      case .moved(let name):
        guard let other = places[name] else {
          answers.append(
            Answer(
              id: id, newID: nil, fate: .lost,
              reasons: name == place.name ? [] : ["renamed to '\(name)', which isn't asked"]))
          continue
        }
        reached.insert(name)
        add(place, other, id, newPrefix + name, moves)
      }
    }
    for place in new where !reached.contains(place.name) {
      if let expression = moves.computed[place.name] {
        answers.append(
          Answer(
            id: newPrefix + place.name, newID: newPrefix + place.name, fate: .computed,
            reasons: [expression]))
      } else {
        added.append(newPrefix + place.name)
      }
    }
  }

  private mutating func add(
    _ old: AnswerPlace, _ new: AnswerPlace, _ id: String, _ newID: String,
    _ moves: AnswerMoves
  ) {
    let reasons = old.differences(to: new, moves)
    answers.append(
      Answer(id: id, newID: newID, fate: reasons.isEmpty ? .kept : .asked, reasons: reasons))
    switch (old.step.kind, new.step.kind) {
    case (.repeat(let list), .repeat(let other)):
      compare(
        AnswerPlace.all(in: list.steps), AnswerPlace.all(in: other.steps), under: id + "[].",
        newID + "[].", moves: AnswerMoves())
    case (.flow(let flow), .flow(let other)):
      compare(
        AnswerPlace.all(in: flow.flow.steps), AnswerPlace.all(in: other.flow.steps),
        under: id + ".", newID + ".", moves: AnswerMoves())
    default: break
    }
  }
}

/// The effect of the migrations between two versions on the answers of the older one.
struct AnswerMoves {
  /// The state of an answer after the migrations.
  enum End: Hashable {
    case moved(String)
    case dropped(version: Int)
    case replaced(version: Int)
  }

  /// The states of the answers after the migrations, by their names in the older version.
  private(set) var ends: [String: End] = [:]

  /// The same by their names in data, of those that have keys.
  private var dataEnds: [String: End] = [:]

  /// The expressions of computed answers, by their names in the newer version.
  private(set) var computed: [String: String] = [:]

  /// New names by old ones.
  var names: [String: String] {
    ends.compactMapValues { end in
      guard case .moved(let name) = end else { return nil }
      return name
    }
  }

  /// Creates the effect of no migrations.
  init() {}

  init(of old: FlowDefinition, to new: FlowDefinition) {
    let steps = new.migrations.sorted { $0.version < $1.version }
      .filter { $0.version >= old.version && $0.version < new.version }
    for place in AnswerPlace.all(in: old.steps) {
      ends[place.name] = Self.end(of: place.name, after: steps)
      if place.step.key != nil {
        dataEnds[place.step.dataName] = Self.end(of: place.step.dataName, after: steps)
      }
    }
    for step in steps {
      for renaming in step.renamings {
        let value = computed.removeValue(forKey: renaming.old.name)
        if let value { computed[renaming.new.name] = value }
      }
      for id in step.dropped { computed[id.name] = nil }
      for assignment in step.assignments {
        computed[assignment.id.name] = assignment.value.text.oneLine
      }
    }
  }

  func end(of name: String) -> End { ends[name] ?? .moved(name) }

  /// Returns the state of the answer that has a name in data.
  func dataEnd(of name: String) -> End { dataEnds[name] ?? end(of: name) }

  private static func end(of name: String, after steps: [MigrationDefinition]) -> End {
    var name = name
    for step in steps {
      if step.dropped.contains(where: { $0.name == name }) {
        return .dropped(version: step.version)
      }
      if let renaming = step.renamings.first(where: { $0.old.name == name }) {
        name = renaming.new.name
      }
      if step.assignments.contains(where: { $0.id.name == name }) {
        return .replaced(version: step.version)
      }
    }
    return .moved(name)
  }
}
