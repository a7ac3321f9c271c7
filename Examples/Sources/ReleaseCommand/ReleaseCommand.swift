// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StackFlow
import StackFlowShell

/// A command that asks for whatever its options don't say, and refuses a version that was released.
@main
struct ReleaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Release a version.")

  enum Channel: String, Codable, AnswerValue, CaseIterable { case stable, beta }

  struct Release: Decodable {
    var version: String
    var channel: Channel
    var notes: String?
  }

  /// The answers that the options give; what's nil is asked.
  struct Known: Encodable {
    var version: String?
    var channel: String?
  }

  @Option(help: "The version, such as 1.2.3.") var version: String?
  @Option(help: "The channel: stable or beta.") var channel: String?

  static let flow = FlowFile.check(
    FlowDefinition("release", title: "Release a version") {
      Ask("version", .string, "Version").pattern("^[0-9]+\\.[0-9]+\\.[0-9]+$")
      Ask(AnswerKey<Channel>("channel"), "Channel")
      Ask("notes", .string, "What's new?").required(false).when("channel == 'stable'")
    })

  func run() async throws {
    guard let flow = Self.flow.flow else {
      return print(DiagnosticRenderer().render(Self.flow.diagnostics))
    }
    var options = SessionOptions.system
    try options.encode(Known(version: version, channel: channel), for: flow)
    let runner = try FlowRunner(flow: flow, options: options)
    let releases = Releases(["1.0.0"])
    runner.delegate = releases  // The runner holds it weakly.
    let result = try await Shell().walk(runner)
    guard case .completed = result.outcome else { throw ExitCode.failure }
    let release = try result.decode(Release.self)
    print("released \(release.version) to \(release.channel.rawValue): \(release.notes ?? "–")")
  }
}

/// Knows what was released, and denies to release it again.
final class Releases: FlowRunnerDelegate {
  private let versions: Set<String>

  init(_ versions: Set<String>) { self.versions = versions }

  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision {
    guard case .string(let version)? = answers["version"], versions.contains(version) else {
      return .approve
    }
    return .deny(reason: "\(version) was released already")
  }
}
