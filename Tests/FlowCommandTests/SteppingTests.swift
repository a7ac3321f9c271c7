// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Walks of one command at a time: `next`, `answer`, `back`, and `result`.
@Suite("One command at a time")
struct SteppingTests {
  private final class Place {
    let folder: TemporaryFolder

    init(_ steps: String) throws {
      folder = try TemporaryFolder()
      try folder.write("flow: 1\nid: trip\nsteps:\n\(steps)", to: "trip.flow.yaml")
    }

    @discardableResult
    func call(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(
        arguments + ["--state", "w.walk"], environment: ["XDG_STATE_HOME": folder.path + "/state"],
        directory: folder.path)
    }

    func shell(_ line: String) throws -> ProgramCall {
      try ProgramCall(
        shell: "export XDG_STATE_HOME=\"$PWD/state\"; " + line, directory: folder.path)
    }
  }

  private static let questions = """
      - { ask: name, type: string, label: Where to?, minLength: 2 }
      - { ask: token, type: secret }
      - ask: plan
        type: choice
        choices: [{ value: a, label: Alpha }, { value: b, label: Beta }]
        default: b
      - form: when
        fields:
          - { ask: day, type: integer }
          - { ask: hour, type: integer, default: 9 }
    """

  @Test func aWalkIsTakenStepByStep() throws {
    let place = try Place(Self.questions)
    let missing = try place.call("next")
    #expect(missing.exit == 2)
    #expect(
      missing.messages
        == "stackflow: there's no walk in 'w.walk'; begin one with 'stackflow next FLOW --state "
        + "w.walk'\n")
    let first = try place.call("next", "trip.flow.yaml")
    #expect(first.exit == 0)
    #expect(first.output.contains("Where to?\n"))
    #expect(
      first.output.hasSuffix("Answer 'name' with: stackflow answer --state w.walk ANSWER\n"))
    #expect(place.folder.mode(of: "w.walk") == 0o600)
    #expect(place.folder.mode(of: "state/stackflow/key") == 0o600)

    let refused = try place.call("answer", "R")
    #expect(refused.exit == 4)
    #expect(refused.messages.hasPrefix("stackflow: 'name': "))
    #expect(refused.output.contains("Where to?\n"))
    #expect(try place.call("answer", "Rome").output.contains("Answer 'token' with"))
    let plan = try place.call("answer", "s3cret-text")
    #expect(plan.output.contains("  1  Alpha\n  2  Beta\n"))
    #expect(plan.output.contains("Without an answer: Beta\n"))
    for name in ["w.walk", "state/stackflow/key"] {
      let bytes = try Data(contentsOf: URL(filePath: place.folder.path + "/" + name))
      for word in ["s3cret-text", "Rome"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
    }

    let unfinished = try place.call("result")
    #expect(unfinished.exit == 3 && unfinished.output.isEmpty)
    #expect(try place.call("back", "name").output.contains("Without an answer: Rome\n"))
    #expect(try place.call("answer", "--accept").output.contains("Answer 'token' with"))
    try place.call("answer", "s3cret-text")
    let form = try place.call("answer")
    #expect(form.exit == 0 && form.output.contains("Answer 'day' with"))
    #expect(try place.call("answer", "--set", "day=4", "--set", "nothing=1").exit == 4)
    let end = try place.call("next")
    #expect(end.exit == 0 && end.output.hasPrefix("The walk is complete.\n"))
    let result = try place.call("result")
    #expect(result.exit == 0)
    #expect(result.output.contains("\"token\": \"s3cret-text\""))
    #expect(result.output.contains("\"plan\": \"b\"") && result.output.contains("\"hour\": 9"))
    #expect(try place.call("answer", "more").exit == 2)
    #expect(try place.call("next", "other.flow.yaml").exit == 2)
  }

  @Test func theStateIsJSONToo() throws {
    let place = try Place(Self.questions)
    let first = try place.call("next", "trip.flow.yaml", "--json")
    let state = try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any]
    #expect(state?["state"] as? String == "asking")
    #expect((state?["question"] as? [String: Any])?["id"] as? String == "name")
    let refused = try place.call("answer", "R", "--json")
    #expect(refused.exit == 4 && refused.output.contains("\"notice\": \"refused\""))
    #expect(try place.call("answer", "--value", "1").exit == 4)
    #expect(try place.call("answer", "--value", "{").exit == 2)
    #expect(try place.call("answer", "a", "--accept").exit == 2)
    #expect(try place.call("next", "--json").output.contains("\"id\": \"name\""))
  }

  @Test func recordsAreNamedByTheirNumbers() throws {
    let place = try Place("  - { repeat: vars, steps: [{ ask: key, type: string }] }\n")
    try place.call("next", "trip.flow.yaml")
    for (number, key) in [(1, "A"), (2, "B")] {
      try place.call("answer", "--add")
      #expect(try place.call("answer", key).output.contains("  \(number)  \(key)\n"))
    }
    for number in ["0", "3", "\(Int.min)", "\(Int.max)"] {
      for option in ["--edit", "--remove"] {
        let call = try place.call("answer", "\(option)=\(number)")
        #expect(call.exit == 2)
        #expect(
          call.messages == "stackflow: 'vars' has no record \(number); their number is 2\n")
      }
    }
    #expect(try place.call("answer", "--remove", "1").output.contains("  1  B\n"))
    #expect(try place.call("answer", "--edit", "1").output.contains("Without an answer: B\n"))
  }

  @Test func anotherKeyOpensNothing() throws {
    let place = try Place(Self.questions)
    try place.folder.write(String(repeating: "0a", count: 32), to: "key")
    #expect(try place.call("next", "trip.flow.yaml", "--key-file", "key").exit == 0)
    let other = try place.call("next")
    #expect(other.exit == 2 && other.messages.contains("sealed with another key"))
    #expect(try place.call("answer", "Rome", "--key-file", "key").exit == 0)
  }

  @Test func whatAFlowRunsIsDecidedAndHappensOnce() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { run: made, command: [sh, -c, "echo $0 >> log", "${name}"] }
        - { ask: last, type: string, required: false }
      """)
    try place.call("next", "trip.flow.yaml")
    let decision = try place.call("answer", "Rome")
    #expect(decision.exit == 0)
    #expect(decision.output.contains("The flow wants to do this:\n"))
    #expect(decision.output.hasSuffix("Decide with: stackflow answer --state w.walk yes|no\n"))
    #expect(try place.call("answer", "perhaps").exit == 2)
    #expect(try place.call("answer", "yes").output.contains("Answer 'last' with"))
    #expect(place.folder.text(of: "log") == "Rome\n")
    #expect(try place.call("next").exit == 0)
    #expect(try place.call("answer", "--empty").exit == 0)
    #expect(place.folder.text(of: "log") == "Rome\n")
    #expect(try place.call("result").exit == 0)
  }

  @Test func aKilledEffectIsInDoubt() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { run: made, command: [sh, -c, "echo >> log; echo $$ > pid; touch began; exec sleep 60"] }
        - { ask: last, type: string, required: false }
      """)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "Rome")
    let killed = try place.shell(
      "\"$PROGRAM\" answer yes --state w.walk & pid=$!; "
        + "until [ -e began ]; do :; done; kill -9 $pid; wait $pid 2>/dev/null; "
        + "kill $(cat pid)")
    #expect(killed.exit == 0)
    let doubt = try place.call("next")
    #expect(doubt.output.contains("Has it happened?\n"))
    #expect(try place.call("answer", "yes").output.contains("Answer 'last' with"))
    #expect(place.folder.text(of: "log") == "\n")
  }
}
