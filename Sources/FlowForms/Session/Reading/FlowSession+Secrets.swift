// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import StackFlowCore

// Secrets in results and messages.
extension FlowSession {
  /// Whether a secret was answered or given.
  public var hasSecrets: Bool { !secretTexts.isEmpty }

  /// The result's output with dots in place of each value that is a secret or was computed from one,
  /// for a terminal that others can read; null before the end, and when the flow returned nothing.
  ///
  /// What is hidden follows from the flow alone: a text that only happens to be the same as a secret
  /// is shown.
  ///
  /// - Complexity: O(*n*) in the size of the output.
  public var maskedOutput: Value {
    guard case .finished(let result) = phase else { return .null }
    return flow.secrets.shape(of: flow.output, in: flow.scopes).masked(result.output)
  }

  /// The value of a name with dots in place of secrets.
  func masked(_ value: Value, at origin: NameOrigin) -> Value {
    flow.secrets.shape(at: origin).masked(value)
  }

  /// Whether a text from outside, such as the message of a command, repeats a secret.
  package func repeatsSecret(_ text: String) -> Bool {
    secretTexts.contains { text.contains($0) }
  }

  /// The texts of the secrets on the live path; none is empty.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  private var secretTexts: Set<String> {
    var texts: Set<String> = []
    for (input, value) in zip(flow.inputs, inputs) {
      guard let value else { continue }
      texts.formUnion(input.definition.type.secretShape.secretTexts(in: value))
    }
    for depth in 0..<max(0, stack.count - 1) {
      guard let entry = stack.entry(at: depth)?.item, let step = flow.step(at: entry.planIndex),
        let submission = stack.entry(at: depth + 1)?.item.submission
      else { continue }
      if let list = flow.repeat(at: entry.planIndex) {
        for item in submission.items ?? ItemList() {
          for value in secrets(in: item.answers, of: list.scope) { texts.formUnion(value.texts) }
        }
      }
      for (element, value) in zip(step.elements, submission.values) {
        guard element.field?.isSecret == true, case .string(let text)? = value,
          !text.isEmpty
        else { continue }
        texts.insert(text)
      }
    }
    for value in secretCaptures { texts.formUnion(value.texts) }
    return texts
  }
}
