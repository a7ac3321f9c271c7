// SPDX-License-Identifier: Apache-2.0

@_exported public import FlowAnalysis
@_exported public import FlowBuilders
@_exported public import FlowExpressions
@_exported public import FlowFiles
// The module that embedding programs import. It exports every module whose types appear in the
// public interface, and none that links Readline.
@_exported public import FlowForms
@_exported public import FlowHosts
@_exported public import FlowScreens
@_exported public import FlowScripts
@_exported public import Localization
@_exported public import SavedWalks
@_exported public import SourceDiagnostics
@_exported public import StackFlowCore
