// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowExpressions
import FlowHosts
import FlowSessions
import ModelContext

/// Keeps claims as empty files in `$XDG_STATE_HOME/stackflow/claims`, for all servers of a user.
struct FolderLedger: EffectLedger {
  private let folder: String

  /// Opens the ledger, and removes claims of states that can't be given back anymore.
  ///
  /// - Parameter lifetime: How long a state is accepted, in seconds.
  /// - Throws: ``ProgramEnding`` if the folder can't be made.
  init(keptFor lifetime: Int64) throws(ProgramEnding) {
    guard let state = SystemHost.stateFolder else {
      throw ProgramOutput.fail(
        .usage, "there's no home directory to keep in which commands have run")
    }
    folder = state + "/claims"
    guard SystemFiles.makePrivateFolder(folder) else {
      throw ProgramOutput.fail(.inputOutput, "\(folder): the folder can't be created")
    }
    let oldest = SystemHost.now.secondsSinceEpoch - 2 * lifetime
    for name in SystemFiles.names(inFolder: folder) ?? [] {
      var status = stat()
      let path = "\(folder)/\(name)"
      if stat(path, &status) == 0, Int64(status.changedSeconds) < oldest { unlink(path) }
    }
  }

  func claim(_ state: WalkMoment) -> Bool {
    (try? SystemFiles.createPrivately("", in: folder, name: state.name)) == true
  }

  func isClaimed(_ state: WalkMoment) -> Bool {
    var status = stat()
    return stat("\(folder)/\(state.name)", &status) == 0
  }
}

extension stat {
  /// When the file was changed, in seconds since 1970.
  fileprivate var changedSeconds: Int {
    #if canImport(Darwin)
    st_mtimespec.tv_sec
    #else
    st_mtim.tv_sec
    #endif
  }
}
