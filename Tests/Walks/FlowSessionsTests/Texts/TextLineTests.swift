// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowModel

/// Which lines a text has, with its blocks.
@Suite struct TextLineTests {
  @Test(arguments: [
    // A control alone on its line takes the line with it.
    ("a\n${if p}\nb\n${end}\nc\n", "a\nb\nc\n"),
    ("a\n  ${if p}  \n  b\n\t${end}\t\nc\n", "a\n  b\nc\n"),
    ("${if p}\nb\n${end}", "b\n"),
    ("${if p}\nb\n${end}\n", "b\n"),
    ("a\n${if p}\nb\n  ${end}", "a\nb\n"),
    ("a\n${if q}\nb\n${else if p}\nc\n${else}\nd\n${end}\ne", "a\nc\ne"),
    ("a\n${if q}\nb\n${else}\n${end}\ne", "a\ne"),
    ("a\n${for x in xs}\n- ${x}\n${end}\nc", "a\n- 1\n- 2\nc"),
    ("a\n${for x in none}\n- ${x}\n${end}\nc", "a\nc"),
    ("a\n${for x in xs}\n\n${end}\nc", "a\n\n\nc"),
    // With a line break of two characters.
    ("a\r\n${if p}\r\nb\r\n  ${end}\r\nc", "a\r\nb\r\nc"),
    ("a\r\n${if p}\rb${end}", "a\r\n\rb"),
    // So does a comment, also one of several lines.
    ("a\n${# note}\nb", "a\nb"), ("${# note}", ""), ("  ${# note}  ", ""), ("a\n\t${#}\n", "a\n"),
    ("a\n  ${# one\n two }\nb", "a\nb"), ("a\n${# {x} ${y} don't }\nb", "a\nb"),
    // A name for a value takes its line, too.
    ("a\n  ${let x = s}\n${x}\n", "a\nS\n"), ("${let x = s}", ""), ("${let x = s}${x}\n", "S\n"),
    ("${for k, v in m}\n${k_index}${k}${v}\n${end}", "0a1\n1b2\n2é3\n"),
    // One that isn't alone takes nothing.
    ("a ${if p}\nb\n${end}\n", "a \nb\n"),
    ("${if p} b\n${end}c", " b\nc"),
    ("${if p}${end}\nb", "\nb"),
    ("${if p}b${end}\nc", "b\nc"),
    ("a\n${# one}${# two}\nb", "a\n\nb"),
    ("a\n${if p} ${# why}\nb${end}", "a\n \nb"),
    ("a${# note}b", "ab"), ("a ${# note}\nb", "a \nb"), ("${# note}\n", ""),
    ("a\n${s}\nb", "a\nS\nb"), ("a\n  ${''}${if p}\nb\n${end}", "a\n  \nb\n"),
    ("a\n$${\n${if p}\nb\n${end}\nc", "a\n${\nb\nc"),
    // Only line breaks and blanks count, not what YAML or Unicode calls a line break.
    ("a\n\u{A0}${if p}\nb\n${end}", "a\n\u{A0}\nb\n"),
    ("a\u{2028}${if p}\nb\n${end}", "a\u{2028}\nb\n"),
    ("é\n  ${if p}\n  é\n  ${end}\né", "é\n  é\né"),
  ])
  func controlsTakeTheirLines(source: String, expected: String) throws {
    try expectEqual(RenderedText.text(source), expected)
    // Its written text is the same.
    try expectEqual(RenderedText.text(TextTemplate(source).source), expected)
  }

  @Test(arguments: [
    ("${if p}yes${else}no${end}", "yes"), ("${if q}yes${else}no${end}", "no"),
    ("${if q}a${else if q || p}b${else if p}c${end}", "b"), ("${if q}yes${end}", ""),
    ("${ if p }yes${ else }no${ end }", "yes"), ("${if\n p\n}yes${end}", "yes"),
    ("${if(p)}yes${end}", "yes"), ("${if !p}no${else  if\tp}yes${end}", "yes"),
    ("${for x in xs}${x_index}:${x} ${end}", "0:1 1:2 "),
    (
      "${for x in xs}${for x in ['a', 'b']}${x}${x_index}${end}${x}${x_index} ${end}",
      "a0b110 a0b121 "
    ),
    ("${for n in nodes}${n.id}${if has(n.port)}:${n.port}${end} ${end}", "a:80 b "),
    ("${for n in nodes.filter(n, has(n.port))}${n.id}${end}", "a"),
    ("${for x in xs}${if x == '2'}${for y in xs}${x}${y}${end}${end}${end}", "2122"),
    ("${for x in xs}${if x_index > 0}, ${end}${x}${end}", "1, 2"),
    ("$${if p}${if p}$$ ${end}${'}'}${\"{\"}", "${if p}$$ }{"),
    ("${if '}' == '}'}${'${if}'}${end}", "${if}"), ("$${# no comment}", "${# no comment}"),
    ("${for item in xs}${item}${item_index}${end}", "1021"),
    ("${for k, v in {'b': 1, 'a': 2}}${k_index}${k}=${v} ${end}", "0a=2 1b=1 "),
    ("${for k, v in {10: 'x', 9: 'y', -1: 'z'}}${k}${v}${end}", "-1z9y10x"),
    ("${for k, v in {true: 1, false: 0}}${k}${v} ${end}", "false0 true1 "),
    ("${ for  k , v  in  m }${v}${end}", "123"), ("${for k,v in m}${k}${end}", "abé"),
    ("${for k, v in nodes[0]}${k}${end}", "idport"),
    // A name for a value is known up to the end of its block.
    ("${let x = 1 + 1}${x}${let x = x + 1}${x}", "23"), ("${let x='a'}${x == 'a'}", "true"),
    ("${let x = {'a': [1, 2]}}${x.a[1]}", "2"), ("${let x = s == 'S'}${if x}y${end}", "y"),
    ("${let s = 'T'}${if p}${let s = 'U'}${s}${end}${s}", "UT"),
    ("${for x in xs}${let y = x + x}${y}${let x = 'z'}${x}${end}", "11z22z"),
    ("${let n = nodes[1].port}${if has(n)}${n}${else}none${end}", "none"),
    ("${let n = nodes[0].port}${n.orValue(1)}", "80"),
    ("${let item = 1}${item}", "1"),
  ])
  func blocksAreShown(source: String, expected: String) throws {
    try expectEqual(RenderedText.text(source), expected)
    try expectEqual(RenderedText.text(TextTemplate(source).source), expected)
  }

  /// A text with mistakes has no blocks, and is refused when it's checked.
  @Test(arguments: [
    "${if p}", "${end}", "${if p}${else}${else}${end}", "a${", "${elif p}x", "${if}x${end}",
    "${for x in xs}${x}", "${#if p}x${/if}", "${if p:}x${end}", "${let x}", "${let x == 1}",
    "${let 1x = 2}", "${let x =}", "${for k, in m}${end}", "${use x}", "${use ''}",
    "${use 'x' a = 1}",
    "${use 'x' with}", "${use 'x' with a}", "${use 'x' with a = }", "${include 'x'}",
    "${set x = 1}",
  ])
  func mistakesInCodeAreFound(source: String) throws {
    #expect(!TextTemplate.reading(SourceFile(name: "x", text: source)).mistakes.isEmpty)
    #expect(throws: RenderedText.Refused.self) {
      try RenderedText.flow(writing: TextTemplate(source))
    }
    let written = SourceFile(name: "x", text: TextTemplate(source).source)
    let (template, mistakes) = TextTemplate.reading(written)
    guard mistakes.isEmpty else { return }
    #expect(throws: RenderedText.Refused.self) { try RenderedText.flow(writing: template) }
  }

  /// An answer can have the name of a control.
  @Test func theAnswerNamedEndIsWrittenInParentheses() {
    expectEqual(TextTemplate(parts: [.expression("end")]).source, "${(end)}")
    expectEqual(TextTemplate("${(end)}").parts, [.expression("(end)")])
    expectEqual(TextTemplate("${end + 1}${end.x}").parts.count, 2)
  }

  // MARK: Limits

  /// A loop in a loop over 10,000 elements stops.
  @Test func loopsStopAtALimit() throws {
    try expectEqual(
      RenderedText.text("${for x in many}${for y in many}x${end}${end}"),
      "⟨the loops of this text have more than 1000000 steps⟩")
    let line = String(repeating: "x", count: 2_000)
    try expectEqual(
      RenderedText.text("${for x in many}\(line)${end}"), "⟨the text is longer than 10000000 bytes⟩"
    )
    try expectEqual(RenderedText.text("${for x in many}${x}\n${end}").utf8.count, 48_890)
  }

  @Test func deepBlocksAreRefused() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "${if p}", count: depth) + "x" + String(repeating: "${end}", count: depth)
    }
    try expectEqual(RenderedText.text(nested(32)), "x")
    let file = SourceFile(name: "x", text: nested(33))
    expectEqual(
      TextTemplate.reading(file).mistakes.map(\.message),
      ["blocks of a text can be nested at most 32 deep"])
    let deep = SourceFile(name: "x", text: nested(100_000))
    expectEqual(TextTemplate.reading(deep).mistakes.count, 1)
    // In code, a text can be deeper.
    var part = TextTemplate.Part.words("x")
    for _ in 0..<1_000 { part = .loop(.init("x", in: "xs", [part])) }
    let template = TextTemplate(parts: [part])
    expectEqual(template.expressions.count, 33)
    let written = SourceFile(name: "x", text: template.source)
    expectEqual(TextTemplate.reading(written).mistakes.map(\.id), ["blocks-too-deep"])
  }

  /// The work of reading a text grows with its length.
  @Test(arguments: [
    "${if p}a${end}\n", "${a}", "  ${# c}\n", "${if p}\n${else if q}\n${end}\n",
    "${for x in xs}${x}${end}",
    "          ", "$${", "${'", "${#", "${\"\\",
  ])
  func theWorkOfReadingIsLinear(piece: String) {
    func work(_ count: Int) -> Int {
      let text = String(repeating: piece, count: count)
      var parser = TextParser(text, .code, limit: .max)
      parser.parse()
      return parser.work
    }
    let count = isLongRun ? 20_000 : 4_000
    let (small, large) = (work(count), work(2 * count))
    #expect(large <= small * 2 + count, "\(small) and \(large)")
    #expect(large < 2 * count * 1_000)
  }

  @Test func aTextHasALimitedNumberOfTags() {
    let text = String(repeating: "${if p}a${end}\n", count: 100_000)
    let found = TextTemplate.reading(SourceFile(name: "x", text: text)).mistakes
    expectEqual(found.map(\.message), ["a text can contain at most 10000 expressions"])
  }
}
