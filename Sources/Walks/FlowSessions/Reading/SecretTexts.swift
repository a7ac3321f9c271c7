// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics
import StackFlowCore

// Hides secrets in results and messages.
extension FlowSession {
  /// Whether a secret was answered or given.
  package var hasSecrets: Bool { !secretTexts.isEmpty }

  /// The output with each value masked that's a secret or was computed from one, for a terminal
  /// that others can see; null before the end, and if the flow returned nothing.
  ///
  /// The masked values depend only on the flow. Text that happens to equal a secret is shown.
  ///
  /// - Complexity: O(*n*) in the size of the output.
  package var maskedOutput: Value {
    guard case .finished(let result) = phase else { return .null }
    return flow.secrets.shape(ofDataIn: flow.output, of: flow).masked(result.output)
  }

  /// Returns the value of a name with secrets masked.
  func masked(_ value: Value, at origin: NameOrigin) -> Value {
    flow.secrets.shape(at: origin).masked(value)
  }

  /// Returns whether text from outside, such as a command's message, contains a secret.
  func repeatsSecret(_ text: String) -> Bool {
    secretTexts.contains { text.includes($0) }
  }

  /// The non-empty texts of the submitted secrets.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var secretTexts: Set<String> {
    var texts: Set<String> = []
    for (input, value) in zip(flow.inputs, inputs) {
      guard let value else { continue }
      texts.formUnion(input.definition.type.secretShape.secretTexts(in: value))
    }
    for depth in 0..<max(0, stack.count - 1) {
      guard let entry = stack.entry(at: depth)?.item,
        let step = flow.step(at: entry.planIndex),
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

  /// Returns a message with secrets masked.
  func hidingSecrets(_ message: String) -> String {
    repeatsSecret(message) ? catalog.text(.failedWithSecret) : message
  }

  /// The captured secrets on the stack.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  var secretCaptures: [Value] {
    (0..<max(0, stack.count - 1)).compactMap { depth in
      guard let plan = stack.entry(at: depth)?.item.planIndex,
        case .run(let run)? = flow.step(at: plan)?.kind, run.capture != nil,
        !flow.secrets.shape(at: .element(plan: plan, element: 0)).isClean
      else { return nil }
      return stack.entry(at: depth + 1)?.item.submission?.values.first ?? nil
    }
  }
}
