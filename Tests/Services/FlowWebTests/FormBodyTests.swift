// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowWeb

@Suite struct FormBodyTests {
  @Test func aFormIsDecoded() {
    let form = FormBody(urlEncoded: "a=1&b=x+y%26%C3%A9&a=2&empty&last=".utf8)
    expectEqual(form?.all("a"), ["1", "2"])
    expectEqual(form?["b"], "x y&é")
    expectEqual(form?["empty"], "")
    expectEqual(form?["last"], "")
    expectEqual(form?["none"], nil)
  }

  @Test func manyFieldsAreFoundAsFewAre() {
    for count in [3, 24, 25, 26, 100] {
      let text = (0..<count).map { "n\($0 / 2)=\($0)" }.joined(separator: "&")
      var form = FormBody(urlEncoded: text.utf8)
      var added = FormBody()
      for number in 0..<count { added.add("n\(number / 2)", "\(number)") }
      expectEqual(form, added)
      for number in 0...count / 2 {
        let values = (0..<count).filter { $0 / 2 == number }.map { "\($0)" }
        expectEqual(form?.all("n\(number)"), values)
        expectEqual(form?["n\(number)"], values.first)
      }
      form?.add("n0", "x")
      expectEqual(form?.all("n0").last, "x")
    }
  }

  @Test func brokenFormsAreRefused() {
    for text in ["a=%", "a=%4", "a=%zz", "a=%FF", "%C3=1"] {
      expectEqual(FormBody(urlEncoded: text.utf8), nil, "\(text)")
    }
    let many = String(repeating: "a=1&", count: FormBody.maximumCount + 1)
    #expect(FormBody(urlEncoded: many.utf8) == nil)
  }

  @Test func partsOfPathsComeBack() {
    for text in ["name", "people[2].first name", "a/b?c#d%&+é", "-begin"] {
      let encoded = FormBody.encoded(text)
      #expect(!encoded.contains("/") && !encoded.contains("?") && !encoded.contains(" "))
      expectEqual(FormBody.decodedPath(encoded.utf8), text)
      expectEqual(FormBody(urlEncoded: "x=\(encoded)".utf8)?["x"], text)
    }
    expectEqual(FormBody.decodedPath("a+b".utf8), "a+b")
  }
}
