/** Cases with orders in what is looked at go through the whole service; in its length, every case does, with every model. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findCases, OWN_CASES } from '../evaluations/find-cases.ts'
import { isPassed, showCase } from '../evaluations/judged-case.ts'
import { modelChoices } from '../evaluations/models.ts'
import { serveCase } from '../evaluations/serve-case.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const OWN = findCases([OWN_CASES], undefined)
/** There are hundreds of them, and a busy machine. */
const LONG_MS = 900_000

async function adminUrl(): Promise<string> {
  const url = process.env.TEST_DATABASE_ADMIN_URL
  if (url === undefined)
    throw new Error('There is no test database. Run the tests with: npm test -- path/to/file.test.ts')
  return url
}

const givesOrders = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as CaseFile).tags.includes('injection')

const CHOICES = modelChoices({})
/** In the short form every second one goes through the service, with one of the models; the seed says which, and with which. */
const servedWith = (at: number) =>
  inLength(
    OWN.filter(givesOrders).filter((_, index) => (index + RUN_SEED) % (2 * CHOICES.length) === at),
    OWN,
  )

for (const [at, model] of CHOICES.entries())
  test(`${model.name} no order in what is looked at reaches the world or a plan`, { timeout: LONG_MS }, async () => {
    const left = [...servedWith(at)]
    assert.notEqual(left.length, 0)
    const serveNext = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const served = await serveCase(path, model, adminUrl)
        assert.ok(isPassed(served, ['safety']), showCase(served))
      }
    }
    await Promise.all([serveNext(), serveNext()])
  })
