// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScripts
import FlowServer
import FlowSessions
import FlowWalks
import Foundation
import ScriptTrips
import Synchronization

@testable import ProgramParts

/// Gives a walk in a state file what a script says, one command at a time, in step with a session at the
/// session's depth: after each command, both must be in the same state, and have announced the same.
///
/// Each command is parsed from its words and opens the sealed file, as a process does. What the script's
/// files are, and what came of its effects, reach the walk through its machine.
final class SteppedDriver: ScriptDriver {
  /// The first difference; nil if there's none.
  private(set) var failure: String?

  /// The number of commands so far.
  private(set) var count = 0

  /// The act that no command can say, which ended the comparison; nil if everything was said.
  private(set) var outside: String?

  private let runner: FlowRunner
  private let flow: CheckedFlow
  private let folder: String
  private let world = ScriptedWorld()
  private var sent = 0
  private var announced: [FlowAnnouncement] = []
  private var isBegun = false

  /// Whether the walk is in a store, and not in a state file.
  private let isStored: Bool

  /// The id and the revision of the walk in the store, as the last command printed them.
  private var storedWalk: String?

  /// Creates a driver of one walk, whose state file or store, and key, are in a folder.
  init(_ runner: FlowRunner, _ flow: CheckedFlow, in folder: String, isStored: Bool = false) {
    self.isStored = isStored
    self.runner = runner
    self.flow = flow
    self.folder = folder
  }

  func start() {
    announced += runner.start()
    follow()
  }

  func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let said = runner.send(event)
    announced += said
    follow()
    return said
  }

  func overwrite(_ isOverwritten: Bool) {
    announced += runner.decide(isOverwritten ? .yes : .keep)
    follow(["answer", isOverwritten ? "yes" : "keep"])
  }

  // MARK: Following

  /// Runs the command for what has happened.
  ///
  /// - Parameter words: The command, if no event says it.
  private func follow(_ words: [String]? = nil) {
    let entries = runner.session.events(after: sent, keepingSecrets: true)
    sent = runner.session.eventCount
    // A command gives a secret once that a user types twice.
    if case .asking(let step) = runner.state, step.focusedField?.awaitsRepeat == true { return }
    guard failure == nil, outside == nil else { return }
    world.learn(from: entries, runner.services.effects)
    var commands = words.map { [$0] } ?? []
    for entry in entries {
      switch entry.event {
      case .decide where entry.isDenial: outside = "a move that a delegate denies"
      case .leave: outside = "leaving"
      default: if let words = self.words(for: entry.event) { commands.append(words) }
      }
    }
    guard outside == nil else { return }
    do {
      var report: StepReport?
      var notices: [WalkNotice] = []
      for words in commands {
        let made = try step(words)
        notices += made.notices
        report = made
      }
      if let report { compare(report.walk, notices) }
    } catch {
      failure = "\(commands): \(error)"
    }
  }

  private func compare(_ walk: FlowWalk, _ notices: [WalkNotice]) {
    let services = WalkServices(effects: runner.services.effects, clock: { .epoch })
    let wanted = StepReport(
      walk: FlowWalk(runner.session, services: services),
      notices: announced.flatMap(WalkNotice.notices), words: "")
    let found = StepReport(walk: walk, notices: notices, words: "")
    announced = []
    if found.json != wanted.json {
      let lines = zip(found.json.split(separator: "\n"), wanted.json.split(separator: "\n"))
      let difference = lines.first { $0 != $1 }.map { "\($0) instead of \($1)" } ?? "fewer lines"
      failure = "command \(count): \(difference)"
    } else if found.exitCode != wanted.exitCode {
      failure = "the exit code is \(found.exitCode) instead of \(wanted.exitCode)"
    } else if case .finished = runner.state,
      Self.everything(in: walk.session) != Self.everything(in: runner.session)
    {
      failure = "the file and the session have other results"
    }
  }

  /// The state with the secrets of the result.
  private static func everything(in session: FlowSession) -> String {
    let services = WalkServices(revealsSecrets: true, clock: { .epoch })
    return JSONWriter().text(of: FlowWalk(session, services: services).value) ?? ""
  }

  // MARK: Commands

  private func step(_ words: [String]) throws -> StepReport {
    count += 1
    let path = folder + "/w.walk"
    let place =
      isStored
      ? ["--store", folder + "/walks", "--flow", "any.flow.yaml"]
        + (storedWalk.map { ["--walk", $0] } ?? []) : ["--state", path]
    let rest = place + ["--key-file", folder + "/key"] + words.dropFirst()
    let command: any StepCommand =
      switch words[0] {
      case "next": try NextCommand.parse(rest)
      case "back": try BackCommand.parse(rest)
      default: try AnswerCommand.parse(rest)
      }
    var machine = StepMachine()
    machine.flow = { [flow] (_, _, _) throws(ProgramEnding) in flow }
    machine.hasFile = { _ in true }
    machine.effects = { [world] _, _ in world }
    machine.paths = { [world] _ in world }
    machine.clock = { [world] in world.now }
    machine.language = runner.session.options.language
    machine.zone = .utc
    let action = try command.action()
    let stepped = try SteppedWalk(command.options, command.beginning, on: machine)
    let notices = try stepped.apply(action)
    guard isStored else {
      return StepReport(walk: stepped.walk, notices: notices, words: "")
    }
    var report = try stepped.report(notices)
    storedWalk = report.storedWalk
    report.storedWalk = nil
    return report
  }

  private func words(for event: FlowEvent) -> [String]? {
    switch event {
    case .start: beginning
    case .answer(let input): ["answer"] + (input.map(words) ?? [])
    case .submit: ["answer", "--form"]
    case .confirm: ["answer", "--confirm"]
    case .back(steps: let count): ["back", "\(count)"]
    case .backTo(let id): ["back", id]
    case .acceptSuggestions: ["answer", "--accept"]
    case .addItem: ["answer", "--add"]
    case .editItem(let item): ["answer", "--edit", "\(item + 1)"]
    case .removeItem(let item): ["answer", "--remove", "\(item + 1)"]
    case .restoreItem: ["answer", "--restore"]
    case .moveItem(let from, let to): ["answer", "--move", "\(from + 1)", "--to", "\(to + 1)"]
    case .retry: ["answer", "--retry"]
    case .decide, .found, .decideFile, .effectBegan, .effectEnded, .edit, .focus, .setAside, .give,
      .leave:
      nil
    }
  }

  private func words(for input: FieldInput) -> [String] {
    switch input {
    case .text(let text): ["--", text]
    case .value(let value), .remembered(let value, _):
      ["--value=" + (JSONWriter().text(of: value) ?? "")]
    case .empty: ["--empty"]
    case .offered: []
    case .default: ["--default"]
    }
  }

  /// The command that begins the walk, with everything that's given in advance.
  private var beginning: [String] {
    let options = runner.session.options
    var words = ["next", "any.flow.yaml"] + (options.takesDefaults ? ["--defaults"] : [])
    if options.priorityThreshold != .low {
      words += ["--priority", options.priorityThreshold.rawValue]
    }
    var values = ValueMap(
      runner.session.givenInputs(keepingSecrets: true).sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) })
    for (id, input) in options.answers.sorted(by: { $0.key < $1.key }) {
      let name = flow.dataName(of: id)
      switch input {
      case .text(let text): words += ["--set", "\(name)=\(text)"]
      case .value(let value), .remembered(let value, _):
        values[name] = flow.data(of: value, for: id)
      case .empty, .offered, .default: values[name] = .null
      }
    }
    guard !values.isEmpty else { return words }
    let path = folder + "/given.json"
    let text = JSONWriter().text(of: .map(values)) ?? ""
    try? Data(text.utf8).write(to: URL(filePath: path))
    return words + ["--answers", path]
  }
}

/// The files and effects of a script, as the session at its own depth met them.
private final class ScriptedWorld: EffectHost, PathHost {
  private struct Known {
    var facts: [String: PathFacts] = [:]
    var results: [EffectResult] = []
    var now = Timestamp.epoch
    var effects: (any EffectHost)?
  }

  private let known = Mutex(Known())

  var now: Timestamp { known.withLock { $0.now } }

  /// Takes what the events say, which a command then meets.
  func learn(from entries: [LoggedEvent], _ effects: (any EffectHost)?) {
    known.withLock { known in
      known.effects = effects
      known.results = []
      for entry in entries {
        known.now = entry.now
        switch entry.event {
        case .found(let facts): known.facts[facts.path] = facts
        case .effectEnded(let result): known.results.append(result)
        default: break
        }
      }
    }
  }

  func permission(for request: EffectRequest) -> EffectPermission {
    known.withLock { $0.effects }?.permission(for: request) ?? .asked
  }

  func outlook(of request: WriteRequest) -> WriteOutlook {
    known.withLock { $0.effects }?.outlook(of: request) ?? .new
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    known.withLock { known in
      known.results.isEmpty
        ? .failed(message: "the session had no result") : known.results.removeFirst()
    }
  }

  func facts(of path: String) -> PathFacts {
    known.withLock { $0.facts[path] }
      ?? PathFacts(path, expanded: nil, kind: .absent)
  }

  func paths(beginning typed: String) -> [String] { [] }
}
