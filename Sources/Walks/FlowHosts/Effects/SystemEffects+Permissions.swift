// SPDX-License-Identifier: Apache-2.0

import Localization

extension SystemEffects {
  /// The permissions of flows on this machine.
  public struct Permissions: Hashable, Sendable {
    /// The commands that run without a question.
    public var commands: Commands

    /// The folders in which files are written without a question: paths relative to the host's
    /// folder, or absolute ones.
    ///
    /// Symbolic links are followed before a path is compared. Files outside the host's folder are
    /// never written, whatever is listed here.
    public var writableFolders: [String]

    /// The treatment of requests that aren't allowed by the other properties.
    public var others: Others

    /// Creates permissions; without arguments they allow nothing.
    ///
    /// - Parameters:
    ///   - commands: The commands that run without a question.
    ///   - writableFolders: The folders in which files are written without a question.
    ///   - others: The treatment of all other requests.
    public init(
      commands: Commands = [], writableFolders: [String] = [], others: Others = .refused
    ) {
      self.commands = commands
      self.writableFolders = writableFolders
      self.others = others
    }

    /// Refuses every command and every write.
    public static let nothing = Permissions()

    /// Asks the user about every command and every write.
    public static let asked = Permissions(others: .asked)

    /// Runs every command, and writes every file in the host's folder, without a question.
    ///
    /// A command can do whatever the process can, so use this only with flows that you trust as
    /// much as your own program.
    public static let everything = Permissions(commands: .all, writableFolders: ["."])
  }
}

extension SystemEffects.Permissions {
  /// Which commands run without a question.
  public enum Commands: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The programs with these names.
    ///
    /// A name must be what the flow writes as the first word of its command: `git` allows `git`,
    /// found on the process' `PATH`, but not `/usr/bin/git`. Arguments aren't limited.
    case named(Set<String>)

    /// Every program.
    case all

    /// Creates the set of the named programs: `["git", "mkdir"]`.
    public init(arrayLiteral names: String...) { self = .named(Set(names)) }

    /// Whether a program runs without a question.
    func contains(_ name: String) -> Bool {
      switch self {
      case .named(let names): names.contains(name)
      case .all: true
      }
    }

    /// The reason why a program that isn't included is refused.
    func refusal(in catalog: MessageCatalog) -> String {
      guard case .named(let names) = self, !names.isEmpty else {
        return catalog.text(.noCommandAllowed)
      }
      let quoted = names.sorted().map { catalog.quoted($0) }
      return catalog.text(.commandNotListed, ["names": .text(catalog.all(of: quoted))])
    }
  }

  /// The treatment of a request that isn't allowed.
  public enum Others: Hashable, Sendable {
    /// The request is refused, and its step fails.
    case refused

    /// The user must approve the request.
    case asked
  }
}
