// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
package import FlowSessions
public import FlowWalks
package import Localization

/// The question that a walk asks before it continues: what would happen, the labelled answers, and the one that's
/// offered.
///
/// It's made once, from one look at the disk, and every face, command, and protocol prints it. Its rows say all that a
/// user is told; a face chooses among them and decides how they look.
public struct DecisionQuestion: Hashable, Sendable {
  /// An answer, and what it does.
  public struct Answer: Hashable, Sendable {
    /// The word for it in protocols: `yes`, `keep`, `no`, `perform`, or `back`.
    public let key: String

    /// The label of a button.
    public let label: String

    /// Its effect.
    public let action: WalkAction

    fileprivate init(
      _ key: String, _ label: MessageID, _ action: WalkAction, in catalog: MessageCatalog
    ) {
      (self.key, self.label, self.action) = (key, catalog.text(label), action)
    }
  }

  /// An effect that's asked about.
  package struct Effect: Hashable, Sendable {
    /// The effect.
    package let request: EffectRequest

    /// The files that it would replace.
    let outlooks: [WriteOutlook]

    /// Whether going back undoes it; nil for one that is itself an undo.
    package let reach: EffectReach?

    let catalog: MessageCatalog

    /// The files of a tree; nil for any other effect.
    package var listing: WriteListing? {
      guard case .write(let write) = request.effect, write.isTree else { return nil }
      return WriteListing(of: write, outlooks, in: catalog)
    }
  }

  /// The decision that's asked for.
  public let decision: WalkDecision

  /// The effects that it's about.
  package let effects: [Effect]

  /// The file that's asked about; nil if there's none.
  public let file: ExistingFile?

  /// The question as a title.
  public let title: String

  /// The question in a line; nil if the effects are all that's asked about.
  public let sentence: String?

  /// The answers to the decision, in order.
  public let answers: [Answer]

  /// How to leave the question without an answer; nil if an answer is needed.
  public let way: Answer?

  /// The language of the words.
  let catalog: MessageCatalog

  /// The words above the effects.
  let lead: String

  /// The environment variables that the flow reads; nil if there are none.
  let environment: String?

  /// Whether the effects are to be said before what's asked, in one conversation: for a permission, and before the first
  /// file of a tree.
  package let introducesEffects: Bool

  fileprivate init(
    _ decision: WalkDecision, _ outlooks: [[WriteOutlook]], in session: FlowSession,
    _ catalog: MessageCatalog, way: WalkAction?
  ) {
    self.decision = decision
    self.catalog = catalog
    self.way = way.map { way in
      way == .back(steps: 1)
        ? Answer("back", .doGoBack, way, in: catalog) : Answer("leave", .doLeave, way, in: catalog)
    }
    let requests = decision.requests
    effects = requests.enumerated().map { index, request in
      Effect(
        request: request, outlooks: index < outlooks.count ? outlooks[index] : [],
        reach: session.reach(of: request), catalog: catalog)
    }
    let isBack = session.undoesGoingBack
    lead = catalog.text(isBack ? .effectsBack : .effectsAhead)
    environment = decision.isPermission ? session.environmentWords : nil
    var labels = (yes: MessageID.doIt, no: MessageID.doNotDoIt)
    var (introduces, met, heading) = (false, nil as ExistingFile?, nil as String?)
    switch decision {
    case .permission(_, let path):
      introduces = true
      if requests.first?.isUndo == true { labels.no = .doStay }
      met = path.map { ExistingFile(path: $0) }
      if met != nil { labels.yes = .doOverwrite }
      sentence = met?.question(in: catalog)
      // A title would also be that of the effects below it.
      let title = requests.allSatisfy { $0.title != nil } ? requests.first?.title : nil
      heading = isBack ? catalog.text(.effectsBackTitle) : title ?? catalog.text(.effectsNextTitle)
    case .overwrite(let request, let file):
      introduces = request.isTree && !session.hasFileDecisions
      met = file
      labels.yes = .doOverwrite
      sentence = file.question(in: catalog)
      heading = file.title(in: catalog)
    case .doubt(_, let doubt):
      labels = (doubt.yes, doubt.no)
      sentence = catalog.text(doubt.question)
    case .wayBack(let way):
      labels = (.doChange, .doStay)
      let names = catalog.list(way.discarded.map(catalog.quoted))
      sentence = catalog.text(.backDiscards, ["id": .quoted(way.name), "names": .text(names)])
    case .move(let move):
      labels = (.doGoOn, .doStay)
      sentence = move.target
    }
    title = heading ?? sentence ?? ""
    (introducesEffects, file) = (introduces, met)
    answers = decision.answers.map { key in
      switch key {
      case "yes": Answer(key, labels.yes, .decide(.yes), in: catalog)
      case "keep": Answer(key, .doKeepFile, .decide(.keep), in: catalog)
      case "perform": Answer(key, labels.no, .decide(.perform), in: catalog)
      default: Answer(key, labels.no, .decide(.no()), in: catalog)
      }
    }
  }

  /// The answer that Enter gives; nil if Enter says nothing.
  package var offered: Answer? {
    switch decision {
    case .permission, .wayBack: answers.first
    case .overwrite: answers.first { $0.key == "keep" }
    case .doubt, .move: nil
    }
  }

  /// Whether it's about a way back, which discards answers.
  package var isWayBack: Bool { if case .wayBack = decision { true } else { false } }

  /// Whether something is in the way of a tree that isn't kept, so that it would fail.
  var isBlocked: Bool {
    guard case .permission = decision else { return false }
    return effects.contains { $0.listing?.isBlocked == true }
  }

  /// The label of what shows the contents of the files; nil if there are none that can be shown.
  var showLabel: String? {
    let writes = effects.filter { if case .write = $0.request.effect { true } else { false } }
    guard decision.isPermission, !writes.isEmpty, file?.obstacle == nil else { return nil }
    let isOne = file != nil || writes.count == 1 && !writes[0].request.isTree
    return catalog.text(isOne ? .doShowFile : .doShowFiles)
  }

  /// The hint about what can be typed.
  package var hint: String {
    switch decision {
    case .permission: catalog.text(showLabel == nil ? .effectsYes : .effectsYesShow)
    case .overwrite: catalog.text(file?.obstacle == nil ? .overwriteYes : .overwriteNo)
    case .doubt(_, let doubt):
      catalog.text(
        doubt == .interrupted && way == nil ? .doubtYesOrNo : doubt.hint,
        ["label": .quoted(catalog.text(doubt.no))])
    case .wayBack: catalog.text(.backHint)
    case .move: catalog.text(.decisionMissing)
    }
  }
}

extension FlowWalk {
  /// The question that the walk asks before it continues; nil if there's nothing to decide.
  public var decisionQuestion: DecisionQuestion? { decisionQuestion(in: session.catalog) }

  /// The question that the walk asks before it continues, in a language.
  package func decisionQuestion(in catalog: MessageCatalog) -> DecisionQuestion? {
    guard case .deciding(let decision) = state else { return nil }
    return DecisionQuestion(
      decision, outlooks(of: decision), in: session, catalog,
      way: canGoBackToFile ? .back(steps: 1) : nil)
  }
}

extension FlowRunner {
  /// The question that the walk asks before it continues, for a user who can go back from it or leave; nil if there's
  /// nothing to decide.
  ///
  /// A file that exists has a question of its own.
  package var decisionQuestion: DecisionQuestion? {
    guard var decision else { return nil }
    var way: WalkAction?
    switch decision {
    case .permission(let requests, _):
      decision = .permission(requests, existingFile: nil)
      if requests.first?.isUndo != true { fallthrough }
    case .overwrite:
      way = session.canGoBack || walk.canGoBackToFile ? .back(steps: 1) : .leave(.quit)
    case .doubt: if session.canGoBack { way = .back(steps: 1) }
    case .wayBack, .move: break
    }
    return DecisionQuestion(
      decision, walk.outlooks(of: decision), in: session, session.catalog, way: way)
  }
}
