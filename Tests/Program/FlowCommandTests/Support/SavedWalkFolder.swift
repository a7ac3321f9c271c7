// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A folder with the flow, and the state of the program.
final class SavedWalkFolder {
  let folder: TemporaryFolder

  init(_ text: String = SavedWalkFolder.text) throws {
    folder = try TemporaryFolder()
    try folder.write(text, to: "trip.flow.yaml")
  }

  /// A flow with a secret.
  static let text = """
    flow: 1
    id: trip
    steps:
      - { ask: name, type: string }
      - { ask: token, type: secret, required: false }
      - { ask: days, type: integer, min: 1 }
      - { ask: hotel, type: string }
    """

  /// Whether walks have the inline face.
  var isInline = false

  var environment: [String: String] {
    ["XDG_STATE_HOME": folder.path + "/state", "ACCESSIBLE": isInline ? "" : "1"]
  }

  /// Walks the flow at a terminal.
  func walk(_ arguments: String...) throws -> ProgramWalk {
    try ProgramWalk(
      arguments: ["run"] + arguments, repaints: isInline, environment: environment,
      directory: folder.path)
  }

  /// Runs the program without a terminal.
  func call(_ arguments: String...) throws -> ProgramCall {
    try ProgramCall(arguments, environment: environment, directory: folder.path)
  }

  /// The ids of the saved walks.
  var ids: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: sessions)
    return (names ?? []).filter { $0.hasSuffix(".walk") }.map { String($0.dropLast(5)) }
  }

  /// The folder of the saved walks.
  var sessions: String { folder.path + "/state/stackflow/walks" }
}
