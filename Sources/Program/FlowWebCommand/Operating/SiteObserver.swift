// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowHosts
import FlowWeb

/// Counts what a site does, and writes it to the log.
struct SiteObserver: WebObserver {
  let measures: WebMeasures
  let log: EventLog?

  func note(_ page: ServedPage) {
    measures.note(page)
    log?.write(
      "request",
      [
        ("route", .string(page.route.rawValue)), ("flow", page.flow.map { .string($0) }),
        ("walk", page.walk.map { .string(EventLog.beginning(of: $0)) }),
        ("status", .int(Int64(page.status))),
        ("refusal", page.refusal.map { .string($0.rawValue) }),
        ("microseconds", EventLog.microseconds(page.duration)),
      ])
  }

  func noteBeginning(ofEffectIn flow: String) { measures.noteBeginning(ofEffectIn: flow) }

  func note(_ effect: PerformedEffect) {
    measures.note(effect)
    log?.write(
      "effect",
      [
        ("flow", .string(effect.flow)), ("step", .string(effect.step)),
        ("outcome", .string(effect.outcome.rawValue)),
        ("microseconds", EventLog.microseconds(effect.duration)),
      ])
  }
}

#endif
