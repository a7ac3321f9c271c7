// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import Synchronization
import TerminalCells

extension Picture {
  /// Rows that are created from values.
  static let modelPictures: [Picture] = [models, difference, reuse]

  private static let models = Picture(
    "models", "A model chooses its cell",
    "A call can override the type of cell, and a registry can map names to types, as it does "
      + "for flow files."
  ) { space in
    let dynamic = DynamicStack()
    dynamic.setViewport(CellSize(columns: min(24, space.small), rows: 5))
    try dynamic.setStyle { $0.hidesSeparators = true }
    dynamic.register("secret", SecretCell.self)
    try dynamic.append(Field("name", "billing-api"))
    try dynamic.append(Field("kind", "HTTP"), cellType: LoudCell.self)
    try dynamic.append(Field("token", "s3cr3t"), cellType: try dynamic.cellType(named: "secret"))
    var heard: [String] = []
    dynamic.didTapCell = { cell in heard.append((cell as? FieldCell)?.model?.id ?? "") }
    dynamic.select(.index(0))
    var refused = ""
    do { _ = try dynamic.cellType(named: "sekret") } catch { refused = "\(error)" }
    return [
      Panel(
        "three types of cell", dynamic, notes: ["tapped: " + heard.joined(), refused])
    ]
  }

  private static let difference = Picture(
    "difference", "Updating models",
    "A cell whose model has the same id is kept with its state, and is configured again only "
      + "if the model changed."
  ) { space in
    let dynamic = DynamicStack()
    dynamic.setViewport(CellSize(columns: min(24, space.small), rows: 4))
    try dynamic.setStyle { $0.hidesSeparators = true }
    func panel(_ caption: String) -> Panel {
      Panel(
        caption, dynamic,
        notes: dynamic.cells(ofType: FieldCell.self).map {
          "\($0.model?.id ?? "") set up \($0.setups)×"
        })
    }
    try dynamic.set([Field("name", "billing"), Field("port", "80"), Field("kind", "HTTP")])
    let before = panel("before")
    try dynamic.set([Field("port", "8080"), Field("name", "billing"), Field("region", "eu")])
    return [before, panel("port changed, name moved")]
  }

  private static let reuse = Picture(
    "reuse", "Cells for visible rows",
    "Of 10,000 models, only those near the viewport have cells. A cell that leaves the view "
      + "is reused for another row, and its state returns with its row."
  ) { space in
    let dynamic = DynamicStack()
    dynamic.setViewport(CellSize(columns: min(20, space.small), rows: 5))
    try dynamic.setStyle(bare)
    let made = OptionCell.made.load(ordering: .relaxed)
    try dynamic.append(Option(id: 0))
    try dynamic.insert((1..<10_000).map(Option.init), at: 1)
    var panels: [Panel] = []
    func add(_ caption: String) {
      panels.append(Panel(caption, dynamic))
      let count = OptionCell.made.load(ordering: .relaxed) - made
      panels[panels.count - 1].notes = ["\(count) cells made"]
    }
    dynamic.select(.index(1))
    dynamic.select(.index(3))
    add("1 and 3 marked")
    try dynamic.scrollToRow(.index(5000), at: .start)
    add("5,000 rows on")
    dynamic.scrollToStart()
    add("and back")
    return panels
  }
}

private struct Field: RowModel {
  let id: String
  let value: String
  var cellType: any RowCell.Type { FieldCell.self }

  init(_ id: String, _ value: String) {
    self.id = id
    self.value = value
  }
}

private class FieldCell: BasicRowController, RowCell {
  private(set) var model: Field?
  private(set) var setups = 0
  var tapCallback: ((any RowCell) -> Void)?

  override required init() { super.init() }

  func setup(model: Field) {
    self.model = model
    setups += 1
  }

  func shown(_ value: String) -> String { value }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) {
    guard let model else { return }
    canvas.write(model.id, row: 0, style: .dim)
    canvas.write(shown(model.value), column: 8, row: 0)
  }
}

private final class LoudCell: FieldCell {
  override func shown(_ value: String) -> String { value + "!" }
}

private final class SecretCell: FieldCell {
  override func shown(_ value: String) -> String { String(repeating: "•", count: value.count) }
}

private struct Option: RowModel {
  let id: Int
  var cellType: any RowCell.Type { OptionCell.self }
}

private final class OptionCell: BasicRowController, ReusableCell {
  static let made = Atomic<Int>(0)

  var state = false
  var tapCallback: ((any RowCell) -> Void)?
  private var model: Option?

  override required init() {
    super.init()
    Self.made.wrappingAdd(1, ordering: .relaxed)
  }

  func setup(model: Option) { self.model = model }

  func prepareForReuse() { state = false }

  override func didSelect() { state.toggle() }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) {
    canvas.write(state ? "◉" : "◯", row: 0, style: state ? Look.accent : .plain)
    canvas.write("option \(model?.id ?? 0)", column: 2, row: 0)
  }
}
