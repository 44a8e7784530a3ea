/** The reporter in every process of test files: passes on to the runner what Node's own says, over the fourth descriptor. */
import { AssertionError } from 'node:assert'
import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent as NodeEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { cpuSecondsOfEndedChildren } from './cpu-seconds.ts'
import type { Ending, TestEvent, ToldError, ToldTest } from './test-event.ts'
import { whereWritten } from './written-in.ts'

const DESCRIPTOR = 3
const VALUE_CHARACTERS = 1_000
/** Node closes with its own counts; the runner has its own. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

// biome-ignore lint/correctness/useYield: Node takes a reporter that yields, and what this one has to say goes elsewhere.
export default async function* tellEvents(source: AsyncIterable<NodeEvent>): AsyncGenerator<string> {
  let root = ''
  for await (const event of source) {
    if (event.type === 'test:start' && event.data.nesting === 0) root = event.data.name
    const told = translate(event, root)
    if (told) tell(told)
  }
  // Services, databases and browsers that have ended count too.
  tell({ kind: 'finished', cpuSeconds: ownCpuSeconds() + cpuSecondsOfEndedChildren(process.pid) })
}

function ownCpuSeconds(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  return (userCPUTime + systemCPUTime) / 1e6
}

function tell(event: TestEvent): void {
  writeSync(DESCRIPTOR, `${JSON.stringify(event)}\n`)
}

function translate({ type, data }: NodeEvent, root: string): TestEvent | undefined {
  if (type === 'test:dequeue') return { kind: 'begun', test: testOf(data, root) }
  if (type === 'test:pass' || type === 'test:fail')
    return { kind: 'ended', test: testOf(data, root), ending: endingOf(type, data) }
  if (type === 'test:diagnostic' && !COUNT.test(data.message)) return { kind: 'noted', text: data.message }
  return undefined
}

type Result = Extract<NodeEvent, { type: 'test:pass' | 'test:fail' }>
type Located = { name: string; nesting: number; file?: string; line?: number }

function testOf({ name, nesting, file = '', line }: Located, root: string): ToldTest {
  const place = (nesting === 0 ? whereWritten(name) : undefined) ?? `${relative('', file)}:${line}`
  return { name, nesting, root: nesting === 0 ? name : root, place }
}

function endingOf(type: Result['type'], data: Result['data']): Ending {
  const { skip, todo, details } = data
  const isSkipped = skip !== undefined && skip !== false
  const outcome = isSkipped ? 'skipped' : todo ? 'todo' : type === 'test:pass' ? 'passed' : 'failed'
  return {
    outcome,
    milliseconds: details.duration_ms,
    isSuite: details.type === 'suite',
    ...(typeof skip === 'string' && { reason: skip }),
    ...('error' in details && outcome === 'failed' && { error: errorOf(details.error) }),
  }
}

/** Who gave an assertion words of their own would else not see what it met. */
function hidesValues(thrown: unknown): thrown is AssertionError {
  return thrown instanceof AssertionError && !thrown.generatedMessage && thrown.actual !== undefined
}

/** Node wraps what a test threw. */
function errorOf(wrapped: Error & { failureType?: string }): ToldError {
  const thrown = wrapped.cause ?? wrapped
  const said = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  const text = hidesValues(thrown) ? `${said}\nIt was: ${inspect(thrown.actual).slice(0, VALUE_CHARACTERS)}` : said
  return { text, isOfSubtests: wrapped.failureType === 'subtestsFailed' }
}
