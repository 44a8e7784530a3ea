import type { ClusterObject } from '../../ports/cluster.ts'
import type { Container, Pod } from './kubernetes-objects.ts'
import { readQuantity, writeQuantity } from './quantity.ts'
import { optional } from './shown-pod.ts'

export type PodMetrics = ClusterObject & {
  timestamp?: string
  window?: string
  containers?: { name: string; usage?: Record<string, string> }[]
}

const RESOURCES = ['cpu', 'memory'] as const

export function showUsage({ metadata, timestamp, window, containers = [] }: PodMetrics, pod: Pod | undefined) {
  const specs = new Map(
    [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])].map((one) => [one.name, one]),
  )
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    ...optional('nodeName', pod?.spec.nodeName),
    timestamp,
    window,
    containers: containers.map(({ name, usage = {} }) => ({ name, ...showContainer(usage, specs.get(name)) })),
  }
}

/** The largest share of any limit, for the order. A container without a limit cannot be near it. */
export function shareOfLimit({ containers }: ReturnType<typeof showUsage>): number {
  const shares = containers.flatMap((container) => RESOURCES.map((name) => container[name]?.of_limit ?? 0))
  return Math.max(0, ...shares)
}

type Use = { used: string; request?: string; limit?: string; of_limit?: number }

function showContainer(
  usage: Record<string, string>,
  spec: Container | undefined,
): Partial<Record<'cpu' | 'memory', Use>> {
  const entries = RESOURCES.flatMap((resource) => {
    const used = readQuantity(usage[resource])
    return used === undefined ? [] : [[resource, showResource(resource, used, spec)] as const]
  })
  return Object.fromEntries(entries)
}

function showResource(resource: string, used: number, spec: Container | undefined): Use {
  const request = spec?.resources?.requests?.[resource]
  const limit = spec?.resources?.limits?.[resource]
  const most = readQuantity(limit)
  return {
    used: writeQuantity(resource, used),
    ...(request !== undefined && { request }),
    ...(limit !== undefined && { limit }),
    ...(most !== undefined && most > 0 && { of_limit: Math.round((used / most) * 1000) / 1000 }),
  }
}
