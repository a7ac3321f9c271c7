// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// A file of answers has at most `--max-bytes`, and the refusal of a larger one names the option.
@Suite("Sizes of files of answers")
struct AnswerSizeTests {
  @Test func aFileOfMoreThanFourMebibytesNeedsTheOptionThatTheRefusalNames() throws {
    let place = try SteppedFolder("  - { ask: q, type: string }\n")
    try place.folder.write(String(repeating: " ", count: 4 << 20) + #"{"q":"last"}"#, to: "a.json")
    let words = ["run", "trip.flow.yaml", "--answers", "a.json"]
    let refused = try place.plain(words)
    expectEqual(refused.exit, 65)
    expectEqual(
      refused.messages,
      "stackflow: 'a.json' has more than 4194304 bytes; --max-bytes allows more\n")
    let taken = try place.plain(words + ["--max-bytes", "5000000"])
    expectEqual(taken.exit, 0, "\(taken.messages)")
    expectEqual(taken.output.filter { !$0.isWhitespace }, #"{"q":"last"}"#)
  }

  /// A file that's cut at the limit would be taken without its last answers.
  @Test(arguments: ["run", "plan", "next", "answer"], ["a.yaml", "a.json", "a.env"])
  func eachCommandAndFormatHasTheLimit(command: String, file: String) throws {
    let place = try SteppedFolder("  - { ask: q, type: string }\n")
    let padding = String(repeating: "\n", count: 200)
    let answer = file == "a.env" ? "q=last" : file == "a.json" ? #"{"q":"last"}"# : "q: last"
    try place.folder.write(padding + answer + "\n", to: file)
    if command == "answer" { try place.call("next", "trip.flow.yaml") }
    func call(_ limit: String) throws -> ProgramCall {
      let options = ["--answers", file, "--max-bytes", limit]
      switch command {
      case "answer": return try place.call("answer", options: options)
      case "next": return try place.call("next", "trip.flow.yaml", options: options)
      default: return try place.plain([command, "trip.flow.yaml"] + options)
      }
    }
    let refused = try call("200")
    expectEqual(refused.exit, 65, "\(refused.messages)")
    expectEqual(
      refused.messages, "stackflow: '\(file)' has more than 200 bytes; --max-bytes allows more\n")
    let taken = try call("300")
    expectEqual(taken.exit, 0, "\(taken.messages)")
  }

  /// The same limit counts for suggestions and for what's typed at standard input.
  @Test func everyWayToGiveAnswersHasTheLimit() throws {
    let place = try SteppedFolder("  - { ask: q, type: string }\n")
    try place.folder.write("q: \(String(repeating: "a", count: 100))\n", to: "a.yaml")
    for words in [["--suggest", "a.yaml"], ["--answers", "a.yaml"]] {
      let call = try place.plain(
        ["run", "trip.flow.yaml", "--no-input", "--defaults", "--max-bytes", "60"] + words)
      expectEqual(
        call.messages, "stackflow: 'a.yaml' has more than 60 bytes; --max-bytes allows more\n")
    }
    try place.call("next", "trip.flow.yaml")
    let typed = try place.call(
      "answer", "-", options: ["--max-bytes", "60"], input: String(repeating: "a", count: 100))
    expectEqual(
      typed.messages, "stackflow: standard input has more than 60 bytes; --max-bytes allows more\n")
  }
}
