// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowServer

/// The flows of a service, read again when a file next to them has changed.
struct WatchedFlows: Sendable {
  private let paths: [String]
  private let load: @Sendable () throws -> [ServedFlow]
  private let voice: ProgramVoice

  /// The files as they were when they were last read.
  private var state: [String: [Int]]

  /// The time of the last look.
  private var looked = ContinuousClock.now

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - paths: The files, or folders of files.
  ///   - voice: Says that a file has mistakes.
  ///   - load: Reads the flows; throws ``ProgramFailure``, or another error after saying what's wrong with them.
  init(
    _ paths: [String], _ voice: ProgramVoice, load: @escaping @Sendable () throws -> [ServedFlow]
  ) {
    self.paths = paths
    self.load = load
    self.voice = voice
    state = FileChanges.state(of: paths, .flows)
  }

  /// Reads the flows.
  ///
  /// - Throws: The error of the loader if one can't be read or has mistakes.
  func flows() throws -> [ServedFlow] { try load() }

  /// Reads the flows again if a file has changed; nil if none has, or one has mistakes now.
  ///
  /// - Parameter interval: The time between two looks at the files.
  /// - Returns: The flows.
  mutating func changed(after interval: Duration = .zero) -> [ServedFlow]? {
    let time = ContinuousClock.now
    guard time - looked >= interval else { return nil }
    looked = time
    let now = FileChanges.state(of: paths, .flows)
    guard now != state else { return nil }
    state = now
    do { return try flows() } catch {
      if let failure = error as? ProgramFailure { voice.say(failure.description) }
      voice.say("the flows stay as they were until the mistakes are gone")
      return nil
    }
  }
}
