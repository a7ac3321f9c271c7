// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics

/// Flow files: each gives a flow or errors, its diagnostics can be drawn, and a loaded flow can be
/// walked forward and back.
enum FlowFuzzing {
  /// A flow next to the input.
  private static let part = Array(
    """
    flow: 1
    id: part
    inputs: { of: { type: string, default: a } }
    steps: [{ ask: word, type: string, required: false }]
    """.utf8)

  static func violation(for bytes: [UInt8]) -> String? {
    if let violation = translating(with: bytes) { return violation }
    // The input can use itself, and read its own text.
    let loaded = FlowFile.load(
      bytes, name: "a.flow.yaml", limit: 1 << 20,
      files: MemoryFileSource(["a.flow.yaml": bytes, "part.flow.yaml": part, "part.txt": bytes]))
    Drawing.draw(loaded.diagnostics.diagnostics, of: bytes)
    guard let flow = loaded.flow else {
      return loaded.diagnostics.hasErrors ? nil : "neither a flow nor an error"
    }
    if loaded.diagnostics.hasErrors { return "a flow with errors" }
    return walk(flow, takesDefaults: false) ?? walk(flow, takesDefaults: true)
  }

  /// Loads a flow with the bytes as its translations.
  private static func translating(with bytes: [UInt8]) -> String? {
    let loaded = FlowFile.load(
      "flow: 1\nid: b\nsteps: [{ ask: name, type: string, label: Name, hint: yours }]\n",
      name: "b.flow.yaml", limit: 1 << 20, files: MemoryFileSource(["b.de.texts.yaml": bytes]))
    _ = DiagnosticRenderer().render(loaded.diagnostics)
    return (loaded.flow == nil) == loaded.diagnostics.hasErrors
      ? nil : "translations give neither a flow nor an error, or both"
  }

  /// Walks a flow twice with the same events.
  private static func walk(_ flow: CheckedFlow, takesDefaults: Bool) -> String? {
    let one = end(of: flow, takesDefaults: takesDefaults)
    let other = end(of: flow, takesDefaults: takesDefaults)
    return one == other ? nil : "two walks differ"
  }

  private static func end(of flow: CheckedFlow, takesDefaults: Bool) -> String {
    var options = SessionOptions()
    options.takesDefaults = takesDefaults
    guard let runner = try? FlowRunner(flow: flow, options: options, clock: { .epoch }) else {
      return "no session"
    }
    runner.start()
    let inputs: [FlowEvent] = [
      .answer(nil), .answer(.text("1")), .answer(.text("a")), .answer(.text("yes")),
      .back(steps: 1),
      .answer(.text("2026-01-31")), .answer(FieldInput.empty), .acceptSuggestions,
      .answer(.text("12345678")), .answer(.text("02:00")), .answer(.text("90m")),
      .answer(.text("2026-01-31 09:00")), .answer(.text("~/a")), .answer(.text("1 2")),
      .back(steps: 2),
      .answer(.offered), .submit,
    ]
    for round in 0..<40 {
      if case .finished = runner.state { break }
      runner.send(inputs[round % inputs.count])
    }
    _ = runner.session.missingAnswers
    _ = runner.session.reviewRows
    if case .finished(let result) = runner.state { return "\(result.output)" }
    return "\(runner.session.depth) \(runner.session.why(nil))"
  }
}
