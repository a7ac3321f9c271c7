# SPDX-License-Identifier: Apache-2.0
# usage: ruby Scripts/packaging/check-formula.rb FORMULA VERSION SOURCES BIN
#
# Reads our Homebrew formula without Homebrew: checks what it says of the version, the license, the
# sources, and the build, and runs its test with the program in the folder BIN.
require "digest"
require "open3"
require "pathname"
require "tmpdir"

# A folder that remembers what a formula installs in it.
class Destination < Pathname
  def installed = @installed ||= []

  def install(*names) = installed.concat(names)
end

# What a formula can say and call, as far as ours does.
class Formula
  class << self
    attr_reader :tested

    def said = @said ||= Hash.new { |all, name| all[name] = [] }

    %i[desc homepage url sha256 license depends_on uses_from_macos].each do |name|
      define_method(name) { |*words, **named| said[name].concat(words, named.empty? ? [] : [named]) }
    end

    def [](name) = Struct.new(:opt_prefix).new("/opt/#{name}")

    def test(&block) = @tested = block
  end

  attr_reader :bin, :man1, :testpath, :version, :calls

  def initialize(bin, testpath, version)
    @bin = Destination.new(bin)
    @man1 = Destination.new("man1")
    @testpath = Pathname.new(testpath)
    @version = version
    @calls = []
  end

  def system(*words) = calls << words

  def generate_completions_from_executable(program, option, shells:)
    shells.each { |shell| refuse("has no completions for #{shell}") if shell_output("#{program} #{option} #{shell}").empty? }
  end

  def shell_output(line, status = 0)
    output, ended = Open3.capture2(line, chdir: testpath.to_s)
    refuse("has a test that fails: #{line}: exit code #{ended.exitstatus}") unless ended.exitstatus == status
    output
  end

  def assert_equal(wanted, found)
    refuse("has a test that fails: #{found.inspect} instead of #{wanted.inspect}") unless wanted == found
  end
end

module OS
  def self.mac? = RUBY_PLATFORM.include?("darwin")
end

def refuse(words)
  warn "the formula #{words}"
  exit 1
end

path, version, sources, bin = ARGV
refuse("needs a version, the sources, and the folder of the program") unless bin
load File.expand_path(path)
said = Stackflow.said
refuse("has the url #{said[:url]}") unless said[:url].one? && said[:url][0].end_with?("/stackflow-#{version}.tar.gz")
refuse("has another checksum than the sources") unless said[:sha256] == [Digest::SHA256.file(sources).hexdigest]
refuse("has the license #{said[:license]}") unless said[:license] == [{ all_of: %w[GPL-3.0-or-later Apache-2.0] }]
refuse("has no description in 80 letters") unless said[:desc].one? && said[:desc][0].length.between?(10, 80)
refuse("has no homepage") unless said[:homepage].one? && said[:homepage][0].match?(%r{\A(https|file)://[^@]+\z})

Dir.mktmpdir do |folder|
  formula = Stackflow.new(File.expand_path(bin), folder, version)
  formula.install
  build = formula.calls.fetch(0, [])
  refuse("doesn't build the program") unless build[0, 2] == %w[swift build] && build.include?("--disable-sandbox")
  refuse("doesn't install the program") unless formula.bin.installed == [".build/release/stackflow"]
  listed = IO.popen(["tar", "-tzf", sources], &:read).lines(chomp: true)
  refuse("doesn't install a manual page") if formula.man1.installed.empty?
  formula.man1.installed.each do |name|
    refuse("installs #{name}, which isn't in the sources") unless listed.include?("stackflow-#{version}/#{name}")
  end
  refuse("has no test") unless Stackflow.tested
  formula.instance_eval(&Stackflow.tested)
end
