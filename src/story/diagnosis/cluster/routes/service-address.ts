/** Logs often name only the address a Service has inside the cluster; which Service that is can be asked. */

import { type LookingStep, readObject } from '../asking/looking.ts'
import type { ClusterScene, ObjectKey } from '../cluster-scene.ts'
import { blamedHosts } from '../logs/blamed-hosts.ts'
import { record } from '../reading/loose-fields.ts'
import { serviceLinkIn } from './service-links.ts'

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
const ADDRESSES_MAX = 2
/** Its own DNS is looked at elsewhere. */
const DNS_PORT = 53

export const lookUpAddresses: LookingStep = ({ cluster, isAside }) => {
  if (isAside) return []
  const hosts = cluster.logs.flatMap(blamedHosts)
  const called = hosts.filter(({ name, port }) => ADDRESS.test(name) && port !== DNS_PORT).map(({ name }) => name)
  const linked = cluster.logs.flatMap((log) => serviceLinkIn(log)?.address ?? [])
  return [...new Set([...called, ...linked])]
    .filter((address) => !cluster.pods.some(({ podIP }) => podIP === address) && !serviceAt(address, cluster))
    .slice(0, ADDRESSES_MAX)
    .map((address) => readObject(`get services -A --field-selector spec.clusterIP=${address} -o yaml`))
}

export function serviceAt(address: string, { objects }: Pick<ClusterScene, 'objects'>): ObjectKey | undefined {
  const found = objects.find(({ kind, whole }) => kind === 'Service' && record(whole.spec).clusterIP === address)
  return found && { namespace: found.namespace ?? '', name: found.name }
}
