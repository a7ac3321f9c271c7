// SPDX-License-Identifier: Apache-2.0

/// The filters and tests of templates with what they mean: a line for each, which begins with the name.
enum JinjaReference {
  /// Returns the meanings by their names.
  static func meanings(_ lines: String) -> [String: String] {
    var meanings: [String: String] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { meanings[words[0]] = words[1] }
    }
    return meanings
  }

  /// The filters of Jinja.
  static let filters = """
    abs The absolute value of a number.
    attr An attribute of a value, by its name.
    batch Lists of some items each.
    capitalize The text with its first letter in upper case and the rest in lower case.
    center The text in the middle of a field of some width.
    count The number of items, or of characters.
    d Another value if it's undefined, or with `true` if it's false.
    default Another value if it's undefined, or with `true` if it's false.
    dictsort The pairs of a dictionary, sorted.
    e The text with the marks of HTML as entities.
    escape The text with the marks of HTML as entities.
    filesizeformat A number of bytes in words, such as 13 kB.
    first The first item.
    float A number with a fraction; 0.0 or another default if it isn't one.
    forceescape The text with the marks of HTML as entities, also if it's safe.
    format The text with values in place of `%s` and the like.
    groupby The items in groups, by an attribute.
    indent The text with blanks before each line but the first.
    int A whole number; 0 or another default if it isn't one.
    items The pairs of a dictionary.
    join The items in one text, with a separator between them.
    last The last item.
    length The number of items, or of characters.
    list The items as a list.
    lower The text in small letters.
    map An attribute of each item, or each item through a filter.
    max The greatest item.
    min The least item.
    pprint The value as Python prints it, on several lines.
    random An item by chance.
    reject The items for which a test is false.
    rejectattr The items for whose attribute a test is false.
    replace The text with another one in place of each occurrence.
    reverse The items, or the text, backwards.
    round The number, rounded to some decimal places.
    safe The text, which isn't escaped any more.
    select The items for which a test is true.
    selectattr The items for whose attribute a test is true.
    slice Some lists of about the same length.
    sort The items, sorted.
    string The value as a text.
    striptags The text without tags.
    sum The sum of the items.
    title The text with a capital letter at each word.
    tojson The value in JSON.
    trim The text without blanks at its ends.
    truncate The text up to some length.
    unique The items, each once.
    upper The text in capital letters.
    urlencode The text as a part of an address.
    urlize The text with its addresses as links.
    wordcount The number of words.
    wordwrap The text in lines of some length.
    xmlattr The pairs of a dictionary as attributes of a tag.
    """

  /// The filters that copier adds.
  static let filtersOfCopier = """
    ans_groupby The items in groups, by an attribute.
    ans_random An item, or a number up to a limit, by chance.
    b64decode The text that's written in base64.
    b64encode The text in base64.
    basename The last part of a path.
    bool Whether it's a word that means yes.
    checksum The SHA-1 of a text.
    combine A dictionary with the pairs of others.
    comment The text as a comment.
    dirname A path without its last part.
    expanduser A path with the home folder in place of `~`.
    expandvars A path with the values of variables of the environment.
    extract The item of a key, or of an index.
    fileglob The files whose paths match a pattern.
    flatten A list with the items of the lists in it.
    from_json The value that's written in JSON.
    from_yaml The value that's written in YAML.
    from_yaml_all The values of the documents that are written in YAML.
    hash The hash of a text: its SHA-1, or another by its name.
    mandatory The value; an error if it's undefined.
    md5 The MD5 of a text.
    quote The text in quotes for a shell.
    random_mac A MAC address that begins with a text, by chance.
    realpath A path without links.
    regex_escape The text as a pattern that matches itself.
    regex_findall All parts that match a pattern.
    regex_replace The text with another one in place of what matches a pattern.
    regex_search The first part that matches a pattern.
    relpath A path from a folder.
    sha1 The SHA-1 of a text.
    shuffle The items in an order by chance.
    splitext A path without its ending, and the ending.
    strftime A time in a pattern.
    subelements Each item with each element of a list in it.
    ternary One value if it's true, and another if it's false.
    to_datetime The time that's written in a pattern.
    to_json The value in JSON.
    to_nice_json The value in JSON, on several lines.
    to_nice_yaml The value in YAML, on several lines.
    to_uuid The UUID of a text.
    to_yaml The value in YAML.
    type_debug The name of the type in Python.
    win_basename The last part of a path of Windows.
    win_dirname A path of Windows without its last part.
    win_splitdrive The drive and the rest of a path of Windows.
    """

  /// The filters that cookiecutter adds.
  static let filtersOfCookiecutter = """
    jsonify The value in JSON, on several lines.
    slugify The text in small letters and with dashes, as in addresses.
    """

  /// The tests of Jinja.
  static let tests = """
    != Whether it differs from a value.
    < Whether it's less than a value.
    <= Whether it's at most a value.
    == Whether it equals a value.
    > Whether it's greater than a value.
    >= Whether it's at least a value.
    boolean Whether it's true or false.
    callable Whether it can be called.
    defined Whether it has a value.
    divisibleby Whether a number is a multiple of another.
    eq Whether it equals a value.
    equalto Whether it equals a value.
    escaped Whether a text is escaped.
    even Whether a number is even.
    false Whether it's false.
    filter Whether there's a filter of this name.
    float Whether it's a number with a fraction.
    ge Whether it's at least a value.
    greaterthan Whether it's greater than a value.
    gt Whether it's greater than a value.
    in Whether it's in a list, a text, or a dictionary.
    integer Whether it's a whole number.
    iterable Whether it has items.
    le Whether it's at most a value.
    lessthan Whether it's less than a value.
    lower Whether a text is in small letters.
    lt Whether it's less than a value.
    mapping Whether it's a dictionary.
    ne Whether it differs from a value.
    none Whether it's none.
    number Whether it's a number.
    odd Whether a number is odd.
    sameas Whether it's the same object as another.
    sequence Whether it's a list, or has items by number.
    string Whether it's a text.
    test Whether there's a test of this name.
    true Whether it's true.
    undefined Whether it has no value.
    upper Whether a text is in capital letters.
    """
}
