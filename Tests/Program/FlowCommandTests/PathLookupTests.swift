// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

/// An answer that's a path tells a client of a server nothing about files that `--allow-read` doesn't name.
@Suite("Look-ups of paths")
struct PathLookupTests {
  private static let advice =
    "here; start with --allow-read DIR to look up what's in a folder"

  /// A folder with a flow of a step `q`, a folder `in` with `in/f`, a file `out`, and links between them.
  private static func place(_ rules: String) throws -> SteppedFolder {
    let place = try SteppedFolder("  - { ask: q, type: path\(rules) }\n")
    try place.folder.makeFolder("in")
    try place.folder.write("", to: "in/f")
    try place.folder.write("", to: "out")
    try place.folder.link("in/escape", to: "../out")
    try place.folder.link("in/nowhere", to: "../none")
    return place
  }

  /// Returns what `serve` says about an answer: the output, or the message of its refusal.
  private static func served(
    _ path: String, _ options: [String], in place: SteppedFolder, client: String = ""
  ) throws -> String {
    let requests =
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{\#(client)}}"# + "\n"
      + #"{"jsonrpc":"2.0","id":2,"method":"submit","params":{"walk":"w1","text":"\#(path)"}}"#
      + "\n"
    let call = try ProgramCall(
      ["serve", "trip.flow.yaml"] + options, input: requests, directory: place.folder.path)
    return try outcome(String(#require(call.output.split(separator: "\n").last)))
  }

  private static func outcome(_ text: String) throws -> String {
    if text.contains(#""state":"ended""#) { return "accepted" }
    if text.contains(#""state":"looking-up""#) { return "asks the client" }
    if let found = text.firstMatch(of: /"message":"([^"]*)"/) { return String(found.1) }
    return text
  }

  /// Returns what `mcp` says about an answer.
  private static func agent(
    _ path: String, _ options: [String], in place: SteppedFolder
  ) throws -> String {
    let requests = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05",\
      "capabilities":{},"clientInfo":{"name":"test","version":"0"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"trip",\
      "arguments":{"answers":{"q":"\(path)"}}}}

      """
    let call = try ProgramCall(
      ["mcp", "trip.flow.yaml"] + options, input: requests,
      environment: ["XDG_STATE_HOME": place.folder.path + "/state"], directory: place.folder.path)
    let text = String(try #require(call.output.split(separator: "\n").last))
    if let refusal = text.firstMatch(of: /Not accepted: q: ([^"\\]*)/) {
      return String(refusal.1)
    }
    return try outcome(text)
  }

  private static func said(
    _ path: String, to command: String, _ options: [String], in place: SteppedFolder
  ) throws -> String {
    command == "serve"
      ? try served(path, options, in: place) : try agent(path, options, in: place)
  }

  /// The same is said about what exists and what doesn't.
  @Test(arguments: ["serve", "mcp"])
  func aServerLooksUpNothingWithoutTheOption(command: String) throws {
    for rules in [", must: exist", ", must: file", ", must: absent"] {
      let place = try Self.place(rules)
      for path in ["/etc/passwd", "/etc/none", "in/f", "~/x"] {
        expectEqual(
          try Self.said(path, to: command, [], in: place), "can't look up '\(path)' \(Self.advice)",
          "\(rules) \(path)")
      }
    }
    let place = try Self.place("")
    for path in ["~/x", "~root", "~nobody-has-this-name/x"] {
      expectEqual(
        try Self.said(path, to: command, [], in: place), "can't look up '\(path)' \(Self.advice)")
    }
    expectEqual(
      try Self.said("/etc/passwd", to: command, [], in: place), "accepted",
      "a path that needs no look-up")
  }

  @Test(arguments: ["serve", "mcp"])
  func aServerLooksUpPathsInsideTheFoldersOfTheOption(command: String) throws {
    let place = try Self.place(", must: file")
    for path in ["in/f", "./in/../in/f", place.folder.path + "/in/f"] {
      expectEqual(
        try Self.said(path, to: command, ["--allow-read", "in"], in: place), "accepted", "\(path)")
      expectEqual(
        try Self.said(
          path, to: command, ["--allow-read", "/srv", "--allow-read", "in"], in: place), "accepted",
        "\(path)")
    }
    expectEqual(
      try Self.said("in/g", to: command, ["--allow-read", "in"], in: place),
      "choose an existing file; 'in/g' doesn't exist")
    for path in ["out", "none", "in/../out", "in/escape", "in/nowhere", "/etc/passwd"] {
      expectEqual(
        try Self.said(path, to: command, ["--allow-read", "in"], in: place),
        "can't look up '\(path)' \(Self.advice)")
    }
  }

  @Test func aClientThatLooksUpFilesIsAsked() throws {
    let place = try Self.place(", must: file")
    expectEqual(
      try Self.served("/etc/passwd", [], in: place, client: #""client":["files"]"#),
      "asks the client")
  }

  /// The commands of a user look up what the user can, and no more than the option says once it's given.
  @Test func commandsOfAUserLookUpAsTheirUserDoes() throws {
    let place = try Self.place(", must: file")
    try place.call("next", "trip.flow.yaml", "--allow-read", "in")
    let refused = try place.call("answer", "out", "--allow-read", "in")
    expectEqual(refused.exit, 4, "\(refused.messages)")
    #expect(
      (refused.messages + refused.output).contains("can't look up 'out' \(Self.advice)"),
      "\(refused.messages)\(refused.output)")
    #expect(
      refused.output.contains("--state w.walk --allow-read in"),
      "the next command has the option, too: \(refused.output)")
    expectEqual(try place.call("answer", "out").exit, 0)
    let other = try Self.place(", must: file")
    try other.call("next", "trip.flow.yaml", "--allow-read", "in")
    expectEqual(try other.call("answer", "in/f", "--allow-read", "in").exit, 0)
  }
}
