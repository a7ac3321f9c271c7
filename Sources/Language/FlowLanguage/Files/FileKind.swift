// SPDX-License-Identifier: Apache-2.0

import FlowScripts
import ForeignTemplates

/// The kind of a file, by its name.
package enum FileKind: Sendable, Hashable {
  case flow, script, texts, extensions

  /// The file of a template of copier, or of cookiecutter.
  case copier, cookiecutter

  /// A file that texts or trees of a flow may use.
  case template

  /// Returns what a file is.
  ///
  /// - Parameter path: The path of the file.
  package init(of path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(ScriptSearch.flowSuffix) || name.hasSuffix(".flow.yml") {
      self = .flow
    } else if name.hasSuffix(ScriptSearch.scriptSuffix) {
      self = .script
    } else if name.hasSuffix(ScriptSearch.textsSuffix) {
      self = .texts
    } else if name.hasSuffix(ScriptSearch.extensionsSuffix) {
      self = .extensions
    } else if ForeignTemplate.fileNames.contains(name) {
      self = name.hasSuffix(".json") ? .cookiecutter : .copier
    } else {
      self = .template
    }
  }
  /// Whether it's a file of StackFlow's own, in YAML.
  var isOfTheLanguage: Bool {
    switch self {
    case .flow, .script, .texts, .extensions: true
    case .copier, .cookiecutter, .template: false
    }
  }

  /// Whether its check reads templates.
  var usesTemplates: Bool { self == .flow || isForeign }

  /// Whether it's the file of a template of another program.
  var isForeign: Bool { self == .copier || self == .cookiecutter }
}
