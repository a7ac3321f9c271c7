// SPDX-License-Identifier: Apache-2.0

import CTerminal
import Expectations
import Foundation
import Testing

/// The line in which a walk was cut short is there again when it's continued.
@Suite struct UnfinishedLineProgramTests {
  private typealias Place = SavedWalkFolder

  private enum Way: CaseIterable {
    case interrupt, hangUp, close, terminate

    func end(_ walk: ProgramWalk) throws {
      switch self {
      case .interrupt: try walk.typeAhead("<Ctrl-C>")
      case .hangUp: walk.send(signal: SIGHUP)
      case .close: walk.hangUp()
      case .terminate: walk.send(signal: SIGTERM)
      }
    }

    var status: Int32 {
      switch self {
      case .interrupt: 130
      case .hangUp: 129
      case .close: 1
      case .terminate: 143
      }
    }
  }

  @Test(arguments: [true, false])
  func aLineThatIsCutShortIsThereWhereTheWalkGoesOn(isInline: Bool) throws {
    for way in Way.allCases {
      let place = try Place()
      place.isInline = isInline
      let walk = try place.walk("trip.flow.yaml")
      try walk.type("Rome<Enter><Enter>")
      try walk.type("42")
      try way.end(walk)
      try expectEqual(walk.finish(), way.status, "\(way)")
      let again = try place.walk("--resume")
      #expect(again.everyRow.contains { $0.contains("› 42") || $0.hasSuffix(": 42") }, "\(way)")
      try again.type("<Enter>")
      try again.type("Albergo<Enter>")
      try expectEqual(again.finish(), 0)
      #expect(again.output.contains("\"days\": 42"), "\(again.output)")
    }
  }

  @Test func aSignalMakesAFileOfTheFirstLine() throws {
    for way in Way.allCases {
      let place = try Place()
      let walk = try place.walk("trip.flow.yaml")
      try walk.type("Ro")
      try way.end(walk)
      try expectEqual(walk.finish(), way.status)
      expectEqual(place.ids.count, 1, "\(way)")
      let again = try place.walk("--resume")
      expectEqual(again.everyRow.last, "Name: Ro")
      try again.typeAhead("me<Enter><Ctrl-C>")
      try expectEqual(again.finish(), 130)
    }
  }

  @Test(arguments: [
    "<Ctrl-C>", "Ro<Shift-Tab><Ctrl-A><Ctrl-K>:quit<Enter>", "Ro<Ctrl-A><Ctrl-K><Ctrl-D>",
  ])
  func aLineAloneIsNotWorthAFile(keys: String) throws {
    let place = try Place()
    place.isInline = true
    let walk = try place.walk("trip.flow.yaml")
    try walk.typeAhead(keys)
    _ = try walk.finish()
    expectEqual(place.ids, [])
  }

  @Test func aLineIsWrittenWhenItIsLeft() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter><Enter>")
    try walk.type("42<Shift-Tab>")
    walk.send(signal: SIGKILL)
    _ = try walk.finish()
    let again = try place.walk("--resume")
    try again.type("<Enter>")
    expectEqual(again.everyRow.last, "Days, at least 1: 42")
    try again.typeAhead("<Ctrl-C>")
    _ = try again.finish()
  }

  @Test func aSecretLineIsNotWritten() throws {
    let place = try Place()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    let bytes = try Data(contentsOf: URL(filePath: place.sessions + "/\(id).walk"))
    #expect(bytes.range(of: Data("s3cret".utf8)) == nil)
  }

  /// A form of 13 fields, one of each kind.
  private static let form = """
    flow: 1
    id: trip
    steps:
      - form: all
        fields:
    \((1...13).map { "      - { ask: f\($0), type: string, default: d\($0) }" }.joined(separator: "\n"))
    """

  @Test(arguments: [true, false])
  func eachFieldOfAFormThatWasLeftIsSaved(isInline: Bool) throws {
    let place = try Place(Self.form)
    place.isInline = isInline
    let walk = try place.walk("trip.flow.yaml")
    for number in 1...12 {
      try walk.type("v\(number)" + (isInline && number % 2 == 0 ? "<Tab>" : "<Enter>"))
    }
    walk.send(signal: SIGKILL)
    _ = try walk.finish()
    let again = try place.walk("--resume")
    try again.type("<Enter>")
    try expectEqual(again.finish(), 0)
    for number in 1...12 { #expect(again.output.contains("\"v\(number)\""), "\(again.output)") }
    #expect(again.output.contains("\"d13\""))
  }
}
