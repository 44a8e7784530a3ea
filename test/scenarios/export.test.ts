/** A real incident, exported, is a case: read again by the evaluation it leads to the same diagnosis and the same step. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { analyseCase } from '../evaluations/analyse-case.ts'
import { openCaseService } from '../evaluations/case-service.ts'
import { OWN_CASES } from '../evaluations/find-cases.ts'
import { isPassed, showCase } from '../evaluations/judged-case.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { readCase } from '../world/case/read-case.ts'
import { runCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'

async function adminUrl(): Promise<string> {
  const url = process.env.TEST_DATABASE_ADMIN_URL
  if (url === undefined) throw new Error('There is no test database. Run the tests with: npm test -- path/to/file')
  return url
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-export-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const SECRET = 'hunter2-of-the-alert-4711'

/** Through the whole service, on the world of one of our cases. */
async function exported(t: TestContext, name: string) {
  const now = new Date()
  const file = await readCase(join(OWN_CASES, `${name}.json`), now)
  const service = await openCaseService({ file, now, adminUrl, config: {} })
  t.after(() => service.close())
  const { incident_id: id } = await service.ask('POST', '/api/alert', withSecret(file.alert))
  const incident = await eventually('it waits for a person', async () => {
    const shown = await service.ask('GET', `/api/incidents/${id}`)
    return shown.status === 'awaiting_approval' && shown
  })
  const output = join(await folderOf(t), 'incident.json')
  const ended = await runCommand(t, ['export', id, '--output', output], { DATABASE_URL: service.databaseUrl })
  assert.equal(ended.code, 0, ended.err)
  assert.match(ended.out, /npm run evaluate/)
  return { incident, output, text: await readFile(output, 'utf8') }
}

// biome-ignore lint/suspicious/noExplicitAny: an alert of any dialect.
function withSecret(alert: any) {
  const [first, ...others] = alert.alerts ?? []
  if (!first) return alert
  const annotations = { ...first.annotations, login: `password=${SECRET}` }
  return { ...alert, alerts: [{ ...first, annotations }, ...others] }
}

for (const name of ['k39-out-of-file-handles', 'p02-chain-of-four'])
  test(`${name}: an incident of the service becomes a case that passes, with its names and without its secrets`, async (t) => {
    const { incident, output, text } = await exported(t, name)
    const file = JSON.parse(text) as CaseFile
    assert.equal(file.id, incident.id.toLowerCase())
    assert.doesNotMatch(text, new RegExp(SECRET))
    assert.ok(file.tags.includes('exported'))
    assert.match(text, /It is not the world itself/)
    const analysed = await analyseCase(output, adminUrl)
    assert.ok(isPassed(analysed), showCase(analysed))
    const { situation, confidence } = analysed.trail?.analysis.diagnosis ?? {}
    assert.deepEqual([situation, confidence], [incident.diagnosis.situation, incident.diagnosis.confidence])
    const { attempt } = analysed.trail ?? {}
    assert.ok(attempt && 'draft' in attempt)
    assert.deepEqual(
      attempt.draft.actions.map(({ plugin, parameters }) => ({ plugin, parameters })),
      incident.proposal.actions.map(({ plugin, parameters }: Record<string, unknown>) => ({ plugin, parameters })),
    )
    // Not yet carried out, so nobody knows whether it is right.
    assert.equal(file.expect.remediation, null)
    assert.deepEqual(file.expect.tolerated[0].plugin, incident.proposal.actions[0].plugin)
  })

test('what is not there, or not diagnosed, is refused with a sentence', async (t) => {
  const { databaseUrl, ask } = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const unknown = await runCommand(t, ['export', 'INC-20200101-001'], { DATABASE_URL: databaseUrl })
  assert.deepEqual([unknown.code, unknown.err], [1, 'firebreak: There is no incident INC-20200101-001.\n'])
  const { body } = await ask('POST', '/api/alert', { body: { message: 'too fresh' } })
  const fresh = await runCommand(t, ['export', body.data.incident_id], { DATABASE_URL: databaseUrl })
  assert.equal(fresh.code, 1)
  assert.match(fresh.err, /has no diagnosis yet/)
})
