// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC
import Localization
import SavedWalks
import SealedWalks
import Synchronization

/// The place of a walk of one command at a time in a store that many processes share.
final class StoredSteps: Sendable {
  /// The id of the walk.
  let id: String

  /// The state of the walk that the user has seen.
  private let seen: Seen?

  private let service: FlowService
  private let owner: String

  /// The notices that aren't told yet.
  private let notices: Mutex<[WalkNotice]>

  private let refusal = Mutex<ExitStatus?>(nil)

  /// How the command ends if the service refused the last change; nil if it didn't.
  var ending: ExitStatus? { refusal.withLock { $0 } }

  init(
    _ service: FlowService, _ id: String, owner: String, seen: Seen?,
    noticing notices: [WalkNotice]
  ) {
    self.service = service
    (self.id, self.owner, self.seen) = (id, owner, seen)
    self.notices = Mutex(notices)
  }

  /// Does something at the walk, which is in the store afterwards.
  ///
  /// - Throws: `WalkError` if the walk can't take it, another process has gone on since the revision that the user has
  ///   seen, or the store doesn't take it.
  func take(
    _ body: (inout FlowWalk) throws(WalkError) -> [WalkNotice]
  ) throws(WalkError) -> [WalkNotice] {
    do throws(RPCError) {
      let (noticed, result) = try service.take(id, owner: owner) {
        [seen] (walk) throws(RPCError) -> [WalkNotice] in
        do throws(WalkError) {
          if let revision = seen?.revision { try walk.check(revision: revision) }
          return try body(&walk)
        } catch {
          throw RPCError(error, state: walk.state)
        }
      }
      notices.withLock { $0 += noticed }
      return result
    } catch {
      refusal.withLock { $0 = ExitStatus(of: error) }
      throw WalkError(error.code == .stale ? .stale : .invalid, error.message)
    }
  }

  /// Returns what was noticed while the walk was loaded, once.
  func takeNotices() -> [WalkNotice] {
    notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }

  /// Whether the user has seen the decision of a walk; a changed flow and a file that's new can lead to another one.
  func isShown(_ walk: FlowWalk) -> Bool {
    seen?.revision != nil && seen == Seen(id, walk)
  }

  /// A walk as a command has shown it.
  struct Seen: Hashable {
    /// The id.
    let id: String

    /// The revision; nil if only the id is known.
    let revision: Int?

    /// A fingerprint of the decision; nil if there was none.
    let decision: String?

    init(_ id: String, _ walk: FlowWalk) {
      self.id = id
      revision = walk.revision
      decision = walk.decisionText.map { text in
        var fingerprint = Fingerprint()
        fingerprint.add(text)
        return String(fingerprint.value, radix: 36)
      }
    }

    /// Reads ``word``, or only an id; nil if it's neither.
    init?(_ word: String) {
      let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard WalkID.isValid(String(parts[0])) else { return nil }
      id = String(parts[0])
      guard parts.count > 1 else {
        (revision, decision) = (nil, nil)
        return
      }
      let state = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let number = Int(state[0]) else { return nil }
      revision = number
      decision = state.count > 1 ? String(state[1]) : nil
    }

    /// The walk as a word of a command.
    var word: String {
      id + (revision.map { "@\($0)" } ?? "") + (decision.map { "-\($0)" } ?? "")
    }
  }
}

// Opens a walk in a store.
extension SteppedWalk {
  /// Opens a walk in a store, or begins one.
  ///
  /// - Parameters:
  ///   - options: The walk, and what the flow may do.
  ///   - beginning: How a new walk begins.
  ///   - folder: The folder of the store.
  ///   - machine: What the walk uses of this machine.
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  convenience init(
    _ options: StateOptions, _ beginning: Beginning, in folder: String, on machine: StepMachine
  ) throws(ProgramEnding) {
    guard let word = beginning.file ?? options.flow else {
      throw ProgramOutput.fail(
        .usage, "a walk in a store doesn't say where its flow is; add --flow FLOW")
    }
    let file = try FlowFolder.path(named: word)
    let language = options.lang ?? machine.language
    let flow = try machine.flow(file, options, language)
    let store = try machine.store(folder, options)
    let service = FlowService(
      [ServedFlow(flow)], in: Self.environment(options, machine, language), store: store)
    let owner = ConnectionServer.ownOwner
    let tokens = try options.tokens()
    guard let known = options.storedWalk else {
      guard beginning.isAllowed else {
        throw ProgramOutput.fail(
          .usage, "--store needs --walk with the id that 'stackflow next' has printed")
      }
      let begun = try Self.begun(options, beginning, flow, service, owner, machine)
      self.init(
        begun.walk, savedBy: nil, showing: nil, tokens: tokens, options: options, file: file,
        in: StoredSteps(service, begun.id, owner: owner, seen: nil, noticing: begun.notices))
      return
    }
    do throws(RPCError) {
      let (notices, walk) = try service.take(known.id, owner: owner) {
        (walk) throws(RPCError) -> FlowWalk in walk
      }
      self.init(
        walk, savedBy: nil, showing: nil, tokens: tokens, options: options, file: file,
        in: StoredSteps(
          service, known.id, owner: owner, seen: known, noticing: notices))
    } catch {
      throw ProgramOutput.fail(ExitStatus(of: error), error.message)
    }
  }

  private static func begun(
    _ options: StateOptions, _ beginning: Beginning, _ flow: CheckedFlow, _ service: FlowService,
    _ owner: String, _ machine: StepMachine
  ) throws(ProgramEnding) -> FlowService.BegunWalk {
    let answers = try beginning.given.read(for: flow)
    let choices = SessionOptions(
      answers: answers.fields, takesDefaults: beginning.takesDefaults,
      priorityThreshold: beginning.priority, suggestions: answers.suggestions,
      language: options.lang ?? machine.language,
      catalog: options.lang.flatMap { MessageCatalog.builtIn(for: $0) }, zone: machine.zone)
    let session: FlowSession
    do throws(InputError) {
      session = try FlowSession(flow: flow, inputs: answers.inputs, options: choices)
    } catch {
      throw ProgramOutput.fail(error)
    }
    do throws(RPCError) {
      return try service.begin(
        session, speaking: options.lang != nil, tasks: ["discards"], owner: owner)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
  }

  private static func environment(
    _ options: StateOptions, _ machine: StepMachine, _ language: String?
  ) -> ServiceEnvironment {
    var environment = ServiceEnvironment(
      program: "stackflow", version: ProgramVersion.text, zone: machine.zone,
      zones: { [zone = machine.zone] name in
        zone.name == name ? zone : SystemHost.zone(named: name)
      }, clock: machine.clock)
    let permissions = options.effects.permissions
    let host = machine.effects
    environment.effects = { flow, choices in host(permissions, choices.catalog(for: flow)) }
    environment.paths = machine.paths(options)
    environment.onStoreError = { ProgramOutput.message("stackflow: \($0.message)") }
    environment.language = language
    return environment
  }
}

extension ExitStatus {
  /// How a command ends at an error of the service.
  fileprivate init(of error: RPCError) {
    self =
      switch error.code {
      case .storeFailed: .inputOutput
      case .busy: .sessionInUse
      case .stale: .invalidAnswers
      default: .usage
      }
  }
}
