// SPDX-License-Identifier: Apache-2.0

// The module that embedding programs import. It exports every module whose types appear in the
// public interface, and none that links Readline.
@_exported public import FlowAnalysis
@_exported public import FlowBuilders
@_exported public import FlowEffects
@_exported public import FlowExpressions
@_exported public import FlowFiles
@_exported public import FlowHosts
@_exported public import FlowModel
@_exported public import FlowScreens
@_exported public import FlowScripts
@_exported public import FlowSessions
@_exported public import FlowWalks
@_exported public import Localization
@_exported public import RegularExpressions
@_exported public import SavedWalks
@_exported public import SourceDiagnostics
@_exported public import StackFlowCore
