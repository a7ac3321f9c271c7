// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

@testable import TerminalCells

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A film shows at each time exactly one frame, and where nothing moves, the still one.
@Suite struct GridFilmTests {
  private static let size = CellSize(columns: 12, rows: 4)

  private static func grid(_ lines: [String], style: CellStyle = .plain) -> CellGrid {
    var grid = CellGrid(size: size)
    for (row, line) in lines.enumerated() {
      grid.write(line, at: CellPosition(column: 0, row: row), style: style)
    }
    return grid
  }

  /// Returns a random frame; its rows often are those of other frames.
  private static func frame(_ random: inout SeededGenerator) -> [String] {
    let texts = ["", "", "a < b & c", "日本 x", "  >", "│ ok │", "e\u{301}", "\"q\""]
    return (0..<size.rows).map { _ in texts.randomElement(using: &random) ?? "" }
  }

  @Test func eachTimeShowsExactlyItsFrame() throws {
    for seed in RandomRuns(long: 400, every: 20, named: "films").seeds {
      var random = SeededGenerator(seed: seed)
      var film = GridFilm()
      var frames: [(time: Int, lines: [String], cursor: CellPosition?)] = []
      var time = 0
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let lines = Self.frame(&random)
        let cursor =
          Bool.random(using: &random)
          ? CellPosition(column: Int.random(in: 0..<12, using: &random), row: 1) : nil
        try film.add(Self.grid(lines), cursor: cursor, at: .milliseconds(time))
        frames.append((time, lines, cursor))
        time += Int.random(in: 20...900, using: &random)
      }
      let still = Int.random(in: 0..<frames.count, using: &random)
      let svg = try film.svg(titled: "<&>", still: still, lasting: .milliseconds(time))
      let image = try #require(FilmImage(svg), "seed \(seed): \(svg)")
      for (number, frame) in frames.enumerated() {
        let next = number + 1 < frames.count ? frames[number + 1].time : time
        for moment in [frame.time + 1, (frame.time + next) / 2, next - 1] {
          expectEqual(
            image.rows(at: Double(moment) / Double(time)), Self.shown(frame.lines),
            "seed \(seed) frame \(number)\n\(svg)")
          expectEqual(
            image.cursor(at: Double(moment) / Double(time)), frame.cursor,
            "seed \(seed) frame \(number)\n\(svg)")
        }
      }
      expectEqual(image.rows(at: nil), Self.shown(frames[still].lines), "seed \(seed)\n\(svg)")
      expectEqual(image.cursor(at: nil), frames[still].cursor, "seed \(seed)\n\(svg)")
    }
  }

  /// Returns the rows of an image: letters in `<text>`, without blanks; lines are paths.
  private static func shown(_ lines: [String]) -> [Int: String] {
    var rows: [Int: String] = [:]
    for (row, line) in lines.enumerated() {
      let text = line.filter { $0 != " " && $0 != "│" }
      if !text.isEmpty { rows[row] = text }
    }
    return rows
  }

  @Test func motionIsOnlyWhereItIsWanted() throws {
    var film = GridFilm()
    try film.add(Self.grid(["a"]), cursor: nil, at: .zero)
    try film.add(Self.grid(["b"]), cursor: nil, at: .seconds(1))
    let svg = try film.svg(titled: "t", still: 1, lasting: .seconds(2))
    let start = try #require(svg.range(of: "@media (prefers-reduced-motion:no-preference){\n"))
    let end = try #require(svg.range(of: "\n}\n", range: start.upperBound..<svg.endIndex))
    let outside = svg[..<start.lowerBound] + svg[end.upperBound...]
    #expect(!outside.contains("animation"))
    #expect(!svg.contains("<script") && !svg.contains("http://www.w3.org/1999"))
  }

  @Test func oneFrameHasNoMotion() throws {
    var film = GridFilm()
    try film.add(Self.grid(["a"]), cursor: CellPosition(column: 1, row: 0), at: .zero)
    let svg = try film.svg(titled: "t", still: 0, lasting: .seconds(2))
    #expect(!svg.contains("<style>"))
  }

  @Test func aRowThatReturnsIsDrawnOnce() throws {
    var film = GridFilm()
    for number in 0..<100 {
      let lines = number % 2 == 0 ? ["same", "one"] : ["other", "one"]
      try film.add(Self.grid(lines), cursor: nil, at: .milliseconds(number * 10))
    }
    let svg = try film.svg(titled: "t", still: 0, lasting: .seconds(2))
    for text in ["same", "other", "one"] {
      expectEqual(svg.components(separatedBy: ">\(text)<").count, 2)
    }
  }

  @Test func filmsAreLimited() throws {
    var film = GridFilm()
    let grid = CellGrid(size: CellSize(columns: 1, rows: 1))
    for number in 0..<GridFilm.maximumFrames {
      try film.add(grid, cursor: nil, at: .milliseconds(number))
    }
    #expect(throws: GridFilm.Failure.tooManyFrames(limit: GridFilm.maximumFrames)) {
      try film.add(grid, cursor: nil, at: .seconds(100))
    }
    var wide = GridFilm()
    #expect(throws: GridFilm.Failure.tooManyBytes(limit: GridFilm.maximumBytes)) {
      for number in 0..<GridFilm.maximumFrames {
        var grid = CellGrid(size: CellSize(columns: 400, rows: 1))
        for column in stride(from: 0, to: 400, by: 2) {
          grid.write(
            "x", at: CellPosition(column: column, row: 0),
            style: CellStyle(
              foreground: .rgb(UInt8(number % 256), UInt8(column % 256), UInt8(number / 256))))
        }
        try wide.add(grid, cursor: nil, at: .milliseconds(number))
      }
    }
  }
}

/// An image of a film as a browser shows it: its elements, and the keyframes of its style.
private final class FilmImage: NSObject, XMLParserDelegate {
  private final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }
  }

  private let root = Element("", [:])
  private var open: [Element] = []
  private var shared: [String: Element] = [:]

  /// The percentages and transforms of each animation.
  private var keyframes: [String: [(part: Double, x: Int, y: Int)]] = [:]

  init?(_ svg: String) {
    super.init()
    open = [root]
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
    for line in svg.split(separator: "\n") where line.hasPrefix("@keyframes ") {
      guard let brace = line.firstIndex(of: "{") else { return nil }
      let name = String(line[..<brace].dropFirst("@keyframes ".count))
      keyframes[name] = line[line.index(after: brace)...].dropLast().split(separator: "}")
        .compactMap {
          frame in
          let parts = frame.split(separator: "{")
          guard parts.count == 2, let part = Double(parts[0].dropLast()) else { return nil }
          let numbers = parts[1].split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
          return parts[1].contains("translateY")
            ? (part / 100, 0, numbers.first ?? 0)
            : (part / 100, numbers.first ?? 0, numbers.last ?? 0)
        }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    open.last?.children.append(element)
    if let id = attributes["id"] { shared[id] = element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

  /// The texts in view by row, from the image's part of its time; nil where nothing moves.
  func rows(at part: Double?) -> [Int: String] {
    var rows: [Int: String] = [:]
    func draw(_ element: Element, _ y: Int, _ view: ClosedRange<Int>?) {
      guard element.name != "defs", element.name != "style", element.name != "title" else { return }
      let shift = transform(of: element, at: part)
      var y = y + shift.y
      var view = view
      if element.name == "svg" || element.name == "use" {
        y += Int(element.attributes["y"] ?? "") ?? 0
      }
      if element.name == "svg", element.attributes["xmlns"] == nil {
        view = y...y + (Int(element.attributes["height"] ?? "") ?? 0) - 1
      }
      if element.name == "text", view?.contains(y) ?? true {
        rows[(y - 18) / 18, default: ""] += element.text.filter { $0 != " " }
      }
      if let id = element.attributes["href"]?.dropFirst(), let element = shared[String(id)] {
        for child in element.children { draw(child, y, view) }
      }
      for child in element.children { draw(child, y, view) }
    }
    draw(root, 0, nil)
    return rows
  }

  /// The cell of the cursor.
  func cursor(at part: Double?) -> CellPosition? {
    func find(_ element: Element) -> Element? {
      if element.attributes["class"] == "a c" { return element }
      return element.children.lazy.compactMap { find($0) }.first
    }
    guard let element = find(root) else { return nil }
    let (x, y) = transform(of: element, at: part)
    return x < 0 ? nil : CellPosition(column: x / 9, row: y / 18)
  }

  private func transform(of element: Element, at part: Double?) -> (x: Int, y: Int) {
    let animation = element.attributes["class"]?.split(separator: " ").last.map { String($0) }
    if let part, let animation, let frames = keyframes[animation], animation != "p" {
      return frames.last { $0.part <= part }.map { ($0.x, $0.y) } ?? (0, 0)
    }
    let numbers = (element.attributes["transform"] ?? "").split { !$0.isNumber && $0 != "-" }
      .compactMap { Int($0) }
    return (numbers.first ?? 0, numbers.last ?? 0)
  }
}
