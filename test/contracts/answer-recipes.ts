/** How each documented answer comes about. Who adds a route adds its answers here; 401, 403 and 503 come about by themselves. */
import { signedHeaders } from '../world/chat/seal.ts'
import { eventually } from '../world/eventually.ts'
import { sendRaw } from '../world/raw-http.ts'
import type { Answer, TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

export const ADMIN = 'the-admin-key-of-this-test'

type Recipe = (service: TestService) => Promise<Answer>

const get =
  (path: string): Recipe =>
  (service) =>
    service.get(path, { key: ADMIN })

const send =
  (method: string, path: string, body?: unknown): Recipe =>
  (service) =>
    service.ask(method, path, { key: ADMIN, body })

/** What every route refuses, and all that these two can. */
const withoutHost =
  (path: string): Recipe =>
  async ({ port }) => {
    const [answer] = await sendRaw(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    if (!answer) throw new Error('No answer came.')
    return { ...answer, headers: Object.fromEntries(answer.headers), body: JSON.parse(answer.text) }
  }

export async function newKey(service: TestService, role: string): Promise<{ id: string; key: string }> {
  return (await send('POST', '/api/keys', { name: 'x', role })(service)).body.data
}

const withNewKey =
  (ask: (id: string) => Recipe): Recipe =>
  async (service) =>
    ask((await newKey(service, 'viewer')).id)(service)

let alerts = 0
/** Does something with an incident of its own. */
const withNewIncident =
  (ask: (id: string) => Recipe): Recipe =>
  async (service) => {
    const alert = { message: `alert ${++alerts}`, metadata: { fingerprint: `recipe-${alerts}` } }
    const { incident_id } = (await send('POST', '/api/alert', alert)(service)).body.data
    return ask(incident_id)(service)
  }

/** A plan nobody made: enough to be rehearsed, and without an approval never enough to run. */
async function plantProposal({ databaseUrl }: TestService, incident: string): Promise<void> {
  const action = { plugin: 'cordon_node', parameters: { node: 'worker-1' }, preconditions: {} }
  const plan = { incident, version: 1, purpose: 'remedy', actions: [{ ...action, risk: 'low' }] }
  await runSql(databaseUrl, `INSERT INTO proposals (incident_id, version, digest, document) VALUES ($1, 1, 'x', $2)`, [
    incident,
    JSON.stringify({ ...plan, description: '', steps: [], riskLevel: 'low', estimatedDuration: '', rollbackPlan: '' }),
  ])
  await runSql(databaseUrl, `UPDATE incidents SET proposal_digest = 'x' WHERE id = $1`, [incident])
}

const PLAN = { why: 'It is bad.', actions: [{ plugin: 'cordon_node', parameters: { node: 'worker-1' } }] }

/** As its workflow would, which is paused here. */
async function moveByHand(
  { databaseUrl }: TestService,
  { incident, moved, to }: { incident: string; moved: string; to: string },
): Promise<void> {
  await runSql(
    databaseUrl,
    `WITH told AS (INSERT INTO incident_events (incident_id, kind, status, data) VALUES ($1, $2, $3, '{"reason":""}'))
     UPDATE incidents SET status = $3 WHERE id = $1`,
    [incident, moved, to],
  )
}

const ENTRY = { title: 'Disk full', content: 'Delete old logs.' }

const withNewEntry =
  (ask: (id: string) => Recipe): Recipe =>
  async (service) =>
    ask((await send('POST', '/api/knowledge', ENTRY)(service)).body.data.id)(service)

/** Somebody else changed the entry since it was read. */
const withChangedEntry =
  (method: string, way: string, body?: unknown): Recipe =>
  (service) =>
    withNewEntry((id) => async () => {
      await send('PUT', `/api/knowledge/${id}`, { title: 'Disk fuller' })(service)
      return service.ask(method, `/api/knowledge/${id}${way}`, { key: ADMIN, body, headers: { 'if-match': '"1"' } })
    })(service)

const CHAT_KEY = 'the-encrypt-key-of-this-test'
let callbacks = 0

/** Sealed as the chat platform seals it. */
const callBack =
  (path: string, body: unknown): Recipe =>
  async (service) => {
    await send('PUT', '/api/config', { CHAT_ENCRYPT_KEY: CHAT_KEY })(service)
    const text = JSON.stringify(body)
    const signing = { key: CHAT_KEY, timestamp: '1700000000', nonce: `n-${++callbacks}` }
    return service.ask('POST', path, { headers: signedHeaders(text, signing), body: text })
  }

const press = (incident_id: string) => ({
  action: { value: { action: 'confirm_diagnosis', incident_id } },
  open_id: 'ou_operator',
  token: 'c-1',
})

/** The run of a new incident, which was given up before it did anything. */
const withGivenUpRun =
  (ask: (id: string) => Recipe): Recipe =>
  (service) =>
    withNewIncident((incident) => async () => {
      const id = `${incident}:diagnose:9`
      await runSql(
        service.databaseUrl,
        `INSERT INTO runs (id, incident_id, kind, state, instance_id, started_at)
         VALUES ($1, $2, 'diagnose', 'given_up', 'gone', firebreak_now() + interval '1 day')`,
        [id, incident],
      )
      await eventually('the incident is escalated', async () => {
        const { body } = await get(`/api/incidents/${incident}`)(service)
        return body.data.status === 'escalated'
      })
      return ask(encodeURIComponent(id))(service)
    })(service)

const SILENCE = {
  matchers: [{ name: 'alertname', value: 'OfNobody' }],
  ends_at: '2999-01-01T00:00:00Z',
  comment: 'work on the disks',
}
const EVERYTHING = [{ name: 'alertname', value: '.*', is_regex: true }]

const withNewSilence =
  (ask: (id: string) => Recipe): Recipe =>
  async (service) =>
    ask((await send('POST', '/api/silences', SILENCE)(service)).body.data.id)(service)

const NO_SILENCE = '/api/silences/01890000-0000-7000-8000-000000000000'
const NO_RUN = '/api/runs/INC-20260101-999%3Adiagnose%3A1'
const NO_INCIDENT = '/api/incidents/INC-20260101-999'

export const RECIPES: Record<string, Recipe> = {
  'GET /healthz 200': get('/healthz'),
  'GET /healthz 400': withoutHost('/healthz'),
  'GET /metrics 200': get('/metrics'),
  'GET /metrics 400': withoutHost('/metrics'),
  'GET /api/status 200': get('/api/status'),

  'GET /api/config 200': get('/api/config'),
  'PUT /api/config 200': send('PUT', '/api/config', { LLM_TIMEOUT: 60 }),
  'PUT /api/config 400': send('PUT', '/api/config', { LLM_TIMEOUT: '60' }),
  'POST /api/config/check 200': send('POST', '/api/config/check', { ALLOWED_NAMESPACES: 7 }),
  'POST /api/config/check 400': send('POST', '/api/config/check', { LLM_TIMEOUT: '60' }),
  'GET /api/settings 200': get('/api/settings'),
  'POST /api/settings/{key}/test 200': send('POST', '/api/settings/METRICS_URL/test', {}),
  'POST /api/settings/{key}/test 400': send('POST', '/api/settings/METRICS_URL/test', {
    changes: { METRICS_URL: 'nowhere' },
  }),
  'POST /api/settings/{key}/test 404': send('POST', '/api/settings/LOG_LEVEL/test', {}),

  'POST /api/release 200': send('POST', '/api/release'),
  'POST /api/release 400': send('POST', '/api/release', '{'),
  'GET /api/keys 200': get('/api/keys'),
  'POST /api/keys 201': send('POST', '/api/keys', { name: 'alert manager', role: 'sender' }),
  'POST /api/keys 400': send('POST', '/api/keys', { name: 'alert manager', role: 'root' }),
  'DELETE /api/keys/{id} 200': withNewKey((id) => send('DELETE', `/api/keys/${id}`)),
  'DELETE /api/keys/{id} 400': withNewKey((id) => send('DELETE', `/api/keys/${id}`, '{')),
  'DELETE /api/keys/{id} 404': send('DELETE', '/api/keys/abcdefgh'),
  'POST /api/session 200': send('POST', '/api/session', { key: ADMIN }),
  'POST /api/session 400': send('POST', '/api/session', { key: '' }),
  'POST /api/session 401': send('POST', '/api/session', { key: 'wrong' }),
  'POST /api/session 403': async (service) =>
    send('POST', '/api/session', { key: (await newKey(service, 'sender')).key })(service),
  'GET /api/session 200': get('/api/session'),
  'DELETE /api/session 200': send('DELETE', '/api/session'),
  'DELETE /api/session 400': send('DELETE', '/api/session', '{'),
  'GET /api/audit 200': get('/api/audit'),
  'GET /api/audit 400': get('/api/audit?page=0'),

  'POST /api/alert 202': send('POST', '/api/alert', { message: 'the disk is full' }),
  'POST /api/alert 400': send('POST', '/api/alert', { message: 5 }),
  'GET /api/incidents 200': withNewIncident(() => get('/api/incidents')),
  'GET /api/incidents 400': get('/api/incidents?page=0'),
  'GET /api/statistics 200': withNewIncident(() => get('/api/statistics')),
  'GET /api/statistics 400': get('/api/statistics?days=91'),
  'GET /api/incidents/values 200': withNewIncident(() => get('/api/incidents/values')),
  'GET /api/incidents/{id} 200': withNewIncident((id) => get(`/api/incidents/${id}`)),
  'GET /api/incidents/{id} 404': get(NO_INCIDENT),
  'GET /api/incidents/{id}/alerts 200': withNewIncident((id) => get(`/api/incidents/${id}/alerts`)),
  'GET /api/incidents/{id}/alerts 400': get(`${NO_INCIDENT}/alerts?page=0`),
  'GET /api/incidents/{id}/alerts 404': get(`${NO_INCIDENT}/alerts`),
  'GET /api/incidents/{id}/events 200': withNewIncident((id) => get(`/api/incidents/${id}/events`)),
  'GET /api/incidents/{id}/events 404': get(`${NO_INCIDENT}/events`),
  'GET /api/incidents/{id}/report 200': withNewIncident((id) => get(`/api/incidents/${id}/report`)),
  'GET /api/incidents/{id}/report 400': get(`${NO_INCIDENT}/report?language=tlh`),
  'GET /api/incidents/{id}/report 404': get(`${NO_INCIDENT}/report`),
  'POST /api/incidents/{id}/resolve 200': withNewIncident((id) => send('POST', `/api/incidents/${id}/resolve`)),
  'POST /api/incidents/{id}/resolve 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/resolve`, { comment: 5 }),
  ),
  'POST /api/incidents/{id}/resolve 404': send('POST', `${NO_INCIDENT}/resolve`),
  'POST /api/incidents/{id}/resolve 409': withNewIncident((id) => async (service) => {
    const resolve = send('POST', `/api/incidents/${id}/resolve`)
    await resolve(service)
    return resolve(service)
  }),
  'POST /api/incidents/{id}/attach 200': withNewIncident((id) =>
    withNewIncident((leader) => send('POST', `/api/incidents/${id}/attach`, { part_of: leader })),
  ),
  'POST /api/incidents/{id}/attach 400': withNewIncident((id) => send('POST', `/api/incidents/${id}/attach`, {})),
  'POST /api/incidents/{id}/attach 404': send('POST', `${NO_INCIDENT}/attach`, { part_of: 'INC-20200101-001' }),
  'POST /api/incidents/{id}/attach 409': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/attach`, { part_of: id }),
  ),
  'POST /api/incidents/{id}/detach 200': withNewIncident((id) =>
    withNewIncident((leader) => async (service) => {
      await send('POST', `/api/incidents/${id}/attach`, { part_of: leader })(service)
      return send('POST', `/api/incidents/${id}/detach`)(service)
    }),
  ),
  'POST /api/incidents/{id}/detach 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/detach`, { comment: 5 }),
  ),
  'POST /api/incidents/{id}/detach 404': send('POST', `${NO_INCIDENT}/detach`),
  'POST /api/incidents/{id}/detach 409': withNewIncident((id) => send('POST', `/api/incidents/${id}/detach`)),
  'POST /api/incidents/{id}/questions 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/questions`, { question: 'why?' }),
  ),
  'POST /api/incidents/{id}/questions 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/questions`, { question: ' ' }),
  ),
  'POST /api/incidents/{id}/questions 404': send('POST', `${NO_INCIDENT}/questions`, { question: 'why?' }),
  'POST /api/incidents/{id}/questions 409': withNewIncident((id) => async (service) => {
    await runSql(
      service.databaseUrl,
      `INSERT INTO questions (incident_id, number, text, asked_by, via, answer, answered_at)
       SELECT $1, number, 'why?', 'x', 'api', '{"text":"","by":"records","findings":[],"note":""}', now() FROM generate_series(1, 100) AS number`,
      [id],
    )
    return send('POST', `/api/incidents/${id}/questions`, { question: 'why?' })(service)
  }),
  'GET /api/incidents/{id}/questions 200': withNewIncident((id) => get(`/api/incidents/${id}/questions`)),
  'GET /api/incidents/{id}/questions 404': get(`${NO_INCIDENT}/questions`),
  'POST /api/incidents/{id}/proposals 200': withNewIncident((id) => async (service) => {
    const begun = { incident: id, moved: 'diagnosis_started', to: 'diagnosing' }
    await moveByHand(service, begun)
    await moveByHand(service, { incident: id, moved: 'incident_escalated', to: 'escalated' })
    return send('POST', `/api/incidents/${id}/proposals`, PLAN)(service)
  }),
  'POST /api/incidents/{id}/proposals 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/proposals`, { ...PLAN, actions: [] }),
  ),
  'POST /api/incidents/{id}/proposals 404': send('POST', `${NO_INCIDENT}/proposals`, PLAN),
  'POST /api/incidents/{id}/proposals 409': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/proposals`, PLAN),
  ),
  'POST /api/incidents/{id}/assignment 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/assignment`, { name: 'grace' }),
  ),
  'POST /api/incidents/{id}/assignment 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/assignment`, { name: 5 }),
  ),
  'POST /api/incidents/{id}/assignment 404': send('POST', `${NO_INCIDENT}/assignment`),
  'POST /api/incidents/{id}/assignment 409': withNewIncident((id) => async (service) => {
    await send('POST', `/api/incidents/${id}/resolve`)(service)
    return send('POST', `/api/incidents/${id}/assignment`)(service)
  }),
  'POST /api/incidents/{id}/proposals/dry-run 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/proposals/dry-run`, PLAN),
  ),
  'POST /api/incidents/{id}/proposals/dry-run 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/proposals/dry-run`, { ...PLAN, actions: [] }),
  ),
  'POST /api/incidents/{id}/proposals/dry-run 404': send('POST', `${NO_INCIDENT}/proposals/dry-run`, PLAN),
  'POST /api/incidents/{id}/calls 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/calls`, { plugin: 'runbook.search', parameters: { query: 'disk' } }),
  ),
  'POST /api/incidents/{id}/calls 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/calls`, { plugin: 'restart_pod', parameters: {} }),
  ),
  'POST /api/incidents/{id}/calls 404': send('POST', `${NO_INCIDENT}/calls`, { plugin: 'runbook.search' }),
  'POST /api/incidents/{id}/calls 409': withNewIncident((id) => async (service) => {
    await runSql(
      service.databaseUrl,
      `INSERT INTO incident_events (incident_id, kind, status, data)
       SELECT $1, 'tool_call', 'pending', '{"by":"person"}' FROM generate_series(1, 200)`,
      [id],
    )
    return send('POST', `/api/incidents/${id}/calls`, { plugin: 'runbook.search' })(service)
  }),
  'POST /api/incidents/{id}/notes 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/notes`, { text: 'looking' }),
  ),
  'POST /api/incidents/{id}/notes 400': withNewIncident((id) => send('POST', `/api/incidents/${id}/notes`, {})),
  'POST /api/incidents/{id}/notes 404': send('POST', `${NO_INCIDENT}/notes`, { text: 'looking' }),

  'POST /api/incidents/{id}/decision 200': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/decision`, { decision: 'ignore' }),
  ),
  'POST /api/incidents/{id}/decision 400': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/decision`, { decision: 'perhaps' }),
  ),
  'POST /api/incidents/{id}/decision 404': send('POST', `${NO_INCIDENT}/decision`, { decision: 'ignore' }),
  'POST /api/incidents/{id}/decision 409': withNewIncident((id) =>
    send('POST', `/api/incidents/${id}/decision`, { decision: 'confirm', digest: 'of no plan' }),
  ),
  'POST /api/incidents/{id}/dry-run 200': withNewIncident((id) => async (service) => {
    await plantProposal(service, id)
    return send('POST', `/api/incidents/${id}/dry-run`)(service)
  }),
  'POST /api/incidents/{id}/dry-run 400': withNewIncident((id) => send('POST', `/api/incidents/${id}/dry-run`, 5)),
  'POST /api/incidents/{id}/dry-run 404': send('POST', `${NO_INCIDENT}/dry-run`),
  'POST /api/incidents/{id}/dry-run 409': withNewIncident((id) => send('POST', `/api/incidents/${id}/dry-run`)),

  'GET /api/runs 200': withGivenUpRun(() => get('/api/runs?state=given_up')),
  'GET /api/runs 400': get('/api/runs?state=lost'),
  'GET /api/runs/{id} 200': withGivenUpRun((id) => get(`/api/runs/${id}`)),
  'GET /api/runs/{id} 404': get(NO_RUN),
  'POST /api/runs/{id}/retry 200': withGivenUpRun((id) => send('POST', `/api/runs/${id}/retry`)),
  'POST /api/runs/{id}/retry 400': send('POST', `${NO_RUN}/retry`, '{'),
  'POST /api/runs/{id}/retry 404': send('POST', `${NO_RUN}/retry`),
  'POST /api/runs/{id}/retry 409': withGivenUpRun((id) => async (service) => {
    const retry = send('POST', `/api/runs/${id}/retry`)
    await retry(service)
    return retry(service)
  }),

  'GET /api/silences 200': withNewSilence(() => get('/api/silences?state=active')),
  'GET /api/silences 400': get('/api/silences?page=0'),
  'POST /api/silences 201': send('POST', '/api/silences', SILENCE),
  'POST /api/silences 400': send('POST', '/api/silences', { ...SILENCE, ends_at: '2001-01-01T00:00:00Z' }),
  'POST /api/silences 409': send('POST', '/api/silences', { ...SILENCE, matchers: EVERYTHING }),
  'POST /api/silences/preview 200': withNewIncident(() =>
    send('POST', '/api/silences/preview', { matchers: EVERYTHING }),
  ),
  'POST /api/silences/preview 400': send('POST', '/api/silences/preview', { matchers: [] }),
  'POST /api/silences/preview 409': send('POST', '/api/silences/preview', { incident_ids: ['INC-20260101-999'] }),
  'GET /api/silences/{id} 200': withNewSilence((id) => get(`/api/silences/${id}`)),
  'GET /api/silences/{id} 404': get(NO_SILENCE),
  'GET /api/silences/{id}/alerts 200': withNewSilence((id) => async (service) => {
    const metadata = { labels: { alertname: 'OfNobody' } }
    await send('POST', '/api/alert', { message: 'nobody hears it', metadata })(service)
    return get(`/api/silences/${id}/alerts`)(service)
  }),
  'GET /api/silences/{id}/alerts 400': get(`${NO_SILENCE}/alerts?page=0`),
  'GET /api/silences/{id}/alerts 404': get(`${NO_SILENCE}/alerts`),
  'PUT /api/silences/{id} 200': withNewSilence((id) => send('PUT', `/api/silences/${id}`, { comment: 'longer work' })),
  'PUT /api/silences/{id} 400': withNewSilence((id) => send('PUT', `/api/silences/${id}`, { comment: 5 })),
  'PUT /api/silences/{id} 404': send('PUT', NO_SILENCE, {}),
  'PUT /api/silences/{id} 409': withNewSilence((id) => send('PUT', `/api/silences/${id}`, { matchers: EVERYTHING })),
  'DELETE /api/silences/{id} 200': withNewSilence((id) => send('DELETE', `/api/silences/${id}`)),
  'DELETE /api/silences/{id} 400': send('DELETE', NO_SILENCE, '{'),
  'DELETE /api/silences/{id} 404': send('DELETE', NO_SILENCE),
  'DELETE /api/silences/{id} 409': withNewSilence((id) => async (service) => {
    const end = send('DELETE', `/api/silences/${id}`)
    await end(service)
    return end(service)
  }),

  'POST /chat/event 200': callBack('/chat/event', { type: 'event_callback', event: {} }),
  'POST /chat/event 400': callBack('/chat/event', []),
  'POST /chat/card/action 200': withNewIncident((id) => callBack('/chat/card/action', press(id))),
  'POST /chat/card/action 400': callBack('/chat/card/action', { action: { value: { action: 'dance' } } }),
  'POST /chat/card/action 404': callBack('/chat/card/action', press('INC-20260101-999')),

  'GET /api/plugins 200': get('/api/plugins'),
  'GET /api/known-names 200': get('/api/known-names'),
  'GET /api/web-links 200': get('/api/web-links'),
  'GET /api/plugins/{name} 200': get('/api/plugins/list_pods'),
  'GET /api/plugins/{name} 404': get('/api/plugins/unknown'),
  'POST /api/plugins/{name}/agree 200': async (service) => {
    const traits = JSON.stringify({ category: 'diagnostic', risk: null, hosts: [] })
    await runSql(
      service.databaseUrl,
      `INSERT INTO custom_plugins (name, traits, waiting_traits, agreed_by) VALUES ('custom.waits', $1, $1, 'x')`,
      [traits],
    )
    return send('POST', '/api/plugins/custom.waits/agree')(service)
  },
  'POST /api/plugins/{name}/agree 400': send('POST', '/api/plugins/custom.x/agree', '{'),
  'POST /api/plugins/{name}/agree 404': send('POST', '/api/plugins/unknown/agree'),
  'POST /api/plugins/{name}/run 200': send('POST', '/api/plugins/runbook.search/run', {
    parameters: { query: 'disk' },
  }),
  'POST /api/plugins/{name}/run 400': send('POST', '/api/plugins/runbook.search/run', { parameters: 5 }),
  'POST /api/plugins/{name}/run 404': send('POST', '/api/plugins/unknown/run', {}),
  'POST /api/plugins/{name}/run 409': send('POST', '/api/plugins/restart_pod/run', {}),

  'GET /api/knowledge 200': withNewEntry(() => get('/api/knowledge')),
  'GET /api/knowledge 400': get('/api/knowledge?page_size=0'),
  'POST /api/knowledge 201': send('POST', '/api/knowledge', ENTRY),
  'POST /api/knowledge 400': send('POST', '/api/knowledge', { ...ENTRY, title: '' }),
  'GET /api/knowledge/{id} 200': withNewEntry((id) => get(`/api/knowledge/${id}`)),
  'GET /api/knowledge/{id} 404': get('/api/knowledge/unknown'),
  'PUT /api/knowledge/{id} 200': withNewEntry((id) => send('PUT', `/api/knowledge/${id}`, { tags: ['disk'] })),
  'PUT /api/knowledge/{id} 400': withNewEntry((id) => send('PUT', `/api/knowledge/${id}`, { tags: 'disk' })),
  'PUT /api/knowledge/{id} 404': send('PUT', '/api/knowledge/unknown', { tags: [] }),
  'PUT /api/knowledge/{id} 409': withChangedEntry('PUT', '', { tags: ['disk'] }),
  'DELETE /api/knowledge/{id} 200': withNewEntry((id) => send('DELETE', `/api/knowledge/${id}`)),
  'DELETE /api/knowledge/{id} 400': withNewEntry((id) => send('DELETE', `/api/knowledge/${id}`, '{')),
  'DELETE /api/knowledge/{id} 404': send('DELETE', '/api/knowledge/unknown'),
  'DELETE /api/knowledge/{id} 409': withChangedEntry('DELETE', ''),
  'GET /api/knowledge/{id}/revisions 200': withNewEntry((id) => get(`/api/knowledge/${id}/revisions`)),
  'GET /api/knowledge/{id}/revisions 400': withNewEntry((id) => get(`/api/knowledge/${id}/revisions?page=0`)),
  'GET /api/knowledge/{id}/revisions 404': get('/api/knowledge/unknown/revisions'),
  'POST /api/knowledge/{id}/restore 200': withNewEntry((id) =>
    send('POST', `/api/knowledge/${id}/restore`, { revision: 1 }),
  ),
  'POST /api/knowledge/{id}/restore 400': withNewEntry((id) => send('POST', `/api/knowledge/${id}/restore`, {})),
  'POST /api/knowledge/{id}/restore 404': withNewEntry((id) =>
    send('POST', `/api/knowledge/${id}/restore`, { revision: 9 }),
  ),
  'POST /api/knowledge/{id}/restore 409': withChangedEntry('POST', '/restore', { revision: 1 }),

  'GET /api/views 200': get('/api/views'),
  'PUT /api/views/{name} 200': send('PUT', '/api/views/mine', { query: 'open=true' }),
  'PUT /api/views/{name} 400': send('PUT', '/api/views/mine', {}),
  'DELETE /api/views/{name} 200': async (service) => {
    await send('PUT', '/api/views/old', { query: 'open=true' })(service)
    return send('DELETE', '/api/views/old')(service)
  },
  'DELETE /api/views/{name} 404': send('DELETE', '/api/views/never'),
  'DELETE /api/views/{name} 400': send('DELETE', `/api/views/${'x'.repeat(81)}`),
  'GET /api/environment-context 200': get('/api/environment-context'),
  'PUT /api/environment-context 200': send('PUT', '/api/environment-context', {
    services: [{ name: 'a', namespace: 'b' }],
  }),
  'GET /api/environment-context/versions 200': get('/api/environment-context/versions'),
  'GET /api/environment-context/versions 400': get('/api/environment-context/versions?page=0'),
  'GET /api/environment-context/versions/{version} 200': async (service) => {
    await send('PUT', '/api/environment-context', { services: [] })(service)
    const { body } = await get('/api/environment-context/versions?page_size=1')(service)
    return get(`/api/environment-context/versions/${body.data.items[0].version}`)(service)
  },
  'GET /api/environment-context/versions/{version} 400': get('/api/environment-context/versions/first'),
  'GET /api/environment-context/versions/{version} 404': get('/api/environment-context/versions/987654321'),
  'PUT /api/environment-context 400': send('PUT', '/api/environment-context', { services: [{ name: 'a' }] }),

  'GET /api/events 200': async (service) => {
    // A stream never ends, so only its beginning is looked at.
    const status = await service.visit('GET', '/api/events', { key: ADMIN })
    return { status, headers: {}, text: '', body: undefined }
  },
  'GET /api/events 400': get('/api/events?last_event_id=1&last_event_id=2'),
}
