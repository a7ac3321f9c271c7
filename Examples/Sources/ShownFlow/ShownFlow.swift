// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlow
import TerminalCells

/// Approves moves through the flow, and prints the steps that are pushed and popped.
final class Office: FlowRunnerDelegate {
  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision {
    answers["name"] == .string("billing")
      ? .deny(reason: "the name 'billing' is taken") : .approve
  }

  func didPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) { print("+ \(item.id)") }

  func didPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) { print("- \(item.id)") }

  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<FlowStep>
  ) {
    print("no, \(reason ?? "not now")")
  }
}

/// Shows a flow in a view that follows the runner's steps.
///
/// A line of input answers the question; `<` presses the view's button for going back.
@main
enum ShownFlow {
  static func main() throws {
    let loaded = try FlowFile.load(contentsOf: "../../service.flow.yaml")
    guard let flow = loaded.flow else {
      return print(DiagnosticRenderer().render(loaded.diagnostics))
    }
    let runner = try FlowRunner(flow: flow)
    let office = Office()
    runner.delegate = office
    let view = StackFlowView(flow: runner.steps) { step in
      StepPresentation(content: TextRow(question(of: step, in: runner)), title: step.id)
    }
    view.setViewport(CellSize(columns: 40, rows: 8))
    runner.start()
    show(view)
    while case .asking = runner.state, let line = readLine() {
      if line == "<" { view.pressBack() } else { runner.send(.answer(.text(line))) }
      show(view)
    }
    if case .finished(let result) = runner.state {
      print(try ResultFormat.json.text(of: result.output))
    }
  }

  /// The question of a step; its id if it has none.
  private static func question(of step: FlowStep, in runner: FlowRunner) -> String {
    guard case .asking(let asked) = runner.state, asked.id == step.id else { return step.id }
    return asked.focusedField?.label ?? asked.text ?? step.id
  }

  private static func show(_ view: StackFlowView<FlowStep>) {
    for line in view.snapshot().lines where line.contains(where: { $0 != " " }) { print("|", line) }
  }
}
