// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowHosts
import FlowModel
import Foundation
import RandomTesting
import Testing

@testable import FlowAnalysis

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The picture of a flow is complete and well formed, and nothing in it overlaps.
@Suite struct GraphPictureTests {
  private static let package = ProjectFolder.url

  static let flows: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: package.appending(path: "Flows").path))
    ?? []).filter { $0.hasSuffix(".flow.yaml") }.sorted()

  private struct Folder: FlowFileSource {
    var names: [String] { [] }
    func read(_ relativePath: String) throws -> [UInt8] {
      Array(try Data(contentsOf: package.appending(path: "Flows/\(relativePath)")))
    }

    func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
      try FolderFiles(beside: package.appending(path: "Flows").path + "/").entries(
        in: folder, limit: limit)
    }
  }

  private static func graph(_ text: String) throws -> FlowGraph {
    let loaded = FlowFile.load(text, name: "flow", files: Folder())
    return FlowGraph(try #require(loaded.definition), maximumExits: 1)
  }

  private static func graph(ofFlow name: String) throws -> FlowGraph {
    try graph(
      String(contentsOf: package.appending(path: "Flows/\(name)"), encoding: .utf8))
  }

  private static let text = """
    flow: 1
    id: order
    title: An order
    steps:
      - { ask: kind, type: choice, choices: [http, worker], label: Kind }
      - { ask: port, when: kind == 'http', type: integer }
      - { stop: none, when: "port.orValue(0) == 1 && kind != 'x'", title: 'No "<workers>" & コメント' }
      - group: more
        when: kind == 'worker'
        steps:
          - form: pair
            fields:
              - { ask: a, type: string }
              - { ask: b, type: string }
          - { note: told, when: a != '', text: Told }
      - repeat: env
        steps:
          - { ask: key, type: string }
          - { ask: value, type: string, when: key != '' }
      - { compute: size, value: size(env) }
      - { review: check }
      - { commit: go, text: Go? }
    """

  @Test func aPictureShowsTheRecordedStepsAndArrows() throws {
    let found = try Self.graph(Self.text).svg
    let file = Self.package.appending(path: "Tests/Fixtures/graph/order.svg")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    if expected == nil || ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try found.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("wrote order.svg; look at it")
    } else {
      expectEqual(found, expected)
    }
  }

  /// The tutorial shows the picture of its final flow.
  @Test func theTutorialShowsThePictureOfItsFlow() throws {
    let folder = Self.package.appending(path: "Sources/StackFlow/StackFlow.docc/Resources")
    let flow = try String(
      contentsOf: folder.appending(path: "workshop-10.flow.yaml"), encoding: .utf8)
    let used = try String(
      contentsOf: folder.appending(path: "contact.flow.yaml"), encoding: .utf8)
    let loaded = FlowFile.load(
      flow, name: "workshop.flow.yaml", files: MemoryFileSource(texts: ["contact.flow.yaml": used]))
    let found = FlowGraph(try #require(loaded.definition), maximumExits: 1).svg
    let file = folder.appending(path: "workshop.flow.svg")
    guard try String(contentsOf: file, encoding: .utf8) != found else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try found.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("workshop.flow.svg is not the flow's; RECORD_GOLDENS=1 writes it")
  }

  /// Collects what an XML parser finds in a picture.
  private final class Reader: NSObject, XMLParserDelegate {
    var nodes: [String] = []
    var edges: [String] = []
    var titles: [String] = []
    private var open: [String] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(name)
      text = ""
      if let id = attributes["data-id"] { nodes.append(id) }
      if let from = attributes["data-from"], let to = attributes["data-to"] {
        edges.append("\(from) → \(to)")
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if name == "title" { titles.append(text) }
      open.removeLast()
    }
  }

  private static func read(_ svg: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return reader
  }

  @Test(arguments: flows) func everyNodeArrowAndConditionIsDrawn(name: String) throws {
    let graph = try Self.graph(ofFlow: name)
    let reader = try Self.read(graph.svg)
    expectEqual(reader.nodes, graph.nodes.map(\.id))
    expectEqual(
      reader.edges, graph.edges.map { "\(graph.nodes[$0.from].id) → \(graph.nodes[$0.to].id)" })
    let titles = Set(reader.titles)
    for case let condition? in graph.edges.map(\.condition) { #expect(titles.contains(condition)) }
  }

  @Test(arguments: flows) func nothingOverlaps(name: String) throws {
    let drawing = GraphDrawing(try Self.graph(ofFlow: name))
    for (one, other) in zip(drawing.boxes, drawing.boxes.dropFirst()) {
      #expect(one.bottom < other.top)
    }
    for arrow in drawing.arrows {
      guard let lane = arrow.lane else {
        #expect(arrow.isStraight)
        continue
      }
      let rows = min(arrow.edge.from, arrow.edge.to)...max(arrow.edge.from, arrow.edge.to)
      for box in drawing.boxes[rows] {
        #expect(abs(lane) > box.halfWidth, "\(arrow.edge) passes through \(box.node.id)")
      }
      #expect((drawing.left...drawing.right).contains(lane))
    }
    for frame in drawing.frames {
      let inside = drawing.boxes[frame.rows]
      #expect(inside.allSatisfy { frame.left < -$0.halfWidth && $0.halfWidth < frame.right })
      #expect(inside.allSatisfy { frame.top < $0.top && $0.bottom < frame.bottom })
      let before = drawing.boxes[..<frame.rows.lowerBound].last
      let after = drawing.boxes[(frame.rows.upperBound + 1)...].first
      #expect(before.map { $0.bottom < frame.top } ?? true)
      #expect(after.map { frame.bottom < $0.top } ?? true)
      for other in drawing.frames where other.depth > frame.depth {
        guard frame.rows.contains(other.rows.lowerBound) else { continue }
        #expect(frame.left < other.left && other.right < frame.right)
        #expect(frame.top < other.top && other.bottom < frame.bottom)
      }
    }
  }

  @Test func lanesInARowAreDistinct() throws {
    for name in Self.flows {
      let drawing = GraphDrawing(try Self.graph(ofFlow: name))
      let lanes = drawing.arrows.filter { $0.lane != nil }
      for (index, one) in lanes.enumerated() {
        for other in lanes[(index + 1)...] where one.lane == other.lane {
          let isApart =
            max(one.edge.from, one.edge.to) <= min(other.edge.from, other.edge.to)
            || max(other.edge.from, other.edge.to) <= min(one.edge.from, one.edge.to)
          #expect(isApart, "\(name): \(one.edge) and \(other.edge)")
        }
      }
    }
  }

  @Test func drawingALongFlowIsFast() throws {
    var text = "flow: 1\nid: long\nsteps:\n  - { ask: n, type: integer }\n"
    for number in 0..<2_000 {
      text += "  - { note: s\(number), when: n > \(number), text: told }\n"
    }
    let graph = try Self.graph(text)
    // Each condition adds a step, a join, and three arrows.
    expectEqual(graph.edges.count, 3 * 2_000 + 2)
    try expectEqual(Self.read(graph.svg).nodes.count, graph.nodes.count)
  }
}
