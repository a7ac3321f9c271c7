// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowHosts

/// The time zone of this program's walks.
enum ProgramZone {
  /// The user's zone, read when it's first needed; what isn't understood is then said on standard error.
  static let rules = SystemHost.zone { ProgramOutput.message("stackflow: \($0)") }
}
