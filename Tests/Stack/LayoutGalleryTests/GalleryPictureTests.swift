// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import StackFlowTesting
import TerminalCells
import Testing

/// The pictures of the gallery at 20, 80, and 200 columns, and those in the documentation catalogs.
@Suite struct GalleryPictureTests {
  private static let package = ProjectFolder.url

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The arguments in `Examples/Arguments/LayoutGallery.txt`, by the name of the case.
  private static func cases() throws -> [(name: String, arguments: [String])] {
    try text("Examples/Arguments/LayoutGallery.txt").split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], Array(words.dropFirst()))
    }
  }

  private static func output(_ arguments: [String]) throws -> String {
    let gallery = Process()
    gallery.executableURL = URL(
      filePath: try #require(BuiltProgram.path("GalleryProgram"), "the gallery is not built"))
    gallery.arguments = arguments
    let pipe = Pipe()
    gallery.standardOutput = pipe
    gallery.standardInput = FileHandle.nullDevice
    try gallery.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    gallery.waitUntilExit()
    expectEqual(gallery.terminationStatus, 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func picturesMatchTheirGoldensAtEveryWidth() throws {
    let cases = try Self.cases()
    #expect(Set(cases.map(\.name)).isSuperset(of: ["20", "80", "200", "svg"]))
    for (name, arguments) in cases {
      let expected = try Self.text("Examples/Expected/LayoutGallery.\(name).txt")
      let found = try Self.output(arguments)
      guard found != expected else { continue }
      let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
        .difference(from: expected.split(separator: "\n", omittingEmptySubsequences: false))
      Issue.record("\(name): \(lines.count) lines differ, the first is \(lines.first as Any)")
    }
  }

  @Test(arguments: [20, 80, 200])
  func noPictureIsWiderThanItsPage(columns: Int) throws {
    let page = try Self.text("Examples/Expected/LayoutGallery.\(columns).txt")
    let titles = try Self.text("Examples/Expected/LayoutGallery.list.txt").split(separator: "\n")
    #expect(page.split(separator: "\n").allSatisfy { $0.cellWidth <= columns })
    // There's an underlined heading for each entry of the list.
    let rules = page.split(separator: "\n").count { $0.allSatisfy { $0 == "▔" } && $0.count > 1 }
    #expect(rules == titles.count && rules > 60)
  }

  /// `Scripts/generate-pictures` regenerates them.
  @Test func documentationShowsThePicturesOfTheGallery() throws {
    let sources = Self.package.appending(path: "Sources")
    let all = try #require(FileManager.default.enumerator(atPath: sources.path))
    // `stackflow graph` draws the pictures of flows.
    let drawings = all.compactMap { $0 as? String }
      .filter { path in
        path.hasSuffix(".svg") && !path.hasSuffix(".flow.svg") && !path.hasSuffix(".walk.svg")
      }.sorted()
    #expect(drawings.count >= 10)
    for path in drawings {
      let name = String(path.split(separator: "/").last?.dropLast(4) ?? "")
      let drawn = try Self.output(["--svg", "--width", "72", "--only", name])
      try expectEqual(Self.text("Sources/" + path), drawn, "\(path) is not what the gallery draws")
    }
  }
}
