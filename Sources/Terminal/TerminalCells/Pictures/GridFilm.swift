// SPDX-License-Identifier: Apache-2.0

/// Grids over time, drawn as one SVG image that plays: on a dark terminal, again and again.
///
/// The image has no script. Each row of the window is a strip of what it shows, one below the other, and a
/// keyframe for each change moves the strip; so a row that stays the same is drawn once, however many frames
/// there are. Where motion is reduced, and in programs that don't play images, one frame is shown.
///
/// ```swift
/// let first = CellGrid(size: CellSize(columns: 40, rows: 10))
/// let second = first
/// var film = GridFilm()
/// try film.add(first, cursor: nil, at: .zero)
/// try film.add(second, cursor: CellPosition(column: 4, row: 2), at: .seconds(1))
/// print(try film.svg(titled: "a walk", still: 1, lasting: .seconds(3)))
/// ```
public struct GridFilm: Sendable {
  /// Why a film can't be drawn.
  public enum Failure: Error, Hashable, Sendable {
    /// It has more frames than this.
    case tooManyFrames(limit: Int)

    /// Its image is larger than this, in bytes.
    case tooManyBytes(limit: Int)
  }

  /// The maximum number of frames.
  static let maximumFrames = 4_000

  /// The maximum size of the image in bytes.
  static let maximumBytes = 2 << 20

  /// Something that a part of the image shows from a frame on.
  private struct Change<Content: Hashable & Sendable>: Sendable {
    let frame: Int
    let content: Content
  }

  /// The time of each frame in milliseconds, ascending.
  private var times: [Int] = []

  /// The different rows, as elements; the first one is blank.
  private var rows = [""]
  private var rowNumbers = ["": 0]
  private var byteCount = 0

  /// The content of each row of the window, by the numbers of rows.
  private var tracks: [[Change<Int>]] = []
  private var cursors: [Change<CellPosition?>] = []
  private var columns = 0
  private var last: CellGrid?

  /// Creates a film without frames.
  public init() {}

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - grid: What's shown.
  ///   - cursor: The cell at which the user types; nil to draw no cursor.
  ///   - time: When it's shown, to the millisecond; it's later than the frame before.
  /// - Throws: ``Failure`` if the film becomes too large.
  /// - Complexity: O(*k*) in the number of cells, and in the size of the rows that changed.
  public mutating func add(
    _ grid: CellGrid, cursor: CellPosition?, at time: Duration
  ) throws(Failure) {
    guard times.count < Self.maximumFrames else {
      throw .tooManyFrames(limit: Self.maximumFrames)
    }
    let frame = times.count
    times.append(max(Self.milliseconds(time), (times.last ?? -1) + 1))
    columns = max(columns, grid.size.columns)
    while tracks.count < grid.size.rows { tracks.append([Change(frame: 0, content: 0)]) }
    for row in last.map({ grid.rowsDiffering(from: $0) }) ?? Array(0..<grid.size.rows) {
      show(try number(of: GridPicture.elements(of: grid, row: row)), inRow: row, from: frame)
    }
    for row in tracks.indices.dropFirst(grid.size.rows) { show(0, inRow: row, from: frame) }
    if cursors.last?.content != cursor || cursors.isEmpty {
      cursors.append(Change(frame: frame, content: cursor))
    }
    last = grid
  }

  private mutating func show(_ number: Int, inRow row: Int, from frame: Int) {
    guard tracks[row].last?.content != number else { return }
    if tracks[row].last?.frame == frame { tracks[row].removeLast() }
    tracks[row].append(Change(frame: frame, content: number))
  }

  private mutating func number(of elements: String) throws(Failure) -> Int {
    if let known = rowNumbers[elements] { return known }
    byteCount += elements.utf8.count
    guard byteCount <= Self.maximumBytes else { throw .tooManyBytes(limit: Self.maximumBytes) }
    rows.append(elements)
    rowNumbers[elements] = rows.count - 1
    return rows.count - 1
  }

  private static func milliseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  // MARK: The image

  /// Draws the film.
  ///
  /// - Parameters:
  ///   - title: What the image shows, for those who don't see it.
  ///   - still: The number of the frame that's shown where nothing moves.
  ///   - end: When the film begins again.
  /// - Returns: The image; every line ends with a line break.
  /// - Throws: ``Failure`` if it becomes too large.
  /// - Complexity: O(*n*) in the size of the image.
  public func svg(titled title: String, still: Int, lasting end: Duration) throws(Failure) -> String
  {
    let total = max(Self.milliseconds(end), (times.last ?? 0) + 1)
    var rules: [String] = []
    var keyframes: [String] = []
    var body: [String] = []
    var uses = Array(repeating: 0, count: rows.count)
    let strips = tracks.prefix(rowCount).map { track in
      var strip: [Int] = []
      for change in track where !strip.contains(change.content) { strip.append(change.content) }
      for row in strip { uses[row] += 1 }
      return strip
    }
    if let cursor = cursorElement(still: still, total: total) {
      body.append(cursor.element)
      if let frames = cursor.keyframes {
        rules.append(".c{animation-name:c}")
        keyframes.append(frames)
      }
    }
    for (row, strip) in strips.enumerated() where strip != [0] {
      let top = row * GridPicture.cell.height
      let parts = strip.enumerated().map { place, number in
        element(of: number, isShared: uses[number] > 1, top: place * GridPicture.cell.height)
      }.joined()
      guard strip.count > 1 else {
        body.append("<g transform=\"translate(0 \(top))\">\(parts)</g>")
        continue
      }
      let shift = Self.shift(
        strip.firstIndex(of: content(of: tracks[row], at: still) ?? 0) ?? 0)
      body.append(
        "<svg y=\"\(top)\" width=\"\(columns * GridPicture.cell.width)\" height=\"\(GridPicture.cell.height)\">"
          + "<g class=\"a r\(row)\" transform=\"translate(0 \(shift))\">\(parts)</g></svg>")
      rules.append(".r\(row){animation-name:r\(row)}")
      let frames = tracks[row].map { change in
        "\(percentage(of: change.frame, total)){transform:translateY(\(Self.shift(strip.firstIndex(of: change.content) ?? 0))px)}"
      }
      keyframes.append("@keyframes r\(row){\(frames.joined())}")
    }
    let svg = document(titled: title, rules, keyframes, uses, body, total: total)
    guard svg.utf8.count <= Self.maximumBytes else {
      throw .tooManyBytes(limit: Self.maximumBytes)
    }
    return svg
  }

  /// The number of rows up to the last one in which something is ever shown.
  private var rowCount: Int {
    let text = tracks.lastIndex { $0.contains { $0.content != 0 } } ?? 0
    let cursor = cursors.compactMap { $0.content?.row }.max() ?? 0
    return max(text, cursor) + 1
  }

  private func document(
    titled title: String, _ rules: [String], _ keyframes: [String], _ uses: [Int],
    _ body: [String], total: Int
  ) -> String {
    let margin = GridPicture.margin
    let width = columns * GridPicture.cell.width + 2 * margin
    let height = rowCount * GridPicture.cell.height + 2 * margin
    let seconds = Self.decimal(total)
    let title = title.escapedForXML
    var lines = [
      GridPicture.opening(width: width, height: height)
        + " role=\"img\" aria-label=\"\(title)\">", "<title>\(title)</title>",
    ]
    if !rules.isEmpty {
      lines += [
        "<style>", "@media (prefers-reduced-motion:no-preference){",
        ".a{animation-duration:\(seconds)s;animation-timing-function:step-end;animation-iteration-count:infinite}",
        ".p{animation:p \(seconds)s linear infinite}",
      ]
      lines += rules + ["}", "@keyframes p{to{transform:scaleX(1)}}"] + keyframes + ["</style>"]
    }
    let shared = rows.indices.filter { $0 > 0 && uses[$0] > 1 }
    if !shared.isEmpty {
      lines.append("<defs>")
      lines += shared.map { "<g id=\"t\($0)\">\(rows[$0])</g>" }
      lines.append("</defs>")
    }
    lines.append(
      "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"\(GridPicture.background.hexadecimal)\"/>"
    )
    if !rules.isEmpty {
      // How far the film is.
      lines.append(
        "<g transform=\"translate(\(margin) \(height - 8))\"><rect class=\"p\" width=\"\(width - 2 * margin)\""
          + " height=\"2\" rx=\"1\" fill=\"\(GridPicture.foreground.hexadecimal)\" fill-opacity=\"30%\""
          + " transform=\"scale(0 1)\"/></g>")
    }
    lines.append("<g transform=\"translate(\(margin) \(margin))\">")
    return (lines + body + ["</g>", "</svg>"]).map { $0 + "\n" }.joined()
  }

  /// Returns a row of a strip.
  private func element(of number: Int, isShared: Bool, top: Int) -> String {
    if number == 0 { return "" }
    if isShared { return "<use href=\"#t\(number)\"\(top == 0 ? "" : " y=\"\(top)\"")/>" }
    return top == 0 ? rows[number] : "<g transform=\"translate(0 \(top))\">\(rows[number])</g>"
  }

  /// The cursor, and how it moves; nil if it's never shown.
  private func cursorElement(still: Int, total: Int) -> (element: String, keyframes: String?)? {
    guard cursors.contains(where: { $0.content != nil }) else { return nil }
    let cell = GridPicture.cell
    func place(_ cursor: CellPosition?) -> (x: Int, y: Int) {
      // A cursor that isn't shown is outside of the image.
      cursor.map { ($0.column * cell.width, $0.row * cell.height) } ?? (-9_999, 0)
    }
    let (x, y) = place(content(of: cursors, at: still) ?? nil)
    let element =
      "<rect class=\"a c\" width=\"\(cell.width)\" height=\"\(cell.height)\""
      + " fill=\"\(GridPicture.foreground.hexadecimal)\" fill-opacity=\"45%\" transform=\"translate(\(x) \(y))\"/>"
    guard cursors.count > 1 else { return (element, nil) }
    let frames = cursors.map { change in
      let (x, y) = place(change.content)
      return "\(percentage(of: change.frame, total)){transform:translate(\(x)px,\(y)px)}"
    }
    return (element, "@keyframes c{\(frames.joined())}")
  }

  private func content<Content>(of track: [Change<Content>], at frame: Int) -> Content? {
    track.last { $0.frame <= frame }?.content
  }

  private static func shift(_ place: Int) -> Int { -place * GridPicture.cell.height }

  /// The time of a frame as a part of the whole, exact to a hundred-thousandth.
  private func percentage(of frame: Int, _ total: Int) -> String {
    guard frame > 0 else { return "0%" }
    return Self.decimal(Int((Double(times[frame]) / Double(total) * 100_000).rounded(.up))) + "%"
  }

  /// A number of thousandths as a decimal number.
  private static func decimal(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
    guard rest > 0 else { return "\(whole)" }
    var digits = String(1_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
