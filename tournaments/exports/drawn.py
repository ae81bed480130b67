"""An SVG from the standard input, as PNG on the standard output. A process of its own: what draws it holds on to the
whole interpreter while it does.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = sorted(str(file) for file in (Path(__file__).parent / "fonts").glob("*.ttf"))


def main() -> None:
    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS))


if __name__ == "__main__":
    main()
