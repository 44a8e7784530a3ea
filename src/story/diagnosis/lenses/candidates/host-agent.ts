/**
 * Who serves a host (its proxy, its resolver, its driver) and is the reason why all suffer who stand there: a new process in
 * its place is likelier to help than to close the host, which leaves them where they are.
 */
import { isExporter } from '../../../incident/who-measures.ts'
import type { PodView } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Seen } from '../look-through.ts'
import { sufferingHost } from '../steps/one-host.ts'
import { isFar } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import type { Candidate, Signs } from './candidate.ts'

type Given = { scene: Sight['scene']; seen: Seen }

/** The only one of its host, odd among its kind and no later than the trouble; undefined where the host itself is ill. */
export function agentAmong(all: readonly Candidate[], { scene: { cluster }, seen }: Given): Candidate | undefined {
  const host = cluster && sufferingHost(cluster, seen)
  const closing = all.find(({ family, atFault }) => family === 'cordon' && atFault.name === host)
  if (!closing || has(closing.signs, ILL)) return undefined
  const pods = cluster?.pods.filter(({ nodeName, owner }) => nodeName === host && owner?.kind === 'DaemonSet') ?? []
  const agents = all.filter(
    ({ family, atFault, signs }) =>
      family === 'restart' && has(signs, ODD) && pods.some((pod) => isIt(pod, atFault) && isEarly(pod, seen)),
  )
  return agents.length === 1 ? agents[0] : undefined
}

const ODD = ['alone', 'aloneLong', 'figures', 'differs', 'lostAlone']
/** By its own conditions, words or figures. */
const ILL = ['bad', 'state', 'says', 'moved']

function has(signs: Signs, some: readonly string[]): boolean {
  return some.some((sign) => (signs[sign] ?? 0) > 0)
}

function isIt(pod: PodView, { namespace, name }: Candidate['atFault']): boolean {
  return pod.namespace === namespace && pod.name === name && !isExporter(pod.owner?.name ?? '')
}

/** Whoever complains only after the others is one more of them. */
function isEarly({ name }: PodView, { facts, onset }: Seen): boolean {
  return facts.some(
    (one) =>
      ((one.lens === 'said' && one.isIll) || isFar(one)) &&
      one.at !== undefined &&
      minutesBetween(one.at, onset) >= 0 &&
      [one.entity, ...(one.pods ?? [])].includes(name),
  )
}
