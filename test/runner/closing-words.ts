/** What a run says of a failure, and at its end. */
import type { Failure, Tally } from './tally.ts'

const STACK_LINES = 4
const LINES_MAX = 40
const OUTPUT_LINES = 15
const NOTES_MAX = 20
const UNSTEADY_LINES = 6

type Run = {
  seed: number
  isLong: boolean
  /** What its process printed by itself. */
  output: string
}

/** The few lines a person needs: which, where, what; and how to see it again. */
export function tellFailure(failure: Failure, run: Run): string {
  const { name, place, text, notes } = failure
  const said = run.output.trim().split('\n').filter(Boolean).slice(-OUTPUT_LINES)
  return [
    `✖ ${name}${place === undefined ? '' : `  (${place})`}`,
    ...indent(shorten(text)),
    ...indent(notes.slice(-NOTES_MAX)),
    ...(said.length > 0 ? ['  It printed:', ...indent(said)] : []),
    `  Repeat it with: ${repeatCommand(failure, run)}`,
    '',
  ].join('\n')
}

function repeatCommand({ files, root }: Failure, { seed, isLong }: Run): string {
  const only = root === undefined ? '' : ` --only ${quoted(root)}`
  return `npm ${isLong ? 'run test:long' : 'test'} -- ${files.join(' ')}${only} --seed ${seed}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Frames of Node and of packages say nothing here. */
function shorten(text: string): string[] {
  const lines = text.split('\n')
  const isFrame = (line: string) => /^\s+at /.test(line)
  const said = lines.filter((line) => !isFrame(line)).slice(0, LINES_MAX)
  const ours = lines.filter((line) => isFrame(line) && !/node:|node_modules|test\/runner\//.test(line))
  return [...said, ...ours.slice(0, STACK_LINES)].filter((line) => line.trim() !== '')
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line.replaceAll(`file://${process.cwd()}/`, '')}`)
}

/** Ends with one plain line of counts, after those that Node's own runner would end with. */
export function tellEnd(tally: Tally, seconds: number): string {
  const { passed, failed, todo } = tally
  const skipped = [...tally.skipped.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...tellSkipped(tally),
    ...tellUnsteady(tally),
    `ℹ tests ${passed + failed + skipped + todo}`,
    `ℹ pass ${passed}`,
    `ℹ fail ${failed}`,
    `ℹ skipped ${skipped}`,
    ...(tally.unsteady.length > 0 ? [`ℹ unsteady ${tally.unsteady.length}`] : []),
    ...(todo > 0 ? [`ℹ todo ${todo}`] : []),
    `ℹ duration ${lasting(seconds)}`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}

function tellSkipped({ skipped }: Tally): string[] {
  if (skipped.size === 0) return []
  const reasons = [...skipped].sort(([, one], [, other]) => other - one)
  return ['Skipped:', ...reasons.map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`), '']
}

/** Loud, because nobody looks twice at a run that passed. */
function tellUnsteady({ unsteady }: Tally): string[] {
  if (unsteady.length === 0) return []
  const lines = unsteady.flatMap(({ name, files, text }) => [
    `  ⚠ ${name}  (${files.join(' ')})`,
    ...indent(shorten(text).slice(0, UNSTEADY_LINES)),
  ])
  return [
    'UNSTEADY: failed beside others, passed by itself with the same seed. The cause is still to be found:',
    ...lines,
    '',
  ]
}

export function lasting(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}
