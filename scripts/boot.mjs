/**
 * Every `npm run …` of this project begins here: `node scripts/boot.mjs <task> [arguments]`. It installs what is missing,
 * chooses Node 24 and runs the task with it. Plain JavaScript without dependencies, because nothing may be installed yet.
 */
import { root, runScript } from './runtime.mjs'

const TASKS = {
  start: ['src/main.ts', 'start'],
  demo: ['src/main.ts', 'demo'],
  build: ['scripts/build-console.ts'],
  test: ['test/run.ts'],
  'test:long': ['test/run.ts', '--long'],
  check: ['scripts/check.ts'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
  docs: ['scripts/generate-docs.ts'],
  pictures: ['scripts/make-pictures.ts'],
  bench: ['test/bench/run.ts'],
  evaluate: ['test/evaluations/run.ts'],
  chaos: ['test/chaos/run.ts'],
  advisories: ['scripts/check-advisories.ts'],
  'prove-start': ['scripts/prove-start.ts'],
  release: ['scripts/release.ts'],
}

/** These serve the console, or look at it in a browser. */
const NEEDING_CONSOLE = ['start', 'demo', 'test', 'test:long', 'pictures']

/** These start the service, some of them many times; a test that is named, only now and then. */
const NEEDING_SERVICE = ['start', 'demo', 'test', 'test:long', 'chaos']
const isTestNamed = ([first = '-']) => !first.startsWith('-')
const isHelp = (args) => args.some((arg) => arg === '--help' || arg === '-h')

const [name = '', ...args] = process.argv.slice(2)

if (Object.hasOwn(TASKS, name)) {
  process.chdir(root)
  const needs = {
    needsConsole: NEEDING_CONSOLE.includes(name) && !isHelp(args),
    needsService: NEEDING_SERVICE.includes(name) && !isTestNamed(args) && !isHelp(args),
  }
  await runScript([...TASKS[name], ...args], needs)
} else {
  console.error(`There is no task "${name}". There are: ${Object.keys(TASKS).join(', ')}.`)
  process.exitCode = 2
}
