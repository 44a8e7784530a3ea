/** A real incident, written down for the review afterwards: a real lock, found, ended once confirmed, and seen to be gone. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { plain } from '../../src/story/incident/report/markdown.ts'
import { runCommand } from '../world/command-line.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { assertReleased, LOCK_ALERT, pileUp } from '../world/lock-pile-up.ts'
import { startTestService } from '../world/service.ts'

test('the report tells when, why, who and with what effect, over the API and on the command line', async (t) => {
  const { blocker, waiters, environment } = await pileUp(t)
  const service = await startTestService(t, { environment })
  const { incident_id: id } = (await service.ask('POST', '/api/alert', { body: LOCK_ALERT })).body.data
  const reach = (status: string) =>
    eventually(`${id} is ${status}`, async () => {
      const { data } = (await service.get(`/api/incidents/${id}`)).body
      return data.status === status && data
    })
  const waiting = await reach('awaiting_approval')
  const early = (await service.get(`/api/incidents/${id}/report`)).text
  assert.match(early, /## What ran\n\nNothing was changed\./)
  assert.doesNotMatch(early, /## Decisions/)

  const comment = 'Seen it too.\n# <b>End</b> [it](http://evil.example) | `now`'
  const body = { decision: 'confirm', digest: waiting.proposal.digest, comment }
  await service.ask('POST', `/api/incidents/${id}/decision`, { body })
  const { diagnosis, execution_result: result, events } = await reach('resolved')
  await assertReleased(waiters)

  const answer = await service.get(`/api/incidents/${id}/report`)
  assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8')
  const report = answer.text
  assert.ok(report.startsWith(`# ${id}: `))
  for (const heading of [
    'Times',
    'What fired',
    'Conclusion',
    'Plan',
    'Decisions',
    'What ran',
    'Verification',
    'Timeline',
  ])
    assert.equal(report.split(`\n## ${heading}\n`).length, 2, heading)
  for (const moment of ['opened', 'diagnosed', 'decided', 'execution began', 'execution ended', 'verified', 'resolved'])
    assert.match(report, new RegExp(`\\| ${moment} \\| \\d{4}-[\\d-]+T[\\d:.]+Z \\| (\\d+ \\w+ ?)+ \\|`), moment)
  assert.match(report, new RegExp(`Confidence ${Math.round(diagnosis.confidence * 100)} %, by the built-in analysis`))
  for (const { plugin, call } of diagnosis.evidence) assert.ok(report.includes(`\`${plugin}\`, call ${call}: `))
  assert.match(report, new RegExp(`### Step 1: \`terminate_query\`\\n\\n.*\`pid=${blocker.pid}\``))
  assert.doesNotMatch(report, /\{"|"\w+":/, 'figures are no JSON')
  assert.match(
    report,
    /digest `[0-9a-f]{64}`\.\n\n### Step 1/,
    'the conclusion is not said again as the reason of the plan',
  )
  assert.match(report, new RegExp(`- before: .*\`pid=${blocker.pid}\``), 'what was seen is told field by field')
  assert.match(report, /\| field \| current \| new \|/)
  assert.ok(report.includes('**confirm** by local (api), plan 1: “Seen it too. \\# \\<b\\>End\\</b\\>'))
  assert.match(report, /- `terminate_query` .*: \*\*done\*\* in/)
  assert.ok(report.includes('**resolved**: '))
  assert.match(report, /\(fired when last heard of; nobody told of its end/, 'resolved by us, and its source is silent')
  assert.match(early, /\(firing/)
  assert.equal(report.match(/\| (yes|no) \|/g)?.length, result.verification.checks.length)
  const [finding] = diagnosis.key_findings.filter((text: string) => diagnosis.conclusion.startsWith(text))
  assert.ok(finding)
  const [sentence = ''] = finding.split(': ')
  assert.equal(report.split(plain(sentence)).length, 2, 'the finding that is the conclusion is told once')
  const lines = report.split('## Timeline\n\n')[1]?.trim().split('\n') ?? []
  assert.ok(lines.length < events.length && lines.length > 8, `${lines.length} lines for ${events.length} events`)
  assert.match(lines[0] ?? '', /^- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC alert received$/)

  const chinese = (await service.get(`/api/incidents/${id}/report?language=zh`)).text
  for (const heading of ['时间', '告警内容', '结论', '处置方案', '决策', '执行情况', '验证', '时间线'])
    assert.equal(chinese.split(`\n## ${heading}\n`).length, 2, heading)
  assert.ok(chinese.includes('**确认执行**：local（api），方案 1：“Seen it too.'), 'what a person said stays')
  const ours = chinese.replace(/^#.*|```[\s\S]*?```|`[^`\n]*`|“[^”\n]*”/gm, '')
  const english = /(?<![\w./:=@-])[A-Za-z][a-z’']+(?: [a-z’']+){2,}(?![\w./:=@-])/g
  const left = [...ours.matchAll(english)].map(([words]) => words)
  assert.deepEqual(
    left.filter((words) => !words.includes('idle in transaction')),
    [],
  )

  const folder = await mkdtemp(join(tmpdir(), 'firebreak-report-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const store = { DATABASE_URL: service.databaseUrl }
  const written = await runCommand(t, ['report', id, '--output', join(folder, 'review.md')], store)
  assert.equal(written.code, 0, written.err)
  assert.equal(await readFile(join(folder, 'review.md'), 'utf8'), report)
  const other = await runCommand(t, ['report', id, '--language', 'zh'], store)
  assert.equal(other.out.trim(), chinese.trim())
  const unknown = await runCommand(t, ['report', 'INC-20200101-001'], store)
  assert.deepEqual([unknown.code, /There is no incident/.test(unknown.err)], [1, true])
  assert.equal(assertErrorEnvelope(await service.get('/api/incidents/INC-20200101-001/report')), 'NOT_FOUND')
})

test('what looks like a secret in an alert is masked in its report, which leaves the house', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: 'the-admin-key-of-this-test' } })
  const key = 'the-admin-key-of-this-test'
  const message = 'checkout cannot log in: password=hunter2CANARY at postgres://app:CANARYPW@db/shop'
  const { incident_id: id } = (await service.ask('POST', '/api/alert', { key, body: { message } })).body.data
  const { text } = await service.get(`/api/incidents/${id}/report`, { key })
  assert.match(text, /checkout cannot log in/)
  assert.doesNotMatch(text, /CANARY/)
})
