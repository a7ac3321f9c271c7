// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowModel
import FlowServer
import FlowSessions
import FlowWeb
import Hummingbird
import ProgramParts
import Synchronization

/// Answers monitoring about a service for other programs, at an address that its clients don't reach.
final class ServiceMonitoring: ServiceMonitor {
  private let address: String
  private let measures = ServiceMeasures()
  private let state = Mutex<SiteState?>(nil)

  init(_ address: String) { self.address = address }

  func note(_ request: ServedRequest) { measures.note(request) }

  func begin() { state.withLock { $0 }?.begin() }

  func end() { state.withLock { $0 }?.end() }

  func watch(_ service: FlowService, _ voice: ProgramVoice) throws(ProgramFailure) {
    guard let admin = ServerAddress(argument: address) else {
      throw ProgramFailure(.usage, "--admin takes HOST:PORT")
    }
    let watched = SiteState(service.store, flows: Set(service.flows.map(\.flow.id.name)))
    state.withLock { $0 = watched }
    let application = AdminPages(state: watched) { [measures] in
      measures.text(service.status, $0, isReady: $1)
    }
    .application(at: admin) { voice.say("monitoring at \($0)") }
    Task {
      do { try await ListeningService(service: application, address: admin).run() } catch {
        ProgramOutput.fail(.inputOutput, "\(error)").leave()
      }
    }
  }
}

#endif
