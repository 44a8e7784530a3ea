/**
 * The real service with a pretend model and a small pretend cluster: namespace shop, deployment web with two pods that
 * look well. What is wrong stands in the log of one of them, in words no rule knows.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ClusterObject } from '../../../src/ports/cluster.ts'
import type { ModelMessage } from '../../../src/ports/language-model.ts'
import { groupOf, idOf, type SentAlert, type Shown, show } from '../alerts.ts'
import { eventually } from '../eventually.ts'
import { startClusterSimulator } from '../kubernetes/cluster-simulator.ts'
import type { GivenObject } from '../kubernetes/kube-object.ts'
import { type ModelSimulator, startModelSimulator } from '../model/model-simulator.ts'
import type { Provider, Script, ScriptRequest, SpokenAnswer } from '../model/script.ts'
import { deployment, node, pod } from '../scene/cluster-objects.ts'
import { startTestService, type TestService } from '../service.ts'
import type { Recorder } from '../wire/recorder.ts'

export const SICK = 'web-1-aaaaa'
export const WELL = 'web-1-bbbbb'
export const CLUE = 'quartz gremlin holds row 17 since 07:00'
const KEY = 'sk-mind-7d1f0c2ab9e84356'

type Options = {
  script: Script
  /** No model is configured. */
  isAlone?: boolean
  provider?: Provider
  config?: Readonly<Record<string, unknown>>
  /** What stands in the sick pod's log instead of the clue. */
  clue?: string
  /** Lines of the sick pod's log, after the clue. */
  lines?: readonly string[]
  /** Of other programs in the cluster: their objects, and what their logs say. */
  beside?: { objects: readonly ClusterObject[]; podLogs: ReturnType<typeof logsOf> }
  /** Of the sick pod, besides its own. */
  labels?: Readonly<Record<string, string>>
  environment?: Readonly<Record<string, string>>
  /** Of the service, besides what it needs. */
  serviceEnvironment?: Readonly<Record<string, string>>
  /** Where the test has a database that outlives the service. */
  databaseUrl?: string
  /** Where the test has a model that outlives the service. */
  model?: ModelSimulator
}

export type MindService = {
  service: TestService
  model: ModelSimulator
  /** What reached the cluster. */
  cluster: Recorder
  /** Posts the alert and waits for its diagnosis. */
  diagnose(alert?: SentAlert): Promise<Shown>
  open(alert?: SentAlert): Promise<string>
  diagnosed(id: string): Promise<Shown>
}

const ENDINGS = ['awaiting_approval', 'escalated', 'resolved']

export async function startMindService(t: TestContext, options: Options): Promise<MindService> {
  const { script, provider = 'provider_a', config = {}, clue = CLUE, lines = [], databaseUrl, isAlone } = options
  const model = options.model ?? (await startMindModel(t, script))
  const cluster = await startClusterSimulator({
    objects: shop(options),
    podLogs: [...logsOf([clue, ...lines]), ...(options.beside?.podLogs ?? [])],
    pace: 'at once',
  })
  t.after(() => cluster.close())
  const service = await startTestService(t, {
    environment: {
      KUBECONFIG: await written(t, cluster.kubeconfig),
      PLUGINS_DIR: '/nonexistent',
      ALLOWED_NAMESPACES: 'shop',
      ...(isAlone !== true && { LLM_PROVIDER: provider, LLM_BASE_URL: model.url, LLM_API_KEY: KEY, LLM_TIMEOUT: '20' }),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...options.serviceEnvironment,
    },
  })
  if (Object.keys(config).length > 0) await service.ask('PUT', '/api/config', { body: config })
  const open = (alert: SentAlert = {}) => idOf(service, groupOf([{ ...ALERT, ...alert }]))
  const diagnosed = (id: string) =>
    eventually('the incident is diagnosed', async () => {
      const incident = await show(service, id)
      return ENDINGS.includes(incident.status) && incident
    })
  const diagnose = async (alert?: SentAlert) => diagnosed(await open(alert))
  return { service, model, cluster: cluster.recorder, open, diagnosed, diagnose }
}

export async function startMindModel(t: TestContext, script: Script): Promise<ModelSimulator> {
  const model = await startModelSimulator({ script, key: KEY })
  t.after(() => model.close())
  return model
}

const ALERT: SentAlert = {
  fingerprint: 'orders-stuck',
  labels: { alertname: 'OrdersStuck', namespace: 'shop', deployment: 'web', severity: 'critical' },
  annotations: { summary: 'Orders are not taken any more.' },
}

function shop({
  labels = {},
  environment = {},
  beside,
}: Pick<Options, 'labels' | 'environment' | 'beside'>): GivenObject[] {
  const objects = [
    ...deployment('web', { replicas: 2 }),
    pod(SICK, {
      owner: 'ReplicaSet/web-1',
      node: 'n-1',
      labels: { app: 'web', ...labels },
      spec: { containers: [container(environment)] },
    }),
    pod(WELL, { owner: 'ReplicaSet/web-1', node: 'n-1', labels: { app: 'web' } }),
    node('n-1'),
    ...(beside?.objects ?? []),
  ]
  return objects.map(
    (one) => ({ apiVersion: /Deployment|ReplicaSet/.test(one.kind ?? '') ? 'apps/v1' : 'v1', ...one }) as GivenObject,
  )
}

function container(environment: Readonly<Record<string, string>>) {
  const env = Object.entries(environment).map(([name, value]) => ({ name, value }))
  return { name: 'app', image: 'app:1', env }
}

function logsOf(lines: readonly string[]) {
  const log = { namespace: 'shop', container: 'app', previous: false }
  return [
    { ...log, pod: SICK, lines: [...lines] },
    { ...log, pod: WELL, lines: ['order 4711 taken'] },
  ]
}

async function written(t: TestContext, kubeconfig: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-mind-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'kubeconfig'), kubeconfig, { mode: 0o600 })
  return join(folder, 'kubeconfig')
}

/** Looks at both logs, and at the pods in a way the analysis does not. */
export function look(): SpokenAnswer {
  return {
    text: 'I look at the logs of both replicas.',
    calls: [
      { tool: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: SICK } },
      { tool: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: WELL } },
      { tool: 'list_pods', parameters: { namespace: 'shop', limit: 50 } },
    ],
  }
}

export type Submitted = Record<string, unknown>

/** A diagnosis that proves what it says, with the numbers the calls were given. */
export function proven({ messages }: ScriptRequest, changes: Submitted = {}): Submitted {
  const numbers = numbersOf(messages)
  return {
    conclusion: `Pod ${SICK} is held up by a quartz gremlin on row 17; a fresh process lets it go.`,
    confidence: 0.95,
    situation: 'fault',
    key_findings: [
      {
        text: `Only the log of ${SICK} speaks of the gremlin.`,
        evidence: [
          { call: numbers.get('get_pod_logs'), quote: CLUE },
          { call: numbers.get('list_pods'), quote: `"name": "${SICK}"` },
        ],
      },
    ],
    ruled_out: ['The node, since the other pod on it is well.'],
    suggested_actions: ['Ask the quartz people for a remedy that lasts.'],
    remediation: {
      description: 'Restart the one bad pod.',
      actions: [
        { plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: SICK }, why: 'It lets go of row 17.' },
      ],
    },
    ...changes,
  }
}

export function submit(parameters: Submitted): SpokenAnswer {
  return { calls: [{ tool: 'submit_diagnosis', parameters }] }
}

/** The first number each plugin's answer bears. */
function numbersOf(messages: readonly ModelMessage[]): Map<string, string> {
  const numbered = messages.flatMap((message) =>
    message.role === 'tool' ? [[message.tool, /^C\d+/.exec(message.text)?.[0] ?? ''] as const] : [],
  )
  return new Map(numbered.reverse())
}
