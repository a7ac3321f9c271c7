// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// Walks that the program sealed before answers had origins go on: what was taken as it was offered is accepted.
@Suite struct EarlierStateTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string }
      - { ask: pkg, type: string, default: { value: name.lowerAscii() } }
      - { ask: repo, type: string, default: { value: "'git@x:' + pkg" } }
      - review: check
    """

  private static let key = "094bfcc00e44c527951657c126935018c4ebc820e0871ce6c806b65d38830b89\n"

  /// A state file and a token at the review: `Aplha` was typed, and the defaults of the others were taken.
  private static let state = """
    OAAAAJeNYoC0WvWmFC90bXAvb2xkL2YuZmxvdy55YW1sU0ZXAwFmAjawG9+OzviZAAAAAAcsPZ+pQCZgJ7Rg6igfXSo3AAAAu1Ymb4dORFOmiN\
    fYVAiPeDsQ7upIrGjXps6a8ah62+yVc2iPJloXTodlN3iQYpxItjPd/QZE4rkdXyMqdlxLJwAAAIbnQoZZFdYECgkVo3j+78Lw6FvpmWmTOq1Z\
    zaJhsqLBEf4jxHervJ3NXHLX8uDULwAAAGCEBnADffNVNii4qDmocI8nOuVNawRHvFOm3mCK3I7mEkHMWsbphff//ApCt8gqdAZMJtW/XikjAA\
    AAddZg/UArW5jItsDVZqVkh15HBeG1rSLR/MosHNa9hcKRVI7sqmB54UOtATYAAAAD/GOyFyQkGIeXGswdK24BNXEUrX49WDSJkEAf9O2e1se0\
    yChGX5Pwueb4ruWg87IsDV3WVONTd/bPJSSYhCIAAADNfCUgFZba3vwgN8jXUVU+JeiKeEA8CGTFF8gV3tJutE0IKI47F1cy728+AAAA5Z8nRM\
    pT2TkSE607BhWkMjXAuAyyTp53svteWuxG9mY47tdeeQhlq3I3cJLf8Vkh+KI6GsqfBHQg4Xnr+5ladgltJPxJsSMAAAB11mD9tG4pke63EyY6\
    xqR2WwYG+Oj0dBDVGOeJXfiGlefJCf8Z9954ScoW
    """

  private static let token = """
    AbUj9Jg2sBvfjs74mf________9_goS0chOdhjqeTy5etWKPRR6kHrrlpz-HAC9d01UaxK06ccaBu2uJKSFQbJHBXU29C3-8bo9m62Zdl_kk2V\
    DCc8nQBhMC_IS--mPi0ARzNAzLtfHuXRyHat69awS40CnMxL0Op6zPp6FAe8KjV7UYTEyc91KmGbrbS9GHJ39cejiwCVUVrcH_0zVJNYznTzWp\
    2k6erGQS0w-9G8L_tOWmXGpwEMvqJ4FnRVhj8qRs2ds
    """

  private struct Place {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(EarlierStateTests.flow, to: "f.flow.yaml")
      try folder.write(EarlierStateTests.key, to: "key")
      let bytes = try #require(Data(base64Encoded: EarlierStateTests.state))
      try bytes.write(to: URL(filePath: folder.path + "/w.walk"))
      for name in ["key", "w.walk"] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/\(name)")
      }
    }

    func call(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(arguments + ["--key-file", "key"], directory: folder.path)
    }
  }

  @Test func aStateFileIsReadAndItsAcceptedAnswersFollow() throws {
    let place = try Place()
    let shown = try place.call("next", "f.flow.yaml", "--state", "w.walk")
    #expect(shown.output.contains("Repo:  git@x:aplha"), "\(shown)")
    _ = try place.call("back", "name", "--state", "w.walk")
    let next = try place.call("answer", "Alpha", "--state", "w.walk")
    #expect(next.output.contains("If left empty: alpha"), "\(next)")
  }

  @Test func aTokenIsReadAndItsAcceptedAnswersFollow() throws {
    let place = try Place()
    func call(_ arguments: String..., token: String) throws -> (token: String, text: String) {
      let call = try ProgramCall(
        arguments + ["--flow", "f.flow.yaml", "--token", token, "--key-file", "key", "--json"],
        directory: place.folder.path)
      let object = try JSONSerialization.jsonObject(with: Data(call.output.utf8))
      let state = try #require(object as? [String: Any])
      return (try #require(state["token"] as? String), call.output)
    }
    let shown = try call("back", "name", token: Self.token)
    let next = try call("answer", "Alpha", token: shown.token)
    #expect(next.text.contains(#""alpha""#), "\(next)")
  }
}
