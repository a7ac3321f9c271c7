// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import ForeignTemplates
package import SourceDiagnostics

/// The flows that an editor has open, and what's known about them and the files that belong to them.
///
/// Checks are remembered until a file that they read has changed. Nothing is run, and nothing is fetched.
package struct FlowWorkspace: Sendable {
  /// The files.
  package private(set) var files: OpenFiles

  /// The results of checks by the path of the file that was checked.
  private var checks: [String: FileCheck] = [:]

  /// The open flows as they were last checked as a whole, for checks of what changes in them.
  private var bases: [String: WholeCheck] = [:]

  /// The last check of each open flow as a whole.
  private var sketches: [String: Sketch] = [:]

  private struct Sketch {
    let check: FileCheck
    var places: FlowPlaces?
  }

  /// The findings of open flows that haven't been checked as a whole since they changed.
  private var quick: [String: QuickFindings] = [:]

  private struct QuickFindings {
    let diagnostics: [Diagnostic]
    let reads: FileReads
  }

  /// The places of names in files, by the paths of the file and of the checked flow.
  private var places: [[String]: FlowPlaces] = [:]

  /// The trees of files.
  private var trees: [String: YAMLStream] = [:]

  /// The flows, and templates of other programs, that have read each file.
  private var readers: [String: Set<String>] = [:]

  /// The known answers about names without values.
  private var unasked: [NameTarget: UnaskedAnswer?] = [:]

  /// The number of checks so far.
  package private(set) var checkCount = 0

  /// The number of changes so far whose findings are known without a check of the whole flow.
  package private(set) var quickCount = 0

  /// The maximum number of flows that are looked at to find one that uses a template.
  private static let maximumUsers = 20

  /// The number of folders around a template in which files that use it are looked for.
  private static let mostFolders = 8

  package init(files: OpenFiles = OpenFiles()) { self.files = files }

  // MARK: Files

  /// Sets the content of an open file.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - text: The content, without a byte order mark; nil if the file was closed.
  /// - Complexity: O(*c*) in the number of checks that are remembered.
  package mutating func set(_ path: String, _ text: TextLines?) {
    let isNew = files.isOpen(path) != (text != nil)
    files.set(path, text)
    forget(path, isSameFile: !isNew)
    if isNew { trees = trees.filter { files.isOpen($0.key) } }
  }

  /// Lets go of the content of an open file, which is set again before anything else.
  package mutating func letGo(_ path: String) {
    if files.isOpen(path) { files.set(path, TextLines([])) }
  }

  /// Takes over the trees of a workspace with the same files.
  package mutating func takeTrees(of other: FlowWorkspace) {
    trees.merge(other.trees) { own, _ in own }
  }

  /// Forgets what depends on a file.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - isSameFile: Whether only its content has changed; false if it was created or removed.
  package mutating func forget(_ path: String, isSameFile: Bool) {
    trees[path] = nil
    quick[path] = nil
    if !isSameFile { (bases, sketches, quick) = ([:], [:], [:]) }
    bases = bases.filter { !$0.value.reads.contains(file: path) }
    quick = quick.filter { !$0.value.reads.contains(file: path) }
    let outdated = Set(
      checks.filter {
        $0.key == path || $0.value.reads.contains(file: path)
          || !isSameFile && $0.value.reads.contains(path)
      }.map(\.key))
    guard !outdated.isEmpty else { return }
    if isSameFile, files.isOpen(path), let check = checks[path], check.loaded?.index != nil {
      sketches[path] = Sketch(check: check, places: places[[path, path]])
    }
    checks = checks.filter { !outdated.contains($0.key) && !outdated.contains($0.value.flow ?? "") }
    places = places.filter { !outdated.contains($0.key[1]) }
    unasked = unasked.filter {
      !outdated.contains($0.key.flow) || sketches[$0.key.flow] != nil
    }
  }

  /// Returns a file as it's open, or on disk, without a byte order mark; nil if it can't be read.
  func read(_ path: String) -> [UInt8]? {
    guard let bytes = files.read(path) else { return nil }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  // MARK: Checks

  /// Returns the paths of the files whose checks report what's wrong with a file.
  ///
  /// - Complexity: That of checking at most 20 flows for a template that no checked flow uses; O(*c*) in the number
  ///   of checks otherwise.
  mutating func roots(of path: String) -> [String] {
    switch FileKind(of: path) {
    case .flow, .extensions, .copier, .cookiecutter: return [path]
    case .texts: return [ScriptSearch.flow(ofTexts: path)]
    case .script: return [flow(ofScript: path), path]
    case .template: return users(of: path)
    }
  }

  func flow(ofScript path: String) -> String {
    let found = ScriptSearch.flow(of: path)
    if SystemFiles.exists(found) || files.isOpen(found) { return found }
    // Flows that are only open have no other file.
    let stem = path.dropLast(ScriptSearch.scriptSuffix.count)
    let open = files.paths.filter {
      $0.hasSuffix(ScriptSearch.flowSuffix)
        && (stem + ".").hasPrefix($0.dropLast(ScriptSearch.flowSuffix.count) + ".")
    }
    return open.max { $0.count < $1.count } ?? found
  }

  /// Returns the paths of the flows, and templates of other programs, that are known to read a file, or of one that's
  /// found near it.
  mutating func users(of path: String) -> [String] {
    let known = (readers[path] ?? []).sorted().filter { reader in
      reader != path && reads(of: reader)?.contains(file: path) == true
    }
    guard known.isEmpty else { return known }
    var folder = FilePath.folder(of: path)
    var count = 0
    for _ in 0..<Self.mostFolders where folder != "/" {
      for name in files.names(in: folder).sorted()
      where FileKind(of: name).usesTemplates && folder + name != path {
        count += 1
        guard count <= Self.maximumUsers else { return [] }
        if reads(of: folder + name)?.contains(file: path) == true { return [folder + name] }
      }
      folder = FilePath.folder(of: String(folder.dropLast()))
    }
    return []
  }

  /// Returns the files that a flow, or a template of another program, uses; nil if there's no such file.
  private mutating func reads(of path: String) -> FileReads? {
    checks[path]?.reads ?? quick[path]?.reads ?? check(path)?.reads
  }

  /// Returns the result of checking a flow, a script, a file of extensions, or a template of another program; nil if
  /// there's no such file.
  mutating func check(_ path: String) -> FileCheck? {
    if let known = checks[path] ?? restored(path) { return known }
    guard let bytes = files.read(path) else { return nil }
    let reads = FileReads()
    let check: FileCheck
    switch FileKind(of: path) {
    case .flow: return self.check(path, bytes, load(bytes, path, noting: reads), reads)
    case .script:
      let flow = flow(ofScript: path)
      guard let checked = self.check(flow)?.checked else { return nil }
      let script = FlowScriptFile.load(bytes, name: path, flow: checked)
      check = FileCheck(
        path, script.diagnostics.diagnostics, reads, flow: flow, script: script)
    case .extensions:
      let found = ExtensionsFile.read(bytes, name: path, limit: files.limit).diagnostics
      check = FileCheck(path, found.diagnostics, reads)
    case .copier, .cookiecutter:
      let folder = FilePath.folder(of: path)
      let report = ForeignTemplate.check(
        [FilePath.name(of: path)], in: files.files(beside: folder + "template", noting: reads),
        shownAs: folder, limit: files.limit)
      check = FileCheck(path, report.diagnostics.diagnostics, reads, foreign: report)
    case .texts, .template: return nil
    }
    remember(check)
    return check
  }

  /// Takes up the last check of a flow as a whole again, if its text is what it was; returns nil otherwise.
  private mutating func restored(_ path: String) -> FileCheck? {
    guard let base = bases[path], let sketch = sketches[path],
      sketch.check.loaded?.file == base.loaded.file, let text = files.contents[path],
      text.bytes.count == base.bytes.count,
      TextChange(from: base.bytes, to: text.bytes).isEmpty
    else { return nil }
    quickCount += 1
    (checks[path], places[[path, path]]) = (sketch.check, sketch.places)
    (quick[path], sketches[path]) = (nil, nil)
    return sketch.check
  }

  private mutating func remember(_ check: FileCheck) {
    checkCount += 1
    checks[check.path] = check
    for file in check.reads.files { readers[file, default: []].insert(check.path) }
  }

  private func load(
    _ bytes: [UInt8], _ path: String, noting reads: FileReads, includesWarnings: Bool = true
  ) -> LoadedFlow {
    FlowFile.load(
      bytes, name: path, limit: files.limit, files: files.files(beside: path, noting: reads),
      includesWarnings: includesWarnings)
  }

  /// Returns the result of checking a flow that was loaded.
  private mutating func check(
    _ path: String, _ bytes: [UInt8], _ loaded: LoadedFlow, _ reads: FileReads
  ) -> FileCheck {
    let kept =
      loaded.isWhole
      ? Self.withoutRepeatedKeys(bytes, loaded) : Array(tree(of: path, bytes).file.text.utf8)
    var known = loaded
    if kept != bytes {
      known = load(kept, path, noting: reads, includesWarnings: false)
      if loaded.isWhole, !known.isWhole { known = loaded }
    }
    let check = FileCheck(
      path, loaded.diagnostics.diagnostics, reads, bytes: bytes, loaded: known,
      checked: loaded.flow)
    if sketches[path] != nil { unasked = unasked.filter { $0.key.flow != path } }
    (quick[path], sketches[path]) = (nil, nil)
    if files.isOpen(path) {
      let base = WholeCheck(bytes, loaded, reads, in: files) { tree(of: path, bytes) }
      bases[path] = base ?? bases[path]
    }
    remember(check)
    return check
  }

  /// Returns a text without the lines of a second list of steps and of second kinds of steps, so that the others are known.
  private static func withoutRepeatedKeys(_ bytes: [UInt8], _ loaded: LoadedFlow) -> [UInt8] {
    let repeated = loaded.diagnostics.diagnostics.filter {
      ($0.id == "several-kinds" || $0.id == "duplicate-key") && $0.place.file == loaded.file
    }
    guard !repeated.isEmpty else { return bytes }
    var lines = TextLines(bytes)
    for start in repeated.map(\.place.range.lowerBound) {
      let number = lines.line(at: start)
      let line = KeyPlace.Line(lines.range(number), in: lines.bytes)
      if line.start == start, line.dashes.isEmpty { lines.blank(number) }
    }
    return lines.bytes
  }

  /// Returns the tree of a text without the lines at which a YAML parser gives up, so that what's below them is known; the
  /// rest is at its place.
  ///
  /// - Complexity: O(*n*) in the length of the text, a few times if it isn't YAML.
  private static func stream(_ bytes: [UInt8], _ path: String, limit: Int) -> YAMLStream {
    var kept = TextLines(bytes)
    var stream = FlowFormatter.tree(of: bytes, name: path, limit: limit)
    for _ in 0..<mostBlankLines {
      guard stream.documents.contains(where: { $0.root?.isComplete != true }),
        let mistake = stream.diagnostics.diagnostics.last(where: { $0.severity == .error })
      else { return stream }
      // An unclosed bracket or quote is where it's opened.
      let place = mistake.notes.compactMap(\.place).first ?? mistake.place
      var number = kept.line(at: place.range.lowerBound)
      // At the end of a line, what's wrong may be on the next one.
      while number > 0, kept.isBlank(number) { number -= 1 }
      if kept.marksConflict(number) {
        for line in 0..<kept.count where kept.marksConflict(line) { kept.blank(line) }
      } else {
        kept.blank(number)
      }
      stream = FlowFormatter.tree(of: kept.bytes, name: path, limit: limit)
      stream.isAsWritten = false
    }
    return stream
  }

  /// The maximum number of lines that are left out so that the rest is YAML.
  private static let mostBlankLines = 6

  /// Returns what's wrong with an open file and those that are checked with it, by path, each once.
  ///
  /// - Complexity: That of checking what has changed.
  package mutating func findings(of path: String) -> [String: [Diagnostic]] {
    var found: [String: [Diagnostic]] = [:]
    for root in roots(of: path) {
      for diagnostic in diagnostics(of: root) {
        let file = FilePath.normalized(diagnostic.place.file.name)
        if !(found[file] ?? []).contains(where: { $0.isSame(as: diagnostic) }) {
          found[file, default: []].append(diagnostic)
        }
      }
    }
    return found
  }

  /// Returns what's wrong with a file and those that it uses.
  private mutating func diagnostics(of path: String) -> [Diagnostic] {
    if let known = checks[path]?.diagnostics ?? quick[path]?.diagnostics
      ?? restored(path)?.diagnostics
    {
      return known
    }
    guard sketches[path] != nil || bases[path] != nil, let text = files.read(path) else {
      return check(path)?.diagnostics ?? []
    }
    if let base = bases[path], let check = QuickCheck(base, text, files) {
      return found(check.diagnostics, base.reads, in: path)
    }
    let reads = FileReads()
    let loaded = load(text, path, noting: reads)
    // The part below a mistake in YAML is only needed for other facts about the file.
    guard loaded.isWhole else { return found(loaded.diagnostics.diagnostics, reads, in: path) }
    return check(path, text, loaded, reads).diagnostics
  }

  /// Returns what's wrong in a file with the places in it; if that isn't known yet of the present text of a flow, what's
  /// known about the parts that haven't changed.
  mutating func knownFindings(in view: FileView) -> [(diagnostic: Diagnostic, place: SourceRange)] {
    guard view.change != nil, quick[view.path] == nil else {
      return (findings(of: view.path)[view.path] ?? []).map { ($0, $0.place.range) }
    }
    return (view.check?.diagnostics ?? []).compactMap { diagnostic in
      guard diagnostic.place.file.name == view.path else { return nil }
      return view.unchangedRange(diagnostic.place.range).map { (diagnostic, $0) }
    }
  }

  /// Remembers findings that are known without a check of the whole flow.
  private mutating func found(
    _ diagnostics: [Diagnostic], _ reads: FileReads, in path: String
  ) -> [Diagnostic] {
    quickCount += 1
    quick[path] = QuickFindings(diagnostics: diagnostics, reads: reads)
    return diagnostics
  }

  /// The paths of the flows of which only the findings are known since their last change, sorted.
  package var changedFlows: [String] { quick.keys.sorted() }

  /// The paths of the open flows about which more could be known, sorted: those of which only the findings are known, and
  /// those whose names nothing has asked for.
  package var tiredFlows: [String] {
    files.paths.filter { path in
      quick[path] != nil || checks[path]?.loaded?.index != nil && places[[path, path]] == nil
    }
  }

  /// Whether the findings of a file need a whole check of a flow that was only checked where it has changed.
  package func awaitsCheck(_ path: String) -> Bool {
    FileKind(of: path) == .script && quick[flow(ofScript: path)] != nil
  }

  /// Returns the paths of the files of flows in folders and in the folders in them, and of those that are open.
  ///
  /// - Returns: The paths, at most 500.
  package func flowFiles(in folders: [String]) -> [String] {
    var found = files.paths
    for folder in folders {
      let inner = SystemFiles.names(inFolder: folder) ?? []
      let all =
        [folder]
        + inner.filter { !$0.hasPrefix(".") && !$0.contains(".") }.sorted()
        .prefix(100).map { "\(folder)/\($0)" }
      for one in all {
        for name in files.names(in: one).sorted()
        where [.flow, .script, .texts].contains(FileKind(of: name)) {
          found.append(FilePath.normalized("\(one)/\(name)"))
        }
      }
    }
    var seen: Set<String> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(500))
  }

  // MARK: Views

  /// Returns what's known about a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isChecked: Whether a flow that has changed since it was checked as a whole is checked again; otherwise, only its
  ///     tree is known.
  /// - Returns: What's known; nil if the file can't be read.
  package mutating func view(of path: String, isChecked: Bool = true) -> FileView? {
    guard let bytes = read(path) else { return nil }
    let kind = FileKind(of: path)
    if !isChecked, sketches[path] != nil, let lines = files.contents[path] {
      return FileView(
        path: path, kind: kind, lines: lines, check: nil, tree: tree(of: path, bytes))
    }
    let flow = roots(of: path).first.flatMap { check($0) }
    var view = FileView(
      path: path, kind: kind, lines: files.contents[path] ?? TextLines(bytes), check: flow,
      tree: tree(of: path, bytes))
    if kind == .script { view.script = check(path)?.script }
    if let flow, let index = flow.loaded?.index { view.places = places(in: path, flow, index) }
    return view
  }

  /// Returns what's known about a file at once: if it's a flow that has changed since it was checked as a whole, what
  /// was known then, with what has changed.
  ///
  /// - Complexity: O(*n*) in the length of the file if it has changed.
  package mutating func sketch(of path: String) -> FileView? {
    guard checks[path] == nil, var known = sketches[path], let lines = files.contents[path],
      let index = known.check.loaded?.index
    else { return view(of: path) }
    if known.places == nil { known.places = FlowPlaces(index) }
    sketches[path] = known
    var view = FileView(
      path: path, kind: .flow, lines: lines, check: known.check,
      tree: YAMLStream(unread: index.definition.file), places: known.places)
    view.change = TextChange(from: known.check.bytes, to: lines.bytes)
    return view
  }

  /// Returns what the last check of a flow as a whole found out.
  mutating func lastCheck(_ path: String) -> FileCheck? {
    checks[path] ?? sketches[path]?.check ?? check(path)
  }

  /// Returns whether a walk can pass a name of a flow without a value, as it was last checked; nil if nothing is known
  /// about it.
  ///
  /// - Complexity: That of checking what the name depends on, for the first question about it; O(1) then.
  mutating func unasked(_ target: NameTarget) -> UnaskedAnswer? {
    if let known = unasked[target] { return known }
    guard let loaded = lastCheck(target.flow)?.loaded, let index = loaded.index else { return nil }
    let id = index.names[target.name].id
    let base = bases[target.flow].flatMap { $0.loaded.file == loaded.file ? $0 : nil }
    let found =
      base?.unasked(id) ?? UnaskedAnswer.find(declaredAt: id.place, in: index.definition)
    unasked[target] = .some(found)
    return found
  }

  private mutating func tree(of path: String, _ bytes: [UInt8]) -> YAMLStream {
    if let known = trees[path] { return known }
    let stream: YAMLStream
    switch FileKind(of: path) {
    case .copier, .cookiecutter:
      stream = ForeignTemplate.tree(of: bytes, name: path, limit: files.limit)
    case .template: stream = YAMLStream(unread: SourceFile(name: path, text: ""))
    case .flow, .script, .texts, .extensions:
      stream = Self.stream(bytes, path, limit: files.limit)
    }
    if files.isOpen(path) { trees[path] = stream }
    return stream
  }

  private mutating func places(
    in path: String, _ check: FileCheck, _ index: FlowIndex
  ) -> FlowPlaces? {
    if let known = places[[path, check.path]] { return known }
    guard let file = check.file(at: path) else { return nil }
    let found = FlowPlaces(index, in: file)
    places[[path, check.path]] = found
    return found
  }
}

/// The result of checking a file.
package struct FileCheck: Sendable {
  /// The path of the file.
  package let path: String

  /// The findings in it, and in the files that it uses.
  let diagnostics: [Diagnostic]

  /// The files that the check has read.
  let reads: FileReads

  /// The path of the flow of a script; nil for other files.
  let flow: String?

  /// The text of a flow.
  fileprivate let bytes: [UInt8]

  /// The flow, loaded except for its mistakes; nil for other files.
  let loaded: LoadedFlow?

  /// The flow, if it has no mistakes.
  let checked: CheckedFlow?

  /// The scripts; nil for other files.
  let script: FlowScriptFile.Loaded?

  /// The report about the template of another program; nil for other files.
  let foreign: ForeignReport?

  fileprivate init(
    _ path: String, _ diagnostics: [Diagnostic], _ reads: FileReads, bytes: [UInt8] = [],
    flow: String? = nil, loaded: LoadedFlow? = nil, checked: CheckedFlow? = nil,
    script: FlowScriptFile.Loaded? = nil, foreign: ForeignReport? = nil
  ) {
    self.foreign = foreign
    self.checked = checked
    self.path = path
    self.diagnostics = diagnostics
    self.reads = reads
    self.bytes = bytes
    self.flow = flow
    self.loaded = loaded
    self.script = script
  }

  /// Returns the text of a file as the check has read it; nil if nothing in it is known.
  ///
  /// - Complexity: O(*n*) in the number of expressions and uses, unless it's the flow itself.
  func file(at path: String) -> SourceFile? {
    guard let loaded else { return nil }
    if loaded.file.name == path { return loaded.file }
    guard let index = loaded.index else { return nil }
    func isIt(_ file: SourceFile) -> Bool { FilePath.normalized(file.name) == path }
    return index.expressions.lazy.map(\.source.file).first(where: isIt)
      ?? index.uses.lazy.map(\.place.file).first(where: isIt)
  }
}

extension Diagnostic {
  /// Whether it says the same about the same place, in whichever reading of the file.
  fileprivate func isSame(as other: Diagnostic) -> Bool {
    id == other.id && place.range == other.place.range && message == other.message
  }
}

/// A view of a checked file for the features of editors, whose offsets count UTF-8 bytes.
package struct FileView: Sendable {
  package let path: String
  let kind: FileKind
  let lines: TextLines

  /// The result of checking the flow that it belongs to; nil if there's none.
  let check: FileCheck?

  /// The file's tree; empty for files that aren't read as YAML.
  let tree: YAMLStream

  /// The names in the file; nil if nothing in it is known.
  fileprivate(set) var places: FlowPlaces?

  /// The change of the text since the check, with places in the text before; nil if there is none.
  fileprivate(set) var change: TextChange?

  /// The scripts in it, if it has some, and their flow has no mistakes.
  fileprivate(set) var script: FlowScriptFile.Loaded?

  /// The text in UTF-8.
  var bytes: [UInt8] { lines.bytes }

  /// The index of the flow.
  var index: FlowIndex? { check?.loaded?.index }

  /// Returns the offset in the text that was checked.
  func checkedOffset(_ offset: Int) -> Int { change?.old(offset) ?? offset }

  /// Returns the range of one in the text that was checked.
  func range(_ checked: SourceRange) -> SourceRange { change?.new(checked) ?? checked }

  /// Returns the range of one in the text that was checked; nil if it has changed.
  func unchangedRange(_ checked: SourceRange) -> SourceRange? {
    guard let change else { return checked }
    guard checked.upperBound < change.start || checked.lowerBound > change.oldEnd else {
      return nil
    }
    return change.new(checked)
  }
}
