/**
 * `scripts/boot.mjs` in a project of its own: the scripts as they are, a main program that notes what it hears, and on
 * the PATH an npm that notes when it is called.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
// @ts-expect-error -- Plain JavaScript: it runs before any package is installed.
import { whileWorking } from '../../scripts/while-working.mjs'
import { closeLast } from '../world/closing.ts'
import { eventually, isRunning } from '../world/eventually.ts'

const HOUSE = join(import.meta.dirname, '..', '..')

/** Notes its number and every signal, and ends with 7 when asked to terminate or when its parent is gone. */
const LISTENER = `
import { appendFileSync } from 'node:fs'
import { whenParentGone } from ${JSON.stringify(join(HOUSE, 'src', 'edges', 'embedded', 'parent-watch.ts'))}
const note = (word: string | number) => appendFileSync('heard', word + ' ')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => note(signal))
process.on('SIGTERM', () => process.exit(7))
whenParentGone(() => { note('parent-gone'); process.exit(7) })
setInterval(() => {}, 1000)
note(process.pid)
`

const TERMINAL_MISSING = spawnSync('script', ['--version']).error && 'No script command is here to act as a terminal.'

/** Leaves the stamp that the real one would leave. */
const NOTING_BUILDER = `
import { appendFileSync, writeFileSync } from 'node:fs'
import { consoleStamp } from './console-build.mjs'
appendFileSync('builds', 'built ')
writeFileSync('console/dist/stamp', consoleStamp('.'))
`

/** Ends when the test says so. */
const HELD_NPM = '#!/bin/sh\necho begin >> installs; until [ -e let-end ]; do sleep 0.05; done; echo end >> installs\n'

const SLOW_NPM = '#!/bin/sh\necho begin >> installs; sleep 0.5; echo end >> installs; echo "npm was told: $*"\n'

test('arguments, output and exit code are passed on', async (t) => {
  const project = await openProject(t, 'console.log(process.argv.slice(2).join()); process.exit(3)')
  const boot = project.boot('start', '--a', 'b c')
  assert.deepEqual(await outcome(boot), { code: 3, signal: null, said: 'start,--a,b c\n' })
})

test('a task that ended by a signal ends boot by the same signal', async (t) => {
  const project = await openProject(t, `process.kill(process.pid, 'SIGKILL')`)
  assert.equal((await outcome(project.boot('start'))).signal, 'SIGKILL')
})

for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
  test(`${signal} is passed on, and two at once are one`, async (t) => {
    const project = await openProject(t, LISTENER)
    const boot = project.boot('start')
    const ended = outcome(boot)
    await project.childNumber()
    boot.kill(signal)
    boot.kill(signal)
    await eventually('the signal is heard', async () => (await project.heard()).includes(signal))
    // At SIGTERM it ends; another one might meet boot when nothing is left to pass it on to.
    if (signal !== 'SIGTERM') boot.kill('SIGTERM')
    assert.equal((await ended).code, 7)
    assert.deepEqual(await project.heard(), [...new Set([signal, 'SIGTERM'])])
  })
}

test('Ctrl-C in a terminal is heard once', { skip: TERMINAL_MISSING ?? false }, async (t) => {
  const project = await openProject(t, LISTENER)
  const terminal = project.inTerminal('node scripts/boot.mjs start')
  const child = await project.childNumber()
  terminal.stdin?.write('\u0003')
  await eventually('the signal is heard', async () => (await project.heard()).includes('SIGINT'))
  const ended = once(terminal, 'exit')
  process.kill(child, 'SIGTERM')
  assert.equal((await ended)[0], 7)
  assert.deepEqual(await project.heard(), ['SIGINT', 'SIGTERM'])
})

test('a terminal that is closed is heard as a hang-up', { skip: TERMINAL_MISSING ?? false }, async (t) => {
  const project = await openProject(t, LISTENER)
  const terminal = project.inTerminal('node scripts/boot.mjs start')
  const child = await project.childNumber()
  terminal.kill('SIGKILL')
  await eventually('the hang-up is heard', async () => (await project.heard()).includes('SIGHUP'))
  process.kill(child, 'SIGTERM')
  await eventually('the task has ended', async () => !(await isRunning(child)))
})

test('kill -9 of boot ends the task', async (t) => {
  const project = await openProject(t, LISTENER)
  const boot = project.boot('start')
  const child = await project.childNumber()
  boot.kill('SIGKILL')
  await eventually('the task has ended', async () => !(await isRunning(child)))
  assert.deepEqual(await project.heard(), ['parent-gone'])
})

test('kill -9 of npm ends the task', async (t) => {
  const project = await openProject(t, LISTENER)
  const npm = project.run('sh', ['-c', 'node scripts/boot.mjs start; true'], { npm_lifecycle_event: 'start' })
  const child = await project.childNumber()
  npm.kill('SIGKILL')
  await eventually('the task has ended', async () => !(await isRunning(child)))
  assert.deepEqual(await project.heard(), ['SIGTERM'])
})

test('watching the parent keeps no task alive', async (t) => {
  const project = await openProject(t, LISTENER.replace(/setInterval.*/, ''))
  assert.equal((await outcome(project.boot('start'))).code, 0)
})

test('packages are installed once, and again when the lock file has changed', async (t) => {
  const project = await openProject(t, `console.log('main')`)
  await project.forgetInstallation()
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.deepEqual(await project.installs(), ['begin', 'end'])
  await appendFile(join(project.folder, 'package-lock.json'), '\n')
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.deepEqual(await project.installs(), ['begin', 'end', 'begin', 'end'])
})

test('packages that were installed by hand are not installed again', async (t) => {
  const project = await openProject(t, `console.log('main')`)
  await project.forgetInstallation()
  await cp(join(project.folder, 'package-lock.json'), join(project.folder, 'node_modules', '.package-lock.json'))
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.deepEqual(await project.installs(), [])
})

test('of several that begin at once in a new clone, one installs and all run', async (t) => {
  const project = await openProject(t, `console.log('main')`)
  await project.forgetInstallation()
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(project.boot('start'))))
  assert.deepEqual(
    outcomes.map(({ said }) => said),
    ['main\n', 'main\n', 'main\n'],
  )
  assert.deepEqual(await project.installs(), ['begin', 'end'])
})

test('an installation whose boot was killed is waited for, and then done again', async (t) => {
  const project = await openProject(t, `console.log('main')`, HELD_NPM)
  await project.forgetInstallation()
  const killed = project.boot('start')
  await eventually('npm has begun and is known to', async () => (await project.installers()) === 2)
  await eventually('npm is at work', async () => (await project.installs()).length > 0)
  killed.kill('SIGKILL')
  const next = project.boot('start')
  let output = ''
  next.stderr?.on('data', (data) => (output += data))
  const ended = outcome(next)
  await eventually('the next one waits', () => output.includes('Waiting for another installation'))
  await project.letNpmEnd()
  assert.equal((await ended).said, 'main\n')
  assert.deepEqual(await project.installs(), ['begin', 'end', 'begin', 'end'])
})

test('an installation that fails ends boot with its code, and runs nothing', async (t) => {
  const project = await openProject(t, `console.log('main')`, '#!/bin/sh\nexit 9\n')
  await project.forgetInstallation()
  assert.deepEqual(await outcome(project.boot('start')), { code: 9, signal: null, said: '' })
})

test('the console is built before the first start, and again when its sources have changed', async (t) => {
  const project = await openProject(t, `console.log('main')`)
  await project.giveConsole()
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.deepEqual(await project.builds(), ['built'])
  await writeFile(join(project.folder, 'console', 'src', 'more.ts'), '')
  assert.equal((await outcome(project.boot('start'))).said, 'main\n')
  assert.deepEqual(await project.builds(), ['built', 'built'])
})

test('a console that cannot be built ends boot with its code, and runs nothing', async (t) => {
  const project = await openProject(t, `console.log('main')`)
  await project.giveConsole('process.exit(9)')
  assert.deepEqual(await outcome(project.boot('start')), { code: 9, signal: null, said: '' })
})

/** Tells what it was started from, what lies beside its source, what its thread says, and where it fails. */
const TELLING = `import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'

console.log(basename(process.argv[1] ?? ''), readFileSync(new URL('./beside', import.meta.url), 'utf8'))
new Worker(new URL('./second-thread.ts', import.meta.url)).on('message', (said: string) => {
  console.log(said)
  fail()
})

function fail(): never {
  throw new Error('It fails here.')
}
`

test('the service runs from what was built of its sources, once for each state, and fails by their lines', async (t) => {
  const project = await openProject(t, TELLING)
  await symlink(join(HOUSE, 'node_modules', 'rolldown'), join(project.folder, 'node_modules', 'rolldown'))
  await writeFile(join(project.folder, 'src', 'beside'), 'beside')
  const says = (said: string) =>
    writeFile(
      join(project.folder, 'src', 'second-thread.ts'),
      `import { parentPort } from 'node:worker_threads'\nparentPort?.postMessage('${said}' as string)\n`,
    )
  const start = async () => {
    const boot = project.boot('start')
    const [told, { said }] = await Promise.all([boot.stderr ? text(boot.stderr) : '', outcome(boot)])
    assert.match(told, /Error: It fails here\.\n +at fail \(file:.*\/src\/main\.ts:12:9\)/)
    return { said, wasBuilt: told.includes('Building the service') }
  }
  await says('first')
  assert.deepEqual(await start(), { said: 'main.js beside\nfirst\n', wasBuilt: true })
  assert.deepEqual(await start(), { said: 'main.js beside\nfirst\n', wasBuilt: false })
  await says('second')
  assert.deepEqual(await start(), { said: 'main.js beside\nsecond\n', wasBuilt: true })
})

test('a service that cannot be built runs from its sources', async (t) => {
  const project = await openProject(t, `import { basename } from 'node:path'; console.log(basename(process.argv[1]))`)
  await symlink(join(HOUSE, 'node_modules', 'rolldown'), join(project.folder, 'node_modules', 'rolldown'))
  await writeFile(join(project.folder, 'scripts', 'build-service.ts'), 'process.exit(9)')
  assert.equal((await outcome(project.boot('start'))).said, 'main.ts\n')
})

test('an unknown task is refused with the list of tasks', async (t) => {
  const project = await openProject(t, '')
  assert.equal((await outcome(project.boot('dance'))).code, 2)
})

test('the command firebreak runs the main program where the caller stands', async (t) => {
  const project = await openProject(t, 'console.log(process.argv.slice(2).join(), process.cwd())')
  const command = spawn(join(project.folder, 'scripts', 'firebreak.mjs'), ['keys', 'list'], {
    cwd: '/',
    env: project.environment,
  })
  assert.equal((await outcome(command)).said, 'keys,list /\n')
})

async function openProject(t: TestContext, main: string, npm = SLOW_NPM) {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-boot-'))
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  await furnish(folder, main, npm)
  const environment = plainEnvironment(join(folder, 'bin'))
  const run = (command: string, args: string[], more: NodeJS.ProcessEnv = {}): ChildProcess => {
    const child = spawn(command, args, { cwd: folder, env: { ...environment, ...more } })
    t.after(() => child.kill('SIGKILL'))
    return child
  }
  const words = async (name: string) =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).split(/\s/).filter(Boolean)
  return {
    folder,
    environment,
    run,
    boot: (...args: string[]) => run('node', ['scripts/boot.mjs', ...args]),
    inTerminal: (command: string) => run('script', ['-qefc', `exec ${command}`, '/dev/null']),
    /** Resolves with the main program's process number once it listens. */
    childNumber: () => eventually('the task listens', async () => Number((await words('heard'))[0]) || undefined),
    heard: async () => (await words('heard')).slice(1),
    installs: () => words('installs'),
    /** How many processes the lock of the installation names. */
    installers: async () => (await words(join('.firebreak', 'install.lock'))).length / 2,
    letNpmEnd: () => writeFile(join(folder, 'let-end'), ''),
    builds: () => words('builds'),
    giveConsole: (builder = NOTING_BUILDER) => furnishConsole(folder, builder),
    forgetInstallation: () => rm(join(folder, 'node_modules', '.package-lock.json')),
  }
}

async function furnish(folder: string, main: string, npm: string): Promise<void> {
  await cp(join(HOUSE, 'scripts'), join(folder, 'scripts'), { recursive: true })
  for (const name of ['src', 'bin', 'node_modules']) await mkdir(join(folder, name))
  const lock = JSON.stringify({ packages: { 'node_modules/any': { version: '1.0.0', integrity: 'any' } } })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'package-lock.json'), lock)
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), lock)
  await writeFile(join(folder, 'src', 'main.ts'), main)
  await writeFile(join(folder, 'bin', 'npm'), npm, { mode: 0o755 })
}

async function furnishConsole(folder: string, builder: string): Promise<void> {
  for (const name of ['src', 'public', 'dist']) await mkdir(join(folder, 'console', name), { recursive: true })
  for (const name of ['index.html', 'package.json', 'vite.config.ts'])
    await writeFile(join(folder, 'console', name), name)
  await writeFile(join(folder, 'scripts', 'build-console.ts'), builder)
}

/** Without what the npm that runs these tests has set, and with the Node that runs them. */
function plainEnvironment(bin: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/.test(name))
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(kept), PATH: path }
}

type Outcome = { code: number | null; signal: NodeJS.Signals | null; said: string }

async function outcome(child: ChildProcess): Promise<Outcome> {
  const [said, [code, signal]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  return { code, signal, said }
}

test('what takes long says what it is, how far it has come and that it is done', async (t) => {
  const told = t.mock.method(console, 'error', () => {})
  const looked = Promise.withResolvers<{ code: number }>()
  const progress = () => {
    looked.resolve({ code: 0 })
    return ': 3 of 7'
  }
  await whileWorking('Installing', () => looked.promise, { progress, everyMs: 1 })
  const lines = told.mock.calls.map(({ arguments: [line] }) => String(line).replace(/\d+ s/, 'n s'))
  assert.deepEqual(
    [lines[0], lines[1], lines.at(-1)],
    ['Installing …', '  still at it after n s: 3 of 7', '  done in n s'],
  )
})
