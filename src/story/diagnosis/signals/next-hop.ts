/** What central logs say of somebody nobody has looked at yet: whose address it is, and how they fare where it lives. */

import type { PluginCall } from '../../../plugins/plugin.ts'
import { call, isObjectName, readObject } from '../cluster/asking/looking.ts'
import { readHost } from '../cluster/logs/log-host.ts'
import { keyOfHost, serviceAt } from '../cluster/routes/service-hosts.ts'
import type { Scene } from '../scene.ts'
import { failureChain } from './failure-chain.ts'
import type { SignalQuestion } from './signal-question.ts'

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
/** Its own DNS is looked at elsewhere. */
const DNS_PORT = 53

/** Along the errors of the deepest that is known to fail; empty where all it names has been looked at. */
export function nextHop(scene: Scene): SignalQuestion[] {
  const { cluster } = scene
  // Whom no listing shows yet stands behind it as a mere name.
  const last = failureChain(scene).findLast(({ workload }) => workload)
  if (!cluster || !last) return []
  const hosts = last.errors.flatMap(({ said }) => readHost(said) ?? []).filter(({ port }) => port !== DNS_PORT)
  const home = last.workload?.namespace ?? cluster.target.namespace ?? ''
  const wanted = hosts.flatMap((host): PluginCall[] => {
    if (ADDRESS.test(host.name) && !isKnown(host.name, cluster)) return [askAddress(host.name)]
    const place = keyOfHost(host, home, cluster)?.namespace
    const isSeen = cluster.listedWhole.some((one) => one === place || one === '*')
    return isSeen || !isObjectName(place)
      ? []
      : [call('list_pods', { namespace: place }), call('get_events', { namespace: place })]
  })
  return wanted
    .filter((one) => !isAsked(one, scene))
    .slice(0, 2)
    .map((one) => ({ about: 'cluster', ...one }))
}

function isKnown(address: string, cluster: NonNullable<Scene['cluster']>): boolean {
  return cluster.pods.some(({ podIP }) => podIP === address) || serviceAt(address, cluster) !== undefined
}

function askAddress(address: string): PluginCall {
  return readObject(`get services -A --field-selector spec.clusterIP=${address} -o yaml`)
}

function isAsked({ plugin, parameters }: PluginCall, { cluster }: Scene): boolean {
  return (cluster?.exhibits ?? []).some(
    (one) => one.plugin === plugin && Object.entries(parameters).every(([key, value]) => one.parameters[key] === value),
  )
}
