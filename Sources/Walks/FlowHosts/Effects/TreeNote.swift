// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowSessions

/// The content of the note about a file or a tree that's being written or restored.
struct TreeNote: Hashable {
  /// How far the writing has come; the first byte of the note.
  enum State: UInt8, Hashable {
    /// Everything is being made next to its place, and nothing is in its place.
    case making = 0x6D

    /// Everything is next to its place or in it.
    case prepared = 0x70

    /// The earlier files are being restored.
    case undoing = 0x75
  }

  /// How it's written.
  let plan: TreePlan

  /// How far it has come.
  let state: State

  /// The attempt that writes or restores it; nil if that isn't one of a walk.
  let attempt: EffectAttempt?

  init(plan: TreePlan, state: State, of attempt: EffectAttempt?) {
    self.plan = plan
    self.state = state
    self.attempt = attempt
  }

  /// The note as a line with its state and JSON.
  var bytes: [UInt8] {
    [state.rawValue, UInt8(ascii: "\n")] + Array((JSONWriter().text(of: value) ?? "").utf8)
  }

  private var value: Value {
    let units = plan.units.map { unit in
      Value.map(
        ValueMap([
          ("place", .string(unit.place)), ("temporary", .string(unit.temporary)),
          ("folder", .bool(unit.isFolder)), ("replaces", .bool(unit.isReplacing)),
        ]))
    }
    let steps = plan.steps.map { step in
      guard let step else { return Value.null }
      var entries: [(String, Value)] = [
        ("place", .string(step.place)), ("unit", .int(Int64(step.unit))),
        ("folders", .list(step.written.madeFolders.map { .string($0) })),
      ]
      switch step.written.previous {
      case .replaced(let bytes, let mode):
        entries.append(("replaced", .string(Base64.encode(bytes))))
        entries.append(("mode", .int(Int64(mode))))
      case .link(let target): entries.append(("link", .string(target)))
      case .appended(let count): entries.append(("appended", .int(Int64(count))))
      case .nothing, .tree: break
      }
      return .map(ValueMap(entries))
    }
    var entries: [(String, Value)] = [("units", .list(units)), ("steps", .list(steps))]
    if let attempt {
      entries.append(("walk", .string(attempt.walk)))
      entries.append(("step", .string(attempt.step)))
    }
    return .map(ValueMap(entries))
  }

  /// Reads a note; nil if there's none about so many parts.
  ///
  /// Whoever can write the note can write the files, but no note has anything else removed than what has the name of a
  /// temporary file.
  init?(_ bytes: [UInt8], partCount: Int) {
    guard let state = bytes.first.flatMap(State.init),
      let text = String(validating: bytes.dropFirst(2), as: UTF8.self),
      case .map(let map)? = try? Value(json: text), case .list(let unitValues)? = map["units"],
      case .list(let stepValues)? = map["steps"],
      stepValues.count == partCount
    else { return nil }
    var units: [TreePlan.Unit] = []
    for value in unitValues {
      guard case .map(let map) = value, case .string(let place)? = map["place"],
        case .string(let temporary)? = map["temporary"], case .bool(let isFolder)? = map["folder"],
        case .bool(let isReplacing)? = map["replaces"],
        temporary.split(separator: "/").last?.hasPrefix(".stackflow-") == true
      else { return nil }
      units.append(
        TreePlan.Unit(
          place: place, temporary: temporary, isFolder: isFolder, isReplacing: isReplacing))
    }
    var steps: [TreePlan.Step?] = []
    for value in stepValues {
      guard value != .null else {
        steps.append(nil)
        continue
      }
      guard let step = TreePlan.Step(value, of: units) else { return nil }
      steps.append(step)
    }
    var attempt: EffectAttempt?
    if case .string(let walk)? = map["walk"], case .string(let step)? = map["step"] {
      attempt = EffectAttempt(walk: walk, step: step)
    }
    self.init(plan: TreePlan(units: units, steps: steps), state: state, of: attempt)
  }
}

extension TreePlan.Step {
  fileprivate init?(_ value: Value, of units: [TreePlan.Unit]) {
    guard case .map(let map) = value, case .string(let place)? = map["place"],
      case .int(let number)? = map["unit"], let unit = Int(exactly: number),
      case .list(let list)? = map["folders"],
      // What's only restored has no units.
      units.isEmpty || units.indices.contains(unit) && place.hasPrefix(units[unit].place)
    else { return nil }
    var folders: [String] = []
    for value in list {
      guard case .string(let folder) = value, place == folder || place.hasPrefix(folder + "/")
      else { return nil }
      folders.append(folder)
    }
    var previous = WrittenFile.Previous.nothing
    if case .string(let text)? = map["replaced"], let bytes = Base64.decode(text),
      case .int(let mode)? = map["mode"]
    {
      previous = .replaced(bytes, mode: Int(mode & 0o777))
    } else if case .string(let target)? = map["link"] {
      previous = .link(to: target)
    } else if case .int(let count)? = map["appended"], let count = Int(exactly: count) {
      previous = .appended(count: count)
    }
    self.init(
      place: place, written: WrittenFile(previous: previous, madeFolders: folders), unit: unit)
  }
}
