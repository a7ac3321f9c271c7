// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// The effects of a flow that someone can certainly undo by going back.
///
/// For that a step that people see must be below the effect with no floor between them, and
/// above it something at which a person is: a step, or an effect that can fail. Only what is on
/// every path to the effect counts, so that nothing impossible is asked of a script.
struct UndoableEffects {
  /// Their ids.
  private(set) var ids: Set<String> = []

  private var stations: [Station] = []

  /// What a step is for those who go back.
  private struct Station {
    enum Kind {
      case shown
      case commit
      case floor
      case effect(canFail: Bool, canBeUndone: Bool)
    }

    let id: String
    let kind: Kind

    /// The conditions on the way, by the ids of the steps that carry them.
    let conditions: Set<String>

    /// Whether it is in the flow's own file.
    let isOwn: Bool

    /// Whether a person is here, or may.
    var isPlaceToStand: Bool {
      switch kind {
      case .shown, .commit, .effect(true, _): true
      case .floor, .effect: false
      }
    }
  }

  init(_ definition: FlowDefinition) {
    collect(definition.steps, prefix: "", under: [], isOwn: true)
    for (index, station) in stations.enumerated() where station.isOwn {
      guard case .effect(_, true) = station.kind, isReachedFromAbove(index),
        hasGroundBelow(index)
      else { continue }
      ids.insert(station.id)
    }
  }

  /// Whether someone is above an effect whenever it was done.
  private func isReachedFromAbove(_ index: Int) -> Bool {
    let effect = stations[index]
    for station in stations[(index + 1)...]
    where station.conditions.isSubset(of: effect.conditions) {
      if case .floor = station.kind { return false }
      if station.isPlaceToStand { return true }
    }
    return false
  }

  /// Whether there is a step below an effect to which one can go back.
  private func hasGroundBelow(_ index: Int) -> Bool {
    let effect = stations[index]
    for station in stations[..<index].reversed()
    where station.conditions.isSubset(of: effect.conditions) {
      switch station.kind {
      case .shown: return true
      case .commit, .floor: return false
      case .effect: break
      }
    }
    return false
  }

  private mutating func collect(
    _ steps: [StepDefinition], prefix: String, under outer: Set<String>, isOwn: Bool
  ) {
    for step in steps {
      let id = prefix + step.id.name
      let conditions = step.when == nil ? outer : outer.union([id])
      func station(_ kind: Station.Kind) -> Station {
        Station(id: id, kind: kind, conditions: conditions, isOwn: isOwn)
      }
      switch step.kind {
      case .ask, .form, .note, .repeat, .review, .stop: stations.append(station(.shown))
      case .commit: stations.append(station(.commit))
      case .compute: break
      case .group(let steps): collect(steps, prefix: prefix, under: conditions, isOwn: isOwn)
      case .flow(let subflow):
        collect(subflow.flow.steps, prefix: id + ".", under: conditions, isOwn: false)
      case .run(let run):
        let canFail = run.onError != .skip && run.capture?.kind != .status
        if run.undo == nil, !run.onlyReads {
          // It may fail before it lays its floor.
          if canFail { stations.append(station(.effect(canFail: true, canBeUndone: false))) }
          stations.append(station(.floor))
        } else {
          stations.append(station(.effect(canFail: canFail, canBeUndone: run.undo != nil)))
        }
      case .write(let write):
        stations.append(
          station(.effect(canFail: write.onError != .skip, canBeUndone: true)))
      }
    }
  }
}
