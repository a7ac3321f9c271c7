// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics
import StackFlowCore

// Hides secrets in results and messages.
extension SessionReader {
  var hasSecrets: Bool { !secretTexts.isEmpty }

  var maskedOutput: Value {
    guard case .finished(let result) = session.phase else { return .null }
    return flow.secrets.shape(ofDataIn: flow.output, of: flow).masked(result.output)
  }

  /// Returns the value of a name with secrets masked.
  func masked(_ value: Value, at origin: NameOrigin) -> Value {
    flow.secrets.shape(at: origin).masked(value)
  }

  func repeatsSecret(_ text: String) -> Bool {
    secretTexts.contains { text.includes($0) }
  }

  var secretTexts: Set<String> {
    var texts: Set<String> = []
    for (input, value) in zip(flow.inputs, session.inputs) {
      guard let value else { continue }
      texts.formUnion(input.definition.type.secretShape.secretTexts(in: value))
    }
    for depth in 0..<max(0, session.stack.count - 1) {
      guard let entry = session.stack.entry(at: depth)?.item,
        let step = flow.step(at: entry.planIndex),
        let submission = session.stack.entry(at: depth + 1)?.item.submission
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
    (0..<max(0, session.stack.count - 1)).compactMap { depth in
      guard let plan = session.stack.entry(at: depth)?.item.planIndex,
        case .run(let run)? = flow.step(at: plan)?.kind, run.capture != nil,
        !flow.secrets.shape(at: .element(plan: plan, element: 0)).isClean
      else { return nil }
      return session.stack.entry(at: depth + 1)?.item.submission?.values.first ?? nil
    }
  }
}
