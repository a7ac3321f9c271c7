// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import TerminalIO

@Suite("InputDecoder")
struct InputDecoderTests {
  private func decode(_ text: String) -> [TerminalEvent] { decode(Array(text.utf8)) }

  private func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
    var decoder = InputDecoder()
    let decoded = decoder.feed(bytes) + decoder.flush()
    expectEqual(decoded.reduce(0) { $0 + $1.byteCount }, bytes.count, "every byte is accounted for")
    #expect(!decoder.isWaiting)
    return decoded.compactMap(\.event)
  }

  @Test(
    "keys are known by what terminals send",
    arguments: [
      ("a", Key.character("a")),
      ("é", .character("é")),
      ("日", .character("日")),
      ("🙂", .character("🙂")),
      ("\r", Key(.enter)),
      ("\n", Key(.enter)),
      ("\t", Key(.tab)),
      ("\u{7F}", Key(.backspace)),
      ("\u{08}", Key(.backspace)),
      ("\0", .control(" ")),
      ("\u{03}", .control("c")),
      ("\u{1C}", .control("\\")),
      ("\u{1F}", .control("_")),
      ("\u{1B}", Key(.escape)),
      ("\u{1B}[A", Key(.up)),
      ("\u{1B}OB", Key(.down)),
      ("\u{1B}[C", Key(.right)),
      ("\u{1B}[1;3D", Key(.left, .alt)),
      ("\u{1B}[1;6A", Key(.up, [.shift, .control])),
      ("\u{1B}\u{1B}[D", Key(.left, .alt)),
      ("\u{1B}[H", Key(.home)),
      ("\u{1B}[4~", Key(.end)),
      ("\u{1B}[8~", Key(.end)),
      ("\u{1B}[2~", Key(.insert)),
      ("\u{1B}[3~", Key(.delete)),
      ("\u{1B}[3;5~", Key(.delete, .control)),
      ("\u{1B}[5~", Key(.pageUp)),
      ("\u{1B}[6~", Key(.pageDown)),
      ("\u{1B}[Z", Key(.tab, .shift)),
      ("\u{1B}OP", Key(.function(1))),
      ("\u{1B}[11~", Key(.function(1))),
      ("\u{1B}[[A", Key(.function(1))),
      ("\u{1B}[1;2S", Key(.function(4), .shift)),
      ("\u{1B}[24~", Key(.function(12))),
      ("\u{1B}[34~", Key(.function(20))),
      ("\u{1B}w", .alt("w")),
      ("\u{1B}é", .alt("é")),
      ("\u{1B}\r", Key(.enter, .alt)),
      ("\u{1B}\u{7F}", Key(.backspace, .alt)),
      ("\u{1B}\t", Key(.tab, .alt)),
      ("\u{1B}\u{01}", Key(.character("a"), [.alt, .control])),
      ("\u{1B}[", .alt("[")),
      ("\u{1B}O", .alt("O")),
      ("\u{1B}]", .alt("]")),
      ("\u{1B}OM", Key(.enter)),
      ("\u{1B}Ou", .character("5")),
      ("\u{1B}[97;5u", .control("a")),
      ("\u{1B}[13;3u", Key(.enter, .alt)),
      ("\u{1B}[27;5;97~", .control("a")),
      ("\u{1B}[233u", .character("é")),
    ] as [(String, Key)])
  func keys(sent: String, key: Key) {
    expectEqual(decode(sent), [.key(key)])
  }

  @Test func everyKeyIsKnownByItsUsualBytes() {
    let codes: [Key.Code] =
      [
        .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .insert, .delete, .character("q"), .character("日"),
      ] + (1...20).map { .function($0) }
    for code in codes {
      expectEqual(decode(Key(code).bytes), [.key(Key(code))])
    }
    for code in codes where ![.escape, .character("日")].contains(code) {
      let key = Key(code, .alt)
      expectEqual(decode(key.bytes), [.key(key)], "\(key)")
    }
  }

  @Test func aKeyOfManyBytesKeepsItsBytesForTheEditor() {
    var decoder = InputDecoder()
    guard case .key(let key) = decoder.feed("\u{1B}[1;5C".utf8).first?.event else {
      Issue.record("no key")
      return
    }
    expectEqual(key.bytes, Array("\u{1B}[1;5C".utf8))
  }

  @Test func aLoneEscapeNeverSwallowsTheNextKey() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    expectEqual(decoder.flush().map(\.event), [.key(Key(.escape))])
    expectEqual(decoder.feed([0x61]).map(\.event), [.key(.character("a"))])
  }

  @Test func twoEscapesAreTwoKeys() {
    expectEqual(decode("\u{1B}\u{1B}"), [.key(Key(.escape)), .key(Key(.escape))])
    expectEqual(decode("\u{1B}\u{1B}x"), [.key(Key(.escape)), .key(.alt("x"))])
  }

  @Test(
    "sequences without a meaning are dropped whole",
    arguments: [
      "\u{1B}[99;1Q", "\u{1B}[1;2;3;4;5q", "\u{1B}[999999999999999999999~", "\u{1B}Oz",
      "\u{1B}[M !!", "\u{1B}[<0;0;0M", "\u{1B}[<99;1M", "\u{1B}[0u", "\u{1B}[57358u", "\u{1B}[[Z",
      "\u{1B}[1 q", "\u{1B}[55296u",
    ])
  func dropped(sent: String) {
    expectEqual(decode(sent + "a"), [.key(.character("a"))])
  }

  @Test func aSequenceThatIsCutOffIsDroppedAlone() {
    #expect(decode("\u{1B}[1;").isEmpty)
    expectEqual(decode("\u{1B}[1;\u{1B}[A"), [.key(Key(.up))])
    expectEqual(decode("\u{1B}[1;\r"), [.key(Key(.enter))])
    #expect(decode("\u{1B}]11;rgb").isEmpty)
  }

  @Test func noSequenceIsUnbounded() {
    var decoder = InputDecoder()
    let endless = "\u{1B}[" + String(repeating: "1;", count: 100_000)
    let events = decoder.feed(endless.utf8).compactMap(\.event)
    #expect(events.count > 190_000, "after 64 bytes they are keys again")
    var other = InputDecoder()
    _ = other.feed(("\u{1B}]" + String(repeating: "x", count: 5000)).utf8)
    #expect(!other.isWaiting)
  }

  @Test func repliesAreReports() {
    for reply in [
      "\u{1B}[?62;22c", "\u{1B}[?2026;2$y", "\u{1B}[12;40R", "\u{1B}]11;rgb:00/00/00\u{07}",
      "\u{1B}P>|xterm(390)\u{1B}\\", "\u{1B}[0n", "\u{1B}[8;24;80t", "\u{1B}[>0;276;0c",
    ] {
      expectEqual(decode(reply), [.report(Array(reply.utf8))])
    }
  }

  @Test func focusIsReported() {
    expectEqual(decode("\u{1B}[I\u{1B}[O"), [.focus(true), .focus(false)])
  }

  @Test(
    "the mouse is reported in cells from 0",
    arguments: [
      ("\u{1B}[<0;1;1M", MouseReport(.pressed(1), column: 0, row: 0)),
      ("\u{1B}[<2;80;24m", MouseReport(.released(3), column: 79, row: 23)),
      ("\u{1B}[<64;3;4M", MouseReport(.wheelUp, column: 2, row: 3)),
      ("\u{1B}[<65;3;4M", MouseReport(.wheelDown, column: 2, row: 3)),
      ("\u{1B}[<32;3;4M", MouseReport(.moved(1), column: 2, row: 3)),
      ("\u{1B}[<35;3;4M", MouseReport(.moved(nil), column: 2, row: 3)),
      ("\u{1B}[<16;3;4M", MouseReport(.pressed(1), column: 2, row: 3, modifiers: .control)),
    ])
  func mouse(sent: String, report: MouseReport) {
    expectEqual(decode(sent), [.mouse(report)])
  }

  @Test func aPasteIsOneTextWhateverIsInIt() {
    let sent = "\u{1B}[200~one\rtwo\r\nthree\u{1B}[A\u{07}\u{1B}[201~x"
    expectEqual(
      decode(sent),
      [
        .paste("one\ntwo\nthree\u{1B}[A\u{07}", isCut: false), .key(.character("x")),
      ])
  }

  @Test func aPasteThatIsTooLongIsCut() {
    var decoder = InputDecoder()
    let limit = InputDecoder.longestPaste
    var events = decoder.feed("\u{1B}[200~".utf8)
    for _ in 0..<3 { events += decoder.feed([UInt8](repeating: 0x61, count: limit / 2)) }
    events += decoder.feed("\u{1B}[201~b".utf8)
    expectEqual(
      events.compactMap(\.event),
      [
        .paste(String(repeating: "a", count: limit), isCut: true), .key(.character("b")),
      ])
  }

  @Test func ctrlCLeavesAPasteWithoutAnEnd() {
    expectEqual(decode("\u{1B}[200~abc\u{03}"), [.paste("abc", isCut: false), .key(.control("c"))])
  }

  @Test func invalidUTF8BecomesReplacementCharacters() {
    let replacement = TerminalEvent.key(.character("\u{FFFD}"))
    expectEqual(decode([0xFF]), [replacement])
    expectEqual(decode([0xC3]), [replacement])
    expectEqual(decode([0xC3, 0x61]), [replacement, .key(.character("a"))])
    expectEqual(decode([0xE2, 0x82, 0x61]), [replacement, .key(.character("a"))])
    expectEqual(decode([0xC0, 0x80]), [replacement, replacement])
    expectEqual(decode([0xED, 0xA0, 0x80]), [replacement], "a surrogate")
    expectEqual(decode([0xF4, 0x90, 0x80, 0x80]), [replacement], "beyond Unicode")
  }

  /// The events are the same, however the bytes are split.
  @Test func theSplitOfTheInputDoesNotMatter() {
    let text =
      "aé日🙂\u{1B}[A\u{1B}Ox\u{1B}[<0;1;1M\u{1B}[200~p\u{1B}[2q\r\u{1B}[201~\u{1B}w"
      + "\u{1B}]11;x\u{1B}\\\u{1B}[?1c\u{1B}[1;5~z"
    let bytes = Array(text.utf8)
    let whole = decode(bytes)
    for size in 1...bytes.count {
      var decoder = InputDecoder()
      var events: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        events += decoder.feed(rest.prefix(size)).compactMap(\.event)
        rest = rest.dropFirst(size)
      }
      events += decoder.flush().compactMap(\.event)
      expectEqual(events, whole, "pieces of \(size)")
    }
  }

  @Test func randomBytesAreAllAccountedFor() {
    let seed = UInt64.random(in: 0 ... .max)
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let likely = Array("\u{1B}\u{1B}\u{1B}[[[O]P<?;;01239~uMmARc\u{07}\\".utf8)
    for _ in 0..<300 {
      var decoder = InputDecoder()
      var count = 0
      var taken = 0
      for _ in 0..<50 {
        let bytes = (0..<(next() % 20)).map { _ in
          next() % 4 == 0 ? UInt8(truncatingIfNeeded: next()) : likely[Int(next()) % likely.count]
        }
        count += bytes.count
        taken += decoder.feed(bytes).reduce(0) { $0 + $1.byteCount }
        if next() % 3 == 0 { taken += decoder.flush().reduce(0) { $0 + $1.byteCount } }
      }
      taken += decoder.flush().reduce(0) { $0 + $1.byteCount }
      if decoder.isWaiting || taken > count { Issue.record("seed \(seed)") }
    }
  }
}
