// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Does what flows want done on this machine: runs commands, calls actions and writes files.
///
/// ```swift
/// let host = SystemEffects(folder: ".", actions: ["notify": { arguments, _ in .null }])
/// let runner = try FlowRunner(flow: flow, effects: host, clock: { SystemHost.now })
/// ```
public struct SystemEffects: EffectHost {
  /// What the embedder does under a name: it gets the arguments, and gives a value or fails with an
  /// error whose description is for the person.
  ///
  /// It is called from any thread; a long one looks at the cancellation.
  public typealias Action =
    @Sendable (_ arguments: ValueMap, _ cancellation: EffectCancellation) throws -> Value

  /// What may be done without asking a person.
  public struct Permissions: Hashable, Sendable {
    /// Whether every command may be run.
    public var allowsCommands: Bool

    /// The folders in which every file may be written, relative to the process' working directory.
    public var writableFolders: [String]

    /// Creates permissions.
    ///
    /// - Parameters:
    ///   - allowsCommands: Whether every command may be run.
    ///   - writableFolders: The folders in which every file may be written.
    public init(allowsCommands: Bool = false, writableFolders: [String] = []) {
      self.allowsCommands = allowsCommands
      self.writableFolders = writableFolders
    }

    /// Whatever a flow wants.
    public static let everything = Permissions(allowsCommands: true, writableFolders: ["/"])
  }

  private let commands: SystemCommands
  private let writes: SystemWrites
  private let actions: [String: Action]
  private let permissions: Permissions

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - folder: The folder in which commands run, and below which files are written.
  ///   - actions: The embedder's actions by name; they need no permission.
  ///   - permissions: What may be done without asking a person.
  public init(
    folder: String = ".", actions: [String: Action] = [:], permissions: Permissions = .everything
  ) {
    commands = SystemCommands(folder: folder)
    writes = SystemWrites(folder: folder)
    self.actions = actions
    self.permissions = permissions
  }

  /// Whether a request may be performed; what nothing allows must be asked.
  public func permission(for request: EffectRequest) -> EffectPermission {
    switch request.effect {
    case .action: return .granted
    case .command: return permissions.allowsCommands ? .granted : .asked
    case .write(let write): return permission(toWrite: write.path)
    case .restore(let restore): return permission(toWrite: restore.write.path)
    }
  }

  private func permission(toWrite path: String) -> EffectPermission {
    switch writes.realPath(of: path) {
    case .failure(let failure):
      let words = failure.message
      return .refused(reason: words.hasPrefix("failed: ") ? String(words.dropFirst(8)) : words)
    case .success(let real):
      for folder in permissions.writableFolders {
        guard let allowed = SystemFolder(path: folder).realPath else { continue }
        if real.hasPrefix(allowed == "/" ? "/" : allowed + "/") { return .granted }
      }
      return .asked
    }
  }

  /// Whether a write would meet a file with another content.
  public func meetsFile(_ request: WriteRequest) -> Bool { writes.meetsFile(request) }

  /// Performs a request to its end.
  public func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    if cancellation.isCancelled { return .failed(message: "was interrupted") }
    switch request.effect {
    case .command(let command): return commands.run(command, until: cancellation)
    case .write(let write): return writes.write(write)
    case .restore(let restore): return writes.restore(restore)
    case .action(let action):
      guard let body = actions[action.name] else {
        return .failed(message: "does not exist here")
      }
      do {
        return .returned(try body(action.arguments, cancellation))
      } catch {
        return .failed(message: "failed: \(error)")
      }
    }
  }
}
