// SPDX-License-Identifier: Apache-2.0

/// What a template can use beside its own questions, in copier or in cookiecutter.
enum ForeignDialect: Hashable {
  /// copier 9.
  case copier

  /// cookiecutter 2, whose questions are parts of `cookiecutter`.
  case cookiecutter

  /// What's written before the name of a question.
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

  /// The filters that are always there.
  var filters: Set<String> {
    let own: String =
      switch self {
      case .copier:
        """
        ans_groupby ans_random b64decode b64encode basename bool checksum combine comment dirname \
        expanduser expandvars extract fileglob flatten from_json from_yaml from_yaml_all hash \
        mandatory md5 quote random_mac realpath regex_escape regex_findall regex_replace \
        regex_search relpath sha1 shuffle splitext strftime subelements ternary to_datetime \
        to_json to_nice_json to_nice_yaml to_uuid to_yaml type_debug win_basename win_dirname \
        win_splitdrive
        """
      case .cookiecutter: "jsonify slugify"
      }
    return Set((own + " " + Self.filtersOfJinja).split(separator: " ").map(String.init))
  }

  private static let filtersOfJinja = """
    abs attr batch capitalize center count d default dictsort e escape filesizeformat first float \
    forceescape format groupby indent int items join last length list lower map max min pprint \
    random reject rejectattr replace reverse round safe select selectattr slice sort string \
    striptags sum title tojson trim truncate unique upper urlencode urlize wordcount wordwrap \
    xmlattr
    """

  /// The tests of Jinja.
  static let tests: Set<String> = Set(
    """
    != < <= == > >= boolean callable defined divisibleby eq equalto escaped even false filter float \
    ge greaterthan gt in integer iterable le lessthan lower lt mapping ne none number odd sameas \
    sequence string test true undefined upper
    """.split(separator: " ").map(String.init))
}
