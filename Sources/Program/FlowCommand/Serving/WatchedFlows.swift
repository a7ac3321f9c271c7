// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowServer

/// The flows of the command line, read again when a file next to them has changed.
struct WatchedFlows: Sendable {
  private let options: ServingOptions

  /// The files as they were when they were last read.
  private var state: [String: [Int]]

  /// The time of the last look.
  private var looked = ContinuousClock.now

  init(_ options: ServingOptions) {
    self.options = options
    state = Self.state(options)
  }

  private static func state(_ options: ServingOptions) -> [String: [Int]] {
    FileChanges.state(of: options.files.isEmpty ? [FlowFolder.name] : options.files, .flows)
  }

  /// Reads the flows.
  ///
  /// - Throws: ``ProgramEnding`` if one can't be read or has mistakes, which are written to standard error.
  func flows() throws(ProgramEnding) -> [ServedFlow] { try options.flows() }

  /// Reads the flows again if a file has changed; nil if none has, or one has mistakes now.
  ///
  /// - Parameter interval: The time between two looks at the files.
  /// - Returns: The flows.
  mutating func changed(after interval: Duration = .zero) -> [ServedFlow]? {
    let time = ContinuousClock.now
    guard time - looked >= interval else { return nil }
    looked = time
    let now = Self.state(options)
    guard now != state else { return nil }
    state = now
    guard let flows = try? flows() else {
      ProgramOutput.message("stackflow: the flows stay as they were until the mistakes are gone")
      return nil
    }
    return flows
  }
}
