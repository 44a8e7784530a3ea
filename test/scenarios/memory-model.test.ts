/** The second occurrence of a known fault: what the model is told of the first, what that saves, and what it never decides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shown } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { assertSameCalls } from '../world/made-calls.ts'
import { CLUE, look, type MindService, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script, ScriptRequest } from '../world/model/script.ts'
import { runSql } from '../world/sql.ts'

/** Stands for a model that looks around step by step, unless it is told where the cause was seen the last time. */
const careful: Script = (request) => {
  if (isRecall(request)) return { calls: [{ tool: 'look_further', parameters: {} }] }
  if (knowsThePast(request)) return request.turn === 0 ? look() : submit(proven(request))
  const steps = [
    { tool: 'list_pods', parameters: { namespace: 'shop' } },
    { tool: 'get_events', parameters: { namespace: 'shop' } },
    { tool: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: SICK } },
  ]
  const step = steps[request.turn]
  return step ? { calls: [step] } : submit(proven(request))
}

/** Where all it may do is to say whether the past has come again. */
const isRecall = ({ tools }: ScriptRequest) => tools.some(({ name }) => name === 'look_further')
const openingOf = ({ messages }: ScriptRequest) => messages[0]?.text ?? ''
const knowsThePast = (request: ScriptRequest) => openingOf(request).includes(`seen in get_pod_logs: ${CLUE}`)

/** A person closes it, and it is remembered. */
async function closeAndRemember({ service }: MindService, { id }: Shown): Promise<void> {
  const body = { comment: 'The pod was restarted by hand, and that helped.' }
  assert.equal((await service.ask('POST', `/api/incidents/${id}/resolve`, { body })).status, 200)
  await eventually('it is remembered', async () => {
    const rows = await runSql(service.databaseUrl, 'SELECT incident_id FROM remembered_incidents')
    return rows.length > 0 && rows
  })
}

const spentBy = ({ usage }: Shown) => usage.input_tokens + usage.output_tokens

test('the second occurrence takes fewer turns and tokens, and rests on evidence of its own', async (t) => {
  const mind = await startMindService(t, { script: careful })
  const first = await mind.diagnose()
  assert.equal(first.usage.turns, 4)
  assert.deepEqual(first.similar, [])
  await closeAndRemember(mind, first)
  const second = await mind.diagnose()
  assert.notEqual(second.id, first.id)
  assert.equal(second.usage.turns, 3)
  assert.ok(spentBy(second) < spentBy(first), `${spentBy(second)} tokens after ${spentBy(first)}`)
  assert.equal(second.diagnosis.conclusion, first.diagnosis.conclusion)
  const called = second.events.filter(({ type }) => type === 'tool_call').map(({ data }) => data.call)
  for (const { call } of second.diagnosis.evidence) assert.ok(called.includes(call))
  const [similar] = second.similar
  assert.equal(similar.id, first.id)
  assert.equal(similar.why, 'the same alert on shop/web')
  assert.equal(similar.worked, null)
  assert.match(similar.outcome, /A person closed it\. A person said: The pod was restarted by hand/)
})

test('the past is told behind the fence, as data', async (t) => {
  const mind = await startMindService(t, { script: careful })
  await closeAndRemember(mind, await mind.diagnose())
  await mind.diagnose()
  const opening = mind.model.turns.at(-1)?.request.messages[0]?.text ?? ''
  const marker = /<data-([0-9a-f]{12}) /.exec(opening)?.[1]
  const outside = opening.replaceAll(new RegExp(`<data-${marker}[\\s\\S]*?</data-${marker}>`, 'g'), '')
  assert.match(opening, /from="memory"/)
  assert.match(opening, /restart_pod .*It was not carried out, or nobody could see whether it helped/)
  assert.match(outside, /Similar incidents of the past/)
  assert.doesNotMatch(outside, /gremlin|restart_pod|by hand/)
})

test('a target that only the past names is never acted on, whatever the model says', async (t) => {
  const GONE = 'web-1-gone9'
  const actions = [{ plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: GONE }, why: 'It helped then.' }]
  const script: Script = (request) =>
    knowsThePast(request) && request.turn > 0
      ? submit(proven(request, { remediation: { description: 'As the last time.', actions } }))
      : careful(request)
  const mind = await startMindService(t, { script })
  await closeAndRemember(mind, await mind.diagnose())
  await runSql(
    mind.service.databaseUrl,
    `UPDATE remembered_incidents SET document = replace(document, '${SICK}', '${GONE}')`,
  )
  const second = await mind.diagnose()
  assert.match(mind.model.turns.at(-1)?.request.messages[0]?.text ?? '', /web-1-gone9/)
  assert.equal(second.proposal, null)
  assert.equal(second.status, 'escalated')
  assert.deepEqual(mind.cluster.changes(), [])
})

test('without a model’s word the second occurrence takes the same calls and no more, and shows the first', async (t) => {
  const mind = await startMindService(t, { script: () => ({ fault: { status: 401 } }) })
  const first = await mind.diagnose()
  await closeAndRemember(mind, first)
  const second = await mind.diagnose()
  assert.equal(second.diagnosis.source, 'analysis')
  assertSameCalls(second, first)
  assert.equal(second.similar[0].id, first.id)
})
