// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowSessions
import ProgramParts
import ProjectUpdates

/// The command `stackflow update [DIR]`.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Bring a project up to the present version of its flow.",
    discussion: """
      Reads what a flow with 'updatable: true' has recorded in .stackflow, asks what's new, and merges \
      the flow's changes with yours. Questions that you answered aren't asked again, and defaults that you accepted follow \
      the new version. Everything is written at one yes, or nothing. No command of the flow runs.

      A project of copier or cruft is taken over: from then on, the record in .stackflow counts.

      Example: stackflow update --check
      """)

  /// The decision about files that the user decides about, if no one is asked.
  enum ConflictPolicy: String, CaseIterable, ExpressibleByArgument {
    case ask
    case markers
    case keep
    case theirs
    case fail
  }

  @Argument(help: "The folder of the project.", completion: .directory)
  var folder = "."

  @Option(
    help: ArgumentHelp("The flow whose record counts, if there are several.", valueName: "id"))
  var flow: String?

  @Option(
    help: ArgumentHelp("The flow file or its address, if it has moved since.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The folder, the flow file, or the address of the version that made the project.",
      valueName: "dir"),
    completion: .directory)
  var base: String?

  @Option(
    help: ArgumentHelp(
      "The tag, branch, or commit of the flow's address to update to; the highest release without it.",
      valueName: "tag"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Ask the question of this answer again; repeat it for more.", valueName: "name"))
  var ask: [String] = []

  @Option(
    help: ArgumentHelp(
      "Bring back a file that you've deleted; repeat it for more.", valueName: "path"))
  var restore: [String] = []

  @Option(
    help: """
      What becomes of files that you'd decide about: ask (default), markers of a conflict in them, keep \
      yours, take theirs, or fail.
      """)
  var onConflict = ConflictPolicy.ask

  @Flag(
    help: "Leave conflicts to the index of git too, for a merge tool; they're written with markers."
  )
  var index = false

  @Flag(
    help: """
      Say whether there's something to update, with the defaults of new questions; ask and write nothing. The \
      exit code is 1 if there is.
      """)
  var check = false

  @Flag(help: "Show how each file changes.")
  var diff = false

  @Flag(help: "Take a template of another tool, even if not all of it can be translated.")
  var partial = false

  @OptionGroup(title: "Answers in advance") var given: GivenAnswerOptions

  @OptionGroup(title: "Without a person") var attendance: AttendanceOptions

  @OptionGroup(title: "Looks") var looks: FaceOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @Option(help: "The language of the texts, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum size of the flow file, and of a file of answers, in bytes.")
  var maxBytes = ByteLimit.default

  @MainActor
  func run() async throws {
    var attendance = attendance.attendance
    attendance.looks = try looks.looks()
    if check { (attendance.takesDefaults, attendance.isAlone) = (true, true) }
    let update = ProjectUpdate(
      folder: folder, flowID: flow, flowFile: from, base: base, revision: to, asked: Set(ask),
      restored: Set(restore), policy: onConflict, leavesToIndex: index, isCheck: check,
      showsDifferences: diff, given: given.answers(limit: maxBytes), attendance: attendance,
      readable: files.allowRead, language: lang, isPartial: partial, limit: maxBytes.count)
    try await update.run()
  }
}
