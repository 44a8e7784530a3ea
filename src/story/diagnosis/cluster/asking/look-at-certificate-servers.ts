/** Where a certificate is refused, its server is looked at: the pod that is accused, or the oldest, for it read it first. */
import { runningPods } from '../pods/workload-pods.ts'
import { refusedCertificates } from '../routes/refused-certificates.ts'
import { newestFirst } from './look-at-containers.ts'
import { logNow, unread } from './look-at-logs.ts'
import { describePods, type LookingStep } from './looking.ts'

const LOGS_MAX = 2

export const lookAtCertificateServers: LookingStep = (looking) => {
  const { cluster, now } = looking
  const refused = refusedCertificates(cluster, now).find(({ server }) => server !== undefined)
  const pods = new Set([
    ...(refused?.accused ?? []),
    ...runningPods(cluster, refused?.server).sort(newestFirst).reverse(),
  ])
  const inOrder = [...pods]
  return [
    ...describePods(cluster, inOrder.slice(0, 1)),
    ...unread(cluster, inOrder)
      .slice(0, LOGS_MAX)
      .map((pod) => logNow(pod, looking)),
  ]
}
