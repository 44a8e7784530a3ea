/** Whom a label means that is no name of a workload: the address that was probed, the job it is scraped under. */
import { isExporter } from '../../../incident/who-measures.ts'
import { plainName } from '../../lenses/entity-of.ts'
import { statedNames } from '../../lenses/stated-names.ts'
import type { Subject } from '../../subject.ts'
import type { WorkloadName } from '../cluster-scene.ts'
import { type ClusterSight, isSame } from '../pods/workload-pods.ts'
import { workloadBehind } from './mentioned-workloads.ts'

export function labelledWorkloads({ labels, namespace }: Subject, all: readonly WorkloadName[], sight: ClusterSight) {
  // Without a namespace a job may be anybody's.
  const { job } = namespace === undefined ? {} : labels
  const scraped = job === undefined || isExporter(job) ? [] : [job.replace(/^.*\//, '')]
  const hosts = [...statedNames(labels), ...scraped].flatMap((value) => insideHost(value, namespace))
  return [...new Set(hosts.flatMap((host) => calledSo(host, all, sight)))]
}

function calledSo({ name, namespace }: Host, all: readonly WorkloadName[], sight: ClusterSight): WorkloadName[] {
  const here = all.filter((one) => namespace === undefined || one.namespace === namespace)
  const exact = here.filter((one) => one.name === name)
  if (exact.length > 0 || namespace === undefined) return exact
  const behind = workloadBehind({ namespace, name }, sight)
  return here.filter((one) => behind && isSame(one, behind))
}

type Host = { name: string; namespace: string | undefined }

/** `edi-hub`, `edi-hub.partner`, `https://edi-hub.partner.svc:8443/in`, `db-0.db.shop.svc`; a name of the world outside is none. */
function insideHost(value: string, home: string | undefined): Host[] {
  const parts = plainName(value)
    .replace(/\.svc(\.[\w-]+)*\.?$/, '')
    .split('.')
  const isSpelled = /\.svc(\.|:|\/|$)/.test(value)
  if (parts.length > (isSpelled ? 3 : 2)) return []
  const [name = '', namespace = home] = parts.length === 3 ? parts.slice(1) : parts
  return [{ name, namespace }]
}
