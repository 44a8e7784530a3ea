/** The runner as a person meets it: what it says of files that pass, fail and crash, and what it leaves behind. */
import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { eventually, isRunning } from '../world/eventually.ts'
import { runSql } from '../world/sql.ts'
import { readOptions } from './options.ts'
import { lackOfRoom, openMemoryFolder } from './run-folder.ts'
import { FOLLOWS_PROMISES } from './unfollowed-promises.ts'

const RUN = join(import.meta.dirname, '..', 'run.ts')
const sample = (name: string) => `test/runner/samples/${name}.sample.ts`

/** With a temporary folder of its own, and the databases on the server of the run around it. */
async function startRun(t: TestContext, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'runner-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, CI: '', TMPDIR: folder, ...environment }
  const child = spawn(process.execPath, [RUN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, folder }
}

async function run(t: TestContext, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const { child } = await startRun(t, args, environment)
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { said, complained, code }
}

test('a run that passes ends with its counts, and says once why something was skipped', async (t) => {
  const { said, code } = await run(t, [sample('passing'), '--seed', '17'])
  assert.equal(code, 0)
  assert.match(said, /^1 file, 1 at once, seed 17\n/)
  assert.match(said, /Skipped:\n +1 {2}Install a moon\.\n/)
  assert.match(said, /ℹ tests 2\nℹ pass 1\nℹ fail 0\nℹ skipped 1\nℹ duration .*\n1 passed, 0 failed, 1 skipped\n$/)
})

test('its options are told where they are asked for', async (t) => {
  const { said, complained, code } = await run(t, ['--help'])
  assert.deepEqual([code, complained], [0, ''])
  assert.match(said, /^npm test -- .*\n.*--only <name>/)
})

test('a failure says what, where, and how to see that one again', async (t) => {
  const { said, code } = await run(t, [sample('failing'), '--seed', '17'])
  assert.equal(code, 1)
  assert.match(said, /✖ inside {2}\(test\/runner\/samples\/failing\.sample\.ts:7\)\n/)
  assert.match(said, /1 !== 2/)
  const [command = ''] = /npm test -- .*/.exec(said) ?? []
  assert.equal(command, `npm test -- ${sample('failing')} --only 'it'\\''s outside' --seed 17`)
  assert.match(said, /\n1 passed, 2 failed, 0 skipped\n$/)
})

test('the command that repeats a failure runs that test alone, with the same seed', async (t) => {
  const { said } = await run(t, [sample('failing'), '--only', "it's outside", '--seed', '17'])
  assert.match(said, /^1 file, 1 at once, seed 17\n {2}ℹ seed 17\n/)
  assert.match(said, /\n0 passed, 2 failed, 0 skipped\n$/)
})

test('a failure on a stage that a file shares names the file, not the helper', async (t) => {
  const { said } = await run(t, [sample('sharing'), '--seed', '17'])
  assert.match(said, /✖ fails on the stage of its file {2}\(test\/runner\/samples\/sharing\.sample\.ts:6\)\n/)
})

test('tried again, what passes by itself with the same seed is told as unsteady, and the run passes', async (t) => {
  const { said, code } = await run(t, [sample('unsteady'), sample('passing'), '--again', '--seed', '17'])
  assert.equal(code, 0)
  assert.match(said, /✖ passes the second time .*\n {4}AssertionError.*Nobody was here before\./)
  assert.match(said, /\nOnce more, by itself: test\/runner\/samples\/unsteady\.sample\.ts\n/)
  assert.equal(said.split('ℹ seed 17\n').length - 1, 2)
  assert.match(
    said,
    /\nUNSTEADY: .*\n {2}⚠ passes the second time {2}\(\S+\)\n {4}AssertionError.*Nobody was here before\./,
  )
  assert.match(
    said,
    /ℹ tests 4\nℹ pass 3\nℹ fail 0\nℹ skipped 1\nℹ unsteady 1\nℹ duration .*\n3 passed, 0 failed, 1 skipped\n$/,
  )
})

test('tried again, what fails by itself too fails the run, and is counted once', async (t) => {
  const { said, code } = await run(t, [sample('failing'), '--again'])
  assert.equal(code, 1)
  assert.match(said, /\nOnce more, by itself: /)
  assert.doesNotMatch(said, /unsteady/i)
  assert.match(said, /\n1 passed, 2 failed, 0 skipped\n$/)
})

test('nothing is tried again unasked', async (t) => {
  const { said, code } = await run(t, [sample('unsteady')])
  assert.equal(code, 1)
  assert.doesNotMatch(said, /Once more/)
  assert.match(said, /\n1 passed, 1 failed, 0 skipped\n$/)
})

test('a file whose process dies is a failure, with the last it said', async (t) => {
  const { said, code } = await run(t, [sample('crashing'), '--seed', '17'])
  assert.equal(code, 1)
  assert.match(said, /Last words\./)
  assert.match(said, /It was ended by SIGKILL\.\n {2}Repeat it with: npm test -- test\/runner\/samples\/crashing/)
})

test('what hangs, be it in closing, is ended and named with what it had started', async (t) => {
  const { said, code } = await run(t, [sample('hanging'), '--patience', '20', '--seed', '17'])
  assert.equal(code, 1)
  assert.match(said, /Nothing was heard of it for \d+ s, so it was ended\.\n/)
  assert.match(said, /at: passes, and is never done closing {2}\(test\/runner\/samples\/hanging\.sample\.ts:4\)\n/)
  assert.match(said, /with: sleep 1000/)
})

test('an error that no test caught is a failure, and told', async (t) => {
  const { said, code } = await run(t, [sample('stray'), '--seed', '17'])
  assert.equal(code, 1)
  assert.match(
    said,
    /✖ test\/runner\/samples\/stray\.sample\.ts\n {4}It ended with 1\.\n.*"Error: Nobody caught this\."/,
  )
  assert.match(said, /\n1 passed, 1 failed, 0 skipped\n$/)
})

test('no promise of a test is followed', { skip: FOLLOWS_PROMISES && 'This Node follows every promise.' }, async () => {
  await Promise.resolve()
  assert.equal(executionAsyncId(), 0)
})

test('a file that cannot be read is a failure', async (t) => {
  const { said, code } = await run(t, [sample('unreadable')])
  assert.equal(code, 1)
  assert.match(said, /It cannot be read\./)
})

test('an option it does not know, and a file that is not there, are refused with what it knows', async (t) => {
  for (const wrong of [['--sed', '1'], ['--seed', 'x'], ['test/nowhere.test.ts']]) {
    const { complained, code } = await run(t, wrong)
    assert.equal(code, 2)
    assert.match(complained, /npm test -- \[file, folder or pattern …\]/)
  }
})

/** Until the sample has taken everything it takes. */
async function waiting(child: ChildProcess): Promise<{ pid: number; database: string }> {
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    const [, pid, database] = /waiting (\d+) in \S+ with (\w+)/.exec(line) ?? []
    if (pid !== undefined && database !== undefined) return { pid: Number(pid), database }
  }
  throw new Error('It ended before it waited.')
}

const isThere = async (database: string) =>
  (await runSql(process.env.TEST_DATABASE_ADMIN_URL ?? '', 'SELECT FROM pg_database WHERE datname = $1', [database]))
    .length > 0

test('interrupted in the middle, it leaves no process and no folder behind', async (t) => {
  const { child, folder } = await startRun(t, [sample('waiting')])
  const { pid } = await waiting(child)
  child.stdout?.resume()
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.equal(code, 130)
  await eventually('the test is gone', async () => !(await isRunning(pid)))
  assert.deepEqual(await readdir(folder), [])
})

test('killed in the middle, its tests end; the next run removes its folder and its databases', async (t) => {
  const { child, folder } = await startRun(t, [sample('waiting')])
  const { pid, database } = await waiting(child)
  child.kill('SIGKILL')
  await eventually('the test is gone', async () => !(await isRunning(pid)))
  assert.ok(await isThere(database))
  const [left = ''] = await readdir(folder)
  assert.match(left, /^firebreak-test-/)
  const sockets = await readFile(join(folder, left, 'redis.socket-folder'), 'utf8').catch(
    () => 'nowhere, without a Redis',
  )
  const { code } = await run(t, [sample('passing')], { TMPDIR: folder })
  assert.equal(code, 0)
  assert.deepEqual(await readdir(folder), [])
  await assert.rejects(readdir(sockets), { code: 'ENOENT' })
  await eventually('its database is dropped', async () => !(await isThere(database)))
})

test('a run that failed on a disk without room says so, and one with room does not', async () => {
  const scarce = await lackOfRoom(tmpdir(), Number.POSITIVE_INFINITY)
  assert.match(scarce ?? '', /^Only \d+ MB are left in .+, which may be why\./)
  assert.equal(await lackOfRoom(tmpdir(), 0), undefined)
})

test('databases lie in memory where there is plenty of it; a killed run leaves nothing there', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'memory-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  const dead = join(place, 'firebreak-test-dead')
  await mkdir(dead)
  await writeFile(join(dead, 'owner'), '1 gone')
  assert.equal(await openMemoryFolder(place, 1e9), undefined)
  assert.equal(await openMemoryFolder(join(place, 'nowhere'), 100e9), undefined)
  const folder = await openMemoryFolder(place, 100e9, 0)
  assert.deepEqual(await readdir(place), [basename(folder ?? '')])
})

test('a file runs in its full length where that is asked of it, and one that has no other is refused', async (t) => {
  assert.match((await run(t, [sample('lengthy')])).said, /ℹ in short\n/)
  assert.match((await run(t, [sample('lengthy'), '--at-length', sample('lengthy')])).said, /ℹ at length\n/)
  const { complained, code } = await run(t, ['--at-length', sample('passing')])
  assert.equal(code, 2)
  assert.match(complained, /passing\.sample\.ts has no other length\./)
})

test('a folder stands for the tests in it', () => {
  const { files } = readOptions(['test/runner'])
  assert.deepEqual(files, ['test/runner/plan.test.ts', 'test/runner/runner.test.ts', 'test/runner/tally.test.ts'])
})
