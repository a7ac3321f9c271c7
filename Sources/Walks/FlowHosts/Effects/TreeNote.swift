// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions

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
      var map = ValueMap([
        ("place", .string(unit.place)), ("temporary", .string(unit.temporary)),
        ("folder", .bool(unit.isFolder)), ("replaces", .bool(unit.isReplacing)),
      ])
      if unit.isRemoval { map["removes"] = .bool(true) }
      return Value.map(map)
    }
    let steps = plan.steps.map { step in
      guard let step else { return Value.null }
      var map = ValueMap([("place", .string(step.place)), ("unit", .number(step.unit))])
      map.merge(step.written.value(for: .walk))
      return .map(map)
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
  /// A program that can write the note can write the files, but no note has anything else removed than files with the
  /// name of a temporary file.
  init?(_ bytes: [UInt8], partCount: Int) {
    guard let state = bytes.first.flatMap(State.init),
      let text = String(validating: bytes.dropFirst(2), as: UTF8.self),
      case .map(let map)? = try? Value(json: text)
    else { return nil }
    var reader = EntryReader<Damage>(map)
    guard let plan = try? TreePlan(&reader), plan.steps.count == partCount else { return nil }
    var attempt: EffectAttempt?
    if case .string(let walk)? = map["walk"], case .string(let step)? = map["step"] {
      attempt = EffectAttempt(walk: walk, step: step)
    }
    self.init(plan: plan, state: state, of: attempt)
  }

  /// The error for what's no note.
  fileprivate struct Damage: EntryReaderError {
    init(entry message: String) {}
  }
}

extension TreePlan {
  fileprivate init(_ reader: inout EntryReader<TreeNote.Damage>) throws(TreeNote.Damage) {
    var units: [Unit] = []
    for case var unit? in try reader.needed("units", try reader.objects("units")) {
      let temporary = try unit.needed("temporary")
      guard temporary.split(separator: "/").last?.hasPrefix(".stackflow-") == true else {
        throw unit.wrong("temporary", "a temporary file")
      }
      units.append(
        Unit(
          place: try unit.needed("place"), temporary: temporary,
          isFolder: try unit.flag("folder"), isReplacing: try unit.flag("replaces"),
          isRemoval: try unit.flag("removes")))
    }
    var steps: [Step?] = []
    for step in try reader.needed("steps", try reader.objects("steps")) {
      guard var step else {
        steps.append(nil)
        continue
      }
      steps.append(try Step(&step, of: units))
    }
    self.init(units: units, steps: steps)
  }
}

extension TreePlan.Step {
  fileprivate init(
    _ reader: inout EntryReader<TreeNote.Damage>, of units: [TreePlan.Unit]
  ) throws(TreeNote.Damage) {
    let place = try reader.needed("place")
    let unit = try reader.needed("unit", try reader.number("unit"))
    var written = try WrittenFile(&reader, for: .walk, isPart: true)
    // Parts that are only restored have no units.
    guard units.isEmpty || units.indices.contains(unit) && place.hasPrefix(units[unit].place),
      written.madeFolders.allSatisfy({ place == $0 || place.hasPrefix($0 + "/") })
    else { throw reader.wrong("place", "in its unit and its folders") }
    if case .replaced(let bytes, let mode) = written.previous {
      written = WrittenFile(
        previous: .replaced(bytes, mode: mode & 0o777), madeFolders: written.madeFolders)
    }
    self.init(place: place, written: written, unit: unit)
  }
}
