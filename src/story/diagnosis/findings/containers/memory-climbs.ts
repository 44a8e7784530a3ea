/** A container whose memory climbs towards its limit, where its siblings stay. */

import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { amountOf } from '../../cluster/reading/amounts.ts'
import type { Analyzer } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { bytes, clockTime, percent } from '../../signals/figure-words.ts'
import { median } from '../../signals/points.ts'
import { citeFigure, makeFinding } from '../../signals/signal-finding.ts'
import type { Figure } from '../../signals/signal-scene.ts'

const NEAR_LIMIT = 0.85
const GROWTH = 1.3

type Climb = { figure: Figure; low: number; peak: number; limit: number; since: Date }

export const memoryClimbs: Analyzer = (scene) => {
  const figures = (scene.signals?.figures ?? []).filter(({ family }) => family === 'memory')
  const climbs = figures.flatMap((figure) => climbOf(scene, figure) ?? [])
  const [worst] = climbs.sort((one, other) => other.peak / other.limit - one.peak / one.limit)
  return worst ? [climbing(scene, worst, figures)] : []
}

/** From its lowest before the peak: a restart in between begins anew. */
function climbOf({ cluster }: Scene, figure: Figure): Climb | undefined {
  const limit = limitOf(cluster, figure)
  const peakAt = figure.points.reduce(
    (best, { value }, at) => (value >= (figure.points[best]?.value ?? 0) ? at : best),
    0,
  )
  const before = figure.points.slice(0, peakAt + 1)
  const peak = before.at(-1)
  const lowest = before.reduce(
    (low, point) => (point.value < low.value ? point : low),
    before[0] ?? { at: 0, value: 0 },
  )
  if (limit === undefined || !peak || peak.value < limit * NEAR_LIMIT || peak.value < lowest.value * GROWTH)
    return undefined
  return { figure, low: lowest.value, peak: peak.value, limit, since: new Date(lowest.at) }
}

function limitOf(cluster: ClusterScene | undefined, { labels }: Figure): number | undefined {
  const owner = cluster?.pods.find(({ name }) => name === labels.pod)?.owner?.name
  const described = cluster?.described.find(
    ({ pod }) => pod.name === labels.pod || (owner !== undefined && pod.owner?.name === owner),
  )
  return amountOf(described?.containers.find(({ name }) => name === labels.container)?.limits ?? {}, 'memory')
}

function climbing({ cluster, subject }: Scene, { figure, low, peak, limit, since }: Climb, all: readonly Figure[]) {
  const { pod = '', container = '', namespace } = figure.labels
  const siblings = all.filter(({ labels }) => labels.pod !== pod && labels.container === container)
  const others =
    siblings.length === 0
      ? ''
      : ` Its siblings stand at ${bytes(median(siblings.map(({ points }) => points.at(-1)?.value ?? 0)))}.`
  const wasKilled = cluster?.pods.some(
    ({ name, containers }) =>
      name === pod && containers.some(({ last, terminated }) => (terminated ?? last)?.reason === 'OOMKilled'),
  )
  return makeFinding({
    kind: 'memory_climbs',
    statement: `The memory of container ${container} of pod ${pod} climbed from ${bytes(low)} at ${clockTime(since)} to ${bytes(peak)}, ${percent(peak / limit)} of its limit of ${bytes(limit)}.${others}`,
    evidence: [...citeFigure(figure, since), ...citeFigure(figure)],
    confidence: 0.75,
    subject: { kind: 'Pod', name: pod, ...(namespace !== undefined && { namespace }) },
    // Where it has already been killed for it, that is the finding, and this only shows how it came.
    weight: !wasKilled && /memory|\boom/i.test(`${subject.alertName} ${subject.text}`) ? 'cause' : 'context',
    since,
    noActionReason:
      'A restart empties the memory only for a while; the limit or the leak is for a person to decide on.',
    suggestions: [`Find out what container ${container} keeps in memory, or raise its limit of ${bytes(limit)}.`],
  })
}
