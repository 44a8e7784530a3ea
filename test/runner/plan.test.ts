import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planJobs, shuffle } from './plan.ts'

const FILES = [
  ...Array.from({ length: 80 }, (_, at) => `src/story/alert/a${at}.test.ts`),
  ...Array.from({ length: 24 }, (_, at) => `test/scenarios/s${at}.test.ts`),
  'src/edges/http/e.test.ts',
]
const given = { files: FILES, seed: 7, secondsOf: () => undefined, textOf: () => '' }

test('every file is run once', () => {
  const planned = planJobs(given).flatMap(({ files }) => files)
  assert.deepEqual(planned.toSorted(), FILES.toSorted())
})

test('the seed decides the order', () => {
  const plan = (seed: number) => planJobs({ ...given, seed })
  assert.deepEqual(plan(7), plan(7))
  assert.notDeepEqual(plan(7), plan(8))
})

test('files that open nothing share processes many at a time, those that start services fewer, and never with each other', () => {
  for (const { files } of planJobs(given)) {
    const opensNothing = files.filter((file) => file.startsWith('src/story/')).length
    assert.ok(opensNothing === 0 || opensNothing === files.length)
    assert.ok(files.length <= (opensNothing > 0 ? 60 : 20))
  }
  assert.equal(planJobs(given).length, 2 + 2)
})

const together = (text: string) => {
  const textOf = (file: string) => (file.endsWith('/s3.test.ts') ? text : '')
  const job = planJobs({ ...given, textOf }).find(({ files }) => files.includes('test/scenarios/s3.test.ts'))
  return job?.files.length ?? 0
}

test('a file that changes or measures its process, or takes long, has one of its own', () => {
  const own = [
    "process.env.PATH = ''",
    "process.once('worker', resolve)",
    'openFilesOf(process.pid)',
    't.mock.timers.enable()',
    'registerHooks({ load })',
    'inLength } from "../world/long-form.ts"',
    '\nafter(() => close())\n',
  ]
  for (const text of own) assert.equal(together(text), 1, text)
})

test('a file that only speaks of processes, or starts some, shares one', () => {
  const sharing = [
    '// In a process of its own.',
    "import { spawn } from 'node:child_process'; spawn(process.execPath, [], { env: process.env })",
    'if (process.env.PATH === "") process.kill(postgres.pid)',
    'service.process_id; t.after(close)',
  ]
  for (const text of sharing) assert.ok(together(text) > 1, text)
})

test('files that open a browser share processes with each other only', () => {
  const opensBrowser = (file: string) => /scenarios\/s\d\./.test(file)
  const textOf = (file: string) => (opensBrowser(file) ? "from '../world/browser.ts'" : '')
  for (const { files } of planJobs({ ...given, textOf }))
    assert.ok([0, files.length].includes(files.filter(opensBrowser).length), files.join(' '))
})

test('what took twice as long the last time goes before the others', () => {
  const secondsOf = ({ files }: { files: readonly string[] }) =>
    files.length === 20 && files.some((file) => file.includes('scenarios')) ? 200 : files.length * 2
  const lengths = planJobs({ ...given, secondsOf }).map(({ files }) => files.length)
  assert.deepEqual(lengths, [20, 60, 20, 5])
})

test('what took long the last time goes first, what opens nothing last', () => {
  const isSlow = ({ files }: { files: readonly string[] }) => files.includes('test/scenarios/s3.test.ts')
  const [first = { files: [] }] = planJobs({ ...given, secondsOf: (job) => (isSlow(job) ? 90 : 1) })
  assert.ok(isSlow(first))
  assert.match(planJobs(given).at(-1)?.files[0] ?? '', /^src\/story\//)
})

test('in a first run, what is long by nature goes first', () => {
  const textOf = (file: string) => (file.endsWith('/s3.test.ts') ? 'import "../world/long-form.ts"' : '')
  assert.deepEqual(planJobs({ ...given, textOf })[0], { files: ['test/scenarios/s3.test.ts'] })
})

test('an order loses nothing and repeats nothing, whatever the seed', () => {
  for (const seed of [0, 1, 999_999, 2_147_483_647]) assert.deepEqual(shuffle(FILES, seed).toSorted(), FILES.toSorted())
})
