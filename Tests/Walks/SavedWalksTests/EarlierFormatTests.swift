// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import Testing

@testable import SavedWalks

/// Walks that earlier versions have saved are read.
@Suite struct EarlierFormatTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - form: both
        fields:
          - { ask: one, type: integer, default: 1 }
          - { ask: two, type: integer, default: 2 }
      - { ask: last, type: string }
      - { ask: end, type: string }
    """

  /// Takes the form as it's offered but for its second field, and answers the next question.
  private static let events: [FlowEvent] = [
    .edit(field: "two", .text("7")), .submit, .answer(.text("x")),
  ]

  /// The walk as format 1 has saved it, whose record of what a step was submitted with is number 25.
  private static let first = """
    U0ZXAQFmAhpcx6gOlOPvAAAAAAYAAAIDAAAAA3R3bwIBNxkABGJvdGgBA29uZQMCAAUAAAIOAAIAAgAAAARsYXN0AgF4DgACAA==
    """

  /// The walk as format 2 saves it: an answer that was given for a later question has number 26.
  private static let second = """
    U0ZXAgFmAhpcx6gOlOPvAAAAAAYAAAIDAAAAA3R3bwIBNxkABGJvdGgBA29uZQMCAAUAAAIOAAIAGgAAAQRsYXN0AgF4DgACAA==
    """

  /// The walk as format 3 saves it, in which a decision about a file, which this walk doesn't have, has number 27.
  private static let third = """
    U0ZXAwFmAhpcx6gOlOPvAAAAAAYAAAIDAAAAA3R3bwIBNxkABGJvdGgBA29uZQMCAAUAAAIOAAIAGgAAAQRsYXN0AgF4DgACAA==
    """

  /// The walk as format 4 saves it, in which what the user had entered before, of which this walk kept nothing, has
  /// number 28.
  private static let fourth = """
    U0ZXBAFmAhpcx6gOlOPvAAAAAAYAAAIDAAAAA3R3bwIBNxkABGJvdGgBA29uZQMCAAUAAAIOAAIAGgAAAQRsYXN0AgF4DgACAA==
    """

  @Test(arguments: [(UInt8(1), first), (UInt8(2), second), (UInt8(3), third), (UInt8(4), fourth)])
  func aWalkOfEachFormatIsReadAndRestored(version: UInt8, text: String) throws {
    let bytes = try #require(Data(base64Encoded: text)).map { $0 }
    expectEqual(bytes[3], version)
    let walk = try SavedWalk(bytes: bytes)
    let taken = try #require(walk.events.compactMap(\.taken).first)
    expectEqual(taken.values, ["one": 1])
    let restored = try walk.restored(in: try RandomWalk.flow(Self.flow))
    #expect(restored.notices.isEmpty)
    for (id, value) in ["one": 1, "two": 7, "last": "x"] as [String: Value] {
      expectEqual(restored.session.answer(id), value)
    }
    let step = try #require(restored.session.state.step)
    expectEqual(step.focusedField?.id, "end")
    // A walk saved again is in the newest format, and is otherwise the same.
    var newest = bytes
    newest[3] = UInt8(SavedWalk.formatVersion)
    expectEqual(walk.bytes, newest)
  }

  @Test func theNewestFixtureIsWhatIsSavedNow() throws {
    var events = Self.events
    events[2] = .give(["last": .text("x")])
    let session = RestoringTests.walk(try RestoringTests.begun(Self.flow), events)
    expectEqual(Data(SavedWalk(session).bytes).base64EncodedString(), Self.fourth)
  }

  /// A walk in the middle of the questions about a tree's files, as format 3 saves it.
  private static let withDecisions = """
    U0ZXAwF0Avr8I+T7SgbVAAAAAAUAAAICAAAABG5hbWUCAXgOAAIAGwAAAAFwBW91dC9hAy0tst3skrt3GwAAAgVvdXQvYgJtB37fVCCI1Q==
    """

  @Test func decisionsAboutFilesAreReadAndSaved() throws {
    let flow = try FileDecisionTests.flow()
    var walk = try FileDecisionTests.begun(FileDecisionTests.old(), flow)
    for answer: DecisionAnswer in [.yes, .keep] { _ = try walk.send(.decide(answer)) }
    var newest = try #require(Data(base64Encoded: Self.withDecisions)).map { $0 }
    newest[3] = UInt8(SavedWalk.formatVersion)
    let saved = SavedWalk(walk.session).bytes
    // The fingerprint of the flow, in which `onError: retry` isn't written now that it's the default.
    newest.replaceSubrange(7..<15, with: saved[7..<15])
    expectEqual(saved, newest)
    let bytes = try #require(Data(base64Encoded: Self.withDecisions)).map { $0 }
    let session = try SavedWalk(bytes: bytes).restored(in: flow).session
    expectEqual(FlowWalk(session, services: walk.services).decision?.existingFile, "out/c")
  }

  /// A walk as the program saved it in format 3, when an answer that was only accepted was offered again: the name was
  /// corrected from `Aplha` to `Alpha`, and Enter took what was accepted before.
  private static let accepting = """
    LgAAANguQ63YgHGGEi90bXAvcGtnLmZsb3cueWFtbFNGVwMBZgI2sBvfjs74mQAIB0V0Yy9VVEMAAB8AAADWIUdOr53QzgDQqJPd7ouJ7DECAo7x\
    xMASAAAEbmFtZQIFQXBsaGEHAAAADfNnUQPu/sIOlovYEQIAHAAAAO+oZSw23Jo1GQADcGtnAQNwa2cGBWFwbGhhAAKMqfHuEgACAQcAAAAN82dR\
    cxU3PA60vpkCAgAkAAAAv25g5FEEXhUZAARyZXBvAQRyZXBvBgtnaXRAeDphcGxoYQACirG9kRMAAwEHAAAADfNnUWBdvn8OtouWBwIACAAAACEo\
    I76PK5ddCMztwIsmAAEHAAAADfNnUSbA1n1O7qatBwUADwAAAOuQI6dR+DqPAuad3PoSAAECBUFscGhhBwAAAA3zZ1Gxi+RdDqTGmgMCABgAAAAc\
    mUdX4b5LbBkCAQNwa2cGBWFwbGhhAAK6r4SYEwACAQcAAAAN82dR+nEO+A6qh7oEAgAfAAAA1iFHThvEL6UZAwEEcmVwbwYLZ2l0QHg6YXBsaGEA\
    Aub/2fsSAAMBBwAAAA3zZ1EloBtlDtSQrBUCAA==
    """

  @Test func whatAnEarlierProgramTookAsOfferedIsAccepted() throws {
    let flow = try RandomWalk.flow(
      """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { ask: pkg, type: string, default: { value: name.lowerAscii() } }
        - { ask: repo, type: string, default: { value: "'git@x:' + pkg" } }
        - review: check
      """)
    let bytes = try #require(Data(base64Encoded: Self.accepting)).map { $0 }
    let walk = try WalkJournal.walk(of: bytes)
    // The path of its file isn't a part of it.
    #expect(walk.fits(flow))
    let restored = try walk.restored(in: flow, zone: .utc)
    expectEqual(restored.session.answers.map(\.value), ["Alpha", "aplha", "git@x:aplha"])
    expectEqual(restored.session.answers.map(\.origin), [.typed, .accepted, .accepted])
    let again = RestoringTests.walk(restored.session, [.backTo("name"), .answer(.text("Beta"))])
    let step = try #require(again.state.step)
    expectEqual(step.focusedField?.offer?.value, "beta")
  }
}
