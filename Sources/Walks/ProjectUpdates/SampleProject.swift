// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
import FlowSessions

/// A project that's only made to see what an update would ask of one: its flow takes its defaults, and sample answers
/// where there are none.
package struct SampleProject: Sendable {
  /// What the flow makes.
  package let rendered: RenderedProject

  /// The names in data of the questions that took a sample.
  package let sampled: [String]

  /// The texts that are tried as an answer, one after the other.
  private static let samples = [
    "example", "1", "yes", "2026-01-02", "10:00", "2026-01-02T10:00:00Z", "a@example.org",
    "https://example.org", "1m", "1.0.0", "Example", "10", "100",
  ]

  /// Makes a project with the defaults of a flow.
  ///
  /// - Throws: ``RenderingFailure`` if a question takes none of the samples.
  /// - Complexity: One rendering for each sample that's tried.
  package init(
    _ flow: CheckedFlow, inputs: [String: Value], given: [String: FieldInput] = [:],
    now: Timestamp
  ) throws(RenderingFailure) {
    var given = given
    var tried: [String: Int] = [:]
    while true {
      let asked: String
      do throws(RenderingFailure) {
        rendered = try RenderedProject.rendered(
          flow, inputs: inputs, options: SessionOptions(answers: given, takesDefaults: true),
          now: now)
        sampled = tried.keys.map { flow.dataName(of: $0) }.sorted()
        return
      } catch {
        guard case .asks(let id) = error else { throw error }
        asked = id
      }
      let next = tried[asked] ?? 0
      guard next < Self.samples.count else { throw .asks(id: asked) }
      tried[asked] = next + 1
      given[asked] = .text(Self.samples[next])
    }
  }
}
