// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowWeb

/// Forms with files, as browsers send them.
@Suite struct MultipartReaderTests {
  private static let type = "multipart/form-data; boundary=----b0"

  private static let form = [
    "------b0", #"Content-Disposition: form-data; name="token""#, "", "t",
    "------b0", #"Content-Disposition: form-data; name="f:a%22b""#, "", "two", "lines é",
    "------b0", #"Content-Disposition: form-data; name="empty""#, "", "",
    "------b0", #"Content-Disposition: form-data; name="f:file"; filename="a b.txt""#,
    "Content-Type: text/plain", "", "--x", "------b", "------b0x", "end", "",
    "------b0", #"Content-Disposition: form-data; name="f:none"; filename="""#,
    "Content-Type: application/octet-stream", "", "",
    "------b0--", "",
  ].joined(separator: "\r\n")

  private static let expected = [
    "token=t", "f:a\"b=two\r\nlines é", "empty=",
    "f:file:a b.txt=--x\r\n------b\r\n------b0x\r\nend\r\n",
    "f:none:=",
  ]

  /// Reads pieces, and returns the parts in words.
  private static func read(
    _ pieces: [[UInt8]], _ type: String = type, most: Int = 1_000
  ) throws -> (parts: [String], isAtEnd: Bool) {
    var reader = try #require(MultipartReader(contentType: type, mostTextBytes: most))
    var parts: [String] = []
    var file: [UInt8] = []
    var name = ""
    for piece in pieces {
      try reader.read(piece) { part in
        switch part {
        case .text(let name, let text): parts.append("\(name)=\(text)")
        case .file(let own, let fileName): (name, file) = ("\(own):\(fileName)", [])
        case .bytes(let bytes): file += bytes
        case .fileEnd: parts.append("\(name)=\(String(decoding: file, as: UTF8.self))")
        }
      }
    }
    return (parts, reader.isAtEnd)
  }

  /// A boundary with more after it isn't one, so that this form says the same without it.
  private static var bytes: [UInt8] { Array(form.replacing("------b0x", with: "------b1x").utf8) }

  private static var words: [String] {
    expected.map { $0.replacing("------b0x", with: "------b1x") }
  }

  @Test func textsAndFilesAreRead() throws {
    let read = try Self.read([Self.bytes])
    expectEqual(read.parts, Self.words)
    #expect(read.isAtEnd)
  }

  @Test func piecesDoNotMatter() throws {
    try expectEqual(Self.read(Self.bytes.map { [$0] }).parts, Self.words)
    for seed in RandomRuns(long: 1_000, every: 10, named: "pieces of forms").seeds {
      var random = SeededGenerator(seed: seed)
      var (rest, pieces) = (Self.bytes[...], [[UInt8]]())
      while !rest.isEmpty {
        let count = Int.random(in: 1...40, using: &random)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      try expectEqual(Self.read(pieces).parts, Self.words)
    }
  }

  @Test func aFormThatIsCutIsNotAtItsEnd() throws {
    for count in stride(from: 0, to: Self.bytes.count - 4, by: 7) {
      #expect(try !Self.read([Array(Self.bytes.prefix(count))]).isAtEnd)
    }
  }

  @Test func randomBytesAreReadOrRefused() throws {
    for seed in RandomRuns(long: 1_000, every: 10, named: "broken forms").seeds {
      var random = SeededGenerator(seed: seed)
      var bytes = Self.bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do { _ = try Self.read([bytes]) } catch is MultipartReader.Failure {}
    }
  }

  @Test func otherTypesAreNoForms() {
    for type in [
      "", "application/x-www-form-urlencoded", "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/mixed; boundary=a",
      "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
    ] {
      #expect(MultipartReader(contentType: type, mostTextBytes: 10) == nil, "\(type)")
    }
    #expect(
      MultipartReader(
        contentType: "Multipart/Form-Data; charset=x; boundary=\"a b\"", mostTextBytes: 10) != nil)
  }

  @Test func headersTextsAndPartsAreLimited() throws {
    func form(_ header: String, _ text: String) -> [UInt8] {
      Array(
        "------b0\r\nContent-Disposition: form-data; name=\"a\"\(header)\r\n\r\n\(text)\r\n------b0--"
          .utf8)
    }
    try expectEqual(Self.read([form("", "x")]).parts, ["a=x"])
    #expect(throws: MultipartReader.Failure.tooLarge) {
      try Self.read([form("\r\nX: " + String(repeating: "x", count: 8_192), "")])
    }
    #expect(throws: MultipartReader.Failure.tooLarge) {
      try Self.read([form("", String(repeating: "x", count: 1_000))])
    }
    #expect(throws: MultipartReader.Failure.malformed) {
      try Self.read([Array(String(repeating: "x", count: 9_000).utf8)])
    }
    let part = "------b0\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n"
    #expect(throws: MultipartReader.Failure.tooLarge) {
      try Self.read([Array(String(repeating: part, count: MultipartReader.mostParts + 1).utf8)])
    }
  }
}
