// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
package import FlowSessions

/// A project that's only made to see what an update would ask of one: its flow takes its defaults, and sample answers
/// where there are none.
package struct SampleProject: Sendable {
  /// The project that the flow makes.
  package let rendered: RenderedProject

  /// The names in data of the questions that took a sample.
  package let sampled: [String]

  /// The texts that are tried as an answer, one after the other.
  private static let samples = [
    "example", "1", "yes", "2026-01-02", "10:00", "2026-01-02T10:00:00Z", "a@example.org",
    "https://example.org", "1m", "1.0.0", "Example", "10", "100", "a=1", "1, 2", "1, 2, 3",
    "example, other", "example, other, third", "a=1, b=2",
  ]

  /// The largest number of records in a list that's tried.
  private static let maximumRecordCount = 3

  /// Returns the inputs that are tried as an answer, one after the other.
  static func samples(of id: String, in flow: CheckedFlow) -> [FieldInput] {
    guard let plan = flow.stepIndices[id], let step = flow.step(at: plan),
      case .repeat(let list) = step.kind
    else { return samples.map { .text($0) } }
    return (1...maximumRecordCount).map { count in
      .value(.list((1...count).map { record($0, in: flow.scopes[list.scope], of: flow) }))
    }
  }

  /// Returns a record whose answers fit the types of its questions.
  private static func record(_ number: Int, in scope: FlowScope, of flow: CheckedFlow) -> Value {
    var record = ValueMap()
    for answer in scope.answers {
      guard let type = flow.field(of: answer.origin)?.type else { continue }
      record[.string(answer.name)] =
        switch type.kind.family {
        case .integer: .int(Int64(number))
        case .number: .double(Double(number))
        case .boolean: .bool(true)
        case .list, .choices: .list([])
        case .map: .map(ValueMap())
        case .text, .time, .choice:
          .string(type.kind.examples.first ?? (number == 1 ? "example" : "example\(number)"))
        }
    }
    return .map(record)
  }

  /// Makes a project with the defaults of a flow, also in place of answers that it refuses.
  ///
  /// - Throws: ``RenderingFailure`` if a question takes none of the samples.
  /// - Complexity: One rendering for each sample that's tried, and for each answer that's refused.
  package init(
    _ flow: CheckedFlow, inputs: [String: Value], options: SessionOptions = SessionOptions(),
    now: Timestamp
  ) throws(RenderingFailure) {
    var options = options
    options.takesDefaults = true
    var tried: [String: Int] = [:]
    while true {
      let asked: String
      do throws(RenderingFailure) {
        rendered = try RenderedProject.rendered(flow, inputs: inputs, options: options, now: now)
        sampled = tried.filter { $0.value > 0 }.keys.map { flow.dataName(of: $0) }.sorted()
        return
      } catch {
        guard case .asks(let id) = error else { throw error }
        asked = id
      }
      if tried[asked] == nil, options.answers.removeValue(forKey: asked) != nil {
        tried[asked] = 0
        continue
      }
      let next = tried[asked] ?? 0
      let samples = Self.samples(of: asked, in: flow)
      guard next < samples.count else { throw .asks(id: asked) }
      tried[asked] = next + 1
      options.answers[asked] = samples[next]
    }
  }
}
