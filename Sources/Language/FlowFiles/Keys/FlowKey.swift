// SPDX-License-Identifier: Apache-2.0

/// The keys of the flow language and of files of extensions, without those that name a kind of step
/// (`StepKeyword`), a constraint (`ConstraintKind`), or a text, a setting, or a flag of a field (`FieldKeyEntry`).
enum FlowKey: String, CaseIterable, Sendable {
  case action, actions, allow, alone, args, `as`, at, capture, check, choices, command, content,
    data,
    copy
  case `default`, description, disabled, disabledWhen, drop, each, env, exists, extensions, fields,
    fill,
    flow
  case from, functions, generate, heading, help, hint, id, inputs, json, key, keys, label,
    language, length,
    level, lines, links, lockedWhen,
    message, messages
  case method, migrate, mode, of, onError, outcome, output, over, overloads,
    parameters
  case parses, pass, path, priority, reads, rename, returns, secret, section,
    separator
  case set, sets, skip, stdin, steps, suffix, summary, text, timeout, title, to
  case tree, type, types, undo, updatable
  case use, validate, value, verbatim, version, when, widget, widgets, with, yaml
}
