/** Rules that keep the replicas of a workload apart, and how the replicas stand now. */
import type { Fields } from '../cluster-scene.ts'
import { podsOf } from '../pods/workload-pods.ts'
import { number, record, records, text } from '../reading/loose-fields.ts'
import { isControlPlane, type NodeFit } from './node-fit.ts'
import type { Placement } from './placement.ts'

export type SpreadRule = { kind: 'anti-affinity' | 'affinity' | 'spread'; key: string; skew: number }

/** Only the hard ones that the scheduler speaks of; what is merely preferred keeps nobody waiting. */
export function hardRules({ described, message }: Placement): SpreadRule[] {
  const { affinity, topologySpreadConstraints } = record(record(described?.whole).pod)
  const all = [
    ...required(record(affinity).podAntiAffinity, 'anti-affinity'),
    ...required(record(affinity).podAffinity, 'affinity'),
    ...records(topologySpreadConstraints)
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway')
      .map(({ topologyKey, maxSkew }) => rule('spread', topologyKey, number(maxSkew) ?? 1)),
  ]
  return all.filter(({ kind }) => WORDS[kind].test(message))
}

const WORDS: Readonly<Record<SpreadRule['kind'], RegExp>> = {
  'anti-affinity': /anti-affinity/,
  affinity: /pod affinity/,
  spread: /topology spread/,
}

function required(part: unknown, kind: SpreadRule['kind']): SpreadRule[] {
  const terms = records(record(part).requiredDuringSchedulingIgnoredDuringExecution)
  return terms.map(({ topologyKey }: Fields) => rule(kind, topologyKey, 0))
}

function rule(kind: SpreadRule['kind'], key: unknown, skew: number): SpreadRule {
  return { kind, key: text(key) ?? '', skew }
}

/** A value of the rule's label: how many replicas stand there, and which nodes the pod could otherwise go to. */
type Domain = { value: string; replicas: number; fits: readonly NodeFit[] }

/** The fewest replicas first. */
export function domainsOf({ cluster, workload, fits }: Placement, { key }: SpreadRule): Domain[] {
  const eligible = fits.filter((fit) => fit.unmet.length === 0 && fit.taints.length === 0 && !isControlPlane(fit))
  const groups = Map.groupBy(eligible, ({ node }) => node.labels[key])
  const replicas = workload
    ? podsOf(cluster, workload).filter(({ phase }) => phase !== 'Succeeded' && phase !== 'Failed')
    : []
  return [...groups]
    .flatMap(([value, there]) => {
      if (value === undefined) return []
      const here = replicas.filter(({ nodeName }) => there.some(({ node }) => node.name === nodeName))
      return [{ value, replicas: here.length, fits: there }]
    })
    .sort((one, other) => one.replicas - other.replicas)
}
