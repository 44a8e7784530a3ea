/**
 * What is taken up, handed back and taken up anew, while less is finished than before: whoever works on it is busy with the
 * same few again and again. More hands turn it faster, and a new process gets the same ones back.
 */

import type { Exhibit } from '../../evidence.ts'
import { type Moved, movedIn } from '../figures.ts'
import { isAround } from './full-replicas.ts'

const AGAIN = /re-?_?deliver|re-?_?queue|(?:^|_)nack|re-?_?process|re-?_?submit/i
const DONE = /(?:^|_)(?:ack(?:ed|nowledged)?|done|completed|processed|finished|succeeded|committed)(?:_|$)/i
const HALF = 0.5
const MANY = 5
const ONCE_A_SECOND = 1

export type Circle = { again: Moved; done: Moved }

export function circlesIn(exhibits: readonly Exhibit[], onset: Date): Circle[] {
  const moved = movedIn(exhibits).filter(({ isRate }) => isRate)
  const risen = moved.filter((one) => AGAIN.test(one.name) && isAround(one.at, onset) && hasRisen(one))
  return risen.flatMap((again) => {
    const done = moved.find((one) => DONE.test(one.name) && !AGAIN.test(one.name) && isOfSame(one, again))
    return done && done.last <= HALF * done.from && again.last > MANY * done.last ? [{ again, done }] : []
  })
}

function hasRisen({ from, last }: Moved): boolean {
  return last >= ONCE_A_SECOND && last >= MANY * from
}

/** Counted of the same queue, topic or worker: what labels they share tell the same. */
function isOfSame({ labels, name }: Moved, other: Moved): boolean {
  const shared = Object.keys(labels).filter((label) => label in other.labels)
  const isOneFamily = name.split('_')[0] === other.name.split('_')[0]
  return isOneFamily && shared.every((label) => labels[label] === other.labels[label])
}

/** It is his, or he works on what is counted there. */
export function isCaught(name: string, namespace: string, ring: number, circles: readonly Circle[]): boolean {
  return circles.some(({ again: { labels } }) => {
    const places = [labels.namespace, labels.exported_namespace].filter((one) => one !== undefined)
    return Object.values(labels).includes(name) || (ring === 0 && (places.length === 0 || places.includes(namespace)))
  })
}
