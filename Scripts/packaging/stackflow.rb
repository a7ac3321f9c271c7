# SPDX-License-Identifier: Apache-2.0
# The Homebrew formula. Scripts/package replaces the words between @ with those of a release.
class Stackflow < Formula
  desc "Asks the questions of a flow file, one approved step at a time"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license all_of: ["GPL-3.0-or-later", "Apache-2.0"]

  # The first one with Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "libsodium"
  depends_on "libyaml"
  depends_on "readline"
  uses_from_macos "swift" => :build

  def install
    flags = %w[libsodium libyaml readline].flat_map do |name|
      prefix = Formula[name].opt_prefix
      ["-Xcc", "-I#{prefix}/include", "-Xlinker", "-L#{prefix}/lib"]
    end
    flags << "--static-swift-stdlib" unless OS.mac?
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "stackflow", *flags
    bin.install ".build/release/stackflow"
    man1.install "Manual/stackflow.1"
    generate_completions_from_executable(
      bin/"stackflow", "--generate-completion-script", shells: [:bash, :zsh, :fish]
    )
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/stackflow --version").chomp
    (testpath/"service.flow.yaml").write <<~YAML
      flow: 1
      id: service
      steps:
        - { ask: name, type: string, pattern: '^[a-z]+$' }
        - { ask: port, type: integer, min: 1024, default: 8080 }
    YAML
    run = "#{bin}/stackflow run --no-input --defaults --format env"
    assert_equal "NAME=billing\nPORT=8080\n", shell_output("#{run} --set name=billing service.flow.yaml")
    shell_output("#{run} --set name=Billing service.flow.yaml 2>/dev/null", 4)
    shell_output("#{run} service.flow.yaml 2>/dev/null", 3)
  end
end
