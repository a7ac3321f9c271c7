// SPDX-License-Identifier: Apache-2.0

import FlowTesting
import SourceDiagnostics
import Testing

/// The failures of a script contain no secrets, nor anything computed from one.
@Suite struct SecretsInFailuresTests {
  private static let flow = """
    flow: 1
    id: vault
    steps:
      - { ask: name, type: string }
      - { ask: pin, type: secret }
      - repeat: keys
        steps: [ { ask: key, type: secret }, { ask: label, type: string } ]
    output: { pin: pin, header: "'Bearer ' + pin", keys: keys }
    """

  private static let answers = """
    test: t
    secrets: { PIN: hunter2, KEY: hunter3 }
    steps:
      - answer: { name: ada, pin: { secret: PIN } }
      - add: { keys: { key: { secret: KEY }, label: home } }
      - done: keys

    """

  @Test(arguments: [
    "output: {}\n", "output: { pin: x, keys: [{ key: 1 }] }\n",
    "output: { pin: [1], keys: 3 }\n", "output: [1]\n",
    "  - expect: { answers: { pin: other } }\n", "  - expect: { answers: { keys: [] } }\n",
    "  - expect: { answers: { 'keys[0].key': x } }\n", "output: { header: x, pin: y, keys: [] }\n",
    "  - expect: { absent: [pin] }\n", "  - expect: { absent: ['keys[0].key'] }\n",
  ])
  func aFailureHidesSecrets(_ end: String) throws {
    let failures = try checkedFlow(Self.flow).findings(of: Self.answers + end)
    #expect(failures.allSatisfy { ["expectation-failed", "wrong-output"].contains($0.id) })
    #expect(!failures.isEmpty)
    for failure in failures {
      let words = ([failure.message] + failure.notes.map(\.message)).joined(separator: "\n")
      #expect(!words.contains("hunter"), "\(words)")
    }
  }
}
