/** The alerts the benches send: each number its own, about as long as real ones. */
export type Wording = 'plain' | 'webhook' | 'alerts'

export function alertBody(wording: Wording, run: string, number: number): string {
  return WORDINGS[wording](run, number)
}

export const ALERT_PATHS: Readonly<Record<Wording, string>> = {
  plain: '/api/alert',
  webhook: '/api/alert',
  alerts: '/api/v2/alerts',
}

const SEVERITIES = ['critical', 'high', 'warning', 'info']

const WORDINGS: Readonly<Record<Wording, (run: string, number: number) => string>> = {
  plain: (run, number) => {
    const { severity, pod } = labelsOf(run, number)
    const sentence = `${sentenceOf(pod, run)} The deployment has too few ready replicas and requests to /checkout fail.`
    return JSON.stringify({ message: sentence, metadata: { severity, cluster: 'west-2', round: run } })
  },
  webhook: (run, number) => JSON.stringify(webhookOf(alertOf(run, number))),
  alerts: (run, number) => JSON.stringify([alertOf(run, number)]),
}

/** As an alert manager posts a group of one alert. */
function webhookOf(alert: ReturnType<typeof alertOf>) {
  const { alertname, namespace, pod, uid } = alert.labels
  return {
    receiver: 'firebreak',
    status: 'firing',
    alerts: [{ status: 'firing', ...alert, endsAt: '0001-01-01T00:00:00Z', fingerprint: uid }],
    groupLabels: { alertname, namespace },
    commonLabels: alert.labels,
    commonAnnotations: alert.annotations,
    externalURL: 'http://alertmanager.monitoring:9093',
    version: '4',
    groupKey: `{}/{team="payments"}:{alertname="${alertname}", namespace="${namespace}", pod="${pod}"}`,
    truncatedAlerts: 0,
  }
}

function alertOf(run: string, number: number) {
  const labels = labelsOf(run, number)
  return {
    labels,
    annotations: {
      summary: `Pod ${labels.pod} is crash looping.`,
      description: sentenceOf(labels.pod, run),
      runbook_url: 'https://runbooks.example.com/kubernetes/KubePodCrashLooping',
    },
    startsAt: '2026-03-04T05:06:07.890Z',
    generatorURL:
      'http://prometheus.monitoring:9090/graph?g0.expr=max_over_time%28kube_pod_container_status_waiting_reason%5B5m%5D%29&g0.tab=1',
  }
}

function labelsOf(run: string, number: number) {
  return {
    alertname: 'KubePodCrashLooping',
    severity: SEVERITIES[number % SEVERITIES.length] as string,
    cluster: 'west-2',
    namespace: 'shop',
    pod: `payments-${run}-${(number * 7919).toString(36)}-${number}`,
    container: 'payments',
    team: 'payments',
    uid: fingerprintOf(run, number),
  }
}

function sentenceOf(pod: string, run: string): string {
  return `Pod ${pod} in namespace shop restarts again and again: CrashLoopBackOff, last exit code 137, ${run}.`
}

/** Sixteen hexadecimal digits, as scattered as digests are. */
function fingerprintOf(run: string, number: number): string {
  let scattered = number + 1
  for (const letter of run) scattered = Math.imul(scattered ^ letter.charCodeAt(0), 0x9e3779b1) >>> 0
  const rest = Math.imul(number + 1, 0x85ebca6b) >>> 0
  return scattered.toString(16).padStart(8, '0') + rest.toString(16).padStart(8, '0')
}
