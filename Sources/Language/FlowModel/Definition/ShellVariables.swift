// SPDX-License-Identifier: Apache-2.0

/// The variables that a shell script gets from a result, and those that shells keep for themselves.
package enum ShellVariables {
  /// Returns the name of the variable for the parts of a name in data: `LICENSE_HOLDER` for `license.holder`.
  package static func name(of path: [String]) -> String {
    path.map(name(of:)).joined(separator: "_")
  }

  private static func name(of key: String) -> String {
    var name = ""
    for scalar in key.uppercased().unicodeScalars {
      switch scalar {
      case "_", "A"..."Z", "a"..."z", "0"..."9": name.unicodeScalars.append(scalar)
      default: name += "_"
      }
    }
    return name.first?.isNumber == true ? "_" + name : name
  }

  /// Returns whether a variable can't be assigned in a shell, loses its value there, or changes how the shell works
  /// or what its commands run.
  package static func isRefused(_ name: String) -> Bool {
    refused.contains(name) || ["BASH_", "LD_", "DYLD_"].contains(where: name.hasPrefix)
  }

  /// Returns whether some shells set a variable themselves, or take only numbers for it.
  package static func isUnreliable(_ name: String) -> Bool { unreliable.contains(name) }

  /// In bash, dash, or the shell of BusyBox, most of them in zsh, too.
  private static let refused: Set<String> = [
    "BASH", "BASHOPTS", "BASHPID", "CDPATH", "DIRSTACK", "ENV", "EPOCHREALTIME", "EPOCHSECONDS",
    "EUID", "EXECIGNORE", "FPATH", "FUNCNAME", "GLOBIGNORE", "GROUPS", "HISTCMD", "HOME", "IFS",
    "LINENO", "OLDPWD", "OPTIND", "PATH", "PIPESTATUS", "POSIXLY_CORRECT", "PPID",
    "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "PWD", "RANDOM", "SECONDS", "SHELLOPTS",
    "SRANDOM", "TMOUT", "UID", "ZDOTDIR", "_",
  ]

  /// In zsh, the first two also where bash runs commands at a terminal.
  private static let unreliable: Set<String> = [
    "COLUMNS", "LINES", "ARGC", "EGID", "ERRNO", "FUNCNEST", "GID", "HISTSIZE", "KEYBOARD_HACK",
    "KEYTIMEOUT", "LISTMAX", "MAILCHECK", "SAVEHIST", "SHLVL", "TRY_BLOCK_ERROR",
    "TRY_BLOCK_INTERRUPT", "TTYIDLE", "USERNAME", "ZSH_EVAL_CONTEXT", "ZSH_SUBSHELL",
  ]
}
