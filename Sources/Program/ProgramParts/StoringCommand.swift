// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// A command of `stackflow` that may need what only `stackflow-web` has: it's then started with the same words.
package protocol StoringCommand: AsyncParsableCommand {
  /// Whether the walks are in a database, or monitoring is asked for.
  var needsOtherProgram: Bool { get }
}
