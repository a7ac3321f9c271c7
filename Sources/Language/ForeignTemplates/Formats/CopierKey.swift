// SPDX-License-Identifier: Apache-2.0

package import FlowFiles

/// A supported key of a question of copier.
enum CopierKey: String, CaseIterable {
  case type, help, `default`, choices, multiselect, when, validator, placeholder, secret, multiline
  case ask

  /// The words for types of answers.
  static let types = ["str", "int", "float", "bool", "yaml", "json", "path"]

  fileprivate var fileKey: FileKey {
    let (shape, summary): (FileShape, String) =
      switch self {
      case .type: (.oneOf(Self.types), "The type of the answer; by default, that of the default.")
      case .help: (.value, "The question, as a template.")
      case .default:
        (.data, "The default, as a template; also the value of a question that isn't asked.")
      case .choices:
        (
          .any([.list(.data), .names(.data)]),
          "The choices: values, pairs of a label and a value, or labels with values."
        )
      case .multiselect: (.boolean, "Whether several choices can be picked.")
      case .when: (.value, "The condition under which it's asked, as a template.")
      case .validator: (.value, "A template that writes what's wrong with the answer, or nothing.")
      case .placeholder: (.value, "A text in the empty field.")
      case .secret:
        (.boolean, "Whether the answer is hidden, and not written to the file of answers.")
      case .ask:
        (
          .value,
          "Whether it's asked, as a template; if not, it keeps its earlier answer, or its default."
        )
      case .multiline: (.boolean, "Whether the text has several lines.")
      }
    return FileKey(named: rawValue, shape, summary)
  }
}

/// A supported setting of a template of copier.
enum CopierSetting: String, CaseIterable {
  case subdirectory = "_subdirectory"
  case templatesSuffix = "_templates_suffix"
  case exclude = "_exclude"
  case envops = "_envops"
  case extensions = "_jinja_extensions"
  case tasks = "_tasks"
  case migrations = "_migrations"
  case answersFile = "_answers_file"
  case preservesLinks = "_preserve_symlinks"
  case externalData = "_external_data"
  case skipIfExists = "_skip_if_exists"
  case messageBeforeCopy = "_message_before_copy"
  case messageAfterCopy = "_message_after_copy"
  case minimumVersion = "_min_copier_version"

  /// Whether it's translated, or means nothing, when a template is imported.
  var isImported: Bool { ![.migrations, .externalData].contains(self) }

  fileprivate var fileKey: FileKey {
    let (shape, summary): (FileShape, String) =
      switch self {
      case .subdirectory:
        (.value, "The folder with the files, as a template; by default, that of 'copier.yml'.")
      case .templatesSuffix:
        (.value, "The ending of files that are rendered: '.jinja' by default; '' for all files.")
      case .exclude: (.list(.value), "Patterns of what's left out, as templates.")
      case .envops:
        (.names(.literal), "Options of Jinja, such as the delimiters of outputs and blocks.")
      case .extensions: (.list(.value), "Extensions of Jinja, by their classes.")
      case .tasks: (.list(.data), "Commands that run when the files are written.")
      case .migrations: (.list(.data), "Commands that run when a project is updated.")
      case .answersFile: (.value, "The file of the answers: '.copier-answers.yml' by default.")
      case .preservesLinks: (.boolean, "Whether symbolic links stay links.")
      case .skipIfExists: (.list(.value), "Patterns of files that are kept if they exist.")
      case .messageBeforeCopy: (.value, "A message before the first question, as a template.")
      case .messageAfterCopy: (.value, "A message when the files are written, as a template.")
      case .minimumVersion: (.value, "The oldest version of copier that reads the template.")
      case .externalData:
        (.names(.value), "Files of other templates' answers, by the names that read them.")
      }
    return FileKey(named: rawValue, shape, summary)
  }
}

extension ForeignTemplate {
  /// The shape of the file of a template of copier: settings, and questions with names of their
  /// own.
  package static let copierFile = FileShape.any([
    .map(copierMaps[0].name), .names(.any([.map(copierMaps[1].name), .data])),
  ])

  /// The maps of that file.
  package static let copierMaps = [
    FileMap("copierSettings", "The settings of a template.", CopierSetting.allCases.map(\.fileKey)),
    FileMap("copierQuestion", "A question.", CopierKey.allCases.map(\.fileKey)),
  ]
}
