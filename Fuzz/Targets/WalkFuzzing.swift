// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import SavedWalks
import SealedWalks

/// Saved walks, journals, and tokens: each is refused, or is canonical and can be restored.
enum WalkFuzzing {
  private static let flow: CheckedFlow? =
    FlowFile.load(
      """
      flow: 1
      id: a
      steps:
        - { ask: name, type: string }
        - { ask: kind, type: choice, choices: [http, worker] }
        - { ask: pass, type: secret }
        - repeat: team
          steps: [{ ask: age, type: integer, max: 99 }]
        - { run: build, command: [make], undo: { command: [clean] }, capture: text }
        - { review: all }
      """, name: "a.flow.yaml"
    ).flow

  private static let tokens: WalkTokens? = {
    let bytes = [UInt8](repeating: 7, count: WalkKey.byteCount)
    guard let key = WalkKey(id: 1, bytes: bytes), let ring = WalkKeyRing(key) else { return nil }
    return WalkTokens(keys: ring, lifetime: 3600)
  }()

  static func violation(for bytes: [UInt8]) -> String? {
    guard let flow, let tokens else { return "the flow or the key of the target is wrong" }
    let text = String(decoding: bytes, as: UTF8.self)
    if (try? tokens.open(text, flow: flow, now: .epoch)) != nil { return "a forged token is valid" }
    if let record = try? WalkRecord(bytes: bytes), record.bytes != bytes {
      return "the bytes of a record aren't canonical"
    }
    if let walk = try? SavedWalk(bytes: bytes) {
      if walk.bytes != bytes { return "the bytes of a walk aren't canonical" }
      if let violation = violation(of: walk, in: flow) { return violation }
    }
    _ = try? WalkJournal.walk(of: bytes)
    if let walk = try? WalkJournal.walk(of: journal(of: bytes)) {
      return violation(of: walk, in: flow)
    }
    return nil
  }

  /// Writes the bytes as the records of a journal, with correct checksums: a byte with the length, and
  /// the content.
  private static func journal(of bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var journal: [UInt8] = []
    while let length = rest.popFirst() {
      journal += JournalRecords.record(Array(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return journal
  }

  /// Reads a walk again from what it's written as, and restores it in a flow.
  private static func violation(of walk: SavedWalk, in flow: CheckedFlow) -> String? {
    guard let again = try? SavedWalk(bytes: walk.bytes), again == walk else {
      return "the bytes of a walk can't be read again"
    }
    var fitting = walk
    fitting.flowID = flow.definition.id.name
    fitting.fingerprint = flow.fingerprint
    fitting.options.zone = "UTC"
    guard let restored = try? fitting.restored(in: flow) else { return nil }
    let saved = SavedWalk(restored.session)
    guard let second = try? saved.restored(in: flow) else {
      return "a restored walk can't be restored again"
    }
    // Events that wait, because one before them differed, are tried again each time.
    guard restored.session.awaitedEvents.isEmpty else { return nil }
    return SavedWalk(second.session).bytes == saved.bytes
      ? nil : "a walk changes when it's restored a second time"
  }
}
