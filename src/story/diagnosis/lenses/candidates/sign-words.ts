/** What a person reads of the signs that spoke most for a step. */
import type { Signs } from './candidate.ts'
import { type Family, WEIGHTS } from './weights.ts'

const SHOWN = 4

export function sayings(family: Family, signs: Signs): string {
  const { signs: weights } = WEIGHTS[family]
  const worth = (sign: string) => (weights[sign] ?? 0) * (signs[sign] ?? 0)
  const told = Object.keys(WORDS[family])
    .filter((sign) => worth(sign) > 0 && !(IMPLIED_BY[sign] ?? []).some((more) => (signs[more] ?? 0) > 0))
    .sort((one, other) => worth(other) - worth(one))
    .slice(0, SHOWN)
  return told.map((sign) => WORDS[family][sign]).join('; ') || NOTHING_PLAINER
}

/** What says less than another sign that is there, and what would be untrue beside it: nobody knows how old a table is. */
const IMPLIED_BY: Readonly<Record<string, readonly string[]>> = {
  day: ['week', 'never'],
  week: ['never'],
  ratio20: ['ratio50'],
  old10: ['old60'],
}

const NOTHING_PLAINER = 'nothing else that was seen fits better'

const NEARNESS = { best: 'the strongest facts are about it', first: 'it was the first to show something' }

const WORDS: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  rollback: {
    ...NEARNESS,
    t0: 'the trouble began within minutes of it',
    stepped: 'its own figures changed with it',
    movedFirst: 'its own figures were the first to move',
    unwell: 'the cluster warns of it since then',
    freshComplaint: 'it complains since then',
    spelled: 'what is complained of stands in what it changed',
    setting: 'it changed how the program is run',
    major: 'it brought a new major version',
    nearest: 'no other release lies nearer to the trouble',
    soleNear: 'it is the only release shortly before it',
    writtenWith: 'people wrote that it works with whom the alert is about',
  },
  restart: {
    ...NEARNESS,
    oddWell: 'it alone differs from its siblings, which are ready',
    oddSaid: 'it alone complains, and its figures are its own',
    lostAlone: 'it says that it lost what it works by, and not that it has it again',
    stillAlone: 'it says again and again that it stands still, each time for longer',
    figures: 'its figures left those of its siblings with the trouble',
    differs: 'its figures stand far from those of its siblings',
    single: 'it is the only replica',
    eldest: 'it is the oldest of its siblings',
    writtenSince: 'what it read when it started was written since',
  },
  scale: {
    ...NEARNESS,
    allRisen: 'all its replicas filled up alike',
    full: 'all its replicas are full',
    behind: 'all its replicas stand at their processor limit while what waits grows',
    blamesSelf: 'it says itself that it is full',
    fill: 'it is busier than before',
    demandOwn: 'more is asked of it',
    demandHome: 'more is asked of those around it',
    scaledDown: 'it has fewer replicas since shortly before',
  },
  fewer: {
    ...NEARNESS,
    complains: 'it complains since then',
  },
  cordon: {
    ...NEARNESS,
    differs: 'its figures stand far from those of its siblings',
    built: 'it was installed otherwise than all others',
    newcomer: 'it came long after all others',
    bad: 'a condition of the node is not as it should be',
    state: 'the cluster tells of it',
    several: 'pods of several workloads suffer there',
    split: 'their like is well on every other host',
    apart: 'several replicas there stand apart from all their like',
    all: 'all pods that suffer stand on it',
    says: 'what is newly said names it',
    moved: 'its figures moved with the trouble',
  },
  session: {
    waiters1: 'others wait for it',
    waiters3: 'several others wait for it',
    beganWith: 'its transaction began within minutes of what was seen first',
    old60: 'its transaction is open for more than an hour',
    old10: 'its transaction is open for more than ten minutes',
    tool: 'a person’s tool holds it, not a program of the service',
    alone: 'no other transaction is nearly as old',
    snapshot: 'it keeps old rows from being removed',
    named: 'the server’s log names it',
    tableSaid: 'what is complained of is about its table',
  },
  vacuum: {
    week: 'it was not vacuumed for more than a week',
    day: 'it was not vacuumed for more than a day',
    never: 'it was never vacuumed',
    ratio50: 'most of its rows are dead',
    ratio20: 'many of its rows are dead',
    disabled: 'autovacuum is switched off for it',
    moved: 'figures of the table moved',
    said: 'what is complained of names it',
  },
}
