// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowHosts
import Testing

/// Answers as variables: written with `--format env` and `shell`, read from env files and from the
/// environment.
@Suite("Answers as variables")
struct VariableTests {
  private static let flow = """
    flow: 1
    id: t
    inputs: { user: { type: string, default: nobody } }
    steps:
      - { ask: name, type: string }
      - { ask: hostName, type: string, required: false }
      - { ask: days, type: choices, choices: [mon, tue], required: false }
      - flow: license
        use: license.flow.yaml
      - repeat: env
        steps: [{ ask: key, type: string }, { ask: at, type: time, required: false }]
    """

  private static let license = """
    flow: 1
    id: license
    steps: [{ ask: holder, type: string }]
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    try folder.write(Self.license, to: "license.flow.yaml")
    return folder
  }

  private static let given = [
    "run", "t.flow.yaml", "--set", "hostName=\"quoted\"", "--set", "days=mon",
    "--set", "license.holder=ada l.", "--set", "env=[{key: A, at: '02:00'}, {key: B}]",
  ]

  /// Values with quotation marks at their ends, with `=`, `#`, `$`, and backslashes.
  @Test(
    arguments: ["a", "'a'", "\"a", "it's", "a=b # c", "$HOME", "ä 漢", #"\n "it's" \"#, #"C:\"#],
    ["", "APP_"])
  func variablesAreReadBackAsWritten(name: String, prefix: String) throws {
    let folder = try folder()
    let options = ["--format", "env"] + (prefix.isEmpty ? [] : ["--prefix", prefix])
    let first = try ProgramCall(
      Self.given + ["--set", "name=\(name)", "--output", "a.env"] + options, directory: folder.path)
    expectEqual(first.exit, 0, "\(first.messages)")
    let written = try #require(folder.text(of: "a.env"))
    #expect(written.contains("\(prefix)LICENSE_HOLDER='ada l.'\n"))
    let again = try ProgramCall(
      ["run", "t.flow.yaml", "--answers", "a.env"] + options, directory: folder.path)
    expectEqual(again.exit, 0, "\(again.messages)")
    expectEqual(again.output, written)
  }

  @Test func onlyVariablesWithThePrefixAreRead() throws {
    let folder = try folder()
    try folder.write("APP_NAME=a\nNAME=b\nDB_HOST=c\nAPP_LICENSE_HOLDER=d\n", to: "a.env")
    var calls = ProgramCalls()
    let rest = ["--set", "hostname=", "--set", "days=", "--set", "env=[]"]
    try calls.run(
      ["run", "t.flow.yaml", "--answers", "a.env", "--prefix", "APP_"] + rest,
      directory: folder.path)
    try calls.run(["run", "t.flow.yaml", "--answers", "a.env"] + rest, directory: folder.path)
    for prefix in ["1A", "a-b", "", "ä"] {
      try calls.run(
        "run", "t.flow.yaml", "--format", "env", "--prefix", prefix, directory: folder.path)
    }
    try calls.run("run", "t.flow.yaml", "--prefix", "APP_", directory: folder.path)
    calls.end()
  }

  @Test func namesMatchInAnyCaseWhereThatIsUnambiguous() throws {
    let folder = try folder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { ask: Name, type: string }
        - { ask: port, type: integer }
      """, to: "two.flow.yaml")
    var calls = ProgramCalls()
    try calls.run(
      "run", "two.flow.yaml", "--set", "name=a", "--set", "Name=b", "--set", "PORT=1",
      directory: folder.path)
    try calls.run(
      "run", "two.flow.yaml", "--set", "NAME=a", "--set", "port=1", directory: folder.path)
    try calls.run(
      "run", "two.flow.yaml", "--answers", "-", input: "Name: b\nname: a\nPort: 2\n",
      directory: folder.path)
    calls.end()
  }

  @Test func variablesOfTheEnvironmentAreAnswersOrMistakes() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    let rest = ["--set", "hostname=", "--set", "days=", "--set", "env=[]", "--set", "name=a"]
    func run(_ environment: [String: String], _ more: String...) throws {
      try calls.run(
        ["run", "t.flow.yaml"] + rest + more, environment: environment, directory: folder.path)
    }
    try run(["STACKFLOW_SET_LICENSE_HOLDER": "ada"])
    try run(["STACKFLOW_SET_license_holder": "ada", "STACKFLOW_SET_USER": "me"])
    try run(["STACKFLOW_SET_licence_holder": "ada"])
    try run(["STACKFLOW_SET_": "ada"])
    try run(
      ["STACKFLOW_SET_nope": "1", "STACKFLOW_SET_LICENSE_HOLDER": "ada"], "--ignore-unused")
    calls.end()
  }

  /// Invalid UTF-8 would become U+FFFD in the answers.
  @Test func aVariableThatIsNotUTF8IsRefused() throws {
    let call = try ProgramCall(
      shell: #"STACKFLOW_SET_name="$(printf 'caf\351')" stackflow run walk.flow.yaml"#)
    expectEqual(call.exit, 4)
    expectEqual(
      call.messages, "stackflow: the environment variable STACKFLOW_SET_name holds no valid UTF-8\n"
    )
    let input = try ProgramCall(
      shell: #"LIMIT="$(printf '7\351')" stackflow run inputs.flow.yaml --set user=a --defaults"#)
    expectEqual(input.exit, 4)
    expectEqual(
      input.messages, "stackflow: the environment variable LIMIT holds no valid UTF-8\n")
  }

  /// Every variable that bash documents or has, and those of other shells that a result can name.
  @Test func everyVariableThatAShellDropsIsRefused() throws {
    let call = try ProgramCall(
      shell: #"""
        for shell in bash dash "busybox sh"; do
          command -v ${shell%% *} > /dev/null || continue
          for name in $(bash -c 'compgen -v') BASH_ARGV0 BASH_COMMAND BASH_SUBSHELL BASHPID COLUMNS COMP_WORDS \
            COPROC DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD HOSTNAME HOSTTYPE LINENO LINES \
            MACHTYPE MAPFILE OLDPWD OPTARG OPTERR OPTIND OSTYPE PIPESTATUS PPID PWD RANDOM READLINE_LINE REPLY \
            SECONDS SHELL SHELLOPTS SHLVL SRANDOM UID USERNAME TERM LANG TZ USER EDITOR; do
            found=$($shell -c 'eval "$1"; eval ": ; printf %s \"\$$2\""' x "$name='a b'" "$name" 2> /dev/null)
            [ "$found" = "a b" ] || echo "$name"
          done
        done | sort -u
        """#)
    let dropped = call.output.split(separator: "\n").map(String.init)
    #expect(Set(dropped).isSuperset(of: ["GROUPS", "UID", "EUID", "PPID", "BASHOPTS", "RANDOM"]))
    let kept = dropped.filter {
      VariableNames.problem(in: [[$0]], .shell, prefix: "") == nil
    }
    expectEqual(kept, [])
    #expect(VariableNames.problem(in: [["LANG"], ["USERNAME"]], .shell, prefix: "") == nil)
    #expect(VariableNames.problem(in: [["GROUPS"]], .env, prefix: "") == nil)
  }

  @Test(arguments: ["path", "HOME", "ifs", "ld.preload", "uid", "groups", "bash.versinfo"])
  func theShellsOwnVariablesAreNotReplaced(name: String) throws {
    let folder = try TemporaryFolder()
    let parts = name.split(separator: ".").map(String.init)
    let output =
      parts.count == 1 ? "{ \(name): a }" : "{ \(parts[0]): { \(parts[1]): a } }"
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ ask: a, type: string }]\noutput: \(output)\n", to: "t.flow.yaml")
    let refused = try ProgramCall(
      ["run", "t.flow.yaml", "--format", "shell"], directory: folder.path)
    let variable = parts.joined(separator: "_").uppercased()
    expectEqual(refused.exit, 74, "before anything is asked")
    expectEqual(
      refused.messages,
      "stackflow: '\(name)' would replace the shell's own \(variable); give the "
        + "names a prefix, such as --prefix APP_\n")
    let named = try ProgramCall(
      ["run", "t.flow.yaml", "--format", "shell", "--prefix", "app_", "--set", "a=1"],
      directory: folder.path)
    expectEqual(named.output, "app_\(variable)='1'\n")
  }
}
