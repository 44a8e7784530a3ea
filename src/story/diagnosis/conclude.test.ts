import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analysisOf, exhibitOf, HANDS, OPEN_GATES } from '../../../test/world/mind/analysis-of.ts'
import { type Pictured, pictureDatabase } from '../../../test/world/scene/database-scene.ts'
import { conclude } from './conclude.ts'
import type { Finding } from './finding.ts'
import { createStepJudge, type JudgeStep } from './gates/judge-step.ts'
import type { Scene } from './scene.ts'

const FINDING: Finding = {
  kind: 'out_of_memory',
  statement: 'Container app of pod web-1 is killed at its memory limit of 1Gi.',
  facts: [],
  evidence: [],
  confidence: 0.9,
  situation: 'fault',
  subject: { kind: 'Pod', namespace: 'shop', name: 'web-1' },
  weight: 'cause',
  actions: [
    {
      plugin: 'rollback_deployment',
      parameters: { deployment: 'web' },
      why: 'It began with revision 31: JAVA_OPTS went from -Xmx640m to -Xmx1536m',
    },
  ],
  suggestions: [],
}

const LISTED = exhibitOf('C1', 'list_pods', { pods: [], deployments: [{ name: 'web', namespace: 'shop' }] })
const concluded = (findings: readonly Finding[], scene: Scene) => conclude(findings, scene, OPEN_GATES)

const SCENE = { exhibits: [], subject: {} } as unknown as Scene

test('why the step is the right one is part of the conclusion', () => {
  const { diagnosis, wanted } = concluded([FINDING], SCENE)
  assert.match(
    diagnosis.conclusion,
    /limit of 1Gi\. It began with revision 31: JAVA_OPTS went from -Xmx640m to -Xmx1536m\.$/,
  )
  assert.equal(wanted.length, 1)
})

test('what the finding has said is not said again', () => {
  const [action] = FINDING.actions
  const statement = 'Container app fails since revision 31, in which JAVA_OPTS went from -Xmx640m to -Xmx1536m.'
  assert.ok(action)
  assert.equal(concluded([{ ...FINDING, statement, actions: [action] }], SCENE).diagnosis.conclusion, statement)
})

test('what was merely seen beside the alert is nobody’s reason to act', () => {
  const { wanted, diagnosis } = concluded([{ ...FINDING, weight: 'context' }], SCENE)
  assert.deepEqual(wanted, [])
  assert.ok(diagnosis.noActionReason)
})

test('an alert of another cluster gets no Kubernetes action, and the diagnosis says why', () => {
  const { scene } = analysisOf({
    labels: { cluster: 'west', deployment: 'web' },
    clusterName: 'east',
    exhibits: [LISTED],
  })
  const gate = createStepJudge({ hands: HANDS, scene, findings: [FINDING], personSaid: '' })
  const { wanted, diagnosis } = conclude([FINDING], scene, gate)
  assert.deepEqual(wanted, [])
  assert.match(diagnosis.noActionReason ?? '', /cluster west, which is not the one/)
  assert.ok(diagnosis.confidence <= 0.4)
})

test('where the gate of the first cause’s step is closed, the next one’s is taken; where all are, the first refusal is told', () => {
  const other: Finding = {
    ...FINDING,
    statement: 'The quota is used up.',
    subject: { kind: 'ResourceQuota', name: 'q' },
  }
  const second = { plugin: 'restart_pod', parameters: { pod_name: 'web-1' }, why: 'x' }
  const closed =
    (plugin: string): JudgeStep =>
    (action) =>
      action.plugin === plugin ? { refusal: `${plugin} is closed.` } : OPEN_GATES(action)
  const causes = [FINDING, { ...other, actions: [second] }]
  assert.deepEqual(
    conclude(causes, SCENE, closed('rollback_deployment')).wanted.map(({ plugin }) => plugin),
    ['restart_pod'],
  )
  const { wanted, diagnosis } = conclude([FINDING], SCENE, closed('rollback_deployment'))
  assert.deepEqual([wanted, diagnosis.noActionReason], [[], 'rollback_deployment is closed.'])
})

test('independent causes are both named; without a finding nothing should be changed', () => {
  const other: Finding = {
    ...FINDING,
    kind: 'quota',
    statement: 'The quota is used up.',
    subject: { kind: 'ResourceQuota', name: 'q' },
    actions: [],
  }
  assert.match(concluded([FINDING, other], SCENE).diagnosis.conclusion, /Independently of this: The quota is used up\./)
  const nothing = concluded([], SCENE)
  assert.deepEqual([nothing.wanted, nothing.diagnosis.situation], [[], 'unclear'])
})

const failing = (id: string, plugin: string, error: string) => ({
  ...{ id, plugin, parameters: {} },
  result: { success: false, error },
})

test('what fails for one reason is told once, with all that failed for it', () => {
  const exhibits = [
    failing('C1', 'list_pods', 'No Kubernetes cluster is set up.'),
    failing('C2', 'get_events', 'No Kubernetes cluster is set up.'),
    failing('C3', 'list_pods', 'No Kubernetes cluster is set up.'),
    failing('C4', 'logs.query', 'LOGS_URL is unset.'),
  ]
  assert.deepEqual(concluded([], { ...SCENE, exhibits }).diagnosis.notSeen, [
    'list_pods, get_events: No Kubernetes cluster is set up.',
    'logs.query: LOGS_URL is unset.',
  ])
})

test('a cluster that could not be compared is told, with how to make it comparable', () => {
  const scene = { ...SCENE, subject: { ...SCENE.subject, uncomparedCluster: 'east-1' } }
  const { notSeen } = concluded([FINDING], scene).diagnosis
  assert.match(notSeen[0] ?? '', /names cluster east-1, .* could not be compared.* Set CLUSTER_NAME/)
  assert.equal(concluded([FINDING], scene).wanted.length, 1)
})

test('a namesake that is well here does not close an alert of another cluster', () => {
  const scene = { exhibits: [], subject: { foreignCluster: 'west' } } as unknown as Scene
  const well: Finding = { ...FINDING, situation: 'recovered', actions: [], statement: 'Pod web-1 is well.' }
  const { diagnosis } = concluded([well], scene)
  assert.equal(diagnosis.situation, 'unclear')
  assert.match(diagnosis.conclusion, /^The alert comes from cluster west/)
})

test('of two causes that rest on the same words one lies behind the other', () => {
  const quote = (at: string) => ({
    call: 'C1',
    plugin: 'get_pod_logs',
    quote: `${at} fatal: x509: certificate has expired or is not yet valid`,
  })
  const failed: Finding = { ...FINDING, kind: 'job_failed', evidence: [quote('11:08:01')] }
  const expired: Finding = {
    ...FINDING,
    kind: 'certificate_expired',
    statement: 'It ended.',
    evidence: [quote('11:17:02')],
  }
  assert.match(concluded([failed, expired], SCENE).diagnosis.conclusion, /Behind this: It ended\./)
  const elsewhere = { kind: 'Pod', namespace: 'shop', name: 'mail-7' }
  const apart: Finding = {
    ...expired,
    subject: elsewhere,
    evidence: [{ call: 'C2', plugin: 'get_pod_logs', quote: 'disk full' }],
  }
  assert.match(
    concluded([failed, apart], SCENE).diagnosis.conclusion,
    /Also failing, not tied to this alert: It ended\./,
  )
})

test('findings about one chain of objects are not called independent', () => {
  const node: Finding = {
    ...FINDING,
    kind: 'node_lost',
    statement: 'Node worker-3 is gone, and pod web-1 with it.',
    subject: { kind: 'Node', name: 'worker-3' },
  }
  const said = (one: Finding, other: Finding) => concluded([one, other], SCENE).diagnosis.conclusion
  assert.match(said(node, FINDING), /Together with this: Container app/)
  assert.match(said(FINDING, { ...node, statement: 'It is gone.' }), /Independently of this: It is gone/)
  const short: Finding = { ...FINDING, subject: { kind: 'Service', namespace: 'shop', name: 'web' } }
  assert.match(said({ ...node, statement: 'The web is slow.' }, short), /not tied to this alert/)
  assert.match(said({ ...node, statement: 'Service shop/web leads nowhere.' }, short), /Together with this/)
  const database: Finding = { ...FINDING, statement: 'It is slow.', subject: { kind: 'Database', name: 'shop' } }
  assert.match(said(database, { ...database, kind: 'locks', statement: 'It waits.' }), /Independently/)
})

test('nobody may close an incident as harmless where a fault was seen beside it', () => {
  const harmless: Finding = { ...FINDING, kind: 'upkeep', situation: 'works_as_designed', actions: [] }
  const beside: Finding = { ...FINDING, kind: 'idle', weight: 'context', actions: [] }
  assert.ok(concluded([harmless, beside], SCENE).diagnosis.confidence < 0.8)
  assert.equal(concluded([harmless], SCENE).diagnosis.confidence, 0.9)
})

test('nobody may close an incident because a server is well that the alert may not mean', () => {
  const well: Finding = { ...FINDING, situation: 'works_as_designed', actions: [] }
  const onServer: Finding = { ...well, subject: { kind: 'Database', name: 'shop' } }
  const sure = (more: Pictured) =>
    concluded([onServer], pictureDatabase({ alert: 'DatabaseConnectionsWarning', ...more })).diagnosis.confidence >= 0.8
  const named = [{ labels: { datname: 'shop' } }, { text: 'too many connections on shop' }, { concern: 'dependency' }]
  const others = [{}, { labels: { host: 'pg-eu-3' } }, { text: 'too many connections on orders-db.prod.example.com' }]
  assert.deepEqual((named as Pictured[]).map(sure), [true, false, true], 'a bare word is no name')
  assert.deepEqual((others as Pictured[]).map(sure), [false, false, false])
  assert.equal(concluded([well], SCENE).diagnosis.confidence, 0.9)
})

test('what is wrong with an object the first finding rests on lies behind it', () => {
  const gate = { kind: 'Deployment', namespace: 'policy', name: 'gate' }
  const refused: Finding = { ...FINDING, kind: 'admission_webhook_down', statement: 'Nobody answers.', restsOn: [gate] }
  const killed: Finding = { ...FINDING, kind: 'out_of_memory', statement: 'It is killed.', subject: gate }
  assert.match(concluded([refused, killed], SCENE).diagnosis.conclusion, /Behind this: It is killed\./)
  const other: Finding = { ...killed, subject: { ...gate, name: 'door' } }
  assert.match(
    concluded([refused, other], SCENE).diagnosis.conclusion,
    /Also failing, not tied to this alert: It is killed\./,
  )
  const named: Finding = { ...refused, restsOn: [], statement: 'Pod gate-f6d96f57c6-mc82c is not ready.' }
  const bound: Finding = { ...killed, subject: { ...gate, name: 'policy-gate' } }
  const ofIt = { ...named, statement: 'Pod policy-gate-f6d96f57c6-mc82c is not ready.' }
  assert.match(concluded([ofIt, bound], SCENE).diagnosis.conclusion, /Together with this: It is killed\./)
})

test('a bystander’s fault is told, and the outcome is not measured by it', () => {
  const stranger = {
    ...FINDING,
    kind: 'bad_revision',
    statement: 'Deployment production/gateway fails since revision 7.',
    subject: { kind: 'Deployment', namespace: 'production', name: 'gateway' },
    confidence: 0.8,
    actions: [],
  }
  const { scene } = analysisOf({ labels: { namespace: 'shop' } })
  const { diagnosis } = concluded([FINDING, stranger], scene)
  assert.match(diagnosis.conclusion, /Also failing, not tied to this alert: Deployment production\/gateway/)
  assert.deepEqual(
    diagnosis.faults.map(({ object }) => object),
    ['Pod shop/web-1'],
  )
})

const SECOND = { ...FINDING, kind: 'bad_revision', confidence: 0.8, actions: [] }

const KEPT: Record<string, [Finding, labels: Record<string, string>, isKept: boolean]> = {
  'another of the namespace the alert names': [
    { ...SECOND, statement: 'It fails.', subject: { kind: 'Deployment', namespace: 'shop', name: 'mailer' } },
    { namespace: 'shop' },
    true,
  ],
  'another beside the workload the alert names': [
    { ...SECOND, statement: 'It fails.', subject: { kind: 'Deployment', namespace: 'shop', name: 'mailer' } },
    { namespace: 'shop', deployment: 'web' },
    false,
  ],
  'the workload the alert names': [
    { ...SECOND, statement: 'It fails.', subject: { kind: 'Deployment', namespace: 'shop', name: 'web' } },
    { namespace: 'shop', deployment: 'web' },
    true,
  ],
  'one that what was found first speaks of': [
    { ...SECOND, statement: 'It waits for pod web-1.', subject: { kind: 'Service', namespace: 'other', name: 'edge' } },
    { namespace: 'shop' },
    true,
  ],
  'one elsewhere that has a step': [
    { ...FINDING, statement: 'It fails.', subject: { kind: 'Deployment', namespace: 'other', name: 'edge' } },
    { namespace: 'shop' },
    false,
  ],
}

for (const [name, [second, labels, isKept]] of Object.entries(KEPT))
  test(`whether the outcome is measured by a second fault: ${name}`, () => {
    const { scene } = analysisOf({ labels })
    const { diagnosis, wanted } = concluded([{ ...FINDING, actions: [] }, second], scene)
    assert.equal(diagnosis.faults.length, isKept ? 2 : 1)
    assert.equal(wanted.length, isKept ? second.actions.length : 0)
  })

test('that nobody answered is said of those who were asked, and of nobody else', () => {
  const failed = { id: 'C1', plugin: 'list_pods', parameters: {}, result: { success: false, error: 'not configured' } }
  const { conclusion, confidence } = concluded([], { ...SCENE, exhibits: [failed] }).diagnosis
  assert.equal(conclusion, 'No cause was found: of what was asked (list_pods) nothing answered.')
  assert.equal(confidence, 0.1)
})
