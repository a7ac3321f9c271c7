// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A flow that's broken in one place, and where the loader must report it.
struct FlowMutant {
  /// The kinds of mutations.
  enum Kind: String, CaseIterable, Sendable {
    case nameRenamed = "a name is renamed where it is declared"
    case readMisspelt = "a name is misspelled where it is read"
    case stepDropped = "a step is dropped"
    case conditionDropped = "a 'when' is dropped"
    case presenceDropped = "an 'orValue' is dropped"
    case typeChanged = "a type is changed"
    case idDuplicated = "an id is given twice"
    case choiceMisspelt = "a choice is misspelled where it is compared"
    case inputRemoved = "an input is removed"
    case keyMisspelt = "a key is misspelled"
    case wordMisspelt = "a word is misspelled"
    case indentationBroken = "a line is indented by one more"
    case expressionUnquoted = "an expression loses its quotes"
    case placeholderLost = "a translation loses a placeholder"
  }

  /// The findings that the loader must report.
  enum Expectation {
    /// A finding in each of these line ranges.
    case all([ClosedRange<Int>])
    /// A finding in one of these line ranges.
    case any([ClosedRange<Int>])
    /// A finding in one of these line ranges, or none, since the flow may be intended.
    case either([ClosedRange<Int>], because: String)
    /// Nothing, since the mutant is a valid flow.
    case nothing(because: String)
    /// A finding in another file of the flow's folder.
    case beside
  }

  let kind: Kind
  /// A description of the change, such as `port` → `port_x`.
  let what: String
  /// The first changed line.
  let line: Int
  let edits: [FixIt.Edit]
  let expectation: Expectation
}
