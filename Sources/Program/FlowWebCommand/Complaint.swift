// SPDX-License-Identifier: Apache-2.0

import FlowHosts

/// Writes a line to standard error.
func complain(_ text: String) {
  try? SystemFiles.writeAll(text + "\n", to: 2, name: "standard error")
}
