/**
 * Which facts a person reads under whatever is concluded. What is alike is told once, with how many more there are; the
 * second of a kind is worth less than the first of another, so that no figure, speaker or lens drowns the rest; and what
 * comes and goes with pods stands behind. Where little is telling, the faint is shown too: a cause may stand far away.
 */
import type { Weighed } from '../weigh.ts'
import { ownerName } from './entity-of.ts'
import type { Seen } from './look-through.ts'

const SHOWN_MAX = 20
const FAINT = 0.015
const OF_ROLLOUT = 0.3
const CHATTER = 0.35
const PER_SAME_SOURCE = 0.7
const PER_SAME_LENS = 0.85

export function strongestFacts({ facts }: Pick<Seen, 'facts'>, most = SHOWN_MAX): Weighed[] {
  const left = folded(facts.filter(({ score }) => score >= FAINT))
  const chosen: Weighed[] = []
  while (chosen.length < most && left.length > 0) {
    const worths = left.map((one) => worthBeside(one, chosen))
    const best = worths.indexOf(Math.max(...worths))
    chosen.push(...left.splice(best, 1))
  }
  return chosen
}

function worthBeside({ score, isOfRollout, isChatter, lens, entity }: Weighed, chosen: readonly Weighed[]): number {
  const ofLens = chosen.filter((one) => one.lens === lens)
  const ofSource = ofLens.filter((one) => ownerName(one.entity) === ownerName(entity))
  const worth = score * (isOfRollout ? OF_ROLLOUT : 1) * (isChatter ? CHATTER : 1)
  return worth * PER_SAME_LENS ** ofLens.length * PER_SAME_SOURCE ** ofSource.length
}

function folded(facts: readonly Weighed[]): Weighed[] {
  return [...Map.groupBy(facts, shapeOf).values()].map((group) => {
    const [first, ...others] = group as [Weighed, ...Weighed[]]
    return others.length === 0
      ? first
      : { ...first, text: `${first.text.replace(/\.$/, '')} (and ${others.length} more alike)` }
  })
}

const POD = /-[a-f0-9bcdfghjklmnpqrstvwxz]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])/g
const OF_ONE = /(pod|instance|node|uid|id)=[^,}]*/g

/** What is left where it is forgotten whose it is and how much. */
function shapeOf({ lens, text, growth = 1, entity }: Weighed): string {
  const [head = '', tail = ''] = text.split(/(?<=\})/, 2)
  const who = lens === 'said' || lens === 'changed' ? entity : ''
  const words = (tail === '' ? head : tail).replace(POD, '').replace(/\d[\d.:]*/g, '#')
  const labels = tail === '' ? '' : head.replace(OF_ONE, '')
  return [lens, who, labels, words.slice(0, 120), growth < 1].join('|')
}
