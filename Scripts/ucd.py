# SPDX-License-Identifier: Apache-2.0
"""The properties of Unicode's characters, for the scripts that write tables of them.

They're read from packages of Python, which follow each version of Unicode within weeks: Debian's unicode-data stays
what it was when Debian was released. Where two packages have a property, they must agree.
"""
import sys

try:
    import regex
    import unicodedata2
    import wcwidth
    from fontTools.unicodedata import Scripts
    from regex import _regex
    from wcwidth.table_vs16 import VS16_NARROW_TO_WIDE
except ImportError as error:
    sys.exit(f"{error}; install these packages: regex unicodedata2 fonttools wcwidth")

LIMIT = 0x110000
VERSION = unicodedata2.unidata_version
if wcwidth.list_versions()[-1] != VERSION:
    sys.exit(f"wcwidth has Unicode {wcwidth.list_versions()[-1]}, and unicodedata2 has {VERSION}")

ALL = "".join(map(chr, range(LIMIT)))


def members(expression):
    """The scalars that match a class of the package regex, such as \\p{Emoji_Presentation}."""
    found = set()
    for match in regex.finditer(f"{expression}+", ALL):
        found.update(range(*match.span()))
    return found


def categories():
    """The two-letter general category of each scalar."""
    values = [unicodedata2.category(scalar) for scalar in ALL]
    for name in set(values):
        if {code for code in range(LIMIT) if values[code] == name} != members(rf"\p{{GC={name}}}"):
            sys.exit(f"regex and unicodedata2 differ about the category {name}")
    return values


def east_asian_widths():
    """The East Asian width of each scalar, also of those that aren't assigned (the header of EastAsianWidth.txt)."""
    values = [unicodedata2.east_asian_width(scalar) for scalar in ALL]
    unassigned = members(r"\p{GC=Cn}")
    for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),
                        (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
        for code in unassigned.intersection(range(first, last + 1)):
            values[code] = "W"
    return values


LINE_BREAKS = """
    AI AK AL AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU
    RI SA SG SP SY VF VI WJ XX ZW ZWJ
""".split()


def line_breaks():
    """The line breaking class of each scalar."""
    values = [None] * LIMIT
    for name in LINE_BREAKS:
        for code in members(rf"\p{{LB={name}}}"):
            values[code] = name
    if None in values:
        sys.exit(f"U+{values.index(None):04X} has a line breaking class that isn't in this list")
    return values


def scripts():
    """The long name of the script of each scalar."""
    values = ["Unknown"] * LIMIT
    if f"Scripts-{VERSION}" not in open(Scripts.__file__, encoding="utf-8").read(2_000):
        sys.exit(f"fonttools has another version of Unicode than {VERSION}")
    ends = [*Scripts.RANGES[1:], LIMIT]
    for first, end, name in zip(Scripts.RANGES, ends, Scripts.VALUES):
        values[first:end] = [Scripts.NAMES[name]] * (end - first)
    return values


def styled():
    """The scalars that are narrow, and that U+FE0F makes an emoji."""
    found = set()
    for ranges in VS16_NARROW_TO_WIDE.values():
        for first, last in ranges:
            found.update(range(first, last + 1))
    return found


def case_groups():
    """Lists of the scalars that differ by case alone, by simple case folding without the rules for Turkish."""
    turkish = {0x130, 0x131}
    groups = set()
    for code in range(LIMIT):
        if 0xD800 <= code < 0xE000 or code in turkish:
            continue
        cases = {ord(case) if isinstance(case, str) else case for case in _regex.get_all_cases(regex.UNICODE, code)}
        if len(cases - turkish) > 1:
            groups.add(tuple(sorted(cases - turkish)))
    return sorted(groups)
