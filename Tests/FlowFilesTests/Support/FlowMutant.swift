// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A flow that was broken in one place, and where the loader must say so.
struct FlowMutant {
  /// How flows are broken.
  enum Kind: String, CaseIterable, Sendable {
    case nameRenamed = "a name is renamed where it is declared"
    case readMisspelt = "a name is misspelt where it is read"
    case stepDropped = "a step is dropped"
    case conditionDropped = "a 'when' is dropped"
    case presenceDropped = "an 'orValue' is dropped"
    case typeChanged = "a type is changed"
    case idDuplicated = "an id is given twice"
    case choiceMisspelt = "a choice is misspelt where it is compared"
    case inputRemoved = "an input is removed"
    case keyMisspelt = "a key is misspelt"
    case wordMisspelt = "a word is misspelt"
    case indentationBroken = "a line is indented by one more"
    case expressionUnquoted = "an expression loses its quotes"
    case placeholderLost = "a translation loses a placeholder"
  }

  /// What the loader has to say.
  enum Expectation {
    /// A finding on a line of each of these.
    case all([ClosedRange<Int>])
    /// A finding on a line of one of these.
    case any([ClosedRange<Int>])
    /// A finding on a line of one of these, or none, since somebody may mean the flow.
    case either([ClosedRange<Int>], because: String)
    /// Nothing, since the mutant is a flow that somebody may mean.
    case nothing(because: String)
    /// A finding in a file beside the flow.
    case beside
  }

  let kind: Kind
  /// What was done, for people: `port` → `port_x`.
  let what: String
  /// The first line that was changed.
  let line: Int
  let edits: [FixIt.Edit]
  let expectation: Expectation
}
