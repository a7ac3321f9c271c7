// SPDX-License-Identifier: Apache-2.0

import FlowEffects

extension String {
  /// The text as a word of a shell command.
  package var asShellWord: String { CommandRequest.quoted(self) }
}
