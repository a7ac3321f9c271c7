// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "StackFlow",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "stackflow", targets: ["FlowCommand"]),
    .library(name: "StackFlow", targets: ["StackFlow"]),
    .library(name: "FlowForms", targets: ["FlowForms"]),
    .library(name: "FlowAnalysis", targets: ["FlowAnalysis"]),
    .library(name: "FlowScreens", targets: ["FlowScreens"]),
    .library(name: "FlowHosts", targets: ["FlowHosts"]),
    .library(name: "FlowExpressions", targets: ["FlowExpressions"]),
    .library(name: "Localization", targets: ["Localization"]),
    .library(name: "StackFlowCore", targets: ["StackFlowCore"]),
    .library(name: "ScrollStackLayout", targets: ["ScrollStackLayout"]),
    .library(name: "SourceDiagnostics", targets: ["SourceDiagnostics"]),
    .library(name: "TerminalCells", targets: ["TerminalCells"]),
    .library(name: "TerminalIO", targets: ["TerminalIO"]),
    .library(name: "FlowShell", targets: ["FlowShell"]),
    .library(name: "ScreenFaces", targets: ["ScreenFaces"]),
    .library(name: "SavedWalks", targets: ["SavedWalks"]),
    .library(name: "TypedAnswers", targets: ["TypedAnswers"]),
    .library(name: "SessionStores", targets: ["SessionStores"]),
    .library(name: "SessionStoreTesting", targets: ["SessionStoreTesting"]),
    .library(name: "StackFlowShell", targets: ["StackFlowShell"]),
    .library(name: "FlowBuilders", targets: ["FlowBuilders"]),
    .library(name: "AsyncFlows", targets: ["AsyncFlows"]),
    .library(name: "SealedWalks", targets: ["SealedWalks"]),
    .library(name: "FlowServer", targets: ["FlowServer"]),
    .library(name: "ModelContext", targets: ["ModelContext"]),
    .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"]),
    .library(name: "GNUReadline", targets: ["GNUReadline"]),
    .library(name: "StackFlowTesting", targets: ["StackFlowTesting"]),
  ],
  // Selects libyaml: embedders without its headers enable the bundled one.
  traits: [
    .default(enabledTraits: ["SystemYAML"]),
    .trait(name: "SystemYAML", description: "Uses the system's libyaml (libyaml-dev)."),
    .trait(name: "BundledYAML", description: "Builds libyaml from the package Yams."),
    .trait(name: "PostgreSQL", description: "Stores walks in PostgreSQL (libpq-dev)."),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    // Floor 0
    .target(name: "TerminalCells"),
    .target(name: "Localization"),
    .target(name: "CTerminal"),
    .systemLibrary(name: "CReadline"),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"]), .yum(["libyaml-devel"])]),

    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"]), .yum(["libsodium-devel"])]),

    // Floor 1
    .target(name: "SourceDiagnostics", dependencies: ["TerminalCells"]),
    .target(name: "ScrollStackLayout", dependencies: ["TerminalCells"]),
    .target(name: "TerminalIO", dependencies: ["TerminalCells", "CTerminal"]),

    // Floor 2
    .target(name: "FlowExpressions", dependencies: ["SourceDiagnostics"]),
    .target(name: "StackFlowCore", dependencies: ["ScrollStackLayout", "TerminalCells"]),
    .target(name: "GNUReadline", dependencies: ["TerminalIO", "CReadline"]),
    .target(name: "StackFlowTesting", dependencies: ["TerminalIO", "CTerminal"]),

    // Floor 3
    .target(
      name: "FlowForms",
      dependencies: [
        "StackFlowCore", "FlowExpressions", "SourceDiagnostics", "Localization",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]),

    // Floor 4
    .target(name: "FlowScreens", dependencies: ["FlowForms", "SourceDiagnostics", "Localization"]),
    .target(
      name: "FlowHosts",
      dependencies: ["FlowForms", "FlowExpressions", "Localization", "CTerminal"]),

    .target(
      name: "FlowAnalysis",
      dependencies: [
        "FlowForms", "FlowExpressions", "SourceDiagnostics", "TerminalCells",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]),

    .target(
      name: "FlowBuilders", dependencies: ["FlowForms", "FlowExpressions", "SourceDiagnostics"]),
    .target(
      name: "AsyncFlows",
      dependencies: ["FlowForms", "FlowExpressions", "StackFlowCore", "TerminalIO"]),
    .target(
      name: "TypedAnswers", dependencies: ["FlowForms", "FlowExpressions", "SourceDiagnostics"]),

    // Floor 5
    .target(
      name: "FlowFiles",
      dependencies: [
        "FlowAnalysis", "FlowForms", "FlowExpressions", "SourceDiagnostics",
        .target(name: "CLibYAML", condition: .when(traits: ["SystemYAML"])),
        .product(name: "Yams", package: "Yams", condition: .when(traits: ["BundledYAML"])),
      ]),
    .target(
      name: "FlowShell",
      dependencies: [
        "TerminalIO", "FlowScreens", "FlowForms", "SourceDiagnostics", "Localization",
        "TerminalCells",
      ]),

    // Floor 6
    .target(
      name: "FlowScripts",
      dependencies: [
        "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowForms", "FlowExpressions", "StackFlowCore",
        "SourceDiagnostics",
      ]),

    .target(
      name: "SavedWalks",
      dependencies: [
        "FlowFiles", "FlowForms", "FlowExpressions", "StackFlowCore", "Localization",
      ]),

    // Floor 7: walks that are kept between events
    .target(
      name: "SessionStores",
      dependencies: ["SavedWalks", "AsyncFlows", "FlowHosts", "FlowForms", "FlowExpressions"]),
    .target(
      name: "SessionStoreTesting",
      dependencies: ["SessionStores", "SavedWalks", "FlowForms", "FlowExpressions"]),

    .target(
      name: "SealedWalks",
      dependencies: [
        "SessionStores", "SavedWalks", "FlowForms", "FlowExpressions", "CSodium",
      ]),
    .systemLibrary(name: "CPostgreSQL"),
    .target(
      name: "PostgreSQLStore",
      dependencies: [
        "SessionStores", "SavedWalks", "FlowForms", "FlowExpressions",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ]),

    .target(
      name: "ScreenFaces",
      dependencies: [
        "FlowShell", "Localization", "FlowScreens", "FlowForms", "FlowExpressions", "StackFlowCore",
        "ScrollStackLayout", "SourceDiagnostics", "TerminalIO", "TerminalCells",
      ]),

    // Floor 7
    .target(
      name: "StackFlowShell",
      dependencies: [
        "ScreenFaces", "FlowShell", "FlowHosts", "FlowForms", "FlowExpressions", "TerminalIO",
        "TerminalCells",
      ]),

    .target(
      name: "StackFlow",
      dependencies: [
        "FlowScripts", "SavedWalks", "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowHosts",
        "AsyncFlows", "FlowBuilders", "TypedAnswers", "FlowForms", "FlowExpressions",
        "StackFlowCore",
        "SourceDiagnostics", "Localization",
      ]),

    // Floor 9: walks without a face
    .target(
      name: "FlowServer",
      dependencies: [
        "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowForms", "FlowExpressions", "StackFlowCore",
        "SourceDiagnostics", "Localization",
      ]),

    .target(
      name: "ModelContext",
      dependencies: [
        "FlowServer", "SealedWalks", "SessionStores", "SavedWalks", "FlowAnalysis", "FlowScreens",
        "FlowForms", "FlowExpressions", "StackFlowCore", "SourceDiagnostics", "Localization",
        "TerminalCells",
      ]),

    // Floor 10
    .executableTarget(
      name: "FlowCommand",
      dependencies: [
        "ModelContext", "FlowServer", "FlowScripts", "SealedWalks", "SavedWalks", "GNUReadline",
        "StackFlowShell",
        "ScreenFaces",
        "FlowShell",
        "TerminalIO",
        "FlowFiles",
        "FlowAnalysis", "FlowHosts", "FlowScreens", "FlowForms", "FlowExpressions",
        "SourceDiagnostics", "Localization", "TerminalCells",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Only for tests: seeds, a terminal emulator (libvterm), the size of the heap, a program that
    // reads lines, and a process with a long list
    .target(name: "RandomTesting", path: "Tests/Support/RandomTesting"),
    .systemLibrary(name: "CVTerm", path: "Tests/Support/CVTerm"),
    .systemLibrary(name: "CMalloc", path: "Tests/Support/CMalloc"),
    .target(
      name: "TerminalEmulation", dependencies: ["CVTerm", "StackFlowTesting", "TerminalIO"],
      path: "Tests/Support/TerminalEmulation"),
    .executableTarget(
      name: "EditorProbe", dependencies: ["TerminalIO", "GNUReadline", "CTerminal"],
      path: "Tests/Support/EditorProbe"),
    .executableTarget(
      name: "RowMemoryProbe", dependencies: ["ScrollStackLayout", "TerminalCells"],
      path: "Tests/Support/RowMemoryProbe"),
    .target(
      name: "ScriptTrips",
      dependencies: [
        "FlowServer", "FlowExpressions", "StackFlowCore", "SessionStores", "SavedWalks",
        "FlowScripts", "FlowFiles", "FlowForms", "SourceDiagnostics",
      ],
      path: "Tests/Support/ScriptTrips"),
    // The store in PostgreSQL with a real server; Scripts/check-postgresql runs it
    .executableTarget(
      name: "PostgreSQLProbe",
      dependencies: [
        "PostgreSQLStore", "ScriptTrips", "SessionStoreTesting", "SessionStores", "SavedWalks",
        "FlowForms", "FlowExpressions",
      ],
      path: "Tests/Support/PostgreSQLProbe"),
    // The gallery in Examples/, which a test runs; renamed, because both packages contain it
    .executableTarget(
      name: "GalleryProgram",
      dependencies: ["StackFlowCore", "ScrollStackLayout", "TerminalCells", "TerminalIO"],
      path: "Examples/Sources/LayoutGallery"),

    // Properties that must hold for untrusted input; Scripts/fuzz and the tests run them
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ModelContext", "FlowServer", "SealedWalks", "SavedWalks", "FlowScripts", "FlowFiles",
        "FlowAnalysis", "FlowForms", "FlowExpressions", "SourceDiagnostics",
      ],
      path: "Fuzz/Targets"),

    // Tests
    .testTarget(
      name: "SavedWalksTests",
      dependencies: [
        "SavedWalks", "FlowScripts", "FlowFiles", "FlowForms", "FlowExpressions", "StackFlowCore",
        "SourceDiagnostics", "RandomTesting",
      ]),
    .testTarget(
      name: "SessionStoresTests",
      dependencies: [
        "SessionStoreTesting", "SessionStores", "SavedWalks", "AsyncFlows", "FlowFiles",
        "FlowForms", "FlowExpressions",
      ]),
    .testTarget(
      name: "SealedWalksTests",
      dependencies: [
        "SealedWalks", "ScriptTrips", "SessionStores", "SavedWalks", "FlowFiles", "FlowForms",
        "FlowExpressions", "RandomTesting",
      ]),
    .testTarget(
      name: "TerminalCellsTests", dependencies: ["TerminalCells", "CVTerm", "RandomTesting"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "ScrollStackLayoutTests",
      dependencies: [
        "ScrollStackLayout", "TerminalCells", "RandomTesting", "CMalloc", "RowMemoryProbe",
        "StackFlowTesting",
      ]),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
    .testTarget(
      name: "SourceDiagnosticsTests", dependencies: ["SourceDiagnostics", "TerminalCells"]),
    .testTarget(
      name: "StackFlowCoreTests",
      dependencies: [
        "StackFlowCore", "ScrollStackLayout", "TerminalCells", "RandomTesting", "CMalloc",
      ]),
    .testTarget(
      name: "LayoutGalleryTests",
      dependencies: [
        "GalleryProgram", "StackFlowTesting", "TerminalEmulation", "TerminalCells", "TerminalIO",
      ]),
    .testTarget(
      name: "FlowExpressionsTests",
      dependencies: ["FlowExpressions", "SourceDiagnostics", "RandomTesting"]),
    .testTarget(
      name: "FlowFormsTests",
      dependencies: [
        "Localization", "FlowForms", "FlowFiles", "FlowExpressions", "StackFlowCore",
        "ScrollStackLayout",
        "SourceDiagnostics", "TerminalCells", "RandomTesting", "CMalloc",
      ]),
    .testTarget(
      name: "FlowAnalysisTests",
      dependencies: [
        "FlowAnalysis", "FlowHosts", "FlowScripts", "FlowFiles", "FlowForms", "FlowExpressions",
        "SourceDiagnostics",
        "RandomTesting", "CMalloc",
      ]),
    .testTarget(
      name: "FlowFilesTests",
      dependencies: [
        "FlowFiles", "FlowForms", "FlowExpressions", "SourceDiagnostics", "RandomTesting",
      ]),
    .testTarget(
      name: "FlowBuildersTests",
      dependencies: [
        "FlowBuilders", "FlowFiles", "FlowForms", "FlowExpressions", "SourceDiagnostics",
        "RandomTesting",
      ]),
    .testTarget(
      name: "AsyncFlowsTests",
      dependencies: [
        "AsyncFlows", "FlowFiles", "FlowForms", "FlowExpressions", "StackFlowCore",
      ]),
    .testTarget(
      name: "StackFlowShellTests",
      dependencies: ["StackFlowShell", "FlowFiles", "FlowForms", "FlowExpressions", "TerminalIO"]),
    .testTarget(
      name: "TypedAnswersTests",
      dependencies: ["TypedAnswers", "FlowFiles", "FlowForms", "FlowExpressions", "RandomTesting"]),
    .testTarget(
      name: "FlowHostsTests",
      dependencies: [
        "FlowHosts", "FlowForms", "FlowFiles", "FlowExpressions", "SourceDiagnostics",
      ]),
    .testTarget(
      name: "FlowServerTests",
      dependencies: [
        "FlowServer", "AsyncFlows", "ScriptTrips", "SavedWalks", "FlowScripts", "FlowFiles",
        "FlowForms", "FlowExpressions", "StackFlowCore", "RandomTesting",
      ]),
    .testTarget(
      name: "ModelContextTests",
      dependencies: [
        "ModelContext", "FlowServer", "ScriptTrips", "SealedWalks", "SavedWalks", "FlowScripts",
        "FlowFiles", "FlowForms", "FlowExpressions", "StackFlowCore", "SourceDiagnostics",
        "RandomTesting",
      ]),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets"]),
    .testTarget(name: "CTerminalTests", dependencies: ["CTerminal"]),
    .testTarget(
      name: "FlowShellTests",
      dependencies: [
        "Localization", "FlowShell", "TerminalIO", "FlowScreens", "FlowFiles", "FlowForms",
        "FlowExpressions",
        "StackFlowCore", "RandomTesting", "TerminalCells",
      ]),
    .testTarget(
      name: "ScreenFacesTests",
      dependencies: [
        "ScreenFaces", "StackFlowCore", "Localization", "FlowShell", "FlowScripts", "FlowScreens",
        "FlowFiles",
        "FlowForms", "FlowExpressions", "SourceDiagnostics", "StackFlowTesting",
        "TerminalEmulation", "RandomTesting", "TerminalIO", "TerminalCells", "ScrollStackLayout",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "TerminalIOTests",
      dependencies: ["TerminalIO", "StackFlowTesting", "TerminalEmulation", "TerminalCells"]),
    .testTarget(
      name: "FlowScriptsTests",
      dependencies: ["FlowScripts", "FlowFiles", "FlowForms", "SourceDiagnostics"]),
    .testTarget(
      name: "GNUReadlineTests",
      dependencies: [
        "GNUReadline", "TerminalIO", "StackFlowTesting", "TerminalEmulation", "EditorProbe",
        "RandomTesting",
      ]),
    .testTarget(
      name: "FlowCommandTests",
      dependencies: [
        "FlowCommand", "FlowServer", "ScriptTrips", "FlowExpressions", "FlowForms",
        "FlowHosts", "FlowScripts", "StackFlowTesting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        "TerminalEmulation", "TerminalIO", "TerminalCells", "CTerminal", "RandomTesting",
      ],
      exclude: ["Goldens"]),
  ]
)

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
  target.swiftSettings = settings
}
