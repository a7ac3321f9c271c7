// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct SecretLeakLintTests {
  @Test func findingsMatchTheGolden() throws { try expectGolden("secret-leak") }

  @Test(arguments: [
    ("token", true), ("token + 'x'", true), ("[token][0]", true), ("{'a': token}.a", true),
    ("'x' == 'x' ? token : ''", true), ("token == 'x' ? 'a' : 'b'", false),
    ("string(size(token))", false), ("string(token.matches('x'))", false),
    ("string(token in ['x'])", false), ("string(token.startsWith('x'))", false),
    ("token.upperAscii()", true), ("[1].map(x, token)[0]", true),
    ("string([token].exists(x, x == 'a'))", false), ("[token].filter(x, true)[0]", true),
    ("cel.bind(x, token, x + 'y')", true), ("cel.bind(x, token, string(size(x)))", false),
    ("base64.encode(bytes(token))", true), ("copy", true), ("login.user", false),
    ("login.key", true), ("logins[0].user", false), ("logins[0].key", true),
    ("logins.map(l, l.user)[0]", false), ("logins.map(l, l.key)[0]", true),
  ])
  func secretsAreTracked(expression: String, isSecret: Bool) {
    let found = ids(
      """
        - { ask: token, type: secret }
        - { compute: copy, value: token }
        - { note: told, text: "a ${\(expression)}" }
      """,
      inputs: """
          login: { type: { user: string, key: secret } }
          logins: { type: list, of: { user: string, key: secret } }
        """)
    #expect(found == (isSecret ? ["secret-leak"] : []), "\(found)")
  }

  /// A value that an item computes from a secret is a secret wherever its list is read.
  @Test(arguments: [
    ("row.map(r, r.both)[0]", true), ("row[0].both", true), ("row[0].key", false),
    ("row.map(r, string(r.long))[0]", false), ("row[0].inner[0].deep", true),
    ("row[0].inner[0].name", false),
  ])
  func secretsAreTrackedThroughComputedValuesOfItems(expression: String, isSecret: Bool) {
    let found = ids(
      """
        - { ask: token, type: secret }
        - repeat: row
          minItems: 1
          steps:
            - { ask: key, type: string }
            - { compute: both, value: key + token }
            - { compute: long, value: size(token) > 9 }
            - repeat: inner
              steps:
                - { ask: name, type: string }
                - { compute: deep, value: both + name }
        - { note: told, text: "a ${\(expression)}" }
      """)
    #expect(found == (isSecret ? ["secret-leak"] : []), "\(found)")
  }
}
