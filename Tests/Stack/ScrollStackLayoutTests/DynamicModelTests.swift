// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

private struct Note: RowModel, CustomStringConvertible {
  let id: Int
  var text: Int
  var cellType: any RowCell.Type {
    switch id % 3 {
    case 0: PlainCell.self
    case 1: OtherCell.self
    default: PooledCell.self
    }
  }
  var description: String { "\(id):\(text)" }
}

private class PlainCell: BasicRowController, RowCell {
  var model: Note?
  var setups = 0
  var tapCallback: ((any RowCell) -> Void)?
  override required init() { super.init() }
  func setup(model: Note) {
    self.model = model
    setups += 1
  }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
}

private final class OtherCell: PlainCell {}

/// A cell that exists only while it's needed; its state is a number.
private final class PooledCell: BasicRowController, ReusableCell {
  var model: Note?
  var state = 0
  var tapCallback: ((any RowCell) -> Void)?
  override required init() { super.init() }
  func setup(model: Note) { self.model = model }
  func prepareForReuse() { state = 0 }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
}

/// DS-1 to DS-6: compares a stack of models with a list of them, also if listeners change it.
@Suite struct DynamicModelTests {
  @Test func randomOperationsAgreeWithAListOfModels() throws {
    for seed in RandomRuns(long: 100_000, every: 150, named: "models against a list").seeds {
      let run = try DynamicRun(seed: seed)
      try run.run(operations: 10)
      expectEqual(run.problem, nil, "seed \(seed)")
      if run.problem != nil { break }
    }
  }
}

private final class DynamicRun: ScrollStackDelegate {
  /// A row of the list.
  struct Entry {
    var note: Note
    let type: ObjectIdentifier
    /// The cell, if it isn't reused.
    var cell: PlainCell?
    var setups = 1
    /// The state that a reused cell should have.
    var state = 0
  }

  private var random: SeededGenerator
  private let dynamic = DynamicStack()
  private let clock = ManualClock()
  private var list: [Entry] = []
  private var nextID = 0
  private var isInterfering = false
  /// Whether listeners changed the stack, so that the list must be read from it again.
  private var isSpoilt = false
  private var allowsInterference = false
  private(set) var problem: String?
  private var log: [String] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    dynamic.motion = Motion(clock: clock)
    try dynamic.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    dynamic.setViewport(CellSize(columns: 8, rows: 4))
    dynamic.delegate = self
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func fail(_ what: String) {
    if problem == nil { problem = what + "\n" + log.joined(separator: "\n") }
  }

  func run(operations: Int) throws {
    for _ in 0..<operations where problem == nil {
      allowsInterference = pick(0...3) == 0
      try operate()
      allowsInterference = false
      if isSpoilt { takeOver() }
      check()
      if pick(0...2) == 0 {
        clock.advance(by: .milliseconds(pick(0...400)))
        dynamic.scroll(by: pick(-3...3))
        dynamic.advance()
        _ = dynamic.snapshot()
        check()
      }
    }
  }

  private func newNote() -> Note {
    nextID += 1
    return Note(id: nextID, text: pick(0...3))
  }

  private func entry(_ note: Note, _ override: (any RowCell.Type)? = nil) -> Entry {
    Entry(note: note, type: ObjectIdentifier(override ?? note.cellType))
  }

  private func operate() throws {
    let animated = pick(0...1) == 0
    let override: (any RowCell.Type)? = [nil, nil, OtherCell.self, PooledCell.self][pick(0...3)]
    let index = pick(-1...list.count + 1)
    switch pick(0...9) {
    case 0...2:
      let notes = (0..<pick(1...3)).map { _ in newNote() }
      log.append("insert \(notes) at \(index)")
      let isRight = (0...list.count).contains(index)
      if isRight { list.insert(contentsOf: notes.map { entry($0, override) }, at: index) }
      do {
        let rows = try dynamic.insert(notes, at: index, cellType: override, animated: animated)
        if !isRight || rows.count != notes.count { fail("an impossible place was taken") }
      } catch {
        if isRight || error != .indexOutOfRange(index, count: list.count + 1) { fail("\(error)") }
      }
    case 3 where !list.isEmpty:
      let old = list[pick(0...list.count - 1)].note
      log.append("append \(old) again")
      #expect(throws: ScrollStackError.self) { try dynamic.append(newNote(), old) }
    case 4...6: try set(override, animated)
    case 7:
      let indices = (0..<pick(0...3)).map { _ in pick(-1...list.count) }
      log.append("remove \(indices)")
      for index in Set(indices).sorted().reversed() where list.indices.contains(index) {
        list.remove(at: index)
      }
      dynamic.remove(at: indices, animated: animated)
    case 8:
      log.append("take out or move behind its back")
      guard list.indices.contains(index) else { return }
      if pick(0...1) == 0 {
        list.remove(at: index)
        dynamic.row(at: index)?.removeFromStack(animated: animated)
      } else {
        let to = pick(0...list.count - 1)
        list.insert(list.remove(at: index), at: to)
        try dynamic.moveRow(.index(index), to: to, animated: animated)
      }
    default:
      guard pick(0...3) == 0 else {
        // A state that a reused cell must keep.
        guard list.indices.contains(index), let cell = dynamic.cell(at: index) as? PooledCell
        else { return }
        list[index].state = pick(1...99)
        cell.state = list[index].state
        return
      }
      log.append("remove all")
      list = []
      dynamic.removeAll(animated: animated)
    }
  }

  private func set(_ override: (any RowCell.Type)?, _ animated: Bool) throws {
    var wanted = list.map(\.note).filter { _ in pick(0...3) > 0 }
    if pick(0...1) == 0 { wanted.shuffle(using: &random) }
    for index in wanted.indices where pick(0...2) == 0 { wanted[index].text = pick(0...3) }
    for _ in 0..<pick(0...2) { wanted.insert(newNote(), at: pick(0...wanted.count)) }
    log.append("set \(wanted)")
    list = wanted.map { note in
      let type = ObjectIdentifier(override ?? note.cellType)
      guard var old = list.first(where: { $0.note.id == note.id && $0.type == type }) else {
        return entry(note, override)
      }
      if old.note != note { old.setups += 1 }
      old.note = note
      return old
    }
    try dynamic.set(wanted, cellType: override, animated: animated)
  }

  /// Reads the list from the stack after listeners changed both.
  private func takeOver() {
    isSpoilt = false
    list = dynamic.models.enumerated().compactMap { index, model in
      guard let note = model as? Note, let cell = dynamic.cell(at: index) else { return nil }
      return Entry(
        note: note, type: ObjectIdentifier(type(of: cell)), cell: cell as? PlainCell,
        setups: (cell as? PlainCell)?.setups ?? 1, state: (cell as? PooledCell)?.state ?? 0)
    }
  }

  private func check() {
    dynamic._checkInvariants()
    let models = dynamic.models as? [Note] ?? []
    guard models == list.map(\.note), dynamic.count == list.count else {
      return fail("models \(models), list \(list.map(\.note))")
    }
    if dynamic.cell(at: -1) != nil || dynamic.cell(at: list.count) != nil { fail("cells outside") }
    for (index, entry) in list.enumerated() {
      if dynamic.row(forModel: entry.note.id)?.index != index { fail("row of \(entry.note)") }
      guard let cell = dynamic.cell(at: index), ObjectIdentifier(type(of: cell)) == entry.type
      else { return fail("type of \(entry.note)") }
      if let cell = cell as? PooledCell {
        if cell.model != entry.note || cell.state != entry.state {
          fail("\(entry.note) has the state \(cell.state), list \(entry.state)")
        }
      } else if let cell = cell as? PlainCell {
        if cell.model != entry.note { fail("cell of \(entry.note)") }
        if let known = entry.cell {
          if known !== cell || cell.setups != entry.setups { fail("cell of \(entry.note) is new") }
        } else if cell.setups != 1 {
          fail("new cell of \(entry.note) was set up \(cell.setups) times")
        }
        list[index].cell = cell
      }
    }
  }

  /// Sometimes, a listener changes the models during another change.
  private func interfere() {
    // A listener can ask for the model of a new row.
    if dynamic.models.count != dynamic.count { fail("a row without a model") }
    guard allowsInterference, !isInterfering, pick(0...4) == 0 else { return }
    isInterfering = true
    isSpoilt = true
    log.append("from inside:")
    do {
      switch pick(0...4) {
      case 0: dynamic.removeAll()
      case 1: dynamic.remove(at: pick(0...3))
      case 2: try dynamic.append(newNote(), newNote())
      case 3: try dynamic.set([newNote(), newNote()])
      default: try dynamic.set((dynamic.models as? [Note] ?? []).reversed())
      }
    } catch {
      fail("from inside: \(error)")
    }
    isInterfering = false
  }

  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) { interfere() }
  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) { interfere() }
  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) { interfere() }
}
