// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct SecretLeakLintTests {
  @Test func theWholeTextIsAsExpected() throws { try expectGolden("secret-leak") }

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
  func secretsAreFollowed(expression: String, isSecret: Bool) {
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
}
