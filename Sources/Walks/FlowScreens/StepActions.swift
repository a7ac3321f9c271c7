// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
package import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

// The ways to go on without a line, as every face offers them.
extension Question {
  /// The ways to go on from a step without a field; none while one is asked.
  package var actions: [StepPage.Action] {
    guard step.focus == nil else { return [] }
    let catalog = step.catalog
    var back: [StepPage.Action] {
      canGoBack ? [.init(catalog.text(.doGoBack), .walk(.back(steps: 1)))] : []
    }
    switch step.kind {
    case .commit:
      return [.init(catalog.text(.doYesGoOn), .walk(.answer(.one(.value(true)))))] + back
    case .stop(let outcome):
      return [.init(catalog.text(outcome == .failed ? .doEndHere : .doFinish), .next)] + back
    case .review:
      return [.init(catalog.text(progress.remaining == 0 ? .doFinish : .doGoOn), .next)]
    case .repeat: return step.listActions
    case .note, .ask, .form: return [.init(catalog.text(.actNext), .next)]
    }
  }
}

extension StepState {
  /// The actions of a list of records, below its items.
  package var listActions: [StepPage.Action] {
    let isFull = itemLimits.most.map { items.count >= $0 } ?? false
    let first = catalog.text(items.isEmpty ? .doAddOne : .doAddAnother)
    return (canChangeItems && !isFull ? [.init(first, .walk(.change(.add)))] : [])
      + [.init(catalog.text(.doListDone), .next)]
      + (restorablePosition == nil
        ? [] : [.init(catalog.text(.doUndoRemoval), .walk(.change(.restore)))])
  }
}

extension DecisionQuestion {
  /// The page of the question, above the effects that it's about: its title, and what else must be known.
  ///
  /// Instead of a no to effects, the user goes back or leaves.
  package var page: StepPage {
    var answers = answers
    if isBlocked { answers.removeAll { $0.key == "yes" } }
    if decision.isPermission, way != nil { answers.removeAll { $0.key == "no" } }
    var page = StepPage(
      actions: answers.map { .init($0.label, .walk($0.action)) }
        + (showLabel.map { [.init($0, .show)] } ?? [])
        + (way.map { [.init($0.label, .walk($0.action))] } ?? []))
    switch decision {
    case .permission:
      page.add(.heading, [.stepTitle(title)] + (environment.map { [.text($0)] } ?? []))
    case .overwrite:
      page.add(.sections, treeTitle.map { [.stepTitle($0)] } ?? [])
      page.add(
        .heading, [.stepTitle(title), .text(explanation ?? catalog.text(.fileDiffers))])
    case .doubt(let request, _): page.add(.heading, [.stepTitle(title), .effect(request)])
    case .wayBack, .move: break
    }
    return page
  }

  /// The index of the action that's offered; nil if none is.
  package var offeredAction: Int? {
    offered.map { offered in page.actions.firstIndex { $0.label == offered.label } ?? 0 }
  }
}

extension FlowSession {
  /// The page of a failure, and the ways out of it.
  package func page(of failure: FlowFailure) -> StepPage {
    let effect = failure.effect
    var actions: [StepPage.Action] = []
    if let retried = effect?.retries {
      let label =
        retried == effect?.step
        ? catalog.text(.doRetry) : catalog.text(.doGoOnWith, ["step": .quoted(name(of: retried))])
      actions.append(.init(label, .walk(.retry)))
    }
    if canGoBack { actions.append(.init(catalog.text(.doGoBack), .walk(.back(steps: 1)))) }
    var page = StepPage(actions: actions + [.init(catalog.text(.doLeave), .quit)])
    let title: MessageID =
      effect == nil ? .stuckTitle : hasFailedAgain ? .failedAgainTitle : .failedTitle
    page.add(.heading, [.stepTitle(catalog.text(title))])
    page.add(.outcome, [.denial(failure.message)])
    let line = MessageValue.text("\(failure.place.start.line)")
    page.add(.lostElements, [.hint(catalog.text(.lineOfFlow, ["line": line]))])
    return page
  }
}
