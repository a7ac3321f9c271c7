// SPDX-License-Identifier: Apache-2.0

/// The keys of the flow language and of files of extensions, without those that name a kind of step
/// (`StepKeyword`) or a constraint (`ConstraintKind`).
enum FlowKey: String, CaseIterable, Sendable {
  case action, actions, allow, args, `as`, at, capture, check, choices, command, confirm, content,
    copy
  case `default`, disabled, disabledWhen, drop, each, empty, env, exists, extensions, fields, flow
  case from, functions, generate, heading, help, hint, id, inputs, json, key, keys, label,
    language, length,
    level,
    message, messages
  case method, migrate, mode, no, of, onError, otherwise, outcome, output, over, overloads,
    parameters
  case parses, pass, path, priority, reads, remember, rename, required, returns, secret, section,
    separator
  case set, sets, short, skip, stdin, steps, suffix, suggest, summary, text, timeout, title, to
  case tree, type, types, undo
  case use, validate, value, verbatim, version, when, widget, widgets, with, yaml, yes
}
