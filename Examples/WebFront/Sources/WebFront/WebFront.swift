// SPDX-License-Identifier: Apache-2.0
// A site of one's own, with a flow in Swift below /join.

import FlowWeb
import Hummingbird
import SealedWalks
import StackFlow

@main
struct WebFront {
  enum Sport: String, AnswerValue, CaseIterable { case chess, go, skat }

  static func main() async throws {
    let checked = FlowFile.check(
      FlowDefinition("club", title: "Join the club") {
        Ask("name", .string, "What's your name?").minLength(2)
        Ask("born", .date, "When were you born?")
        Ask(AnswerKey<Sport>("sport"), "What do you play?")
        Review("check")
      })
    guard let flow = checked.flow else {
      return print(DiagnosticRenderer().render(checked.diagnostics))
    }

    // Forms and walks are sealed with this key; keep it where it survives a restart.
    guard let key = WalkKey(bytes: WalkKey.randomBytes()), let keys = WalkKeyRing(key) else {
      return
    }
    var options = WebOptions()
    options.basePath = "/join"
    options.done = "/"
    var service = WebService(
      [flow], in: SealedStore(wrapping: MemoryWalkStore(), keys: keys), keys: keys,
      options: options,
      clock: { SystemHost.now })
    service.onEnd = { _, _, report in print("a new member: \(report.output)") }

    let router = Router()
    router.get("/") { _, _ in "The club. Join at /join\n" }
    service.addRoutes(to: router)
    try await Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080))
    ).runService()
  }
}
