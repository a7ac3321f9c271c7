// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions

/// How explored walks begin.
package struct ExplorationStart: Hashable, Sendable {
  /// The values of inputs, by name.
  var inputs: [String: Value] = [:]

  /// The files that exist at the start, by path.
  var files: [String: String] = [:]

  /// The time of all events; nil for that of scripts without a clock.
  var clock: Timestamp?

  /// Creates a start.
  init(
    inputs: [String: Value] = [:], files: [String: String] = [:], clock: Timestamp? = nil
  ) {
    self.inputs = inputs
    self.files = files
    self.clock = clock
  }

  /// The time of all events.
  var now: Timestamp { clock ?? ScriptRun.defaultClock }

  /// The maximum number of starts, and that of values of an input, that scripts don't have.
  private static let maximumVariants = 24
  private static let maximumValues = 8

  /// Returns the different starts of scripts, or the plain one if there are none, and variants of the first
  /// with other values of inputs that expressions read.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scripts: The scripts.
  ///   - candidates: What expressions compare inputs with.
  /// - Returns: The starts with which a session can be created.
  static func starts(
    of flow: CheckedFlow, _ scripts: [FlowScript], _ candidates: AnswerCandidates
  ) -> [ExplorationStart] {
    var starts: [ExplorationStart] = []
    for script in scripts {
      let start = ExplorationStart(
        inputs: script.inputs, files: script.files, clock: script.clock)
      if !starts.contains(start) { starts.append(start) }
    }
    if starts.isEmpty { starts.append(ExplorationStart()) }
    starts = starts.filter { $0.isPossible(in: flow) }
    if starts.isEmpty {
      // Inputs without a default get a value of their type.
      var inputs: [String: Value] = [:]
      for input in flow.inputs where input.definition.defaultValue == nil {
        inputs[input.name] = input.definition.type.sample
      }
      starts = [ExplorationStart(inputs: inputs)].filter { $0.isPossible(in: flow) }
    }
    guard let first = starts.first else { return [] }
    for variant in first.variants(of: flow, candidates).prefix(maximumVariants)
    where !starts.contains(variant) && variant.isPossible(in: flow) {
      starts.append(variant)
    }
    return starts
  }

  private func isPossible(in flow: CheckedFlow) -> Bool {
    (try? FlowSession(flow: flow, inputs: inputs)) != nil
  }

  /// Returns the same start with another value of one input.
  private func variants(
    of flow: CheckedFlow, _ candidates: AnswerCandidates
  ) -> [ExplorationStart] {
    flow.inputs.flatMap { input -> [ExplorationStart] in
      guard let compared = candidates.compared(input.name),
        case .field(let type) = input.definition.type
      else { return [] }
      let values =
        type == .boolean ? [true, false] : NearbyValues(type, compared, clocks: [now]).values
      return values.prefix(Self.maximumValues).map { value in
        var start = self
        start.inputs[input.name] = value
        return start
      }
    }
  }

  /// Returns the inputs that expressions read, and of which only the values of scripts are walked.
  static func fixedInputs(of flow: CheckedFlow, _ candidates: AnswerCandidates) -> [String] {
    flow.inputs.filter { input in
      guard candidates.compared(input.name) != nil else { return false }
      return switch input.definition.type {
      case .field(.choices), .field(.list), .field(.map), .list, .map, .record: true
      case .field: false
      }
    }.map(\.name)
  }
}

extension InputType {
  /// A value of the type.
  var sample: Value {
    switch self {
    case .field(.boolean): true
    case .field(.integer): 1
    case .field(.number): 1.5
    case .field(.date): "2026-01-31"
    case .field(.time): "02:00"
    case .field(.datetime): .timestamp(ScriptRun.defaultClock)
    case .field(.duration): "PT1H"
    case .field(.choices): ["a"]
    case .field(let type): fitted("a") ?? type.kind.examples.first.map { .string($0) } ?? "a"
    case .list(let element): [element.sample]
    case .map(let element): ["a": element.sample]
    case .record(let parts):
      .map(ValueMap(parts.map { ($0.name, $0.type.sample) }))
    }
  }
}
