/**
 * Incidents that wait for a person's word on a plan, without a diagnosis behind it: the plan is seen on a pretend cluster
 * by the real plugins and stored by the real workflow. Each incident scales a Deployment of its own.
 */
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { moveIncident } from '../../src/edges/store/incident-moves.ts'
import { migrate } from '../../src/edges/store/migrate.ts'
import { createRunStore } from '../../src/edges/store/run-records.ts'
import { insertDiagnosis } from '../../src/edges/store/run-rows.ts'
import type { Diagnosis } from '../../src/story/incident/diagnosis.ts'
import { createSealer, type PlannedAction, type ProposalDraft } from '../../src/story/incident/proposal.ts'
import { concludeDiagnosis } from '../../src/story/workflow/conclude-diagnosis.ts'
import type { Run, RunStore } from '../../src/story/workflow/run-store.ts'
import { openHands } from './cluster-hands.ts'
import { openCluster } from './kubernetes/cluster-of-test.ts'
import type { ClusterSimulator, Pace } from './kubernetes/cluster-simulator.ts'
import { sampleWorkload } from './kubernetes/sample-workload.ts'
import { freshRecords, openIncident, openRecords, SILENT_LOG } from './records.ts'
import { startTestService, type TestService } from './service.ts'

export const NAMESPACE = 'shop'
export const SECRET_KEY = 'a-key-that-is-not-in-the-database-0123456789'

export type WaitingWorld = {
  cluster: ClusterSimulator
  environment: Record<string, string>
  databaseUrl: string
  database: Database
  startInstance(more?: Record<string, string>, how?: { chatPatienceMs?: number }): Promise<TestService>
  /** An incident that waits; it would scale the Deployment of this name from 2 to 3. */
  plant(deployment: string, how?: Planting): Promise<Waiting>
  /** Somebody has looked again, and another plan waits in place of the first. */
  replan(waiting: Waiting): Promise<Waiting>
}

type Planting = {
  confirmWithinSeconds?: number
  faults?: Diagnosis['faults']
  /** A second Deployment, which the other view would scale instead. */
  instead?: string
  /** More of the alert than its message. */
  alert?: Record<string, unknown>
}

export type Waiting = { id: string; digest: string; deployment: string }

/** On a database of its own, or on one that is there. */
export async function openWaitingWorld(
  t: TestContext,
  deployments: readonly string[],
  on: { databaseUrl?: string; pace?: Pace } = {},
): Promise<WaitingWorld> {
  const { cluster, kubeconfig } = await openCluster(t, {
    objects: deployments.flatMap((name) => sampleWorkload({ namespace: NAMESPACE, name, replicas: 2 })),
    pace: on.pace ?? 'at once',
  })
  const { url: databaseUrl, database } =
    on.databaseUrl === undefined ? await freshRecords(t) : await openStore(t, on.databaseUrl)
  const environment = {
    DATABASE_URL: databaseUrl,
    KUBECONFIG: kubeconfig,
    FIREBREAK_SECRET_KEY: SECRET_KEY,
    ALLOWED_NAMESPACES: NAMESPACE,
    HOURLY_QUOTA: '100000',
    DIAGNOSIS_CONCURRENCY: '0',
    VERIFY_WITHIN_SECONDS: '20',
  }
  const hands = openHands(t, { KUBECONFIG: kubeconfig })
  const plan = async (deployment: string) => {
    const parameters = { namespace: NAMESPACE, deployment, replicas: 3 }
    return plannedAction(parameters, await hands.plan('scale_deployment', parameters))
  }
  return {
    cluster,
    environment,
    databaseUrl,
    database,
    startInstance: (more = {}, how = {}) => startTestService(t, { ...how, environment: { ...environment, ...more } }),
    plant: async (deployment, { confirmWithinSeconds = 3600, faults = [], alert = {}, instead } = {}) => {
      const id = await openIncident(database, { message: `${deployment} is slow, ${randomUUID()}`, ...alert })
      const alternative =
        instead === undefined ? undefined : { ...draftOf(await plan(instead)), description: OTHER.conclusion }
      const asking = { confirmWithinSeconds, faults, ...(alternative && { alternative }) }
      const digest = await askFor(database, id, draftOf(await plan(deployment)), asking)
      return { id, digest, deployment }
    },
    replan: async ({ id, deployment }) => {
      const draft = draftOf(await plan(deployment))
      return { id, deployment, digest: await lookAgain(database, id, draft) }
    },
  }
}

async function openStore(t: TestContext, url: string) {
  await migrate({ url, log: SILENT_LOG })
  return { url, database: openRecords(t, url) }
}

type Intention = Awaited<ReturnType<ReturnType<typeof openHands>['plan']>>

function plannedAction(
  parameters: Record<string, unknown>,
  { effect, preconditions, rollback }: Intention,
): PlannedAction {
  const { targets, changes, commands, risk } = effect
  return {
    plugin: 'scale_deployment',
    parameters,
    why: 'a test wants it',
    targets,
    changes,
    commands,
    risk,
    preconditions,
    rollback,
  }
}

function draftOf(action: PlannedAction): ProposalDraft {
  return {
    purpose: 'remedy',
    description: 'Every replica is saturated.',
    steps: ['Scale it.'],
    actions: [action],
    riskLevel: action.risk,
    estimatedDuration: 'a moment',
    rollbackPlan: 'Scale it back.',
  }
}

const DIAGNOSIS: Diagnosis = {
  conclusion: 'Every replica is saturated.',
  confidence: 0.9,
  keyFindings: [],
  suggestedActions: [],
  source: 'analysis',
  situation: 'fault',
  ruledOut: [],
  notSeen: [],
  flags: [],
  faults: [],
}

const OTHER: NonNullable<Diagnosis['otherView']> = {
  conclusion: 'The cache before it is cold.',
  confidence: 0.7,
  keyFindings: [{ text: 'It misses.', evidence: [{ call: 'C1', plugin: 'metrics.query', quote: 'misses' }] }],
  source: 'model',
}

const WRITTEN: NonNullable<Diagnosis['knowledge']> = [
  { id: 'e1', title: 'Cold caches', quote: 'Warm it by hand.', why: 'it names cache', holds: true, evidence: [] },
]

type Asking = { confirmWithinSeconds: number; faults: Diagnosis['faults']; alternative?: ProposalDraft }

async function askFor(database: Database, incidentId: string, draft: ProposalDraft, asking: Asking): Promise<string> {
  const store = createRunStore({ database, sealer: createSealer(SECRET_KEY) })
  await store.renewLease('planter', 60)
  const run = (await store.claimDiagnoses('planter', 1_000_000)).find((one) => one.incidentId === incidentId)
  if (!run) throw new Error(`${incidentId} could not be claimed.`)
  return conclude(database, store, run, draft, asking)
}

async function lookAgain(database: Database, incidentId: string, draft: ProposalDraft): Promise<string> {
  const store = createRunStore({ database, sealer: createSealer(SECRET_KEY) })
  await store.renewLease('planter', 60)
  const run = await inTransaction(database, async (connection) => {
    const event = { kind: 'diagnosis_started', data: {} } as const
    await moveIncident(connection, { incidentId, from: 'awaiting_approval', to: 'diagnosing', event })
    return insertDiagnosis(connection, incidentId, 'planter')
  })
  return conclude(database, store, run, draft, { confirmWithinSeconds: 3600, faults: [] })
}

async function conclude(
  database: Database,
  store: RunStore,
  run: Run,
  draft: ProposalDraft,
  { confirmWithinSeconds, faults, alternative }: Asking,
): Promise<string> {
  const { incidentId } = run
  const diagnosis = { ...DIAGNOSIS, faults, ...(alternative && { otherView: OTHER, knowledge: WRITTEN }) }
  await store.journal(run, 'planter').commit('conclude', (writer) =>
    concludeDiagnosis(writer, {
      ...{ incidentId, diagnosis, attempt: { draft }, confirmWithinSeconds },
      ...(alternative && { alternative }),
    }),
  )
  await store.finish(run, 'planter')
  const { rows } = await database.query<{ proposal_digest: string }>(
    'SELECT proposal_digest FROM incidents WHERE id = $1',
    [incidentId],
  )
  return rows[0]?.proposal_digest ?? ''
}
