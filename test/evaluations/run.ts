/**
 * What `npm run evaluate` runs: is the diagnosis any good? Every case of the folders named, or of our own and those beside
 * the project. `--analysis` runs the analysis alone, without the service; `--case GLOB` some of the cases; `--verbose`
 * tells the whole way to each diagnosis; `--json FILE` writes what was found.
 */
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { showTrail } from '../../src/edges/terminal/show-trail.ts'
import { type AnalysedCase, analyseCase } from './analyse-case.ts'
import { type CaseStore, createCaseStore } from './case-store.ts'
import { DEFAULT_FOLDERS, findCases } from './find-cases.ts'
import { isPassed, showCase, showSum } from './show-analysis.ts'

const TOLD = {
  debug: () => {},
  info: () => {},
  warn: (fields: object, sentence: string) => console.error(sentence, fields),
  error: (fields: object, sentence: string) => console.error(sentence, fields),
}

process.exitCode = await evaluate()

async function evaluate(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      analysis: { type: 'boolean' },
      case: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const paths = findCases(positionals.length > 0 ? positionals : DEFAULT_FOLDERS, values.case)
  if (paths.length === 0) {
    console.error('There is no such case.')
    return 2
  }
  const store = createCaseStore(TOLD)
  endWith(store)
  const runs = await runEach(paths, store, values.verbose).finally(() => store.close())
  console.log(`\n${showSum(runs)}`)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(runs.map(recordOf), null, 2)}\n`)
  return runs.length === paths.length && runs.every(isPassed) ? 0 : 1
}

/** One after the other, so that the seconds are those of the case alone. */
async function runEach(paths: readonly string[], store: CaseStore, isVerbose: boolean): Promise<AnalysedCase[]> {
  const runs: AnalysedCase[] = []
  for (const path of paths) {
    try {
      const run = await analyseCase(path, store.adminUrl)
      console.log(showCase(run))
      if (isVerbose) console.log(`\n${showTrail(run.trail)}\n`)
      runs.push(run)
    } catch (error) {
      console.log(`✗ ${path} could not be run:`, error)
    }
  }
  return runs
}

function recordOf({ id, score, faults, trail: { analysis, actions, calls, seconds } }: AnalysedCase) {
  const { diagnosis, findings, subject } = analysis
  const asked = calls.map(({ id, plugin, parameters, seconds }) => ({ id, plugin, parameters, seconds }))
  return { id, score, faults, seconds, calls: asked, subject, findings, diagnosis, actions }
}

function endWith(store: CaseStore): void {
  const end = (signal: 'SIGINT' | 'SIGTERM') => () =>
    void store.close().finally(() => process.exit(128 + constants.signals[signal]))
  process.once('SIGINT', end('SIGINT'))
  process.once('SIGTERM', end('SIGTERM'))
  whenParentGone(end('SIGTERM'))
}
