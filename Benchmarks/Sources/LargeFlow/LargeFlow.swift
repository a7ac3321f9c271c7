// SPDX-License-Identifier: Apache-2.0

/// Flows of any length for benchmarks.
public enum LargeFlow {
  /// Returns a realistic flow file with sections of ten steps.
  ///
  /// A section has questions of several types, conditions on answers of this and the previous section,
  /// a form, a compute, a note, and a group.
  ///
  /// - Parameter steps: The number of steps, rounded up to a multiple of ten.
  /// - Returns: The text of the file.
  public static func text(steps: Int) -> String {
    var text = "flow: 1\nid: large\nversion: 1\ntitle: A large flow\nsteps:\n"
    for section in 0..<(steps + 9) / 10 { text += Self.section(section) }
    return text
  }

  private static func section(_ n: Int) -> String {
    let before = n == 0 ? "" : " && kind_\(n) != kind_\(n - 1)"
    return """
        - ask: name_\(n)
          type: string
          label: "Name of service \(n)"
          help: Lower-case letters, digits and dashes. It becomes the directory's name.
          pattern: '^[a-z][a-z0-9-]*$'
          maxLength: 40
          messages: { pattern: "Use lower-case letters, digits and dashes." }
          validate:
            - check: "!(name_\(n) in ['test', 'tmp'])"
              message: "'${name_\(n)}' is reserved"
        - ask: kind_\(n)
          type: choice
          label: What is it?
          choices:
            - { value: http, label: HTTP API, hint: listens on a port }
            - { value: worker, label: Background worker }
            - { value: cron, label: Scheduled job }
        - ask: port_\(n)
          when: kind_\(n) == 'http'
          type: integer
          label: Port
          min: 1024
          max: 65535
          default: 8080
        - form: schedule_\(n)
          when: kind_\(n) == 'cron'
          title: When does it run?
          fields:
            - { ask: every_\(n), type: choice, choices: [hour, day, week] }
            - { ask: at_\(n), type: time, when: "every_\(n) != 'hour'" }
        - compute: host_\(n)
          value: "kind_\(n) == 'http' ? name_\(n) + '.example.com:' + string(port_\(n)) : ''"
        - note: told_\(n)
          when: "host_\(n) != ''\(before)"
          text: "It will be at ${host_\(n)}."
        - group: more_\(n)
          when: kind_\(n) != 'cron'
          steps:
            - ask: replicas_\(n)
              type: integer
              label: "How many of ${name_\(n)}?"
              min: 1
              max: 20
              default: 1
            - ask: public_\(n)
              type: boolean
              label: Can everybody reach it?
              when: kind_\(n) == 'http' && replicas_\(n) > 1
              default: false
        - ask: owner_\(n)
          type: string
          label: Who looks after it?
          format: email
          required: false

      """
  }
}
