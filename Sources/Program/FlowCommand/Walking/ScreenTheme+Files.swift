// SPDX-License-Identifier: GPL-3.0-or-later

import FlowFiles
import FlowHosts
import FlowSessions
import ProgramParts
import SourceDiagnostics
import StackFlowShell

extension ScreenTheme {
  /// The maximum size of a theme file in bytes.
  private static let limit = 64 << 10

  /// The user's own theme: `$XDG_CONFIG_HOME/stackflow/theme.yaml`; nil if there's none, or if it
  /// has mistakes, which only `--theme` reports.
  static var own: ScreenTheme? {
    var folder = SystemHost.environment("XDG_CONFIG_HOME") ?? ""
    if !folder.hasPrefix("/") {
      guard let home = SystemHost.environment("HOME"), home.hasPrefix("/") else { return nil }
      folder = home + "/.config"
    }
    guard let bytes = try? SystemFiles.read(folder + "/stackflow/theme.yaml", limit: limit) else {
      return nil
    }
    let (theme, diagnostics) = read(bytes, name: "theme.yaml")
    return diagnostics.hasErrors ? nil : theme
  }

  /// The built-in theme with a name, or the theme of a file.
  ///
  /// - Throws: ``ProgramEnding`` when there's no such theme, or its file has mistakes.
  static func ofUser(named name: String) throws(ProgramEnding) -> ScreenTheme {
    if let theme = named(name) { return theme }
    guard name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      let near = NearMiss.nearest(to: name, in: ScreenTheme.names)
      let proposal =
        near.map { "did you mean '\($0)'?" }
        ?? "the themes are \(ScreenTheme.names.joined(separator: ", ")), and a file ends with .yaml"
      throw ProgramOutput.fail(.usage, "there is no theme '\(name)'; \(proposal)")
    }
    let bytes: [UInt8]
    do {
      bytes = try SystemFiles.read(name, limit: limit)
    } catch {
      throw ProgramOutput.fail(.usage, "cannot read the theme '\(name)': \(error.message)")
    }
    let (theme, diagnostics) = read(bytes, name: name)
    guard !diagnostics.hasErrors else {
      ProgramOutput.diagnostics(diagnostics)
      throw ProgramEnding(.badFile)
    }
    return theme
  }

  private static func read(
    _ bytes: [UInt8], name: String
  ) -> (theme: ScreenTheme, diagnostics: DiagnosticList) {
    var (entries, diagnostics) = AnswersFile.read(bytes, name: name)
    var reader = ThemeReader()
    // The base is what the others change, wherever it's written.
    entries = entries.filter { $0.name == "base" } + entries.filter { $0.name != "base" }
    for entry in entries {
      guard case .typed(let text) = entry.content else {
        diagnostics.add(Diagnostic("wrong-type", "expected words", at: entry.place))
        continue
      }
      if let message = reader.take(entry.name, text) {
        diagnostics.add(Diagnostic("unknown-theme-entry", message, at: entry.place))
      }
    }
    return (reader.theme, diagnostics)
  }
}
