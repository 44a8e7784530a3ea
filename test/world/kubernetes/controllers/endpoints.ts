/** Which pods stand behind a Service. Only Endpoints that the world has are kept: a case may leave them out. */
import type { Json, KubeObject } from '../kube-object.ts'
import { readSelectorObject } from '../label-selector.ts'
import type { ControlRoom } from './control-room.ts'
import { isActive, isReady } from './pod-life.ts'

export function keepEndpoints({ store }: ControlRoom, namespace: string | undefined): void {
  for (const endpoints of store.ofKind('Endpoints', namespace)) {
    const service = store.find('Service', namespace, endpoints.metadata.name)
    if (service?.spec?.selector === undefined) continue
    const isBehind = readSelectorObject({ matchLabels: service.spec.selector })
    const pods = store.ofKind('Pod', namespace).filter((pod) => isActive(pod) && isBehind(pod.metadata.labels ?? {}))
    store.edit(endpoints, (draft) => {
      draft.subsets = subsetsOf(endpoints, service, pods)
    })
  }
}

function subsetsOf(endpoints: KubeObject, service: KubeObject, pods: KubeObject[]): Json[] | undefined {
  const reachable = pods.filter(({ status }) => status?.podIP)
  if (reachable.length === 0) return undefined
  const addresses = reachable.filter(isReady).map(addressOf)
  const notReadyAddresses = reachable.filter((pod) => !isReady(pod)).map(addressOf)
  const ports = endpoints.subsets?.[0]?.ports ?? portsOf(service)
  return [
    { ...(addresses.length > 0 && { addresses }), ...(notReadyAddresses.length > 0 && { notReadyAddresses }), ports },
  ]
}

function addressOf({ metadata: { name, namespace, uid }, spec, status }: KubeObject): Json {
  return { ip: status.podIP, nodeName: spec.nodeName, targetRef: { kind: 'Pod', namespace, name, uid } }
}

function portsOf({ spec }: KubeObject): Json[] {
  return (spec.ports ?? []).map(({ name, port, targetPort, protocol = 'TCP' }: Json) => ({
    ...(name && { name }),
    port: typeof targetPort === 'number' ? targetPort : port,
    protocol,
  }))
}
