/** The one host that alone differs, and what runs on it suffers. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { sufferingHost } from './one-host.ts'
import type { LensStep, Sight } from './sight.ts'

const SIBLINGS_LEAST = 2
const AROUND_MINUTES = 30

/** So many signs close a host: it speaks of itself, its figures moved, differ, two of them do, what the alert means stands near or only there. */
const ENOUGH = 4

/** The one host for which enough speaks, where it tells of itself or two of its figures are far from its siblings'. */
export function oddNode({ cluster, seen }: Sight): LensStep | undefined {
  const { facts, ringOf, onset } = seen
  if (cluster.nodes.length <= SIBLINGS_LEAST) return undefined
  const meant = cluster.pods.filter(({ name }) => ringOf(name) === 0)
  const suffering = new Set(sufferingPods(cluster, meant, facts, onset).map(({ nodeName }) => nodeName))
  const host = sufferingHost(cluster, seen)
  const odd = cluster.nodes.filter(({ name }) => {
    const own = facts.filter(({ entity, names }) => entity === name || names.includes(name))
    const figures = new Set(own.filter((one) => one.lens === 'differs' && one.entity === name).map(figureOf)).size
    const isAlone = host === name || (suffering.size === 1 && suffering.has(name))
    const speaks = own.some(({ lens }) => lens === 'said')
    const differs = own.some(({ lens }) => lens === 'differs')
    const isTelling = speaks || figures > 1 || host === name
    const signs = [isAlone, isAlone || ringOf(name) <= 1, differs, figures > 1, isTelling, own.some(hasHappened)]
    return isTelling && (differs || isAlone) && signs.filter(Boolean).length >= ENOUGH
  })
  const [node, ...more] = odd
  if (!node || more.length > 0) return undefined
  const why = `${node.name} alone among its siblings differs, and what runs on it suffers; closed to new pods it does no more harm.`
  return {
    action: { plugin: 'cordon_node', parameters: { node: node.name }, why },
    atFault: { kind: 'Node', name: node.name },
    calledBy: /cordon/i,
  }
}

/** Its figures moved, or it was started anew, changed or is in a state that is told. */
function hasHappened({ lens }: Weighed): boolean {
  return lens === 'moved' || lens === 'state' || lens === 'changed'
}

function figureOf({ text }: Weighed): string {
  return text.slice(0, text.indexOf('{'))
}

/** Of the workloads the alert is about, the pods that are not ready or whose figures stepped with the trouble. */
function sufferingPods(
  cluster: ClusterScene,
  meant: readonly PodView[],
  facts: readonly Weighed[],
  onset: Date,
): PodView[] {
  const own = cluster.target.workloads.flatMap((workload) => podsOf(cluster, workload))
  return [...own, ...meant].filter(
    ({ name, phase, isReady }) =>
      (phase === 'Running' && !isReady) ||
      facts.some(
        ({ lens, entity, names, at, growth = 1 }) =>
          (lens === 'fired' || lens === 'moved') &&
          [entity, ...names].includes(name) &&
          (growth >= 2 || growth <= 0.5) &&
          at !== undefined &&
          Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES,
      ),
  )
}
