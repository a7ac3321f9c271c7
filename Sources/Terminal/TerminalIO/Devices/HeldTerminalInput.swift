// SPDX-License-Identifier: Apache-2.0

internal import CTerminal

/// The input of a terminal for a consumer that waits for it on its own thread.
final class HeldTerminalInput: HeldInput {
  private let input: TerminalInput
  private let lookout: Lookout
  private let rousing: DescriptorPipe

  init(_ input: TerminalInput, lookout: Lookout) throws(TerminalError) {
    self.input = input
    self.lookout = lookout
    rousing = try DescriptorPipe(readersWait: false)
  }

  /// Closes what ``rouse()`` needs; no one may be waiting.
  func close() { rousing.close() }

  func willWait() { lookout.consumerWaits() }

  func didWait() { lookout.consumerGoesOn() }

  func wait(until deadline: Int64?, to events: TerminalEvents) {
    let ready = input.wait(or: rousing.read, until: deadline)
    events.endHolding()
    if ready.contains(.other) {
      var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
      _ = ct_read(rousing.read, &bytes, bytes.count)
    }
    input.takeIn(ready, to: events)
  }

  func takeIn(to events: TerminalEvents) {
    let ready = input.readiness
    if !ready.isEmpty { input.takeIn(ready, to: events) }
  }

  func rouse() { rousing.send(0) }
}
