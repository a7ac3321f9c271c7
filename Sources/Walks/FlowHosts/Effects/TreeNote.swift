// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

/// The content of the note about a tree that's being written.
struct TreeNote: Hashable {
  /// How the tree is written.
  let plan: TreePlan

  /// Whether everything is next to its place, and may be in its place.
  let isPrepared: Bool

  /// The note as JSON.
  ///
  /// What's replaced is in it once something may be.
  var value: Value {
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
      case .replaced(let bytes, let mode) where isPrepared:
        entries.append(("replaced", .string(Base64.encode(bytes))))
        entries.append(("mode", .int(Int64(mode))))
      case .link(let target) where isPrepared: entries.append(("link", .string(target)))
      case .nothing, .replaced, .link, .appended, .tree: break
      }
      return .map(ValueMap(entries))
    }
    return .map(
      ValueMap([
        ("prepared", .bool(isPrepared)), ("units", .list(units)), ("steps", .list(steps)),
      ]))
  }

  init(plan: TreePlan, isPrepared: Bool) {
    self.plan = plan
    self.isPrepared = isPrepared
  }

  /// Reads a note; nil if it isn't one about a tree with so many parts.
  ///
  /// Whoever can write the note can write the files, but no note has anything else removed than what has the name of a
  /// temporary file.
  init?(_ value: Value, partCount: Int) {
    guard case .map(let map) = value, case .bool(let isPrepared)? = map["prepared"],
      case .list(let unitValues)? = map["units"], case .list(let stepValues)? = map["steps"],
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
    self.init(plan: TreePlan(units: units, steps: steps), isPrepared: isPrepared)
  }
}

extension TreePlan.Step {
  fileprivate init?(_ value: Value, of units: [TreePlan.Unit]) {
    guard case .map(let map) = value, case .string(let place)? = map["place"],
      case .int(let number)? = map["unit"], let unit = Int(exactly: number),
      units.indices.contains(unit), case .list(let list)? = map["folders"],
      place.hasPrefix(units[unit].place)
    else { return nil }
    var folders: [String] = []
    for value in list {
      guard case .string(let folder) = value, folder.hasPrefix(units[unit].place) else {
        return nil
      }
      folders.append(folder)
    }
    var previous = WrittenFile.Previous.nothing
    if case .string(let text)? = map["replaced"], let bytes = Base64.decode(text),
      case .int(let mode)? = map["mode"]
    {
      previous = .replaced(bytes, mode: Int(mode & 0o777))
    } else if case .string(let target)? = map["link"] {
      previous = .link(to: target)
    }
    self.init(
      place: place, written: WrittenFile(previous: previous, madeFolders: folders), unit: unit)
  }
}
