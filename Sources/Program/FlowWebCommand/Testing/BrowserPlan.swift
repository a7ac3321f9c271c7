// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowHosts
import FlowSessions

/// The moves of a browser that plays a script: the forms that it sends, one after the other, and the outcome.
struct BrowserPlan {
  let flow: String
  let file: String
  let number: Int
  let forms: [PageDriver.Sent]
  let isLeft: Bool
  let session: FlowSession?

  /// Writes the plan as JSON into a folder.
  func write(to folder: String, name: String) throws {
    var outcome = "unfinished"
    if case .finished(let result)? = session?.state { outcome = result.outcome.word }
    if case .failed? = session?.state { outcome = "failed" }
    if isLeft { outcome = "left" }
    let forms = forms.map { sent -> Value in
      .object([
        "step": .string(sent.step),
        "fields": .list(sent.fields.map { .texts([$0.name, $0.value]) }),
      ])
    }
    let plan = Value.object([
      "flow": .string(flow), "file": .string(file), "number": .int(Int64(number)),
      "forms": .list(forms),
      "outcome": .string(outcome), "output": session?.maskedOutput ?? .null,
    ])
    try SystemFiles.write(
      (JSONWriter().text(of: plan) ?? "") + "\n", to: "\(folder)/\(name).json", isPrivate: false)
  }
}

#endif
