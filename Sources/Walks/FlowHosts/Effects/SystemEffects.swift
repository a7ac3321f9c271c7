// SPDX-License-Identifier: Apache-2.0

import CLibrary
public import FlowEffects
public import FlowExpressions
public import Localization

/// Runs the commands, calls the actions and writes the files of flows on this machine.
///
/// A host does only what you allow by name; it refuses everything else, and the step fails. An
/// action is allowed because you pass it.
///
/// ```swift
/// let host = SystemEffects(
///   folder: "projects",
///   actions: ["notify": { arguments, _ in .null }],
///   permissions: .init(commands: ["git", "mkdir"], writableFolders: ["."]))
/// let runner = try FlowRunner(flow: flow, effects: host, clock: { SystemHost.now })
/// ```
///
/// With ``Permissions/Others/asked``, the runner stops if a permission is missing, and
/// `FlowRunner.decision` says what to ask the user.
public struct SystemEffects: EffectHost {
  /// An action that you implement.
  ///
  /// It gets the arguments, and returns a value or throws an error whose description is shown to
  /// the user.
  ///
  /// Actions are called on any thread. A long action should check for cancellation.
  public typealias Action =
    @Sendable (_ arguments: ValueMap, _ cancellation: EffectCancellation) throws -> Value

  private let folder: String
  private let commands: SystemCommands
  private let writes: SystemWrites
  private let actions: [String: Action]
  private let permissions: Permissions
  private let catalog: MessageCatalog

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - folder: The folder in which commands run and below which files are written.
  ///   - actions: Your actions by name; they need no further permission.
  ///   - permissions: The commands to run and the folders to write in. Nothing unless you name it.
  ///   - catalog: The language in which failures are described.
  public init(
    folder: String = ".", actions: [String: Action] = [:], permissions: Permissions = .nothing,
    catalog: MessageCatalog = .english
  ) {
    self.folder = folder
    commands = SystemCommands(folder: folder, catalog: catalog)
    writes = SystemWrites(folder: folder, catalog: catalog)
    self.actions = actions
    self.permissions = permissions
    self.catalog = catalog
  }

  /// Returns whether a request may be performed.
  public func permission(for request: EffectRequest) -> EffectPermission {
    switch request.effect {
    case .action: return .granted
    case .command(let command):
      guard let name = command.arguments.first, permissions.commands.contains(name) else {
        return missing(permissions.commands.refusal(in: catalog))
      }
      return .granted
    case .write(let write): return permission(toWriteAll: write)
    case .restore(let restore): return permission(toWriteAll: restore.write)
    }
  }

  /// Returns the permission for a request that isn't allowed.
  private func missing(_ reason: String) -> EffectPermission {
    switch permissions.others {
    case .refused: .refused(reason: reason)
    case .asked: .asked
    }
  }

  /// Returns the permission for all parts of a write: refused if one is, and asked if one isn't granted.
  private func permission(toWriteAll write: WriteRequest) -> EffectPermission {
    let writes = writes.ofManyPaths
    let root = writes.folder.realPath
    let writable = permissions.writableFolders.compactMap { writable -> String? in
      let path = writable.hasPrefix("/") ? writable : "\(folder)/\(writable)"
      if let real = SystemFolder(path: path).realPath { return real == "/" ? "/" : real + "/" }
      // A folder that's made later can be named before.
      guard let root, let real = try? writes.realPath(of: writable).get() else { return nil }
      return root + "/" + real + "/"
    }
    var asked: EffectPermission?
    for part in write.parts {
      let permission: EffectPermission
      // An entry in the place of a file of a tree is replaced as it is, or kept.
      let followsLast = !write.isTree || part.kind == .folder
      switch writes.realPath(of: part.path, followsLast: followsLast) {
      case .failure(let failure): permission = .refused(reason: failure.reason(in: catalog))
      case .success(let real):
        guard let root else {
          return .refused(reason: FileFailure.noFolder.reason(in: catalog))
        }
        guard !writable.contains(where: (root + "/" + real).hasPrefix) else { continue }
        permission = missing(
          catalog.text(permissions.writableFolders.isEmpty ? .noFolderAllowed : .folderNotListed))
      }
      guard write.isTree else { return permission }
      // A file that can't be written at all isn't asked about.
      guard case .refused(let reason) = permission else {
        asked = permission
        continue
      }
      return .refused(
        reason: catalog.text(
          .fileBecause, ["path": .quoted(part.path), "reason": .text(reason)]))
    }
    return asked ?? .granted
  }

  /// Returns what a file, a folder, or a link of a tree would replace.
  public func outlook(of part: WriteRequest) -> WriteOutlook { writes.outlook(of: part) }

  /// Looks once at what all parts of a write would replace; the path of a file that's no part of a tree follows links.
  ///
  /// - Complexity: O(*n*) in the size of the files; folders on the way to several parts after one another are looked
  ///   up once.
  public func outlooks(of write: WriteRequest) -> [WriteOutlook] { writes.outlooks(of: write) }

  /// The number of paths that were resolved from the folder on, for tests that count work.
  var walkCount: Int { writes.folder.walkCount }

  /// Finds out whether a file or a tree was written or restored, and finishes or takes back what a killed process has
  /// left of it.
  public func recover(_ request: EffectRequest) -> EffectRecovery {
    switch request.effect {
    case .write(let write): writes.recover(write, of: request.attempt)
    case .restore(let restore): writes.recover(restore, of: request.attempt)
    case .command, .action: .unknown
    }
  }

  /// Forgets the note about a file or a tree whose walk has recorded the result.
  public func conclude(_ request: EffectRequest) {
    switch request.effect {
    case .write(let write): writes.conclude(write, of: request.attempt)
    case .restore(let restore): writes.conclude(restore.write, of: request.attempt)
    case .command, .action: break
    }
  }

  /// Performs a request, and returns when it has ended.
  public func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    if cancellation.isCancelled { return .failed(message: catalog.text(.wasInterrupted)) }
    switch request.effect {
    case .command(let command): return commands.run(command, until: cancellation)
    case .write(let write):
      return writes.write(write, of: request.attempt, until: cancellation)
    case .restore(let restore):
      return writes.restore(restore, of: request.attempt, until: cancellation)
    case .action(let action):
      guard let body = actions[action.name] else {
        return .failed(message: catalog.text(.actionMissing))
      }
      do {
        return .returned(try body(action.arguments, cancellation))
      } catch {
        return .failed(message: catalog.text(.failedBecause, ["reason": .text("\(error)")]))
      }
    }
  }
}
