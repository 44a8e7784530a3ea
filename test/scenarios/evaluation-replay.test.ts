/** A run with a model can be repeated without it, and a changed question is named. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCaseStore } from '../evaluations/case-store.ts'
import { readTalk, writeTalk } from '../evaluations/kept-talk.ts'
import { recordingModel, replayedModel } from '../evaluations/models.ts'
import { serveCase } from '../evaluations/serve-case.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import type { Provider, Script } from '../world/model/script.ts'
import { QUIET } from '../world/targets.ts'

const KEY = 'sk-real-0000000000000000'
const PATH = 'test/evaluations/cases/k12-selector-names-no-node.json'

const script: Script = ({ turn }) =>
  turn === 0
    ? { calls: [{ tool: 'get_events', parameters: { namespace: '*' } }] }
    : {
        calls: [
          {
            tool: 'submit_diagnosis',
            parameters: { conclusion: 'The selector is wrong, says the model.', confidence: 0.4, key_findings: [] },
          },
        ],
      }

for (const provider of ['provider_a', 'provider_b'] as Provider[])
  test(`${provider}: the same talk is held again without the model`, async (t) => {
    const store = createCaseStore(QUIET)
    t.after(() => store.close())
    const model = await startModelSimulator({ script, key: KEY })
    t.after(() => model.close())
    const file = join(await temporaryFolder(t, 'talk'), 'talk.json')
    const environment = { LLM_PROVIDER: provider, LLM_BASE_URL: model.url, LLM_API_KEY: KEY, LLM_MODEL: 'judge' }
    const recording = await recordingModel(environment, file)
    const [real] = recording.choices
    assert.ok(real)
    const first = await serveCase(PATH, real, store.adminUrl)
    await recording.finish()
    const asked = model.turns.length
    assert.ok(asked >= 2)
    assert.ok(!(await readFile(file, 'utf8')).includes(KEY), 'the key is not kept')

    const replaying = await replayedModel(file)
    const [kept] = replaying.choices
    assert.ok(kept)
    const second = await serveCase(PATH, kept, store.adminUrl)
    assert.deepEqual(await replaying.finish(), [])
    assert.equal(model.turns.length, asked)
    assert.equal(second.figures.turns, first.figures.turns)
    assert.equal(second.incident?.diagnosis?.conclusion, first.incident?.diagnosis?.conclusion)

    const talk = await readTalk(file)
    const [kind, ...others] = Object.entries(talk.answers)
    assert.ok(kind)
    await writeTalk(file, { ...talk, answers: Object.fromEntries(others) })
    const changed = await replayedModel(file)
    const [incomplete] = changed.choices
    assert.ok(incomplete)
    await serveCase(PATH, incomplete, store.adminUrl)
    assert.match((await changed.finish()).join(), /Not covered any more, .*: turn 1 of "/)
  })
