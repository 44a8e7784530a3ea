/** Where a new process would do no better: it was given all the work, has its trouble by one client, by what outlives it, or by siblings that were made anew. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { text } from '../../cluster/reading/loose-fields.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import { isClearStep, isMainWork, type PodFigures, stepsOf } from './compared-figures.ts'
import { isFar } from './release.ts'

const SIBLINGS_FALL = 0.5
const DEMAND_RISES = 2

/** Its siblings have little left to do, or ever more is asked of it: the work is uneven, and a new process gets the same share. */
export function isGivenAllWork(pod: PodView, pods: readonly PodView[], figures: PodFigures): boolean {
  const siblings = pods.filter(({ name }) => name !== pod.name)
  return [...figures.values()].some((byPod) => {
    const own = byPod.get(pod.name)
    const isRisen =
      own !== undefined && isMainWork(own, figures, pod.name) && isClearStep(own) && stepsOf(own) >= DEMAND_RISES
    const hasFallen = own !== undefined && stepsOf(own) < 1
    return (
      isRisen ||
      (!hasFallen &&
        siblings.some(({ name }) => isClearStep(byPod.get(name)) && stepsOf(byPod.get(name)) <= SIBLINGS_FALL))
    )
  })
}

const CLIENT =
  /\b(tenant|customer|account|org|organi[sz]ation|project|merchant|shop|user|client|device|site|shard|key)(?:_?id)?["']?[=:]\s*["']?([\w.-]+)/gi

/** What it has to do with one and the same client finds a new process as well. */
export function isOfOneClient({ name }: PodView, facts: readonly Weighed[]): boolean {
  const isOwn = ({ lens, entity, names }: Weighed) =>
    lens === 'said'
      ? [name, ownerName(name)].includes(entity) || name.startsWith(`${entity}-`)
      : [entity, ...names].includes(name)
  const named = facts
    .filter((one) => isOwn(one) && one.score > 0.2)
    .map(({ text }) => clientsIn(text).filter((client) => !isAkin(client.split('=')[1] ?? '', ownerName(name))))
  const clients = new Set(named.flat())
  return [...clients].some((client) => named.filter((one) => one.includes(client)).length >= 2)
}

function clientsIn(text: string): string[] {
  return [...text.matchAll(CLIENT)].map(([, kind = '', value = '']) => `${kind}=${value}`.toLowerCase())
}

/** Room may come with a new process: of a file that was deleted under the old one, of a volume that was made larger. */
const ROOM = /_(?:bytes|inodes)/
const OF_CLAIM = /[{ ]\w*(?:claim|pvc|volume)\w*=([^,}]+)/

/** What stands apart, or far from where it stood, is what its volume can do, which the next process is given as it is. */
export function isOfVolume(
  { name, namespace }: PodView,
  { described }: ClusterScene,
  facts: readonly Weighed[],
): boolean {
  const own = described.filter(({ pod }) => pod.name === name && pod.namespace === namespace)
  const claims = own.flatMap((one) => one.claims.flatMap((claim) => text(claim.name) ?? []))
  return facts.some((one) => {
    const isOdd = (one.lens === 'differs' || isFar(one)) && !ROOM.test(one.text)
    const claim = isOdd ? OF_CLAIM.exec(one.text)?.[1] : undefined
    return claim !== undefined && (claims.includes(claim) || claim.endsWith(`-${name}`))
  })
}

const RENEWED_MINUTES = 30
const AFTER_MINUTES = 5

/** All others of a set that keeps data came anew just before the trouble: they take from it what they lack, and it was left as it was. */
export function isLeftAlone(pod: PodView, pods: readonly PodView[], onset: Date): boolean {
  const siblings = pods.filter(({ name }) => name !== pod.name)
  const isRenewed = ({ createdAt }: PodView) => {
    const minutes = createdAt && minutesBetween(createdAt, onset)
    return minutes !== undefined && minutes <= RENEWED_MINUTES && minutes >= -AFTER_MINUTES
  }
  return pod.owner?.kind === 'StatefulSet' && siblings.length > 0 && siblings.every(isRenewed) && !isRenewed(pod)
}

const TIMES_SAID = /, (\d+) times and never before: /
const TRIES_LEAST = 3

/**
 * A member of a set that keeps data goes through the same steps again and again since it began: it tries anew by itself,
 * and a new process would begin where each try begins.
 */
export function isTryingAnew({ name, owner }: PodView, facts: readonly Weighed[]): boolean {
  const own = facts.filter((one) => one.lens === 'said' && one.pods?.length === 1 && one.pods[0] === name)
  const counts = own.map(({ text }) => Number(TIMES_SAID.exec(text)?.[1])).filter((times) => times >= TRIES_LEAST)
  return owner?.kind === 'StatefulSet' && new Set(counts).size < counts.length
}
