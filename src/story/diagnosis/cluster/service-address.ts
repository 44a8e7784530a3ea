/** Logs often name only the address a Service has inside the cluster; which Service that is can be asked. */
import { isServiceSeen } from './behind-service.ts'
import { blamedHosts } from './blamed-hosts.ts'
import type { ClusterScene, ObjectKey } from './cluster-scene.ts'
import { findServiceCommand } from './look-at-routes.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'
import { record } from './loose-fields.ts'
import { neighboursOf } from './neighbours.ts'
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

const SERVICES_MAX = 1

/** A name no workload bears is that of a Service: whom it selects tells who is meant. */
export const lookUpServices: LookingStep = (looking) => {
  const { cluster, isAside } = looking
  const nameless = isAside ? [] : neighboursOf(looking).filter(({ workload, from }) => !workload && from === 'log')
  return nameless
    .filter(({ name, namespace }) => isObjectName(name) && isObjectName(namespace))
    .filter((one) => [one.namespace, '*'].some((place) => cluster.listedWhole.includes(place)))
    .filter((one) => !isServiceSeen(one, cluster))
    .slice(0, SERVICES_MAX)
    .map(({ name, namespace }) => readObject(findServiceCommand(name, namespace)))
}
