// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowSessions
import ProgramParts

/// The command `stackflow init`: writes a flow and its test, to begin with.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a flow and its test, to begin with.",
    discussion: """
      The flow asks three questions, one of them only after a certain answer. Change it, and check it \
      with 'stackflow check'. Files that exist are never overwritten.

      Example: stackflow init hello
      """)

  @Argument(help: "The name of the flow, such as new-service.")
  var name = "hello"

  func run() throws {
    guard let first = name.utf8.first, Self.isLetter(first),
      name.utf8.allSatisfy({ Self.isLetter($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 })
    else {
      throw ProgramOutput.fail(
        .usage,
        "a flow's name begins with a letter, followed by letters, digits, '-', and '_'; found "
          + "'\(name)'")
    }
    let flow = FlowFolder.path(of: name)
    let test = "\(FlowFolder.name)/\(name).test.yaml"
    for path in [flow, test] where SystemFiles.exists(path) {
      throw ProgramOutput.fail(.usage, "'\(path)' already exists; choose another name")
    }
    do throws(SystemFiles.Failure) {
      try SystemFiles.makeFolder(FlowFolder.name)
      try SystemFiles.write(Self.flow(name), to: flow, isPrivate: false)
      try SystemFiles.write(Self.test, to: test, isPrivate: false)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    ProgramOutput.result(
      """
      Wrote \(flow) and \(test).

      Run it:    stackflow run \(name)
      Test it:   stackflow test \(FlowFolder.name)
      Check it:  stackflow check \(FlowFolder.name)

      """)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  /// The flow, as `stackflow fmt` writes it.
  private static func flow(_ name: String) -> String {
    """
    flow: 1
    id: \(name)
    title: A first flow
    steps:
      - ask: name
        type: string
        label: What's your name?
        maxLength: 40
      - ask: drink
        type: choice
        label: What would you like to drink?
        choices:
          - { value: coffee, label: Coffee }
          - { value: tea, label: Tea }
          - { value: water, label: Water }
        default: coffee
      - ask: milk
        when: drink != 'water'
        type: boolean
        label: With milk, ${name}?
        default: false

    """
  }

  private static let test = """
    test: a guest has coffee with milk
    steps:
      - answer: { name: Ada, drink: coffee, milk: true }
    output: { name: Ada, drink: coffee, milk: true }
    ---
    test: a guest has tea without milk
    steps:
      - answer: { name: Ada, drink: tea, milk: false }
    output: { name: Ada, drink: tea, milk: false }
    ---
    test: nobody takes milk in water
    steps:
      - reject: { name: "" }
      - answer: { name: Ada, drink: water }
    output: { name: Ada, drink: water }

    """
}
