// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
package import FlowExpressions
package import FlowModel
package import FlowSessions
import FlowWalks

/// The files and links that a flow writes for a set of answers, relative to the folder of the project.
package struct RenderedProject: Sendable {
  /// A file or a link.
  package struct File: Hashable, Sendable {
    package let identity: FileIdentity

    /// The digest, which the record has unless it depends on a secret.
    let digest: UInt64

    /// The permission bits; nil for those of the system.
    let mode: Int?

    /// Whether it depends on a secret.
    package let isSecret: Bool

    /// Whether a file that exists is kept, whatever is in it.
    package let isKept: Bool
  }

  /// The files and links by their paths.
  package private(set) var files: [String: File] = [:]

  /// The folders in which there's nothing.
  private(set) var emptyFolders: Set<String> = []

  /// The record, as it was rendered.
  package private(set) var record: [UInt8] = []

  /// The answers to questions that take a secret, and to lists with one.
  package private(set) var secrets: [FlowSession.Answer] = []

  /// The commands that weren't run.
  package private(set) var skippedCommands: [[String]] = []

  init() {}

  /// Creates what a flow has collected.
  ///
  /// - Parameters:
  ///   - collected: What its writes collected.
  ///   - session: The session that has walked the flow.
  /// - Complexity: O(*n*) in the size of the files.
  package init(_ collected: CollectedWrites, of session: FlowSession) {
    self.init(collected, of: session.flow.definition.id.name)
    secrets = session.answers.filter { session.flow.takesSecret($0.id) }
  }

  private init(_ collected: CollectedWrites, of flow: String) {
    skippedCommands = collected.skippedCommands
    guard let last = collected.requests.last(where: { $0.recordPart(of: flow) != nil }),
      let record = last.recordPart(of: flow)
    else { return }
    self.record = record.content
    let folder = record.recordedFolder
    let prefix = folder.isEmpty ? "" : folder + "/"
    let recorded = Dictionary(
      UpdateRecord.files(of: String(decoding: record.content, as: UTF8.self))
        .map { ($0.path, $0.digest) }
    ) { first, _ in first }
    var folders: Set<String> = []
    for request in collected.requests where request.recordPart(of: flow) != nil {
      for part in request.parts where part.path != record.path && part.path.hasPrefix(prefix) {
        let path = String(part.path.dropFirst(prefix.count))
        guard let identity = FileIdentity(part) else {
          if part.kind == .folder { folders.insert(path) }
          continue
        }
        let digest = recorded[path] ?? nil
        files[path] = File(
          identity: identity, digest: digest ?? identity.digest, mode: part.mode,
          isSecret: recorded[path] != nil && digest == nil, isKept: part.exists == .keep)
      }
    }
    for path in files.keys { Self.removeFolders(around: path, from: &folders) }
    for path in folders { Self.removeFolders(around: path, from: &folders) }
    emptyFolders = folders
  }

  private static func removeFolders(around path: String, from folders: inout Set<String>) {
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      if folders.remove(String(rest)) == nil, folders.isEmpty { return }
    }
  }
}

/// Why a flow can't be rendered with its recorded answers.
package enum RenderingFailure: Error, Hashable {
  /// A question has no answer that it takes.
  case asks(id: String)

  /// The flow failed.
  case failed(FlowFailure)

  /// An input is missing or wrong.
  case input(String)
}

extension RenderedProject {
  /// The maximum number of steps that are passed.
  private static let maximumSteps = 100_000

  /// Renders a flow without a user: notes are passed, reviews are accepted, and commits are answered with yes.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - inputs: The values of its inputs.
  ///   - options: The answers.
  ///   - now: The time of all that happens.
  ///   - endsAtQuestions: Whether a question without an answer after the first write ends it, as in a version of which
  ///     only what's recorded is known.
  /// - Returns: What it writes.
  /// - Throws: ``RenderingFailure`` if it can't.
  package static func rendered(
    _ flow: CheckedFlow, inputs: [String: Value], options: SessionOptions, now: Timestamp,
    endsAtQuestions: Bool = false
  ) throws(RenderingFailure) -> RenderedProject {
    let collected = CollectedWrites(of: flow)
    do throws(RenderingFailure) {
      let session = try render(flow, inputs: inputs, options: options, now: now, into: collected)
      return RenderedProject(collected, of: session)
    } catch {
      guard endsAtQuestions, case .asks = error, !collected.requests.isEmpty else { throw error }
    }
    return RenderedProject(collected, of: flow.definition.id.name)
  }

  private static func render(
    _ flow: CheckedFlow, inputs: [String: Value], options: SessionOptions, now: Timestamp,
    into collected: CollectedWrites
  ) throws(RenderingFailure) -> FlowSession {
    let session: FlowSession
    do {
      session = try FlowSession(flow: flow, inputs: inputs, options: options)
    } catch {
      throw .input(error.message)
    }
    var walk = FlowWalk(session, services: WalkServices(effects: collected, clock: { now }))
    walk.start()
    for _ in 0..<maximumSteps {
      switch walk.state {
      case .asking(let step):
        let answers: WalkAnswers
        switch step.kind {
        case .note, .stop, .review: answers = .offered
        case .form where step.visibleFields.isEmpty: answers = .offered
        case .commit: answers = .one(.value(.bool(true)))
        case .ask, .form, .repeat: throw .asks(id: step.focusedField?.id ?? step.id)
        }
        let before = walk.session.eventCount
        _ = try? walk.send(.answer(answers))
        guard walk.session.eventCount > before else { throw .asks(id: step.id) }
      case .failed(let failure): throw .failed(failure)
      case .ended: return walk.session
      case .notStarted, .lookingUp, .deciding, .performing: throw .asks(id: flow.definition.id.name)
      }
    }
    throw .asks(id: flow.definition.id.name)
  }
}

extension RenderedProject {
  /// Renders the version that made a project, with the recorded answers.
  ///
  /// A record has no secrets, and no lists with one. They're what the new version has; where that doesn't fit, an
  /// optional one is left empty, as is any optional answer that isn't recorded, and a sample stands for another secret:
  /// files that depend on one aren't compared, and the digest of any other says whether it's the recorded one.
  ///
  /// - Parameters:
  ///   - flow: The version that made the project.
  ///   - record: The record.
  ///   - options: The options, without answers.
  ///   - secrets: The secrets of the new version, and its lists with one, by the ids of their questions.
  /// - Returns: What it writes.
  /// - Throws: ``RenderingFailure`` if it can't.
  /// - Complexity: One rendering for each answer that isn't recorded, and for each sample that's tried.
  package static func recorded(
    _ flow: CheckedFlow, _ record: UpdateRecord, options: SessionOptions,
    secrets: [String: FieldInput]
  ) throws(RenderingFailure) -> RenderedProject {
    var options = options
    let known = record.givenAnswers(for: flow)
    options.answers = secrets.filter { flow.takesSecret($0.key) }.merging(known) { $1 }
    var open: [String: [FieldInput]] = [:]
    while true {
      do throws(RenderingFailure) {
        return try rendered(flow, inputs: record.inputs, options: options, now: record.now)
      } catch {
        guard case .asks(let asked) = error,
          case let id = String(asked.prefix { $0 != "[" }), known[id] == nil
        else { break }
        let samples = flow.takesSecret(id) ? SampleProject.samples(of: id, in: flow) : []
        let inputs = open[id] ?? [.empty] + samples
        guard let next = inputs.first else { break }
        options.answers[id] = next
        open[id] = Array(inputs.dropFirst())
      }
    }
    return try rendered(
      flow, inputs: record.inputs, options: options, now: record.now, endsAtQuestions: true)
  }
}

extension UpdateRecord {
  /// The answers as they're given to the version that they were recorded for.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The answers by the ids of their questions.
  func givenAnswers(for flow: CheckedFlow) -> [String: FieldInput] {
    var given: [String: FieldInput] = [:]
    for answer in answers {
      guard let id = flow.id(ofAnswerNamed: answer.name) else { continue }
      given[id] =
        answer.value == .null ? .empty : .value(flow.answer(from: answer.value, for: id).value)
    }
    return given
  }

  /// The answers as they're given to a later version: what was typed or given stays, and what was only accepted or
  /// taken follows what's offered now, unless that's a time.
  ///
  /// - Parameters:
  ///   - flow: The later version.
  ///   - asked: The names of answers that are asked again, and offered then.
  /// - Returns: The answers, and what's only offered, by the ids of their questions; and the recorded names of what was
  ///   typed or given and has no question in the flow.
  /// - Throws: ``FlowFailure`` if a migration fails.
  package func answers(
    for flow: CheckedFlow, asking asked: Set<String>
  ) throws(FlowFailure) -> (
    given: [String: FieldInput], offered: [String: FieldInput], lost: [String]
  ) {
    var data = ValueMap()
    for answer in answers { data[.string(answer.name)] = answer.value }
    let (migrated, names) = try flow.migratedData(data, from: version)
    let origins = Dictionary(answers.map { ($0.name, $0.origin) }) { first, _ in first }
    var given: [String: FieldInput] = [:]
    var offered: [String: FieldInput] = [:]
    var lost: [String] = []
    for entry in migrated {
      let name = entry.key.plainText
      let origin = names[name].flatMap { origins[$0] } ?? .migrated
      guard let id = flow.id(ofAnswerNamed: name), flow.hasStep(id) else {
        if origin.staysInUpdates { lost.append(names[name] ?? name) }
        continue
      }
      let value: FieldInput =
        entry.value == .null ? .empty : .value(flow.answer(from: entry.value, for: id).value)
      if asked.contains(name) {
        offered[id] = value
      } else {
        // The time of the record isn't that of the answer.
        given[id] = origin.staysInUpdates || flow.offersTime(at: id) ? value : .default
      }
    }
    return (given, offered, lost)
  }
}

extension CheckedFlow {
  /// Whether the default of a question is computed from the time, by itself or through computed values.
  ///
  /// - Complexity: O(*n*) in the size of the flow.
  fileprivate func offersTime(at id: String) -> Bool {
    guard let index = stepIndices[id],
      let field = step(at: index)?.elements.first(where: { $0.id == id })?.field,
      case .computed(let expression)? = field.settings[.default]
    else { return false }
    var times: Set<String> = ["now", "today"]
    for case .compute(let compute) in plan
    where !times.isDisjoint(with: compute.expression.compiled.freeNames) {
      times.formUnion([compute.id, compute.id.split(separator: ".").last.map(String.init) ?? ""])
    }
    return !times.isDisjoint(with: expression.compiled.freeNames)
  }
}

extension AnswerOrigin {
  /// Whether an answer stays when a later version of its flow offers something else.
  var staysInUpdates: Bool {
    switch self {
    case .typed, .given, .drawn, .migrated: true
    case .accepted, .taken, .effect: false
    }
  }
}
