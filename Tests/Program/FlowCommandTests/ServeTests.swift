// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import Foundation
import JSONRPC
import RandomTesting
import ScriptTrips
import Testing

/// `stackflow serve`: flows for other programs.
@Suite struct ServeTests {
  /// Scripts of `Flows/`, in one process: the program answers each line as the server in this process
  /// does, which is in step with the session (`ServedScriptTests`).
  @Test func theProgramAnswersEveryScriptAsTheServerDoes() throws {
    let scripts = StoredScripts(ProgramFixtures.flows)
    let names = dailyPart(of: scripts.names, every: 5, named: "scripts of the program")
    var requests = ""
    var responses: [String] = []
    var failures: [String] = []
    var count = 0
    let flows = try names.compactMap { try scripts.flow($0) }
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    var server = RPCServer(FlowService(flows.map { ServedFlow($0) }, in: environment))
    for name in names {
      let ran = try scripts.run(name) { method, parameters in
        let request: Value = [
          "jsonrpc": "2.0", "id": .int(Int64(responses.count)), "method": .string(method),
          "params": .map(parameters),
        ]
        let line = JSONWriter().text(of: request) ?? ""
        requests += line + "\n"
        let response = server.handle(.bytes(Array(line.utf8))) ?? ""
        responses.append(response)
        guard case .map(let map) = try Value(json: response), let result = map["result"] else {
          throw NoResult(response: response)
        }
        return result
      }
      count += ran.count
      failures += ran.failures
    }
    expectEqual(failures, [])
    #expect(count >= names.count)
    let folder = try TemporaryFolder()
    try folder.write(requests, to: "requests.jsonl")
    // The program is in the folder of the flows, so that both name them in the same way.
    let files = names.map { "'\($0).flow.yaml'" }.joined(separator: " ")
    let call = try ProgramCall(
      shell: """
        stackflow serve \(files) <'\(folder.path)/requests.jsonl' >'\(folder.path)/responses.jsonl'
        """, directory: ProgramFixtures.flows)
    expectEqual(call.exit, 0, "\(call.messages)")
    let found = (folder.text(of: "responses.jsonl") ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0 + "\n" }
    expectEqual(found.count, responses.count)
    let first = zip(found, responses).first { $0 != $1 }
    #expect(first == nil, "\(first?.0 ?? "")\nexpected: \(first?.1 ?? "")")
  }

  struct NoResult: Error { let response: String }

  /// The key of a store is changed as `Deploying.md` says, and a walk continues.
  @Test func theKeyOfAStoreIsChanged() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: f\nsteps:\n  - { ask: token, type: secret }\n  - { ask: last, type: string }\n",
      to: "f.flow.yaml")
    let (old, new) = (String(repeating: "0a", count: 32), String(repeating: "0b", count: 32))
    func serve(_ requests: String..., keys: String...) throws -> [Value] {
      try folder.write(key: keys.joined(separator: "\n"), to: "key")
      try folder.write(requests.map { $0 + "\n" }.joined(), to: "requests")
      let call = try ProgramCall(
        shell: "stackflow serve f.flow.yaml --store walks --key-file key <requests",
        directory: folder.path)
      expectEqual(call.messages, "")
      return try call.output.split(separator: "\n").map { try Value(json: String($0)) }
    }
    func request(_ method: String, _ parameters: Value) -> String {
      JSONWriter().text(
        of: ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": parameters]) ?? ""
    }
    func member(_ value: Value?, _ path: String...) -> Value? {
      path.reduce(value) { part, key in
        guard case .map(let map)? = part else { return nil }
        return map[key]
      }
    }
    let opened = try serve(request("open", ["texts": ["token": "hush"]]), keys: old)
    let walk = try #require(member(opened.first, "result", "walk"))
    func reseal() throws -> ProgramCall {
      try ProgramCall(
        ["walks", "reseal", "--store", "walks", "--key-file", "key"], directory: folder.path)
    }
    let state = request("state", ["walk": walk])
    expectEqual(member(try serve(state, keys: old, new).first, "result", "state"), "asking")
    expectEqual(member(try serve(state, keys: new, old).first, "result", "state"), "asking")
    try folder.write(key: new, to: "key")
    let tooEarly = try reseal()
    #expect(tooEarly.exit == 75 && tooEarly.messages.contains("1 walk isn't sealed"), "\(tooEarly)")
    try folder.write(key: new + "\n" + old, to: "key")
    try expectEqual(reseal().exit, 0)
    let found = try serve(state, request("submit", ["walk": walk, "answer": "x"]), keys: new)
    expectEqual(member(found.last, "result", "state"), "ended")
  }

  @Test func theProgramPassesTheConformanceScript() throws {
    let path = ProgramFixtures.flows + "/../Scripts/outside/check-server"
    let call = try ProgramCall(shell: "'\(path)' \"$PROGRAM\" serve")
    expectEqual(call.exit, 0, "\(call.output)\(call.messages)")
    #expect(call.output.hasSuffix(" passed\n"))
  }

  @Test(arguments: ["walk.py", "walk.sh"])
  func theClientWalksAFlow(name: String) throws {
    let examples = ProgramFixtures.flows + "/../Examples"
    let call = try ProgramCall(
      shell: """
        export STACKFLOW="$PROGRAM"
        printf 'billing\\nhttp\\n80\\n9000\\n' | '\(examples)/Clients/\(name)' \
          '\(examples)/service.flow.yaml'
        """)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(call.output.firstRange(of: "9000") != nil)
    #expect(call.messages.firstRange(of: "must be 1024 or more") != nil)
  }

  /// `stackflow-web` gets the same words, behind the name of the command that has those of `stackflow`.
  @Test func walksInADatabaseAreForTheOtherProgram() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: "stackflow-web")
    let made = try ProgramCall(
      shell: """
        cd '\(folder.path)' && chmod +x stackflow-web
        ln "$PROGRAM" stackflow 2>/dev/null || cp "$PROGRAM" stackflow
        """)
    expectEqual(made.exit, 0)
    func other(_ words: [String]) throws -> [String] {
      let call = try ProgramCall(
        shell:
          "cd '\(folder.path)' && ./stackflow \(words.map { "'\($0)'" }.joined(separator: " "))")
      expectEqual([call.messages, "\(call.exit)"], ["", "0"])
      return call.output.split(separator: "\n").map(String.init)
    }
    let place = ["--store", "postgresql://db/walks"]
    for words in [
      ["serve", "a b.flow.yaml", "--allow-run"] + place, ["mcp", "a"] + place,
      ["next", "a", "--json"] + place, ["answer", "--flow", "a", "--walk", "w1"] + place,
      ["back", "x", "--flow", "a"] + place, ["result", "--flow", "a"] + place,
      ["walks", "reseal", "--key-file", "k"] + place, ["serve", "a", "--admin", "127.0.0.1:0"],
    ] {
      try expectEqual(other(words), ["program"] + words)
    }
    try expectEqual(
      other(["answer", "-5", "--flow=a"] + place),
      ["program", "answer", "--flow=a"] + place + ["--", "-5"])
  }

  @Test func aTranslationWithMistakesIsLeftOut() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps: [{ ask: x, label: X, type: string }]\n", to: "a.flow.yaml")
    try folder.write("x.label: Nom\ny.label: y\n", to: "a.fr.texts.yaml")
    let open = #"{"jsonrpc":"2.0","id":1,"method":"open"}"#
    let call = try ProgramCall(["serve", "a", "--lang", "de"], input: open, directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(
      call.messages,
      "stackflow: 'a.fr.texts.yaml' has mistakes and isn't used; see stackflow check\n")
    #expect(call.output.contains("\"asking\""), "\(call.output)")
    let refused = try ProgramCall(
      ["serve", "a", "--lang", "fr"], input: open, directory: folder.path)
    expectEqual(refused.exit, 65)
    #expect(refused.messages.hasPrefix("a.fr.texts.yaml:2:1: error: "), "\(refused.messages)")
  }

  @Test func flowsAreNamedOrInTheFolderFlows() throws {
    let folder = try TemporaryFolder()
    let none = try ProgramCall(["serve"], directory: folder.path)
    expectEqual(none.exit, 2)
    expectEqual(
      none.messages, "stackflow: there are no flows to serve: name a file, or put one in ./Flows\n")
    try folder.makeFolder("Flows")
    try folder.write("flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "Flows/a.flow.yaml")
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
    let one = try ProgramCall(["serve"], input: hello, directory: folder.path)
    expectEqual(one.exit, 0)
    #expect(one.output.firstRange(of: #""flows":[{"name":"a""#) != nil)
    let twice = try ProgramCall(
      ["serve", "Flows/a.flow.yaml", "Flows/a.flow.yaml"], directory: folder.path)
    expectEqual(twice.exit, 2)
    try folder.write("flow: 1\n", to: "bad.flow.yaml")
    try expectEqual(ProgramCall(["serve", "bad.flow.yaml"], directory: folder.path).exit, 65)
    try expectEqual(ProgramCall(["serve", "no.flow.yaml"], directory: folder.path).exit, 2)
  }

  /// The program waits for nothing between two lines that are there, so it gives up the processor as often
  /// for 20,000 lines as for one.
  @Test func manyLinesAreHandledWithoutWaiting() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
    try folder.write(
      String(repeating: "\n", count: 20_000) + String(repeating: hello + "\n", count: 2000),
      to: "requests.jsonl")
    try folder.write(
      """
      import os, resource, subprocess
      with open("requests.jsonl") as requests, open("responses.jsonl", "w") as responses:
          subprocess.run([os.environ["PROGRAM"], "serve", "a.flow.yaml"], check=True,
                         stdin=requests, stdout=responses)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_nvcsw)
      """, to: "count.py")
    let call = try ProgramCall(shell: "python3 count.py", directory: folder.path)
    let waits = try #require(Int(call.output.dropLast()), "\(call.messages)")
    #expect(waits < 500)
    let lines = (folder.text(of: "responses.jsonl") ?? "").utf8.count { $0 == 0x0A }
    expectEqual(lines, 2000)
  }

  @Test func aSignalEndsAServerThatWaits() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
    let call = try ProgramCall(
      shell: """
        mkfifo requests responses
        stackflow serve a.flow.yaml <requests >responses & server=$!
        exec 3>requests 4<responses
        echo '\(hello)' >&3
        read -r response <&4
        kill -TERM $server
        wait $server
        echo $?
        """, directory: folder.path)
    expectEqual(call.output, "143\n", "\(call.messages)")
  }

  @Test func aClosedOutputIsAFailureOfOutput() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
    let call = try ProgramCall(
      shell: """
        echo '\(hello)' | { stackflow serve a.flow.yaml >&-; echo $?; }
        yes '\(hello)' | { stackflow serve a.flow.yaml; echo $? >status; } | head -n 1 >/dev/null
        cat status
        """, directory: folder.path)
    expectEqual(call.output, "74\n74\n", "\(call.messages)")
  }
}
