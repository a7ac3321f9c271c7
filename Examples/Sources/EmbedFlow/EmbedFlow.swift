// SPDX-License-Identifier: Apache-2.0

import StackFlow

/// Walks a flow with only `print` and `readLine`; `back` goes back a step.
@main
enum EmbedFlow {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? "../../service.flow.yaml"
    let loaded = try FlowFile.load(contentsOf: path)
    guard let flow = loaded.flow else {
      return print(DiagnosticRenderer().render(loaded.diagnostics))
    }
    let runner = try FlowRunner(flow: flow)
    runner.start()
    while case .asking(let step) = runner.state {
      for problem in step.focusedField?.problems ?? [] { print("! \(problem.message)") }
      print(step.focusedField?.label ?? step.title ?? step.id)
      guard let line = readLine() else { return }
      runner.send(line == "back" ? .back(steps: 1) : .answer(.text(line)))
    }
    if case .finished(let result) = runner.state {
      print(try ResultFormat.json.text(of: result.output))
    }
  }
}
