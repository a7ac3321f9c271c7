// SPDX-License-Identifier: Apache-2.0

package import RandomTesting

/// A flow with sections of steps that depend on each other, and on those of the section before.
package struct MadeFlow {
  package var text: String

  /// Makes a flow with as many sections.
  package init(sections: Int) {
    text = "flow: 1\nid: made\ntitle: Made\nsteps:\n"
    for number in 0..<sections { text += Self.section(number) }
  }

  /// Makes a flow in one of many forms.
  package init(_ random: inout SeededGenerator) {
    self.init(sections: 0)
    let sections = Int.random(in: 3..<9, using: &random)
    if Bool.random(using: &random) {
      text = text.replacing(
        "steps:\n", with: "inputs:\n  region: { type: string, default: eu }\nsteps:\n")
    }
    for number in 0..<sections {
      text += Self.section(number)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: text += Self.list(number)
      case 1: text += "  - { stop: end_\(number), when: kind_\(number) == 'cron', text: No. }\n"
      case 2: text += "  - { ask: pass_\(number), type: secret, label: Word }\n"
      case 8:
        text += """
            - { commit: agreed_\(number), text: Go on? }
            - { run: made_\(number), command: [make, '${name_\(number)}'], onError: stop }

          """
      case 3:
        text += """
            - note: both_\(number)
              text: { en: 'Hello ${name_\(number)}', de: 'Hallo ${name_\(number)}' }

          """
      default: break
      }
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      text += "output:\n"
      for number in 0..<sections {
        text += "  name_\(number): name_\(number)\n  kind_\(number): kind_\(number)\n"
      }
    case 1: text += "output: { all: name_0 }\n"
    default: break
    }
  }

  private static func section(_ n: Int) -> String {
    let before = n == 0 ? "" : " && kind_\(n) != kind_\(n - 1)"
    return """
        - ask: name_\(n)
          type: string
          label: Name \(n)
          pattern: '^[a-z]+$'
          validate: [{ check: "name_\(n) != 'test'", message: '${name_\(n)} is reserved' }]
        - ask: kind_\(n)
          type: choice
          choices: [{ value: http }, { value: cron }, { value: worker_\(n) }]
        # The port.
        - ask: port_\(n)
          when: kind_\(n) == 'http'
          type: integer # \(n)
          label: Port \(n)
          min: 1024
          max: 65535 # \(n)
        - form: schedule_\(n)
          when: kind_\(n) == 'cron'
          fields:
            - { ask: every_\(n), type: choice, choices: [hour, day] }
            - { ask: at_\(n), type: time, when: "every_\(n) != 'hour'" }
        - compute: host_\(n)
          value: "kind_\(n) == 'http' ? name_\(n) + ':' + string(port_\(n)) : ''"
        - note: told_\(n)
          when: "host_\(n) != ''\(before)"
          text: 'It is ${host_\(n)}.'
        - group: more_\(n)
          when: kind_\(n) != 'cron'
          title: More of ${name_\(n)}
          steps:
            - { ask: replicas_\(n), type: integer, min: 1, max: 20, default: 1 }
            - ask: public_\(n)
              type: boolean
              when: kind_\(n) == 'http' && replicas_\(n) > 1
        - compute: length_\(n)
          value: size(name_\(n))

      """
  }

  private static func list(_ n: Int) -> String {
    """
      - repeat: parts_\(n)
        minItems: 1
        steps:
          - { ask: part_\(n), type: string }
          - { ask: count_\(n), type: integer, when: "part_\(n) != name_\(n)" }
        summary: ${part_\(n)}
      - { note: parts_told_\(n), text: '${parts_\(n).size()} of them' }

    """
  }
}
