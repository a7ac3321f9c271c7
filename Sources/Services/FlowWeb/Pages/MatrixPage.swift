// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks

/// A matrix as a table: a row for each of its rows, with an input in each cell.
struct MatrixPage {
  /// The maximum number of rows of a table; of a longer one, a row is asked at a time.
  static let mostRows = 40

  /// The name of the input that says that the form has the whole table.
  static let presence = "matrix"

  /// The matrix.
  let matrix: MatrixState

  /// The fields of all rows, and their parts of the page.
  private(set) var fields: [Question.Field] = []
  private(set) var pages: [FieldPage] = []

  private var rows: [HTML] = []

  /// The columns with choices, whose labels need room.
  private var wideColumns: Set<String> = []

  /// Reads the matrix of which a row is asked; nil if none is, or it's too long.
  ///
  /// - Complexity: O(*n*) in the number of cells, plus the cost of going to each row.
  init?(of walk: FlowWalk, _ options: WebOptions) {
    guard let matrix = walk.session.matrix, matrix.count <= Self.mostRows else { return nil }
    self.matrix = matrix
    let headings = walk.session.matrixRows(0..<matrix.count).map(\.heading)
    for row in 0..<matrix.count {
      guard let question = Self.question(ofRow: row, matrix, in: walk) else { return nil }
      add(question, headings.indices.contains(row) ? headings[row] : "\(row + 1)", row, options)
    }
  }

  /// Returns the question of a row, as it would be after going there.
  private static func question(ofRow row: Int, _ matrix: MatrixState, in walk: FlowWalk)
    -> Question?
  {
    guard row != matrix.position else { return walk.question }
    let own = "\(matrix.id)[\(matrix.position)]."
    for field in walk.question?.fields ?? [] where field.id.hasPrefix(own) {
      var trial = walk
      trial.settle(
        .focus(field: "\(matrix.id)[\(row)].\(field.id.dropFirst(own.count))"), leaving: .effects)
      if trial.session.matrix?.position == row { return trial.question }
    }
    return nil
  }

  private mutating func add(
    _ question: Question, _ heading: String, _ row: Int, _ options: WebOptions
  ) {
    let own = "\(matrix.id)[\(row)]."
    var cells: [String: FieldPage] = [:]
    for (index, field) in question.fields.enumerated() {
      let name = String(field.id.dropFirst(own.count))
      let column = matrix.columns.first { $0.name == name }
      let page = FieldPage(
        field, id: "f\(row + 1)-\(index + 1)", cell: .init(row: heading, column: column?.label),
        options)
      fields.append(field)
      pages.append(page)
      cells[name] = page
    }
    let columns = matrix.columns.map { column -> HTML in
      let page = cells[column.name]
      let isWide = page?.hasChoices == true
      if isWide { wideColumns.insert(column.name) }
      let look: HTML = .when(isWide, " class=\"wide\"")
      return "<td\(look) data-label=\"\(column.label)\">\(page?.html ?? .nothing)</td>"
    }
    rows.append("<tr><th scope=\"row\" dir=\"auto\">\(heading)</th>\(columns)</tr>")
  }

  /// The table.
  var html: HTML {
    let head = matrix.columns.map { "<th scope=\"col\" dir=\"auto\">\($0.label)</th>" as HTML }
    return """
      <input type="hidden" name="\(Self.presence)" value="\(matrix.id)">\
      <div class="grid"><table class="matrix w\(width)"><thead><tr><td></td>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }

  /// The widths in which tables can stand, in the width of a letter; a narrower page has a form for each row.
  static let widths = [30, 44, 60, 80]

  /// The width that the table needs.
  private var width: Int {
    let needed = 8 + 7 * matrix.columns.count + 4 * wideColumns.count
    return Self.widths.first { $0 >= needed } ?? Self.widths[Self.widths.count - 1]
  }
}

extension MatrixState.Column {
  /// Its id without those of the form and its list.
  fileprivate var name: String { id.split(separator: ".").last.map(String.init) ?? id }
}
