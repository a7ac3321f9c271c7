// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// The effects of a flow that can certainly be undone by going back, and the steps that a user can
/// certainly leave that way.
///
/// That requires a visible step below the effect, with no floor in between, and above it something
/// at which a user can be: a step, or an effect that can fail. Only what's on every path to the
/// effect counts, so that a script is never asked for the impossible.
struct UndoableEffects {
  /// The ids of the effects.
  private(set) var ids: Set<String> = []

  /// The ids of the steps outside lists with a visible step below them and no floor in between.
  private(set) var leavable: Set<String> = []

  private var stations: [Station] = []

  /// The role of a step in going back.
  private struct Station {
    enum Kind {
      case shown
      case commit
      case floor
      case effect(canFail: Bool, canBeUndone: Bool)
    }

    let id: String
    let kind: Kind

    /// The conditions on the path to it, as the ids of the steps that have them.
    let conditions: Set<String>

    /// Whether it's in the flow's own file.
    let isOwn: Bool

    /// Whether it's a step that's asked or shown.
    var isShown: Bool {
      switch kind {
      case .shown, .commit: true
      case .floor, .effect: false
      }
    }

    /// Whether a user can be here.
    var isPlaceToStand: Bool {
      switch kind {
      case .shown, .commit, .effect(true, _): true
      case .floor, .effect: false
      }
    }
  }

  init(_ index: FlowIndex) {
    collect(index, prefix: "", under: [], isOwn: true)
    for (index, station) in stations.enumerated() where station.isOwn {
      if station.isShown, hasGroundBelow(index) { leavable.insert(station.id) }
      guard case .effect(_, true) = station.kind, isReachedFromAbove(index),
        hasGroundBelow(index)
      else { continue }
      ids.insert(station.id)
    }
  }

  /// Returns whether the user always gets above an effect that was performed.
  private func isReachedFromAbove(_ index: Int) -> Bool {
    let effect = stations[index]
    for station in stations[(index + 1)...]
    where station.conditions.isSubset(of: effect.conditions) {
      if case .floor = station.kind { return false }
      if station.isPlaceToStand { return true }
    }
    return false
  }

  /// Returns whether there's a step below an effect to go back to.
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
    _ index: FlowIndex, prefix: String, under outer: Set<String>, isOwn: Bool
  ) {
    var conditions: [Set<String>] = []
    for (number, outlined) in index.steps.enumerated() {
      let (step, id) = (outlined.step, prefix + outlined.id)
      let around = outlined.parent.map { conditions[$0] } ?? outer
      let own = step.when == nil ? around : around.union([id])
      conditions.append(own)
      guard outlined.list == nil, !outlined.isElement else { continue }
      func station(_ kind: Station.Kind) -> Station {
        Station(id: id, kind: kind, conditions: own, isOwn: isOwn)
      }
      switch step.kind {
      case .ask, .form, .note, .repeat, .review, .stop: stations.append(station(.shown))
      case .commit: stations.append(station(.commit))
      case .compute, .group: break
      case .flow:
        guard let used = index.usedFlows[number] else { break }
        collect(used, prefix: id + ".", under: own, isOwn: false)
      case .run(let run):
        let canFail = run.onError != .skip && run.capture?.kind != .status
        if run.undo == nil, !run.onlyReads {
          // It can fail before it sets its floor.
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
