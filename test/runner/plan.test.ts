import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planJobs, shuffle } from './plan.ts'

const FILES = [
  ...Array.from({ length: 30 }, (_, at) => `src/story/alert/a${at}.test.ts`),
  ...Array.from({ length: 10 }, (_, at) => `test/scenarios/s${at}.test.ts`),
  'src/edges/http/e.test.ts',
]
const never = () => undefined

test('every file is run once', () => {
  const planned = planJobs({ files: FILES, seed: 7, secondsOf: never }).flatMap(({ files }) => files)
  assert.deepEqual(planned.toSorted(), FILES.toSorted())
})

test('the seed decides the order', () => {
  const plan = (seed: number) => planJobs({ files: FILES, seed, secondsOf: never })
  assert.deepEqual(plan(7), plan(7))
  assert.notDeepEqual(plan(7), plan(8))
})

test('only files of rooms that open nothing share a process', () => {
  const shared = planJobs({ files: FILES, seed: 7, secondsOf: never }).filter(({ files }) => files.length > 1)
  assert.equal(shared.flatMap(({ files }) => files).length, 30)
  assert.ok(shared.every(({ files }) => files.every((file) => file.startsWith('src/story/'))))
})

test('what took long the last time goes first', () => {
  const secondsOf = ({ files }: { files: readonly string[] }) => (files[0] === 'test/scenarios/s3.test.ts' ? 90 : 1)
  assert.deepEqual(planJobs({ files: FILES, seed: 7, secondsOf })[0], { files: ['test/scenarios/s3.test.ts'] })
})

test('an order loses nothing and repeats nothing, whatever the seed', () => {
  for (const seed of [0, 1, 999_999, 2_147_483_647]) assert.deepEqual(shuffle(FILES, seed).toSorted(), FILES.toSorted())
})
