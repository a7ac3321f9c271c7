// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
package import FlowHosts

extension ResultFormat: ExpressibleByArgument {
  /// The formats with their readers, as help.
  package static let readers = """
    How the result is written: json (default), yaml, env for python-dotenv, shell for eval and for \
    EnvironmentFile= of systemd, docker for --env-file.
    """
}
