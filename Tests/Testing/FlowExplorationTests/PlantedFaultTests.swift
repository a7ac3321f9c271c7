// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowScripts
import FlowTesting
import SavedWalks
import SourceDiagnostics
import Testing

@testable import FlowEffects
@testable import FlowExploration
@testable import FlowModel
@testable import FlowSessions

/// A fault that breaks a law is found, and shrunk to a script of at most six commands.
@Suite struct PlantedFaultTests {
  /// A flow without faults, in which every law has something to say.
  static let sound = """
    flow: 1
    id: sound
    steps:
      - { ask: name, type: string, minLength: 2 }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, min: 1, max: 9, when: kind == 'http' }
      - { ask: urgent, type: boolean }
      - { write: file, path: "${name}.txt", content: "${kind}" }
      - { run: folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"] }
      - { ask: last, type: boolean }
      - { review: check }
    """

  /// All walks of the sound flow.
  static let exploration = Result {
    var explorer = Explorer(try checkedFlow(sound, name: "f.flow.yaml"))
    return explorer.run()
  }

  private func finding(
    of law: ExplorationLaw, in text: String, _ engine: ExploredEngine = ExploredEngine()
  ) throws -> ExplorationFinding {
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    var explorer = Explorer(flow, laws: [law], engine: engine)
    let exploration = explorer.run()
    let finding = try #require(exploration.findings.first, "\(law.name)")
    expectEqual(finding.law.name, law.name)
    #expect(finding.script.commands.count <= 6, "\(finding.script.text)")
    return finding
  }

  /// Returns an engine with a fault.
  private func engine(_ plant: (inout ExploredEngine) -> Void) -> ExploredEngine {
    var engine = ExploredEngine()
    plant(&engine)
    return engine
  }

  @Test func aSoundFlowBreaksNoLaw() throws {
    let exploration = try Self.exploration.get()
    expectEqual(exploration.findings.map { "\($0.law.name): \($0.message)\n\($0.script.text)" }, [])
    #expect(exploration.isExhaustive)
    expectEqual(exploration.missed, [])
    #expect(exploration.isComplete)
    for measure in CoverageMeasure.allCases {
      expectEqual(exploration.coverage.gaps(of: measure).map(\.message), [])
    }
  }

  @Test func aQuestionWithoutAnAnswerIsFound() throws {
    let found = try finding(
      of: .everyPathEnds,
      in: """
        flow: 1
        id: f
        steps:
          - { ask: name, type: string }
          - { ask: kind, type: choice, choices: [a, b] }
          - ask: sure
            type: boolean
            validate: [ { check: "kind == 'a' || name != name", message: no } ]
        """)
    expectEqual(found.message, "'sure' accepts none of its answers")
    #expect(found.script.text.contains("kind: b"), "\(found.script.text)")
  }

  @Test func anExpressionThatFailsIsFoundAndItsScriptFails() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { ask: count, type: integer, min: 0, max: 9 }
        - { compute: share, value: "12 / count" }
        - { ask: last, type: boolean }
      """
    let found = try finding(of: .noExpressionFails, in: text)
    #expect(found.message.contains("division"), "\(found.message)")
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let loaded = FlowScriptFile.load(
      Array(found.script.text.utf8), name: "f.test.yaml", flow: flow)
    let script = try #require(loaded.scripts.first, "\(found.script.text)")
    expectEqual(ScriptRun.run(script, on: flow).failures.first?.message.contains("fails"), true)
  }

  @Test func aRefusalThatChangesSomethingIsFound() throws {
    let found = try finding(
      of: .refusalsChangeNothing, in: Self.sound,
      engine {
        $0.handle = { session, event, now in
          let said = session.send(event, now: now)
          if said.contains(where: { if case .refused = $0 { true } else { false } }) {
            session.send(.back(steps: 1), now: now)
            session.decide(.approve, now: now)
          }
          return said
        }
      })
    #expect(found.message.hasPrefix("after an answer of '"), "\(found.message)")
  }

  @Test func anUndoThatLeavesAFileIsFound() throws {
    let found = try finding(
      of: .undoLeavesNoTrace, in: Self.sound,
      engine {
        $0.perform = { request, files in
          if case .restore = request.effect { return .done }
          return files.perform(request)
        }
      })
    #expect(found.message.contains("files"), "\(found.message)")
  }

  @Test func aSuggestionThatIsAnotherAnswerIsFound() throws {
    let found = try finding(
      of: .undoLeavesNoTrace, in: Self.sound,
      engine {
        $0.handle = { session, event, now in
          let isFirst = event == .acceptSuggestions && session.topStepID == "name"
          return session.send(isFirst ? .answer(.text("other")) : event, now: now)
        }
      })
    #expect(
      found.message.hasPrefix("after going back and forward again, the walk "), "\(found.message)")
  }

  /// Returns the session restored from a part of its log.
  private static func restored(
    _ session: FlowSession, _ events: ([LoggedEvent]) -> [LoggedEvent]
  ) -> FlowSession? {
    var saved = SavedWalk(session, keepingSecrets: true)
    saved.events = events(saved.events)
    return (try? saved.restored(in: session.flow))?.session
  }

  @Test func aDroppedEffectIsFound() throws {
    let found = try finding(
      of: .effectsAreKept, in: Self.sound,
      engine {
        $0.restore = { session in
          Self.restored(session) { events in
            Array(
              events.prefix { if case .effectEnded = $0.event { false } else { true } })
          }
        }
      })
    expectEqual(found.message, "'file' happened, but the restored walk doesn't know it")
  }

  @Test func anEffectThatWouldBeRepeatedIsFound() throws {
    let found = try finding(
      of: .effectsAreNotRepeated, in: Self.sound,
      engine {
        $0.restore = { session in
          Self.restored(session) { events in events.filter { $0.event != .effectBegan } }
        }
      })
    #expect(found.message.contains("doesn't ask about it"), "\(found.message)")
  }

  @Test func aReplayWithoutItsLastEventIsFound() throws {
    let found = try finding(
      of: .replayAgrees, in: Self.sound,
      engine {
        $0.replay = { session, _ in
          try? FlowSession.replaying(session.events.dropLast(), flow: session.flow)
        }
      })
    #expect(found.message.hasPrefix("the replayed walk "), "\(found.message)")
  }

  @Test func aSavedWalkWithoutItsLastEventIsFound() throws {
    let found = try finding(
      of: .restoringAgrees, in: Self.sound,
      engine {
        $0.restore = { session in Self.restored(session) { Array($0.dropLast()) } }
      })
    #expect(found.message.hasPrefix("the restored walk "), "\(found.message)")
  }

  /// Returns the result of a session with an entry that depends on the session.
  private static func result(
    _ session: FlowSession, adding isAdded: (FlowSession) -> Bool
  ) -> FlowResult? {
    guard case .finished(let result) = session.state, case .map(var output) = result.output else {
      return nil
    }
    if isAdded(session) { output["stale"] = 1 }
    return FlowResult(outcome: result.outcome, output: .map(output), stopID: result.stopID)
  }

  @Test func anAnswerOfAnAbandonedBranchIsFound() throws {
    let found = try finding(
      of: .nothingAbandonedRemains, in: Self.sound,
      engine {
        $0.result = { session in
          Self.result(session) { session in
            session.events.contains { if case .back = $0.event { true } else { false } }
          }
        }
      })
    expectEqual(found.message, "a walk with only its answers has another 'stale' in its result")
    expectEqual(found.details, ["this walk: 1", "the other: nothing"])
    #expect(found.script.text.contains("back:"))
  }

  @Test func aResultThatTheSchemaDoesNotHaveIsFound() throws {
    let found = try finding(
      of: .resultFitsSchema, in: Self.sound,
      engine { $0.result = { session in Self.result(session) { _ in true } } })
    expectEqual(found.message, "the result isn't valid: 'stale' isn't allowed")
  }

  @Test func aResultThatDoesNotReproduceItselfIsFound() throws {
    let found = try finding(
      of: .resultReproducesItself, in: Self.sound,
      engine {
        $0.result = { session in Self.result(session) { $0.options.takesDefaults } }
      })
    #expect(found.message.hasPrefix("given in advance, the walk has another "), "\(found.message)")
  }

  @Test func aForecastOfAnotherFlowIsFound() throws {
    let text = Self.sound.replacing("when: kind == 'http'", with: "when: kind == 'worker'")
    let other = try checkedFlow(text, name: "f.flow.yaml")
    let found = try finding(
      of: .forecastIsAsked, in: Self.sound,
      engine {
        $0.forecast = { session in
          let twin = try? FlowSession.replaying(session.events, flow: other)
          return (twin ?? session).forecast
        }
      })
    #expect(found.message.hasPrefix("'port' is"), "\(found.message)")
  }

  /// A walk that's killed when an effect has ended knows it.
  @Test func anEndThatIsLostIsFound() throws {
    let found = try finding(
      of: .effectsAreNotRepeated, in: Self.sound,
      engine {
        $0.restore = { session in
          Self.restored(session) { events in
            if case .effectEnded? = events.last?.event { events.dropLast() } else { events }
          }
        }
      })
    expectEqual(
      found.message, "after a kill when 'file' is performed, the walk doesn't know it",
      "\(found.message)")
  }

  /// An undo that fails leaves what it should undo.
  @Test func anUndoThatFailsUnnoticedIsFound() throws {
    let found = try finding(
      of: .effectsAreKept, in: Self.sound,
      engine {
        $0.handle = { session, event, now in
          guard case .needs(.effect(let request)) = session.state, request.isUndo,
            case .effectEnded(.ended(let ended)) = event, ended.status != 0
          else { return session.send(event, now: now) }
          let success = CommandResult(status: 0, output: [], errors: "")
          return session.send(.effectEnded(.ended(success)), now: now)
        }
      })
    expectEqual(found.message, "'folder' happened, but the walk doesn't know it")
  }

  /// The walk performs an effect that it hasn't begun in its session.
  @Test func aWalkThatDoesNotBeginItsEffectIsFound() throws {
    let found = try finding(
      of: .effectsAreNotRepeated, in: Self.sound,
      engine {
        $0.handle = { session, event, now in
          event == .effectBegan ? [] : session.send(event, now: now)
        }
      })
    expectEqual(
      found.message, "after a kill while 'file' is performed, the walk doesn't ask about it")
  }

  @Test func aServerThatDoesNotGoBackIsFound() throws {
    let found = try finding(
      of: .serverAgrees, in: Self.sound,
      engine {
        $0.serve = { flow in
          let call = ExploredEngine().serve(flow)
          return { method, parameters in
            guard method == "back" else { return try call(method, parameters) }
            var state = ValueMap()
            state["walk"] = parameters["walk"]
            return try call("state", state)
          }
        }
      })
    #expect(found.message.hasPrefix("through a server: "), "\(found.message)")
    #expect(found.script.text.contains("back:"), "\(found.script.text)")
  }

  @Test func aFaceWithAFaultIsFound() throws {
    let law = ExplorationLaw.agrees("face-agrees", at: "a face") { script, flow in
      var script = script
      // A face that forgets to go back.
      script.commands.removeAll { if case .back = $0.action { true } else { false } }
      return ScriptRun.run(script, on: flow)
    }
    let found = try finding(of: law, in: Self.sound)
    #expect(found.message.hasPrefix("typed at a face, the walk "), "\(found.message)")
    #expect(found.script.text.contains("back:"), "\(found.script.text)")
  }

  /// The script that shows it expects the output of the walk, which another driver doesn't come to.
  @Test func aDriverThatDropsACommandIsFound() throws {
    let flow = """
      flow: 1
      id: f
      steps: [{ ask: name, type: string, default: a }, { note: told, text: "${name}" }]
      """
    let found = try finding(
      of: .scriptAgrees, in: flow,
      engine {
        $0.run = { script, flow in
          var script = script
          if !script.commands.isEmpty { script.commands[0].action = .acceptOffered }
          return ScriptRun.run(script, on: flow)
        }
      })
    #expect(found.script.output != nil, "\(found.script.text)")
    _ = try finding(
      of: .scriptAgrees, in: Self.sound,
      engine {
        $0.run = { script, flow in
          var script = script
          script.commands.removeLast()
          return ScriptRun.run(script, on: flow)
        }
      })
  }
}
