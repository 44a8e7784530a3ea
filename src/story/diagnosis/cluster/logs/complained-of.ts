/** Workloads that the subject's errors name, and whether all that is sent to them fails. */
import { isErrorLine } from '../../signals/said-lines.ts'
import type { ClusterScene, LogLine, WorkloadName } from '../cluster-scene.ts'
import { isSame, subjectPods } from '../pods/workload-pods.ts'
import { keyOfHost, workloadCalled } from '../routes/service-hosts.ts'
import { withoutOutsideText } from './log-clues.ts'
import { readHost } from './log-host.ts'
import { failsInPart } from './names-in-lines.ts'

type ComplainedOf = { workload: WorkloadName; pod: string; line: LogLine; isInPart: boolean }

/** Each once, by the first pod that complains. */
export function complainedOf(cluster: ClusterScene): ComplainedOf[] {
  const own = subjectPods(cluster)
  const logs = cluster.logs.filter((log) => !log.isPrevious && own.some((pod) => isSame(pod, log)))
  const all = logs.flatMap((log) => {
    const naming = log.lines.flatMap((line) => {
      const workload = isErrorLine({ said: line.text }) ? namedBy(line, log.namespace, cluster) : undefined
      return workload ? [{ workload, line, pod: log.name }] : []
    })
    return naming.map((one) => {
      const alike = naming.filter(({ workload }) => isSame(workload, one.workload))
      return { ...one, isInPart: failsInPart(alike, [log]) }
    })
  })
  return [...new Map(all.reverse().map((one) => [`${one.workload.namespace}/${one.workload.name}`, one])).values()]
}

function namedBy({ text }: LogLine, namespace: string, cluster: ClusterScene): WorkloadName | undefined {
  const said = withoutOutsideText(text)
  const host = said === undefined ? undefined : readHost(said)
  const key = host && keyOfHost(host, namespace, cluster)
  const workload = key && workloadCalled(key, cluster)
  return workload && !cluster.target.workloads.some((one) => isSame(one, workload)) ? workload : undefined
}
