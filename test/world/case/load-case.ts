/** The whole pretend world of one case: cluster, metrics, logs and error tracker, each over the wire, with one recorder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ClusterOptions, type ClusterSimulator, startClusterSimulator } from '../kubernetes/cluster-simulator.ts'
import { startLokiSimulator } from '../loki-simulator.ts'
import { type MonitoringSimulator, startPrometheusSimulator } from '../prometheus-simulator.ts'
import { startSentrySimulator } from '../sentry-simulator.ts'
import { Recorder } from '../wire/recorder.ts'
import type { CaseFile, CasePostgres } from './case-file.ts'
import { podLogStreams, readCase } from './read-case.ts'

export type OpenCase = {
  file: CaseFile
  cluster: ClusterSimulator
  prometheus: MonitoringSimulator
  loki: MonitoringSimulator
  sentry: MonitoringSimulator
  /** All requests and writes, over all of them. */
  recorder: Recorder
  /** The rows to shadow the catalogue with, where the case has a database. */
  postgres: CasePostgres | undefined
  /** Variables for the service: where the cluster is. */
  environment: { KUBECONFIG: string }
  /** For `PUT /api/config`: the case's own keys and where the monitoring servers are. */
  config: Record<string, unknown>
  /** For `PUT /api/environment-context`, where the case has one. */
  environmentContext: Record<string, unknown> | undefined
  /** Body for `POST /api/alert`. */
  alert: unknown
  close(): Promise<void>
}

type Choices = { now?: Date; cluster?: Partial<ClusterOptions> }

const TOKENS = {
  METRICS_TOKEN: 'simulated-metrics-token',
  LOGS_TOKEN: 'simulated-logs-token',
  ERRORS_TOKEN: 'simulated-errors-token',
}

/** Ends with the test. */
export async function startCaseWorld(t: TestContext, path: string | URL, choices: Choices = {}): Promise<OpenCase> {
  const opened = await openCaseWorld(await readCase(path, choices.now), choices)
  t.after(() => opened.close())
  return opened
}

export async function openCaseWorld(
  file: CaseFile,
  { now = new Date(), cluster: given = {} }: Choices = {},
): Promise<OpenCase> {
  const { world } = file
  const recorder = new Recorder()
  const podLogs = world.pod_logs ?? []
  const cluster = await startClusterSimulator({
    objects: world.kubernetes ?? [],
    podLogs,
    podMetrics: world.pod_metrics ?? [],
    recorder,
    ...given,
  })
  const prometheus = await startPrometheusSimulator({
    series: world.metrics?.series ?? [],
    recorder,
    token: TOKENS.METRICS_TOKEN,
  })
  const streams = [...(world.logs?.streams ?? []), ...podLogStreams(podLogs, now)]
  const loki = await startLokiSimulator({ streams, recorder, token: TOKENS.LOGS_TOKEN })
  const sentry = await startSentrySimulator({ issues: world.errors ?? [], recorder, token: TOKENS.ERRORS_TOKEN })
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-case-'))
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, cluster.kubeconfig, { mode: 0o600 })
  return {
    file,
    cluster,
    prometheus,
    loki,
    sentry,
    recorder,
    postgres: world.postgres,
    environment: { KUBECONFIG: kubeconfig },
    config: { ...world.config, METRICS_URL: prometheus.url, LOGS_URL: loki.url, ERRORS_URL: sentry.url, ...TOKENS },
    environmentContext: world.environment_context,
    alert: file.alert,
    async close() {
      await Promise.all([cluster, prometheus, loki, sentry].map((simulator) => simulator.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
