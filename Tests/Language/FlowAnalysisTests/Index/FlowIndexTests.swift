// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// Facts known about a flow at each place, also where it has mistakes.
@Suite struct FlowIndexTests {
  /// An index with the offsets that `|` marks in a text.
  private struct Marked {
    let places: FlowPlaces
    let marks: [Int]
    let loaded: LoadedFlow

    init(_ text: String, files: [String: String] = [:]) throws {
      var marks: [Int] = []
      var bytes: [UInt8] = []
      for byte in text.utf8 {
        if byte == UInt8(ascii: "|") { marks.append(bytes.count) } else { bytes.append(byte) }
      }
      self.marks = marks
      loaded = FlowFile.load(
        bytes, name: "f.flow.yaml", files: MemoryFileSource(texts: files))
      places = FlowPlaces(try #require(loaded.index))
    }

    var index: FlowIndex { places.index }

    /// The names that are visible at a mark with their types: `a string`.
    func visible(_ mark: Int) -> [String] {
      places.visibleNames(at: marks[mark]).map { "\($0.text) \($0.type.map { "\($0)" } ?? "?")" }
    }

    /// The line of the declaration of the name at a mark.
    func declaration(_ mark: Int) -> Int? {
      places.name(at: marks[mark]).map { index.names[$0].id.place.start.line }
    }

    /// The lines and columns of the uses of the name at a mark.
    func uses(_ mark: Int) -> [String] {
      places.name(at: marks[mark]).map { name in
        places.uses(of: name).map { "\($0.place.start.line):\($0.place.start.column)" }
      } ?? []
    }
  }

  @Test func namesHaveTheirTypesUsesAndConditions() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      inputs:
        region: { type: string }
      steps:
        - ask: kind
          type: choice
          choices: [http, worker]
        - ask: port
          when: |kind == 'http'
          type: integer
          label: "Port in ${re|gion} ${if region == 'eu'}(|${kind})${end}"
          validate: [ { check: "p|ort > 1", message: "not ${port}" } ]
      output: { port: "|port.orValue(0)" }
      """)
    #expect(flow.loaded.diagnostics.isEmpty)
    expectEqual(
      flow.visible(0), ["kind string", "region string", "now timestamp", "today string"])
    expectEqual(flow.declaration(0), 6)
    expectEqual(flow.uses(0), ["10:11", "12:54"])
    expectEqual(flow.declaration(1), 4)
    expectEqual(flow.uses(1), ["12:23", "12:36"])
    expectEqual(flow.declaration(3), 9)
    expectEqual(flow.uses(3), ["13:27", "13:54", "14:18"])
    expectEqual("\(flow.places.type(at: flow.marks[3]) ?? .dyn)", "int")
    let port = try #require(flow.places.name(at: flow.marks[3]))
    let step = try #require(flow.index.names[port].step)
    expectEqual(flow.index.conditions(ofStep: step).map(\.text), ["kind == 'http'"])
    expectEqual(
      flow.visible(4),
      ["port int", "kind string", "region string", "now timestamp", "today string"])
  }

  @Test func functionsAndTheirParametersAreNames() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      functions:
        t|ag: { with: { name: string, v: string }, value: "|name + v + |other(v)" }
        other: { with: { name: string }, value: "|name.lowerAscii()" }
      steps:
        - { ask: name, type: string }
        - { note: n, text: "${|tag(|name, 'x')} ${other(name)}" }
      output: { x: "tag(name, other(name))" }
      """)
    #expect(flow.loaded.diagnostics.isEmpty)
    expectEqual(flow.declaration(0), 4)
    expectEqual(flow.uses(0), ["8:25", "9:15"])
    expectEqual(flow.declaration(1), 4)
    expectEqual(flow.uses(1), ["4:53"])
    expectEqual(flow.declaration(2), 5)
    expectEqual(flow.uses(2), ["4:64", "8:43", "9:25"])
    expectEqual(flow.declaration(3), 5)
    expectEqual(flow.declaration(4), 4)
    expectEqual(flow.declaration(5), 7)
    expectEqual(flow.uses(5), ["8:29", "8:49", "9:19", "9:31"])
  }

  @Test func itemsAndLoopsHaveNamesOfTheirOwn() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      steps:
        - ask: name
          type: string
        - repeat: servers
          summary: "${|name}"
          steps:
            - ask: name
              type: string
              allow: [hidden-name]
              default: { value: "'s' + string(|index)" }
        - note: all
          text: "${for server in servers}${server_index} ${|server.name}${end} ${servers.map(s, |s.name)} |${name}"
      """)
    #expect(flow.loaded.diagnostics.isEmpty)
    expectEqual(flow.declaration(0), 9)
    expectEqual(flow.visible(1).prefix(2), ["items list(dyn)", "index int"])
    expectEqual(flow.declaration(2), 14)
    expectEqual(flow.visible(3).prefix(2), ["s {name: string}", "servers list({name: string})"])
    expectEqual(flow.uses(0), ["7:17"])
  }

  /// A step without a type, an expression that can't be parsed, an unknown name, an unknown key, and a step without
  /// a kind.
  @Test func brokenFlowsAreUnderstoodAsFarAsTheyGo() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      steps:
        - ask: first
          type: string
        - ask: typeless
          when: |first == 'a'
          label: "Not ${|first}"
        - ask: second
          type: integer
          lable: "Second"
          when: first == |
        - ask: third
          type: integer
          min: { value: "seccond + |second" }
          label: "${|typeless}"
        - sak: fourth
      output: { sum: "second + |third + fourth" }
      """)
    let ids = flow.loaded.diagnostics.diagnostics.map(\.id.name)
    expectEqual(
      ids,
      ["missing-key", "unknown-key", "syntax-error", "unknown-answer", "unknown-step"])
    #expect(flow.loaded.flow == nil)
    // In a step that can't be read, names are known nevertheless.
    expectEqual(flow.declaration(0), 4)
    expectEqual(flow.visible(0).first, "first string")
    expectEqual(flow.uses(0), ["7:11", "8:19", "12:11"])
    expectEqual(flow.visible(1).prefix(2), ["first string", "now timestamp"])
    // In an expression that isn't finished, too.
    expectEqual(flow.visible(2).prefix(2), ["typeless ?", "first string"])
    expectEqual(flow.declaration(3), 9)
    expectEqual("\(flow.places.type(at: flow.marks[3]) ?? .dyn)", "int")
    let unknown = flow.index.uses.first { $0.text == "seccond" }
    #expect(unknown != nil && unknown?.name == nil)
    expectEqual(flow.declaration(4), 6)
    expectEqual(flow.declaration(5), 13)
    let fourth = try #require(flow.index.uses.first { $0.text == "fourth" }?.name)
    expectEqual(flow.index.names[fourth].kind, .lost)
  }

  @Test func choicesOfAListWithAMistakeAreUnderstood() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      steps:
        - ask: plan
          type: choice
          choices:
            from: plams
            label: "${item.name} ${|item}"
      """)
    expectEqual(flow.loaded.diagnostics.diagnostics.map(\.id.name), ["unknown-answer"])
    expectEqual(flow.visible(0).first, "item ?")
  }

  @Test func aFileWithoutAnEndIsUnderstoodUpToTheMistake() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      steps:
        - ask: name
          type: string
        - note: hello
          text: "Hello ${|name}"
        - ask: [[
      """)
    #expect(flow.loaded.diagnostics.hasErrors)
    expectEqual(flow.declaration(0), 4)
  }

  @Test func usesOutsideOfExpressionsAreKnown() throws {
    let flow = try Marked(
      """
      flow: 1
      id: f
      version: 2
      steps:
        - form: person
          fields:
            - { ask: name, type: string }
            - { ask: age, type: integer }
          validate:
            - { check: "age > 1", at: |age, message: too young }
        - flow: part
          use: part.flow.yaml
          with: { who: |name }
      migrate:
        - { from: 1, rename: { nom: |name } }
      """,
      files: [
        "part.flow.yaml": """
        flow: 1
        id: part
        inputs: { who: { type: string } }
        steps:
          - { note: hello, text: "Hello ${who}" }
        """
      ])
    expectEqual(DiagnosticRenderer().render(flow.loaded.diagnostics), "")
    expectEqual(flow.uses(0), ["10:33", "10:19"])
    expectEqual(flow.uses(1), ["13:18", "15:31"])
    expectEqual(flow.declaration(2), 7)
    let part = try #require(flow.index.usedFlows.values.first)
    expectEqual(part.uses.map(\.text), ["who"])
    let input = try #require(flow.index.uses.first { $0.text == "who" })
    expectEqual(input.name.map { part.names[$0].id.name }, "who")
  }
}
