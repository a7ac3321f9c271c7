// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowWeb

@Suite struct HTMLTests {
  @Test func whatIsInterpolatedIsText() {
    let text = "<script>\"&'</script>"
    let page: HTML = "<p title=\"\(text)\">\(text)</p>"
    let escaped = "&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;"
    expectEqual(page.markup, "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func piecesAreMarkup() {
    let piece: HTML = "<b>\("a<b")</b>"
    let page: HTML = "<p>\(piece)\([piece, piece])\(3)</p>"
    expectEqual(
      page.markup, "<p><b>a&lt;b</b><b>a&lt;b</b><b>a&lt;b</b>3</p>")
  }

  @Test func controlCharactersAreReplaced() {
    let page: HTML = "\("a\u{0}b\u{1B}c\u{85}\n\t")"
    expectEqual(page.markup, "a\u{FFFD}b\u{FFFD}c\u{FFFD}\n\t")
  }

  @Test func rightToLeftIsByThePrimaryLanguage() {
    for tag in ["he", "he-IL", "ar_EG", "FA"] { #expect(PageShell.isRightToLeft(tag)) }
    for tag in ["en", "de-AT", "hex", ""] { #expect(!PageShell.isRightToLeft(tag)) }
  }
}
