// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import Testing

@Suite struct UnmarkedSecretLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("unmarked-secret") }

  @Test(arguments: [
    ("AWS_SECRET_ACCESS_KEY", true), ("GITHUB_TOKEN", true), ("API_KEYS", true), ("APIKEY", true),
    ("PGPASSWORD", true), ("db_password", true), ("SECRET", true), ("TOKENS2", true),
    ("KEYBOARD", false), ("TOKENIZER", false), ("SECRETARY", false), ("USER", false),
    ("PASSWORDLESS_LOGIN", false),
  ]) func aVariableIsJudgedByItsName(name: String, isFound: Bool) {
    let note = "  - { note: n, text: \"${string(size(x))}\" }"
    for (type, isMarked) in [("string", false), ("secret", true)] {
      let found = ids(note, inputs: "  x: { type: \(type), env: \(name) }")
      expectEqual(found, isFound && !isMarked ? ["unmarked-secret"] : [])
    }
  }
}
