// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowServer
import FlowSessions
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// The decisions that are the user's, the offers of a form, and the content of a tool's definition.
@Suite struct DecisionTests {
  private static let source = """
    flow: 1
    id: service
    steps:
      - { ask: name, type: string, label: 'Name of ${"it"}?', maxLength: 9 }
      - { ask: port, type: integer, default: 8080 }
      - { run: build, command: [make, "${name}"] }
      - { commit: sure, text: Really? }
    """

  private static func server(_ source: String = source) throws -> ContextServer {
    let flow = try checkedFlow(source, name: "a.flow.yaml")
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    environment.effects = { _, _ in AskedEffects() }
    return ContextServer(
      [ContextTool(ServedFlow(flow))], in: environment, tokens: WalkKeys.tokens(WalkKeys.key),
      ledger: MemoryLedger())
  }

  private static let answers: Value = ["name": "billing", "port": 80]

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func withFormsTheUserDecides(style: ContextConversation.Style) throws {
    let talking = try ContextConversation(Self.server(), style, tool: "service")
    // A question is returned, although the user could be asked.
    let begun = try result(talking.call(["questions": "return", "answers": Self.answers]))
    let refused = try result(
      talking.call(["walk": walk(begun), "decision": "yes", "questions": "return"]))
    expectEqual(refused["isError"], true)
    expectEqual(
      text(refused),
      "this is for the user to decide; call the tool with only 'walk', and the user is asked")
    // The user permits the command, and is asked about the commit.
    #expect(try property("answer", of: talking.call(["walk": walk(begun)])) != nil)
    let permitted = try talking.reply("accept", ["answer": "yes"])
    #expect(try property("way", of: permitted) != nil)
    let done = try result(talking.reply("accept", ["way": "go-on"]))
    expectEqual(done["isError"], false)
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aCommitIsTheUsersAlsoInAdvance(style: ContextConversation.Style) throws {
    let source = Self.source.replacing(
      "  - { run: build, command: [make, \"${name}\"] }\n", with: "")
    let talking = try ContextConversation(Self.server(source), style, tool: "service")
    let begun = try result(talking.call(["questions": "return"]))
    let asked = try talking.call([
      "walk": walk(begun), "answers": ["name": "billing", "port": 80, "sure": true],
    ])
    #expect(try property("way", of: asked) != nil)
    let next = try result(talking.call(["questions": "return", "answers": Self.answers]))
    for answer: Value in [["answers": ["sure": true]], ["accept": "offer"]] {
      var call = ValueMap([("walk", walk(next))])
      if case .map(let map) = answer { for entry in map { call[entry.key] = entry.value } }
      #expect(try result(talking.call(.map(call)))["isError"] == true)
    }
  }

  private static let review = """
    flow: 1
    id: service
    steps:
      - { ask: name, type: string }
      - { ask: port, type: integer }
      - { review: check }
    """

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func theUserIsAskedWhatGoingBackFromAReviewDiscards(style: ContextConversation.Style) throws {
    let talking = try ContextConversation(Self.server(Self.review), style, tool: "service")
    let review = try talking.call(["answers": Self.answers])
    #expect(try property("way", of: review) != nil)
    let asked = try talking.reply("accept", ["way": "back:name"])
    guard case .form(let form) = asked, case .string(let words)? = form["message"] else {
      throw Unexpected(outcome: "\(asked)")
    }
    #expect(words.contains("Going back to 'Name' discards: 'Port'."), "\(words)")
    #expect(try property("way", of: talking.reply("accept", ["answer": "no"])) != nil)
    #expect(try property("answer", of: talking.reply("accept", ["way": "back:name"])) != nil)
    #expect(try property("name", of: talking.reply("accept", ["answer": "yes"])) != nil)
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aWayBackThatDiscardsIsNotTheAgentsToDecide(style: ContextConversation.Style) throws {
    let talking = try ContextConversation(Self.server(Self.review), style, tool: "service")
    let begun = try result(talking.call(["questions": "return", "answers": Self.answers]))
    let asked = try result(
      talking.call(["walk": walk(begun), "back": "name", "questions": "return"]))
    #expect(text(asked).contains("discards: 'Port'"), "\(text(asked))")
    let refused = try result(
      talking.call(["walk": walk(asked), "decision": "yes", "questions": "return"]))
    expectEqual(refused["isError"], true)
    #expect(try property("answer", of: talking.call(["walk": walk(asked)])) != nil)
    #expect(try property("name", of: talking.reply("accept", ["answer": "yes"])) != nil)
  }

  /// Input that a user typed and that wasn't accepted is shown again to the walk's user, and not to an agent.
  @Test(arguments: ContextConversation.Style.allCases)
  func anAgentIsNotToldWhatIsUnfinished(style: ContextConversation.Style) throws {
    let source = Self.review.replacing(
      "- { ask: port, type: integer }",
      with: "- { form: all, fields: [{ ask: port, type: integer }, { ask: host, type: string }] }")
    let talking = try ContextConversation(Self.server(source), style, tool: "service")
    let begun = try result(
      talking.call(["questions": "return", "answers": ["name": "billing", "port": "nope"]]))
    #expect("\(begun)".contains("nope"), "it's refused, and still a draft")
    let back = try result(
      talking.call(["walk": walk(begun), "back": "name", "questions": "return"]))
    let again = try result(
      talking.call(["walk": walk(back), "answers": ["name": "billing"], "questions": "return"]))
    #expect(text(again).contains("Port"), "\(text(again))")
    #expect(!"\(again)".contains("nope"))
  }

  @Test func aTrustedAgentDecides() throws {
    var server = try Self.server()
    server.trustsAgent = true
    let talking = try ContextConversation(server, .stateless, tool: "service")
    let begun = try result(talking.call(["questions": "return", "answers": Self.answers]))
    let permitted = try result(
      talking.call(["walk": walk(begun), "decision": "yes", "questions": "return"]))
    let done = try result(
      talking.call(["walk": walk(permitted), "answers": ["sure": true], "questions": "return"]))
    #expect(done["isError"] == false && walk(done) == .null)
  }

  @Test func aFieldOffersTheCorrectionOfARefusedAnswer() throws {
    let source = """
      flow: 1
      id: service
      steps:
        - { ask: name, type: string, maxLength: 9 }
        - { ask: port, type: integer }
      """
    let talking = try ContextConversation(Self.server(source), .stateless, tool: "service")
    let form = try talking.call(["answers": ["name": "much too long"]])
    let name = try #require(try property("name", of: form))
    #expect(name["default"] == nil)
    let next = try talking.reply("accept", ["name": "short", "port": "8,080"])
    let port = try #require(try property("port", of: next))
    expectEqual(port["default"], 8080)
  }

  @Test func definitionsHaveNoExpressions() throws {
    let talking = try ContextConversation(Self.server(), .stateless, tool: "service")
    let list = try #require(try JSONWriter().text(of: .map(talking.list())))
    #expect(!list.contains("${") && !list.contains("x-stackflow"))
    #expect(list.contains(#""name":{"type":"string","maxLength":9}"#), "\(list)")
  }

  /// The definitions of the flows of this project together have the size that the page names.
  @Test func definitionsAreSmall() throws {
    let tools = try ContextScriptTests.scripts.names.filter {
      $0.hasPrefix("Flows/")
    }.compactMap { name in
      try ContextScriptTests.scripts.flow(name).map { ContextTool(ServedFlow($0)) }
    }
    let server = ContextServer(
      tools, in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    let list = try ContextConversation(server, .stateless, tool: "").list()
    let size = JSONWriter().text(of: list["tools"] ?? .null)?.utf8.count ?? 0
    print("\(tools.count) definitions have \(size) bytes")
    #expect(tools.count == 17 && size <= 37_000)
  }

  // MARK: -

  private func result(_ outcome: ContextConversation.Outcome) throws -> ValueMap {
    guard case .result(let result) = outcome else { throw Unexpected(outcome: "\(outcome)") }
    return result
  }

  struct Unexpected: Error { let outcome: String }

  private func walk(_ result: ValueMap) -> Value {
    guard case .map(let data)? = result["structuredContent"] else { return .null }
    return data["walk"] ?? .null
  }

  private func text(_ result: ValueMap) -> String {
    guard case .list(let content)? = result["content"], case .map(let first)? = content.first,
      case .string(let text)? = first["text"]
    else { return "" }
    return text
  }

  /// The schema of a field of a form; nil if it has no such field.
  private func property(_ name: String, of outcome: ContextConversation.Outcome) throws -> ValueMap?
  {
    guard case .form(let form) = outcome else { throw Unexpected(outcome: "\(outcome)") }
    guard case .map(let schema)? = form["requestedSchema"],
      case .map(let properties)? = schema["properties"],
      case .map(let property)? = properties[.string(name)]
    else { return nil }
    return property
  }
}

/// Effects that succeed, and must be permitted.
private struct AskedEffects: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .asked }

  func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .ended(CommandResult(status: 0, output: []))
  }
}
