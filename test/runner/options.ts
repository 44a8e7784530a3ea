import { randomInt } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'

const ALL_TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts']

export type Options = {
  /** Whether only the usage was asked for. */
  isHelp: boolean
  /** In the order of the alphabet; the plan shuffles them. */
  files: readonly string[]
  /** Whether the caller named the files: then every test is shown, not only how far the run is. */
  isNamed: boolean
  /** Only tests of this name. */
  only: string | undefined
  seed: number
  atOnce: number | undefined
  /** How long nothing may be heard of a process of files before it is ended and named. */
  patienceSeconds: number
  isLong: boolean
  /** Files that run in their full length beside others in their short one. */
  atLength: ReadonlySet<string>
  /** Whether what failed beside others gets a second chance by itself. */
  isTriedAgain: boolean
  showTimes: boolean
}

export const USAGE = `npm test -- [file, folder or pattern …] [options]
  --only <name>     only the tests of this name
  --seed <number>   the order of the files, and all chance in them; a run prints its own
  --at-once <n>     so many processes beside each other
  --patience <s>    so long nothing may be heard of a file before it is ended and named (900; with --long 2400)
  --long            what is long by nature in its full length, and nothing else (npm run test:long)
  --at-length <f>   this file in its full length, the others as usual; may be given again (CI)
  --again           what failed beside others is run once more by itself, and told as unsteady if it passes then (CI)
  --times           the slowest files at the end
  --help            this`

export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      'at-once': { type: 'string' },
      patience: { type: 'string' },
      long: { type: 'boolean' },
      'at-length': { type: 'string', multiple: true },
      again: { type: 'boolean' },
      times: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { 'at-once': atOnce, patience, long: isLong = false } = values
  const atLength = filesAtLength(values['at-length'] ?? [])
  return {
    isHelp: values.help ?? false,
    files: filesToRun(positionals, isLong),
    isNamed: positionals.length > 0,
    only: values.only,
    seed: values.seed === undefined ? randomInt(1_000_000) : wholeNumber('--seed', values.seed),
    atOnce: atOnce === undefined ? undefined : Math.max(1, wholeNumber('--at-once', atOnce)),
    patienceSeconds:
      patience === undefined ? usualPatience(isLong || atLength.size > 0) : wholeNumber('--patience', patience),
    isLong,
    atLength,
    isTriedAgain: values.again ?? false,
    showTimes: values.times ?? false,
  }
}

/** On a machine that is many times overloaded the longest tests still end within it. */
const usualPatience = (isLong: boolean) => (isLong ? 2_400 : 900)

const hasLongForm = (file: string) => readFileSync(file, 'utf8').includes('/world/long-form.ts')

function filesAtLength(patterns: string[]): Set<string> {
  const files = filesOf(patterns)
  const short = files.find((file) => !hasLongForm(file))
  if (short !== undefined) throw new Error(`${short} has no other length.`)
  return new Set(files)
}

function filesToRun(patterns: string[], isLong: boolean): string[] {
  const files = filesOf(patterns.length > 0 ? patterns : ALL_TESTS)
  return isLong && patterns.length === 0 ? files.filter(hasLongForm) : files
}

function filesOf(patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) => {
    const files = testsUnder(pattern).map((path) => relative('', path))
    if (files.length === 0) throw new Error(`There is no test file ${pattern}.`)
    return files
  })
  return [...new Set(found)].sort()
}

/** A folder stands for the tests in it. */
function testsUnder(pattern: string): string[] {
  const isFolder = statSync(pattern, { throwIfNoEntry: false })?.isDirectory() ?? false
  return globSync(isFolder ? `${pattern}/**/*.test.ts` : pattern)
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number, and "${text}" is none.`)
  return Number(text)
}
