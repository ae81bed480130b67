"""Has slipcover take its probe out of a line as soon as that was reached, so that tests take no longer than without it.
Pytest's workers are not told of its option, hence `-p tests.immediate`. From Python 3.12 on there are no probes.
"""

from functools import partial

import slipcover

slipcover.Slipcover = partial(slipcover.Slipcover, immediate=True)
