/** Is the diagnosis still as good as it was? Cases through the analysis alone; in its length, every one of them. */
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type AnalysedCase, analyseCase } from '../evaluations/analyse-case.ts'
import { CASES_BESIDE, findCases, OWN_CASES } from '../evaluations/find-cases.ts'
import { isPassed, showCase, showSum } from '../evaluations/judged-case.ts'
import { KNOWN_FAILING } from '../evaluations/known-failing.ts'
import { shuffle } from '../runner/plan.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const OWN = findCases([OWN_CASES], undefined)
const BESIDE = findCases([CASES_BESIDE], undefined)

async function adminUrl(): Promise<string> {
  const url = process.env.TEST_DATABASE_ADMIN_URL
  if (url === undefined)
    throw new Error('There is no test database. Run the tests with: npm test -- path/to/file.test.ts')
  return url
}

/** All that changed, with the whole table: one rule seldom spoils one case only. */
async function judgeAll(paths: readonly string[]): Promise<void> {
  const judged: AnalysedCase[] = []
  for (const path of paths) judged.push(await analyseCase(path, adminUrl))
  const lost = judged.filter((one) => !isPassed(one) && !Object.hasOwn(KNOWN_FAILING, one.id))
  const won = judged.filter((one) => isPassed(one) && Object.hasOwn(KNOWN_FAILING, one.id))
  const table = [
    ...lost.map((one) => `It no longer passes, or never did:\n${showCase(one)}`),
    ...won.map(({ id }) => `${id} passes now: strike it out of test/evaluations/known-failing.ts.`),
    showSum(judged),
  ]
  assert.ok(lost.length + won.length === 0, `\n${table.join('\n')}`)
}

/** There are hundreds of them, and a busy machine. */
const LONG_MS = 900_000
/** Enough to notice a rule that spoils many; the seed says which, so that after some runs it was every one. */
const SOME = 40

test('every case of ours passes that is not known to fail, and no other', { timeout: LONG_MS }, () =>
  judgeAll(inLength(shuffle(OWN, RUN_SEED).slice(0, SOME), OWN)),
)

test(
  'so do the cases beside the project',
  {
    skip: BESIDE.length === 0 && 'There are no cases beside the project.',
  },
  () => judgeAll(BESIDE),
)

test('every case that is known to fail is there', (t: TestContext) => {
  if (BESIDE.length === 0) return t.skip('Without the cases beside the project a name may be one of theirs.')
  const names = [...OWN, ...BESIDE].map((path) => basename(path, '.json'))
  assert.deepEqual(
    Object.keys(KNOWN_FAILING).filter((id) => !names.includes(id)),
    [],
  )
})
