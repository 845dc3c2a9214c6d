"""Actions follow the rows of rules/actions.py, outcomes the phases; for positions see position.py.

auction     bid:9                      track     box:B
hand        take:fire  clear  ready    order     first  second
phase       use:fire  down:fire  pass  end  call  come:B  treason:maeda
group       gather:minase  rally:minase  add:kuroda_yoshitaka  add:hashiba
            band:saito_toshimitsu (with his troops)
action      move:yamazaki  attack  fire:yamazaki  turn-up  halt  done  enter:hirose
ambush      ambush  let  let-all
orders      lurk:minase  let:minase  ask:minase  let-all  ask-all  no-more
attack      auto  support:4  roll:saito_toshimitsu  roll:troops
damage      flip:hashiba  drop:hashiba (of the group)  retreat:hashiba>minase  remove:hashiba
chance      3-5, the smaller die first; seat:0 plays Hideyoshi
"""

from typing import Final

from honjin.core.actions import TableNotation
from honjin.games.summits.content.data import SPLITS
from honjin.games.summits.rules.actions import ACTIONS
from honjin.games.summits.rules.play import PHASES
from honjin.games.summits.text.position import read_position, write_position

NOTATION: Final = TableNotation(ACTIONS, PHASES, len(SPLITS), write_position, read_position)
