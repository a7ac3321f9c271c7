// SPDX-License-Identifier: GPL-3.0-or-later

import FlowAnalysis
import FlowEffects
import FlowHosts
import FlowModel
import FlowSessions
import ProjectUpdates
import TerminalCells

/// A forecast of an update from an earlier version of a flow: the questions of a project, and the outcome for its
/// files.
struct AgainstCheck {
  /// The present version.
  let flow: CheckedFlow

  /// The earlier version.
  let old: CheckedFlow

  /// The lines of the report: first the questions, then the files of a project with default answers.
  var lines: [String] {
    var lines = ["Of a project of version \(old.definition.version), an update asks:"]
    let questions = questions
    lines += questions.isEmpty ? ["  nothing"] : questions.map { "  \($0.escapedForDisplay)" }
    do throws(RenderingFailure) {
      let before = try SampleProject(old, inputs: [:], now: SystemHost.now)
      guard let record = UpdateRecord.read(before.rendered.record, name: "record").record else {
        return lines
      }
      let files = try files(of: record, before.rendered)
      let answers =
        before.sampled.isEmpty
        ? "default answers"
        : "default answers, and samples for \(before.sampled.joined(separator: ", "))"
      lines.append("The files of a project with \(answers):")
      lines += files.isEmpty ? ["  stay as they are"] : files.map { "  \($0.escapedForDisplay)" }
    } catch {
      lines.append("The files aren't compared: \(error.words)")
    }
    return lines
  }

  /// The questions that are new, and those whose answers no longer fit.
  private var questions: [String] {
    let difference = FlowDifference(from: old.definition, to: flow.definition)
    var questions = difference.added.map { "\($0) (new)" }
    for answer in difference.answers where answer.fate == .asked || answer.fate == .lost {
      let reasons = answer.reasons.isEmpty ? "" : " (\(answer.reasons.joined(separator: "; ")))"
      let word = answer.fate == .lost ? ", whose answer is lost" : ""
      questions.append((answer.newID ?? answer.id) + word + reasons)
    }
    return questions
  }

  private func files(
    of record: UpdateRecord, _ before: RenderedProject
  ) throws(RenderingFailure) -> [String] {
    let given: [String: FieldInput]
    do throws(FlowFailure) {
      given = try record.answers(for: flow, asking: []).given
    } catch {
      throw .failed(error)
    }
    let after = try SampleProject(
      flow, inputs: [:], options: SessionOptions(answers: given), now: record.now)
    let plan = UpdatePlan(
      recorded: record.files, base: before, theirs: after.rendered,
      find: { paths in
        paths.map { path in
          switch before.files[path]?.identity {
          case .file(let bytes, let isExecutable)?:
            .file(bytes, mode: isExecutable ? 0o755 : 0o644)
          case .link(let target)?: .link(to: target)
          case nil: .nothing
          }
        }
      }, merge: { _, _, _ in .impossible })
    return UpdateListing(plan: plan).lines()
  }
}

extension RenderingFailure {
  /// Why a flow can't be rendered: lower case, no full stop.
  var words: String {
    switch self {
    case .asks(let id): "there's no answer to '\(id)' that it takes"
    case .failed(let failure): failure.message
    case .input(let message): message
    }
  }
}
