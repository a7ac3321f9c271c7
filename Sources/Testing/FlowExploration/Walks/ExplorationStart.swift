// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowForms
package import FlowScripts

/// How explored walks begin.
package struct ExplorationStart: Hashable, Sendable {
  /// The values of inputs, by name.
  package var inputs: [String: Value] = [:]

  /// The files that exist at the start, by path.
  package var files: [String: String] = [:]

  /// The time of all events; nil for that of scripts without a clock.
  package var clock: Timestamp?

  /// Creates a start.
  package init(
    inputs: [String: Value] = [:], files: [String: String] = [:], clock: Timestamp? = nil
  ) {
    self.inputs = inputs
    self.files = files
    self.clock = clock
  }

  /// The time of all events.
  var now: Timestamp { clock ?? ScriptRun.defaultClock }

  /// Returns the different starts of scripts, or the plain one if there are none.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scripts: The scripts.
  /// - Returns: The starts with which a session can be created.
  package static func starts(of flow: CheckedFlow, _ scripts: [FlowScript]) -> [ExplorationStart] {
    var starts: [ExplorationStart] = []
    for script in scripts {
      let start = ExplorationStart(
        inputs: script.inputs, files: script.files, clock: script.clock)
      if !starts.contains(start) { starts.append(start) }
    }
    if starts.isEmpty { starts.append(ExplorationStart()) }
    let possible = starts.filter { (try? FlowSession(flow: flow, inputs: $0.inputs)) != nil }
    if !possible.isEmpty { return possible }
    // Inputs without a default get a value of their type.
    var inputs: [String: Value] = [:]
    for input in flow.inputs where input.definition.defaultValue == nil {
      inputs[input.name] = input.definition.type.sample
    }
    let start = ExplorationStart(inputs: inputs)
    return (try? FlowSession(flow: flow, inputs: inputs)) == nil ? [] : [start]
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
    case .field: "a"
    case .list(let element): [element.sample]
    case .map(let element): ["a": element.sample]
    case .record(let parts):
      .map(ValueMap(parts.map { ($0.name, $0.type.sample) }))
    }
  }
}
