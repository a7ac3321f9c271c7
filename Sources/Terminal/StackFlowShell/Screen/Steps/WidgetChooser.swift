// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks

/// Chooses the widget for what a line is read about.
///
/// A widget stays as long as the same is asked. A list of records is the same after one of its items
/// was asked for, so its pointer stays, too.
final class WidgetChooser {
  private let runner: FlowRunner

  /// Whether the flow is one question.
  var isSingle = false

  /// The field of the widget.
  private var place: Place?

  /// The lists of records on the stack, by their depth.
  private var lists: [Int: RecordsWidget] = [:]

  private struct Place: Hashable {
    let field: String
    let depth: Int
  }

  init(runner: FlowRunner) { self.runner = runner }

  func choose(for line: OpenLine, from registry: WidgetRegistry, host: WidgetHost) {
    keepList(host.widget)
    let depth = runner.session.depth
    guard let id = line.field?.id, case .asking(let step) = runner.state,
      let field = step.focusedField, field.id == id
    else {
      place = nil
      host.widget = widget(about: line.subject, instead: host.widget)
      return
    }
    let now = Place(field: id, depth: depth)
    if now == place, var widget = host.widget as? any ScreenWidget {
      widget.field = field
      host.widget = widget
    } else {
      host.widget = makeWidget(for: field, from: registry)
    }
    place = now
  }

  /// Gives the host's widget its field as it's now.
  func update(_ host: WidgetHost) {
    guard case .asking(let step) = runner.state, let field = step.focusedField,
      var widget = host.widget as? any ScreenWidget, widget.field.id == field.id
    else { return }
    widget.field = field
    host.widget = widget
  }

  private func makeWidget(for field: FieldState, from registry: WidgetRegistry) -> any ScreenWidget
  {
    var widget = registry.widget(for: field)
    if isSingle, var buttons = widget as? BooleanWidget {
      buttons.answersAtOnce = true
      return buttons
    }
    // Looking up a conformance costs more than the rest of a first frame.
    switch field.type {
    case .date, .datetime, .path: break
    default: if registry.isBuiltIn(for: field) { return widget }
    }
    if var calendar = widget as? any CalendarWidget {
      calendar.today = runner.session.today
      widget = calendar
    }
    if var folder = widget as? any FolderWidget {
      folder.host = runner.services.paths
      widget = folder
    }
    return widget
  }

  // MARK: Steps without a field

  /// Remembers a list of records before its widget is replaced.
  private func keepList(_ widget: (any StepWidget)?) {
    let depth = runner.session.depth
    lists = lists.filter { $0.key <= depth }
    guard let list = widget as? RecordsWidget, let at = listDepth else { return }
    lists[at] = list
    if at > depth { lists[at] = nil }
  }

  /// The depth of the list whose widget is shown.
  private var listDepth: Int?

  private func widget(
    about subject: LineSubject, instead old: (any StepWidget)?
  ) -> (any StepWidget)? {
    let session = runner.session
    listDepth = nil
    switch subject {
    case .nothing: return nil
    case .decision(let question):
      switch question.decision {
      case .move: return nil
      case .permission:
        if let old = old as? EffectsWidget, old.question == question { return old }
        return EffectsWidget(question, catalog: session.catalog)
      case .overwrite, .doubt:
        return ButtonsWidget(question.page, pointer: question.offeredAction)
      case .wayBack(let way):
        var review = old as? ReviewWidget ?? self.review(session)
        review.ask(wayBackTo: way.target, discarding: way.discarded)
        return review
      }
    case .removal(let step, let item):
      var list = records(of: step)
      list.ask(aboutRemoving: item)
      return list
    case .failure(let failure): return ButtonsWidget(session.page(of: failure))
    case .step(let step):
      switch step.kind {
      case .repeat: return records(of: step)
      case .review:
        guard var review = old as? ReviewWidget, review.step == step.id else {
          return self.review(session)
        }
        review.endAsking()
        return review
      default:
        // Enter alone is no yes to a commit.
        let isCommit = step.kind == .commit
        return ButtonsWidget(
          actionPage(session), pointer: isCommit ? nil : 0, takesYes: isCommit)
      }
    }
  }

  private func records(of step: StepState) -> RecordsWidget {
    let depth = runner.session.depth
    listDepth = depth
    guard var list = lists[depth], list.step.id == step.id else { return RecordsWidget(step: step) }
    list.step = step
    return list
  }

  /// The actions of the top step.
  private func actionPage(_ session: FlowSession) -> StepPage {
    Question(session)?.page([]) ?? StepPage()
  }

  private func review(_ session: FlowSession) -> ReviewWidget {
    let reach = ReviewReach(session)
    return ReviewWidget(
      step: session.topStepID ?? "", rows: Question.rows(ofReview: reach.rows),
      onward: actionPage(session).actions, catalog: session.catalog
    ) { id in
      session.canGoBack(to: id) ? reach.discarded(byGoingBackTo: id) : nil
    }
  }
}
