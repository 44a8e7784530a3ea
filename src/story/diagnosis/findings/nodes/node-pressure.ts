/** A node that runs short of memory, disk or processes, and who uses most of it. */

import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import { cordonGate } from '../../cluster/gates.ts'
import { evictionsOn, type NodeWatch, pressuresOf, sayEviction, watchedNodes } from '../../cluster/nodes/node-watch.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { sayAgo, sayAmount, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { aside, CAUSED_BY_MISSING_PODS } from '../cluster-fault.ts'

const CONSUMERS_SHOWN = 3

export const nodePressure: Analyzer = (scene) =>
  watchedNodes(scene)
    .filter(({ node }) => node.isReady && pressuresOf(node).length > 0)
    .map((watch) => (watch.isConcerned ? findingOf(watch, scene) : aside(findingOf(watch, scene))))

function findingOf(watch: NodeWatch, { now }: Scene): Finding {
  const { cluster, node } = watch
  const pressures = pressuresOf(node)
  const types = pressures.map(({ type }) => type)
  const consumers = types.includes('MemoryPressure') ? memoryConsumers(watch) : []
  const [evicted] = evictionsOn(cluster, node.name)
  return fault({
    kind: 'node_pressure',
    statement: `Node ${node.name} is under ${types.join(' and ')}${pressures[0]?.since ? ` since ${sayTime(pressures[0].since)} (${sayAgo(pressures[0].since, now)})` : ''}${pressures[0]?.message ? `: ${pressures[0].message}` : ''}.${sayConsumers(consumers)}${evicted ? ` ${sayEviction(evicted)}` : ''}`,
    facts: consumers
      .slice(1, CONSUMERS_SHOWN)
      .map((one) => ({ text: `${sayConsumer(one)}.`, evidence: [citeConsumer(one)] })),
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      types.slice(0, 2).map((type) => citeField(node.exhibit, 'type', type)),
      consumers.slice(0, 1).map(citeConsumer),
      evicted && cite(evicted.pod.exhibit, evicted.pod.message ?? evicted.pod.name),
    ],
    confidence: consumers.length > 0 || evicted ? 0.9 : 0.7,
    subject: { kind: 'Node', name: node.name },
    since: pressures[0]?.since,
    explains: [...CAUSED_BY_MISSING_PODS, 'evicted_pods', 'out_of_memory'],
    ...cordonGate({
      cluster,
      now,
      node,
      why: `Node ${node.name} is under ${types.join(' and ')} now; new pods would be evicted too.`,
    }),
    suggestions: [
      consumers[0]
        ? `Ask the owner of pod ${consumers[0].pod.namespace}/${consumers[0].pod.name} to bound or stop it${consumers[0].limit === undefined ? ' (it has no limit)' : ''}.`
        : `Find what fills ${node.name} and free it.`,
      `Let pods on ${node.name} again when the pressure is over.`,
    ],
  })
}

type Consumer = {
  pod: { namespace: string; name: string; exhibit: Parameters<typeof cite>[0] }
  container: string
  used: number
  usedText: string
  request: string | undefined
  limit: string | undefined
}

function memoryConsumers({ cluster, pods }: NodeWatch): Consumer[] {
  return cluster.usage
    .filter((one) => pods.some((pod) => isSame(pod, one)))
    .flatMap((pod) =>
      pod.containers.flatMap(({ name, memory }) =>
        memory === undefined
          ? []
          : [
              {
                pod,
                container: name,
                used: readQuantity(memory.used) ?? 0,
                usedText: memory.used,
                request: memory.request,
                limit: memory.limit,
              },
            ],
      ),
    )
    .sort((one, other) => other.used - one.used)
}

function sayConsumers(consumers: readonly Consumer[]): string {
  const [most] = consumers
  return most ? ` The largest consumer is ${sayConsumer(most)}.` : ''
}

function sayConsumer({ pod, container, used, request, limit }: Consumer): string {
  const bounds = `requests ${request ?? 'nothing'}, ${limit === undefined ? 'has no memory limit' : `limit ${limit}`}`
  return `pod ${pod.namespace}/${pod.name} (container ${container}) with ${sayAmount('memory', used)} memory; it ${bounds}`
}

function citeConsumer({ pod, usedText }: Consumer) {
  return citeField(pod.exhibit, 'used', usedText)
}
