// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
package import FlowEffects
import FlowExpressions
package import Localization

/// Runs commands on this machine: programs with arguments, without a shell.
///
/// Each command runs in a session of its own, so that it can't read the user's terminal, and
/// everything that it starts can be ended together. It inherits no descriptors, and only those
/// environment variables that its request names. Its standard input is the text in the request, or
/// empty.
package struct SystemCommands: Sendable {
  /// The maximum size in bytes of a flow's captured output: 4 MiB.
  ///
  /// A command that writes more is ended, and fails.
  static let outputLimit = 4 << 20

  /// The number of bytes kept from the end of standard error, for messages.
  static let errorLimit = 4_096

  /// The time in nanoseconds that a command gets to end after SIGTERM.
  static let grace: Int64 = 2_000_000_000

  /// The folder in which commands run.
  let folder: String

  private let catalog: MessageCatalog
  private let outputLimit: Int

  /// Creates a host of commands.
  ///
  /// - Parameters:
  ///   - folder: The folder in which they run.
  ///   - catalog: The language in which failures are described.
  ///   - outputLimit: The maximum size in bytes of captured output.
  package init(
    folder: String = ".", catalog: MessageCatalog = .english, outputLimit: Int = outputLimit
  ) {
    self.folder = folder
    self.catalog = catalog
    self.outputLimit = outputLimit
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - cancellation: What ends it early.
  /// - Returns: `EffectResult/ended(_:)`, or a failure if the command couldn't be started, was
  ///   ended by a signal, took too long, wrote too much, or was cancelled.
  package func run(_ command: CommandRequest, until cancellation: EffectCancellation)
    -> EffectResult
  {
    guard let name = command.arguments.first, let path = Self.find(name, in: folder) else {
      return .failed(message: catalog.text(.commandMissing))
    }
    let isRelaying = ct_relay_begin() == 0
    defer { if isRelaying { ct_relay_end() } }
    do throws(StartFailure) {
      var child = try RunningCommand(command, path: path, folder: folder, outputLimit, catalog)
      defer { child.close() }
      if isRelaying { ct_relay_to(child.process) }
      return child.watch(command, until: cancellation)
    } catch {
      let reason = String(cString: strerror(error.code)).lowercased()
      return .failed(message: catalog.text(.notStarted, ["reason": .text(reason)]))
    }
  }

  /// Why a command could not be started.
  struct StartFailure: Error {
    let code: Int32
  }

  /// Returns the file of a program: a path unchanged, or a name found on the `PATH`; nil if there's none.
  package static func find(_ name: String, in folder: String) -> String? {
    if name.contains("/") { return name }
    let path = SystemHost.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    for place in path.split(separator: ":", omittingEmptySubsequences: false)
    where place.hasPrefix("/") {
      let candidate = "\(place)/\(name)"
      if access(candidate, X_OK) == 0, !SystemFiles.isFolder(candidate) { return candidate }
    }
    return nil
  }
}
