// SPDX-License-Identifier: Apache-2.0

import Testing

/// A folder with a flow, which is walked one command at a time in the file `w.walk`.
final class SteppedFolder {
  let folder: TemporaryFolder

  init(_ steps: String) throws {
    folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: trip\nsteps:\n\(steps)", to: "trip.flow.yaml")
  }

  /// Runs a command on the walk.
  @discardableResult
  func call(
    _ arguments: String..., options: [String] = [], input: String = ""
  ) throws -> ProgramCall {
    try ProgramCall(
      arguments + options + ["--state", "w.walk"], input: input,
      environment: ["XDG_STATE_HOME": folder.path + "/state"], directory: folder.path)
  }

  /// Runs a command whose words name the walk.
  func plain(_ arguments: [String]) throws -> ProgramCall {
    try ProgramCall(
      arguments, environment: ["XDG_STATE_HOME": folder.path + "/state"],
      directory: folder.path)
  }

  /// Runs a command that prints a token.
  func token(_ arguments: String...) throws -> (call: ProgramCall, token: String) {
    try token(arguments)
  }

  /// Runs a command that prints a token, in a command or as JSON.
  func token(_ arguments: [String]) throws -> (call: ProgramCall, token: String) {
    let call = try plain(arguments)
    let found = call.output.firstMatch(of: /(?:--token |"token": ")([A-Za-z0-9_-]+)/)
    return (call, String(try #require(found, "\(call.output)\(call.messages)").1))
  }

  /// Runs a shell command in the folder.
  func shell(_ line: String) throws -> ProgramCall {
    try ProgramCall(
      shell: "export XDG_STATE_HOME=\"$PWD/state\"; " + line, directory: folder.path)
  }
}
