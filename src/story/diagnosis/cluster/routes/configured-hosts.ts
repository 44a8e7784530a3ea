/** Whom a pod is told to call: hosts in its plain variables and arguments that are names of workloads here. */

import type { Looking } from '../asking/looking.ts'
import type { DescribedPod, Fields, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { isSame, subjectPods } from '../pods/workload-pods.ts'
import { text } from '../reading/loose-fields.ts'
import { allWorkloads } from '../subject/resolve-target.ts'

type Configured = ObjectKey & { workload: WorkloadName }

/** Only exact names count: a value is a host far less often than it is anything else. */
export function namedInConfiguration({ cluster }: Pick<Looking, 'cluster'>): Configured[] {
  const own = subjectPods(cluster)
  const described = cluster.described.filter(({ pod }) => own.some((one) => isSame(one, pod)))
  const all = allWorkloads(cluster)
  return described.flatMap((one) =>
    hostsOf(one).flatMap(({ name, namespace = one.pod.namespace }) => {
      const workload = all.find((each) => each.name === name && each.namespace === namespace)
      return workload ? [{ name, namespace, workload }] : []
    }),
  )
}

/** Of one pod that was described, whoever the alert is about. */
export function hostsConfigured(described: Shown<DescribedPod>): ObjectKey[] {
  return hostsOf(described).map(({ name, namespace = described.pod.namespace }) => ({ name, namespace }))
}

/** An init step is told whom to wait for as a container is told whom to call. */
function hostsOf(one: Shown<DescribedPod>): { name: string; namespace: string | undefined }[] {
  const all = [...one.containers, ...one.initContainers]
  const values = all.flatMap(({ env, args, command }) => [...env.flatMap(plainValue), ...args, ...command])
  return values.flatMap(readAddresses)
}

export type ConfiguredAddress = {
  /** Undefined for an argument. */
  variable: string | undefined
  value: string
  name: string
  namespace: string | undefined
}

/** All that could be an address, with the variable it stands in; whether anybody bears the name is not asked. */
export function addressesOf({ containers }: Shown<DescribedPod>): ConfiguredAddress[] {
  const given = containers.flatMap(({ env, args }) => [
    ...env.flatMap((one) => plainValue(one).map((value) => ({ variable: text(one.name), value }))),
    ...args.map((value) => ({ variable: undefined, value })),
  ])
  return given.flatMap((one) =>
    [...readAddresses(one.value), ...outsideHost(one.value)].map((address) => ({ ...one, ...address })),
  )
}

/** `orders.c1x.eu-1.rds.example.com`: nobody of the cluster, but whom the pod calls. */
function outsideHost(value: string): { name: string; namespace: string | undefined }[] {
  const [, name] =
    /^(?:[a-z][a-z0-9+:]*:\/\/)?(?:[^@/\s]*@)?((?:[a-z0-9-]+\.){3,}[a-z]{2,})(?::\d+)?(?:[/?]\S*)?$/.exec(value) ?? []
  return name === undefined || /\.svc(\.|$)/.test(name) ? [] : [{ name, namespace: undefined }]
}

function plainValue({ value }: Fields): string[] {
  const held = text(value)
  return held === undefined ? [] : [held]
}

/** `redis`, `redis:6379`, `amqp://user@broker.shop.svc:5672/`, and several of them with commas. */
function readAddresses(value: string): { name: string; namespace: string | undefined }[] {
  return value.split(/[,;\s]+/).flatMap((one) => {
    const [, host] =
      /^(?:--?[\w-]+=)?(?:[a-z][a-z0-9+:]*:\/\/)?(?:[^@/\s]*@)?([a-z0-9][a-z0-9.-]*)(?::\d+)?(?:[/?].*)?$/.exec(one) ??
      []
    if (host === undefined) return []
    const parts = host.replace(/\.svc(\.cluster\.local)?\.?$/, '').split('.')
    // A pod of a set is called by its own name before that of its Service.
    const [name = '', namespace] = parts.length === 3 ? parts.slice(1) : parts
    return parts.length <= 3 ? [{ name, namespace }] : []
  })
}
