// SPDX-License-Identifier: Apache-2.0

/// The names that a template can use beside its own questions, in copier or in cookiecutter.
enum ForeignDialect: Hashable {
  /// copier 9.
  case copier

  /// cookiecutter 2, whose questions are parts of `cookiecutter`.
  case cookiecutter

  /// The prefix that's written before the name of a question.
  var prefix: String { self == .cookiecutter ? "cookiecutter." : "" }

  /// The names that are always there.
  var names: Set<String> {
    let own: [String] =
      switch self {
      case .copier:
        [
          "now", "make_secret", "pathjoin", "_copier_answers", "_copier_conf", "_copier_operation",
          "_copier_phase", "_copier_python", "_external_data", "_folder_name", "_src_path",
          "_commit", "UNSET",
        ]
      case .cookiecutter: ["cookiecutter", "_cookiecutter", "random_ascii_string", "uuid4"]
      }
    return Set(own + ["range", "dict", "lipsum", "cycler", "joiner", "namespace", "self", "super"])
  }

  /// The parts of `cookiecutter` that are no questions.
  static let cookiecutterParts: Set<String> = [
    "_template", "_output_dir", "_repo_dir", "_checkout", "_extensions", "_copy_without_render",
    "_jinja2_env_vars", "items", "keys", "values", "get", "update", "pop", "copy", "setdefault",
  ]

  /// The meanings of the filters that are always there, by their names.
  var filterMeanings: [String: String] { Self.filterMeanings[self] ?? [:] }

  private static let filterMeanings = [
    ForeignDialect.copier: JinjaReference.filtersOfCopier,
    .cookiecutter: JinjaReference.filtersOfCookiecutter,
  ].mapValues { JinjaReference.meanings($0 + "\n" + JinjaReference.filters) }

  /// The filters that are always there.
  var filters: Set<String> { Self.filterNames[self] ?? [] }

  private static let filterNames = filterMeanings.mapValues { Set($0.keys) }

  /// The meanings of the tests of Jinja, by their names.
  static let testMeanings = JinjaReference.meanings(JinjaReference.tests)

  /// The tests of Jinja.
  static let tests = Set(testMeanings.keys)
}
