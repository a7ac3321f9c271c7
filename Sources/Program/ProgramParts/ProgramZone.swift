// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowHosts

/// The time zone of this program's walks.
package enum ProgramZone {
  /// The user's zone, read when it's first needed; what isn't understood is then said on standard error.
  package static let rules = SystemHost.zone { ProgramOutput.message("stackflow: \($0)") }
}
