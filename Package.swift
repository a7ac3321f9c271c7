// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "StackFlow",
  platforms: [.macOS(.v15)],
  // A product also has the modules whose types its interface shows.
  products: [
    .executable(name: "stackflow", targets: ["FlowCommand"]),
    .library(
      name: "StackFlow",
      targets: [
        "StackFlow", "SavedWalks", "FlowScripts", "FlowFiles", "FlowBuilders", "FlowAnalysis",
        "FlowHosts", "FlowScreens", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions",
        "RegularExpressions", "StackFlowCore", "SourceDiagnostics", "Localization",
      ]),
    .library(name: "StackFlowShell", targets: ["StackFlowShell", "TerminalIO", "TerminalCells"]),
    .library(
      name: "StackFlowCore",
      targets: ["StackFlowCore", "ScrollStackLayout", "TerminalIO", "TerminalCells"]),
    .library(
      name: "FlowExpressions",
      targets: ["FlowExpressions", "RegularExpressions", "SourceDiagnostics"]),
    .library(name: "FlowServer", targets: ["FlowServer", "JSONRPC"]),
    .library(name: "ModelContext", targets: ["ModelContext", "JSONRPC"]),
    .library(name: "LanguageServer", targets: ["LanguageServer", "JSONRPC"]),
    .library(name: "FlowWeb", targets: ["FlowWeb"]),
    .executable(name: "stackflow-web", targets: ["FlowWebCommand"]),
    .library(name: "SealedWalks", targets: ["SealedWalks", "SavedWalks"]),
    .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"]),
    .library(name: "GNUReadline", targets: ["GNUReadline", "TerminalIO"]),
    .library(name: "StackFlowTesting", targets: ["StackFlowTesting", "FlowTestCases"]),
    .library(name: "ConformanceTesting", targets: ["ConformanceTesting"]),
    .library(name: "TerminalEmulation", targets: ["TerminalEmulation", "StackFlowTesting"]),
  ],
  // Selects libyaml: embedders without its headers enable the bundled one.
  traits: [
    .default(enabledTraits: ["SystemYAML"]),
    .trait(name: "SystemYAML", description: "Uses the system's libyaml (libyaml-dev)."),
    .trait(name: "BundledYAML", description: "Builds libyaml from the package Yams."),
    .trait(name: "PostgreSQL", description: "Stores walks in PostgreSQL (libpq-dev)."),
    .trait(name: "Web", description: "Serves walks to browsers (Hummingbird)."),
    .trait(name: "VTerm", description: "Draws the screens of tests with libvterm (libvterm-dev)."),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Of the trait Web
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Floor 0
    .target(name: "TerminalCells", path: "Sources/Terminal/TerminalCells"),
    .target(
      name: "Localization", path: "Sources/Language/Localization", exclude: ["Catalogs"]),
    .target(name: "CLibrary", path: "Sources/Terminal/CLibrary"),
    .target(name: "CTerminal", path: "Sources/Terminal/CTerminal"),
    .systemLibrary(name: "CReadline", path: "Sources/Terminal/CReadline"),
    .systemLibrary(
      name: "CLibYAML", path: "Sources/Language/CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"]), .yum(["libyaml-devel"])]),
    .systemLibrary(
      name: "CSodium", path: "Sources/Walks/CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"]), .yum(["libsodium-devel"])]),
    .systemLibrary(name: "CPostgreSQL", path: "Sources/Walks/CPostgreSQL"),
    .systemLibrary(name: "CVTerm", path: "Sources/Testing/CVTerm"),

    // Floor 1
    .target(
      name: "SourceDiagnostics", dependencies: ["TerminalCells"],
      path: "Sources/Language/SourceDiagnostics"),
    .target(
      name: "ScrollStackLayout", dependencies: ["TerminalCells"],
      path: "Sources/Stack/ScrollStackLayout"),
    .target(
      name: "TerminalIO", dependencies: ["TerminalCells", "CTerminal", "CLibrary"],
      path: "Sources/Terminal/TerminalIO"),

    // Floor 2
    .target(
      name: "RegularExpressions", dependencies: ["SourceDiagnostics"],
      path: "Sources/Language/RegularExpressions"),
    .target(
      name: "StackFlowCore", dependencies: ["ScrollStackLayout", "TerminalCells"],
      path: "Sources/Stack/StackFlowCore"),
    .target(
      name: "GNUReadline", dependencies: ["TerminalIO", "CReadline"],
      path: "Sources/Terminal/GNUReadline"),

    // Floor 3
    .target(
      name: "FlowExpressions",
      dependencies: ["RegularExpressions", "SourceDiagnostics", "Localization", "CLibrary"],
      path: "Sources/Language/FlowExpressions"),

    // Floor 4
    .target(
      name: "ExpressionConformance", dependencies: ["FlowExpressions", "SourceDiagnostics"],
      path: "Sources/Testing/ExpressionConformance"),
    .target(
      name: "FlowModel",
      dependencies: ["FlowExpressions", "RegularExpressions", "SourceDiagnostics", "Localization"],
      path: "Sources/Language/FlowModel"),
    .target(
      name: "JSONRPC", dependencies: ["FlowExpressions"], path: "Sources/Services/JSONRPC"),

    // Floor 5
    .target(
      name: "FlowEffects",
      dependencies: ["FlowModel", "FlowExpressions", "Localization"],
      path: "Sources/Walks/FlowEffects"),
    .target(
      name: "FlowChecks",
      dependencies: [
        "FlowModel", "FlowExpressions", "RegularExpressions", "SourceDiagnostics", "Localization",
      ],
      path: "Sources/Language/FlowChecks"),

    // Floor 6
    .target(
      name: "FlowAnalysis",
      dependencies: [
        "FlowChecks", "FlowModel", "FlowExpressions", "RegularExpressions", "SourceDiagnostics",
        "TerminalCells",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ], path: "Sources/Language/FlowAnalysis"),
    .target(
      name: "FlowSessions",
      dependencies: [
        "FlowEffects", "FlowModel", "StackFlowCore", "FlowExpressions", "RegularExpressions",
        "SourceDiagnostics",
        "Localization",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ], path: "Sources/Walks/FlowSessions"),

    // Floor 7
    .target(
      name: "FlowFiles",
      dependencies: [
        "FlowAnalysis", "FlowChecks", "FlowModel", "FlowExpressions",
        "SourceDiagnostics",
        .target(name: "CLibYAML", condition: .when(traits: ["SystemYAML"])),
        .product(name: "Yams", package: "Yams", condition: .when(traits: ["BundledYAML"])),
      ], path: "Sources/Language/FlowFiles"),
    .target(
      name: "FlowWalks",
      dependencies: [
        "FlowSessions", "FlowEffects", "FlowModel", "StackFlowCore", "FlowExpressions",
        "Localization",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ], path: "Sources/Walks/FlowWalks"),

    // Floor 8
    .target(
      name: "FlowScreens",
      dependencies: [
        "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "SourceDiagnostics",
        "Localization",
      ],
      path: "Sources/Walks/FlowScreens"),
    .target(
      name: "FlowHosts",
      dependencies: [
        "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "Localization",
        "CTerminal", "CLibrary",
      ],
      path: "Sources/Walks/FlowHosts"),
    .target(
      name: "FlowBuilders",
      dependencies: [
        "FlowSessions", "FlowModel", "FlowExpressions", "SourceDiagnostics",
      ],
      path: "Sources/Language/FlowBuilders"),

    // Floor 9
    .target(
      name: "TemplateSources",
      dependencies: [
        "FlowHosts", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "SourceDiagnostics", "CLibrary",
      ], path: "Sources/Walks/TemplateSources"),

    // Floor 10
    .target(
      name: "ForeignTemplates",
      dependencies: [
        "FlowFiles", "FlowAnalysis", "FlowChecks", "FlowModel", "FlowExpressions",
        "RegularExpressions", "SourceDiagnostics",
      ], path: "Sources/Language/ForeignTemplates"),
    .target(
      name: "FlowScripts",
      dependencies: [
        "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowHosts", "FlowChecks", "FlowWalks",
        "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "StackFlowCore",
        "SourceDiagnostics",
        "Localization", "TerminalCells",
      ], path: "Sources/Testing/FlowScripts"),
    .target(
      name: "SavedWalks",
      dependencies: [
        "FlowFiles", "FlowHosts", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions",
        "StackFlowCore", "Localization", "CLibrary",
      ], path: "Sources/Walks/SavedWalks"),
    .target(
      name: "ProjectUpdates",
      dependencies: [
        "FlowFiles", "FlowHosts", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions",
        "SourceDiagnostics",
      ], path: "Sources/Walks/ProjectUpdates"),
    // Floor 11
    .target(
      name: "FlowServer",
      dependencies: [
        "JSONRPC", "SavedWalks", "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowWalks", "FlowSessions",
        "FlowEffects",
        "FlowModel",
        "FlowExpressions", "SourceDiagnostics", "Localization", "TerminalIO",
      ], path: "Sources/Services/FlowServer"),
    .target(
      name: "StackFlow",
      dependencies: [
        "FlowScripts", "SavedWalks", "FlowFiles", "FlowAnalysis", "FlowScreens", "FlowHosts",
        "FlowBuilders", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "RegularExpressions", "StackFlowCore", "SourceDiagnostics", "Localization",
      ]),
    .target(
      name: "StackFlowShell",
      dependencies: [
        "FlowHosts", "FlowScreens", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions",
        "StackFlowCore", "ScrollStackLayout", "SourceDiagnostics", "Localization", "TerminalIO",
        "TerminalCells",
      ], path: "Sources/Terminal/StackFlowShell"),

    .target(
      name: "FlowLanguage",
      dependencies: [
        "ForeignTemplates", "FlowScripts", "FlowFiles", "FlowAnalysis", "FlowHosts", "FlowChecks",
        "FlowSessions", "FlowModel", "FlowExpressions", "SourceDiagnostics",
      ], path: "Sources/Language/FlowLanguage"),

    // Floor 12
    .target(
      name: "LanguageServer",
      dependencies: [
        "JSONRPC", "FlowLanguage", "FlowFiles", "FlowModel", "FlowExpressions",
        "SourceDiagnostics",
      ], path: "Sources/Services/LanguageServer"),
    .target(
      name: "FlowExploration",
      dependencies: [
        "FlowScripts", "FlowServer", "SavedWalks", "FlowFiles", "FlowAnalysis", "FlowWalks",
        "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "RegularExpressions",
        "StackFlowCore",
        "SourceDiagnostics",
      ], path: "Sources/Testing/FlowExploration"),
    .target(
      name: "SealedWalks",
      dependencies: [
        "SavedWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "CSodium",
      ],
      path: "Sources/Walks/SealedWalks"),
    .target(
      name: "PostgreSQLStore",
      dependencies: [
        "SavedWalks", "FlowSessions", "FlowExpressions", "CLibrary",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ], path: "Sources/Walks/PostgreSQLStore"),
    .target(
      name: "StackFlowTesting",
      dependencies: [
        "StackFlowShell", "FlowScripts", "FlowHosts", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions", "SourceDiagnostics", "Localization", "TerminalIO", "TerminalCells",
        "CTerminal", "CLibrary",
      ], path: "Sources/Testing/StackFlowTesting"),
    .target(
      name: "ConformanceTesting",
      dependencies: [
        "SavedWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "SourceDiagnostics",
        "TerminalIO",
      ], path: "Sources/Testing/ConformanceTesting"),
    .target(
      name: "FlowTestCases",
      dependencies: [
        "FlowScripts", "FlowFiles", "FlowHosts", "FlowModel", "SourceDiagnostics",
      ],
      path: "Sources/Testing/FlowTestCases"),

    // Floor 13
    .target(
      name: "TerminalEmulation",
      dependencies: [
        "StackFlowTesting", "TerminalIO", "TerminalCells",
        .target(name: "CVTerm", condition: .when(traits: ["VTerm"])),
      ], path: "Sources/Testing/TerminalEmulation"),
    .target(
      name: "ModelContext",
      dependencies: [
        "JSONRPC", "FlowServer", "SealedWalks", "SavedWalks", "FlowAnalysis", "FlowScreens",
        "FlowWalks",
        "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "StackFlowCore",
        "SourceDiagnostics",
        "Localization", "TerminalCells",
      ], path: "Sources/Services/ModelContext"),

    .target(
      name: "FlowWeb",
      dependencies: [
        "FlowServer", "SealedWalks", "SavedWalks", "FlowHosts", "FlowScreens", "FlowWalks",
        "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "SourceDiagnostics",
        "Localization", "CLibrary",
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
      ], path: "Sources/Services/FlowWeb"),

    // Floor 14
    .target(
      name: "ProgramParts",
      dependencies: [
        "ModelContext", "JSONRPC", "FlowServer", "FlowScripts", "TemplateSources", "SealedWalks", "SavedWalks",
        "StackFlowShell", "TerminalIO", "FlowFiles", "FlowHosts", "FlowScreens", "FlowWalks", "FlowSessions",
        "FlowEffects", "FlowModel", "FlowExpressions", "SourceDiagnostics", "Localization", "TerminalCells", "CLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/ProgramParts"),

    // Floor 15
    .executableTarget(
      name: "FlowWebCommand",
      dependencies: [
        "ProgramParts", "FlowWeb", "FlowServer", "FlowScripts", "SealedWalks", "PostgreSQLStore", "SavedWalks",
        "FlowFiles", "FlowHosts",
        "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "SourceDiagnostics",
        "Localization", "CLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Web"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Web"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
      ], path: "Sources/Program/FlowWebCommand"),
    .executableTarget(
      name: "FlowCommand",
      dependencies: [
        "ProgramParts", "JSONRPC", "LanguageServer", "StackFlowTesting",
        "FlowExploration", "ForeignTemplates", "ProjectUpdates", "FlowScripts",
        "TemplateSources", "SealedWalks", "SavedWalks", "GNUReadline", "StackFlowShell",
        "TerminalIO", "FlowFiles",
        "FlowAnalysis", "FlowHosts", "FlowScreens", "FlowWalks", "FlowSessions", "FlowEffects",
        "FlowModel",
        "ExpressionConformance", "FlowExpressions", "SourceDiagnostics", "Localization",
        "TerminalCells", "CLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/FlowCommand"),

    // Only for tests: comparisons, seeds, flows from text, the size of the heap, a program that reads lines, and a
    // process with a long list
    .target(name: "Expectations", path: "Tests/Support/Expectations"),
    .target(name: "RandomTesting", path: "Tests/Support/RandomTesting"),
    .target(name: "GitTesting", path: "Tests/Support/GitTesting"),
    .target(
      name: "FlowTesting",
      dependencies: [
        "FlowFiles", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "SourceDiagnostics",
      ],
      path: "Tests/Support/FlowTesting"),
    .systemLibrary(name: "CMalloc", path: "Tests/Support/CMalloc"),
    .executableTarget(
      name: "EditorProbe", dependencies: ["TerminalIO", "GNUReadline", "CReadline", "CTerminal", "CLibrary"],
      path: "Tests/Support/EditorProbe"),
    .target(
      name: "RandomEditing",
      dependencies: [
        "JSONRPC", "LanguageServer", "FlowLanguage", "ForeignTemplates", "FlowScripts", "FlowFiles", "FlowModel",
        "FlowExpressions", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Support/RandomEditing"),
    .executableTarget(
      name: "EditProbe", dependencies: ["RandomEditing"], path: "Tests/Support/EditProbe"),
    .executableTarget(
      name: "RowMemoryProbe", dependencies: ["ScrollStackLayout", "TerminalCells", "CMalloc"],
      path: "Tests/Support/RowMemoryProbe"),
    .target(
      name: "ScriptTrips",
      dependencies: [
        "FlowExploration", "StackFlowCore", "SavedWalks", "FlowScripts", "FlowFiles", "FlowHosts",
        "FlowWalks", "FlowSessions", "FlowModel", "SourceDiagnostics", "TerminalIO",
        "RandomTesting",
      ], path: "Tests/Support/ScriptTrips"),
    // The store in PostgreSQL with a real server; Scripts/outside/check-postgresql runs it
    .executableTarget(
      name: "PostgreSQLProbe",
      dependencies: [
        "PostgreSQLStore", "ScriptTrips", "ConformanceTesting", "StackFlowTesting", "SavedWalks",
        "FlowFiles",
        "FlowWalks", "FlowSessions", "FlowModel", "FlowExpressions",
      ], path: "Tests/Support/PostgreSQLProbe"),
    // The gallery in Examples/, which a test runs; renamed, because both packages contain it
    .executableTarget(
      name: "GalleryProgram",
      dependencies: ["StackFlowCore", "ScrollStackLayout", "TerminalCells", "TerminalIO"],
      path: "Examples/Sources/LayoutGallery"),

    // Properties that must hold for untrusted input; Scripts/fuzz and the tests run them
    .target(
      name: "FuzzTargets",
      dependencies: [
        "JSONRPC", "ModelContext", "FlowServer", "SealedWalks", "SavedWalks", "FlowScripts",
        "FlowFiles",
        "FlowAnalysis", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "ExpressionConformance",
        "FlowExpressions", "RegularExpressions",
        "SourceDiagnostics",
      ], path: "Fuzz/Targets"),

    // Tests
    .testTarget(
      name: "StackFlowCoreTests",
      dependencies: [
        "Expectations", "StackFlowCore", "ScrollStackLayout", "TerminalCells", "RandomTesting",
        "CMalloc", "CLibrary",
      ], path: "Tests/Stack/StackFlowCoreTests"),
    .testTarget(
      name: "ScrollStackLayoutTests",
      dependencies: [
        "Expectations", "ScrollStackLayout", "TerminalCells", "RandomTesting", "CMalloc",
        "RowMemoryProbe",
        "StackFlowTesting",
      ], path: "Tests/Stack/ScrollStackLayoutTests"),
    .testTarget(
      name: "LayoutGalleryTests",
      dependencies: [
        "Expectations", "GalleryProgram", "StackFlowTesting", "TerminalEmulation", "TerminalCells",
        "TerminalIO",
        "RandomTesting",
      ], path: "Tests/Stack/LayoutGalleryTests"),

    .testTarget(
      name: "FlowExpressionsTests",
      dependencies: [
        "Expectations", "ExpressionConformance", "FlowExpressions", "RegularExpressions",
        "SourceDiagnostics", "Localization", "RandomTesting", "CLibrary",
      ], path: "Tests/Language/FlowExpressionsTests"),
    .testTarget(
      name: "FlowFilesTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowFiles", "FlowHosts", "FlowWalks", "FlowSessions",
        "FlowEffects",
        "FlowModel", "FlowExpressions", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Language/FlowFilesTests"),
    .testTarget(
      name: "ForeignTemplatesTests",
      dependencies: [
        "ForeignTemplates", "FlowFiles", "FlowHosts", "FlowChecks", "FlowModel", "FlowExpressions",
        "SourceDiagnostics", "Expectations", "RandomTesting",
      ], path: "Tests/Language/ForeignTemplatesTests"),
    .testTarget(
      name: "FlowAnalysisTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowAnalysis", "FlowHosts", "FlowScripts", "FlowFiles",
        "FlowChecks", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "RegularExpressions",
        "SourceDiagnostics",
        "RandomTesting", "CMalloc",
      ], path: "Tests/Language/FlowAnalysisTests"),
    .testTarget(
      name: "FlowBuildersTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowBuilders", "FlowFiles", "FlowWalks", "FlowSessions",
        "FlowEffects",
        "FlowModel", "FlowExpressions", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Language/FlowBuildersTests"),
    .testTarget(
      name: "SourceDiagnosticsTests",
      dependencies: ["Expectations", "SourceDiagnostics", "TerminalCells", "RandomTesting"],
      path: "Tests/Language/SourceDiagnosticsTests"),
    .testTarget(
      name: "LocalizationTests", dependencies: ["Expectations", "Localization"],
      path: "Tests/Language/LocalizationTests"),

    .testTarget(
      name: "FlowSessionsTests",
      dependencies: [
        "Expectations", "FlowTesting", "Localization", "FlowChecks", "FlowWalks", "FlowSessions",
        "FlowEffects",
        "FlowModel", "FlowFiles", "FlowHosts", "FlowExpressions", "StackFlowCore",
        "ScrollStackLayout", "SourceDiagnostics", "TerminalCells", "RandomTesting", "CMalloc",
      ], path: "Tests/Walks/FlowSessionsTests"),
    .testTarget(
      name: "FlowHostsTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowHosts", "FlowWalks", "FlowSessions", "FlowEffects",
        "FlowModel",
        "FlowFiles", "FlowExpressions", "SourceDiagnostics", "RandomTesting", "CLibrary",
      ], path: "Tests/Walks/FlowHostsTests"),
    .testTarget(
      name: "ProjectUpdatesTests",
      dependencies: [
        "Expectations", "FlowTesting", "ProjectUpdates", "FlowFiles", "FlowHosts", "FlowSessions",
        "FlowEffects",
        "FlowModel", "FlowExpressions", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Walks/ProjectUpdatesTests"),
    .testTarget(
      name: "TemplateSourcesTests",
      dependencies: ["Expectations", "GitTesting", "TemplateSources"],
      path: "Tests/Walks/TemplateSourcesTests"),
    .testTarget(
      name: "SavedWalksTests",
      dependencies: [
        "Expectations", "FlowTesting", "SavedWalks", "ConformanceTesting", "ScriptTrips",
        "FlowScripts", "FlowFiles", "FlowHosts", "FlowWalks", "FlowSessions", "FlowEffects",
        "FlowModel",
        "FlowExpressions", "StackFlowCore", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Walks/SavedWalksTests"),
    .testTarget(
      name: "SealedWalksTests",
      dependencies: [
        "Expectations", "FlowTesting", "SealedWalks", "ConformanceTesting", "ScriptTrips",
        "SavedWalks", "FlowFiles", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel",
        "FlowExpressions",
        "RandomTesting",
      ], path: "Tests/Walks/SealedWalksTests"),

    .testTarget(
      name: "StackFlowShellTests",
      dependencies: [
        "Expectations", "FlowTesting", "StackFlowShell", "StackFlowTesting", "ScriptTrips",
        "FlowScripts", "FlowScreens", "FlowFiles", "FlowHosts", "FlowWalks", "FlowSessions",
        "FlowEffects",
        "FlowModel", "FlowExpressions", "StackFlowCore", "ScrollStackLayout", "SourceDiagnostics",
        "Localization", "TerminalIO", "TerminalCells", "TerminalEmulation", "RandomTesting",
      ], path: "Tests/Terminal/StackFlowShellTests",
      exclude: ["Screen/Goldens", "Heard/Goldens"]),
    .testTarget(
      name: "GNUReadlineTests",
      dependencies: [
        "Expectations", "GNUReadline", "TerminalIO", "ConformanceTesting", "StackFlowTesting",
        "TerminalEmulation",
        "EditorProbe",
        "RandomTesting", "CLibrary",
      ], path: "Tests/Terminal/GNUReadlineTests"),
    .testTarget(
      name: "TerminalIOTests",
      dependencies: [
        "Expectations", "TerminalIO", "ConformanceTesting", "StackFlowTesting",
        "TerminalEmulation", "TerminalCells",
      ],
      path: "Tests/Terminal/TerminalIOTests"),
    .testTarget(
      name: "TerminalCellsTests",
      dependencies: [
        "Expectations", "TerminalCells", "RandomTesting",
        .target(name: "CVTerm", condition: .when(traits: ["VTerm"])),
      ],
      path: "Tests/Terminal/TerminalCellsTests", exclude: ["Fixtures"]),
    .testTarget(
      name: "CTerminalTests", dependencies: ["Expectations", "CTerminal"],
      path: "Tests/Terminal/CTerminalTests"),

    .testTarget(
      name: "FlowScriptsTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowScripts", "FlowFiles", "FlowHosts", "FlowWalks",
        "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions", "SourceDiagnostics",
        "RandomTesting",
      ], path: "Tests/Testing/FlowScriptsTests"),
    .testTarget(
      name: "FlowTestCasesTests", dependencies: ["Expectations", "FlowTestCases", "RandomTesting"],
      path: "Tests/Testing/FlowTestCasesTests"),
    // The tests in Examples/, which run with ours.
    .testTarget(
      name: "ServiceFlowTests",
      dependencies: [
        "StackFlow", "StackFlowShell", "StackFlowTesting", "FlowTestCases",
        "TerminalEmulation",
        "TerminalIO", "TerminalCells",
      ],
      path: "Examples/Tests/ServiceFlowTests"),
    .testTarget(
      name: "FlowExplorationTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowExploration", "FlowScripts", "SavedWalks", "FlowFiles",
        "FlowHosts", "FlowSessions", "FlowEffects", "FlowModel", "FlowExpressions",
        "RegularExpressions",
        "SourceDiagnostics",
        "RandomTesting",
      ], path: "Tests/Testing/FlowExplorationTests"),
    .testTarget(
      name: "StackFlowTestingTests",
      dependencies: [
        "Expectations", "StackFlowTesting", "FlowTesting", "FlowExploration", "FlowScripts",
        "FlowFiles", "FlowSessions", "FlowEffects", "FlowModel", "SourceDiagnostics",
        "TerminalEmulation",
        "TerminalIO", "TerminalCells", "StackFlowShell", "FlowExpressions", "RandomTesting",
      ], path: "Tests/Testing/StackFlowTestingTests"),

    .testTarget(
      name: "FlowServerTests",
      dependencies: [
        "JSONRPC", "Expectations", "FlowTesting", "FlowServer", "FlowHosts", "ScriptTrips",
        "SavedWalks", "FlowAnalysis", "Localization",
        "FlowScripts", "FlowFiles", "FlowScreens", "FlowWalks", "FlowSessions", "FlowEffects",
        "FlowModel",
        "FlowExpressions", "StackFlowCore", "RandomTesting",
      ], path: "Tests/Services/FlowServerTests"),
    .testTarget(
      name: "ModelContextTests",
      dependencies: [
        "JSONRPC", "Expectations", "FlowTesting", "ModelContext", "FlowServer", "ScriptTrips",
        "SealedWalks",
        "SavedWalks", "FlowScripts", "FlowFiles", "FlowWalks", "FlowSessions", "FlowEffects",
        "FlowModel",
        "FlowExpressions", "StackFlowCore", "SourceDiagnostics", "RandomTesting",
      ], path: "Tests/Services/ModelContextTests"),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "JSONRPC", "Expectations", "LanguageServer", "FlowLanguage", "ForeignTemplates", "FlowScripts",
        "FlowFiles", "FlowAnalysis", "FlowHosts", "FlowModel", "FlowExpressions", "SourceDiagnostics",
        "RandomTesting", "RandomEditing",
      ], path: "Tests/Services/LanguageServerTests"),
    .testTarget(
      name: "FlowWebTests",
      dependencies: [
        "Expectations", "FlowTesting", "FlowWeb", "SealedWalks", "SavedWalks", "FlowHosts", "FlowWalks", "FlowSessions",
        "FlowEffects", "FlowModel", "FlowExpressions", "FlowScreens", "RandomTesting",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Web"])),
      ], path: "Tests/Services/FlowWebTests"),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["Expectations", "FuzzTargets", "RandomTesting"],
      path: "Tests/Services/FuzzTargetsTests"),

    // The tests of the program don't wait for the compilation of its module.
    .testTarget(
      name: "FlowCommandTests",
      dependencies: [
        "JSONRPC", "Expectations", "FlowServer", "ScriptTrips", "FlowExpressions", "FlowSessions",
        "FlowEffects",
        "FlowModel",
        "FlowHosts", "FlowScripts", "StackFlowTesting", "TerminalEmulation", "TerminalIO",
        "TerminalCells", "CTerminal", "CLibrary", "GitTesting", "RandomTesting",
      ], path: "Tests/Program/FlowCommandTests", exclude: ["Goldens"]),
    .testTarget(
      name: "SteppedWalkTests",
      dependencies: [
        "Expectations", "ProgramParts", "FlowServer", "FlowTesting", "ScriptTrips", "SavedWalks",
        "FlowExpressions", "FlowWalks", "FlowSessions", "FlowEffects", "FlowModel", "FlowHosts",
        "FlowScripts",
        "RandomTesting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Program/SteppedWalkTests"),
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
