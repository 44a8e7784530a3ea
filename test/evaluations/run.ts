/**
 * What `npm run evaluate` runs: is the diagnosis any good? Every case of the folders and files named, or of our own and
 * those beside the project, goes through the whole service: without a model, with a faulty one, with one that obeys
 * whoever speaks, and with a real one where LLM_API_KEY is set. `--help` tells the rest.
 */
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { readArguments } from '../../scripts/read-arguments.ts'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { type CaseStore, createCaseStore } from './case-store.ts'
import { type AnalysisChoices, evaluateAnalysis } from './evaluate-analysis.ts'
import { evaluateService } from './evaluate-service.ts'
import { DEFAULT_FOLDERS, findCases } from './find-cases.ts'
import { fitWeights } from './fit-weights.ts'
import { judgeHeldOut } from './held-out.ts'
import { describeKnowledge, evaluateKnowledge, isGoodEnough } from './knowledge/evaluate-knowledge.ts'
import { recordingModel, replayedModel } from './models.ts'
import { GUISES, readGuises } from './mutate/mutate-case.ts'

const REPORTED = {
  debug: () => {},
  info: () => {},
  warn: (fields: object, sentence: string) => console.error(sentence, fields),
  error: (fields: object, sentence: string) => console.error(sentence, fields),
}

const HELP = `npm run evaluate -- [options] [folders and files of cases | knowledge]

  --analysis        the analysis alone, without the service and without a model
  --case GLOB       only cases so named
  --cases FOLDER    those of another folder; may be said again
  --verbose         the way to each diagnosis
  --json FILE       writes what was found
  --mutate          each case in another guise, by the analysis alone: 95 of 100 must keep passing
  --guises A,B      of ${Object.keys(GUISES).join(', ')}; all of them where none is named
  --crowded N       each case among the worlds of N others, by the analysis alone
  --housed N        each case with the failing programs of N others in the alert's own namespace: no step may touch them
  --seed N          of the chance in these three (1)
  --calibration     how often each confidence was right, by the analysis alone
  --speed           how long a diagnosis takes on recorded answers, by the analysis alone
  --fit             weighs the signs of steps anew, over these cases, and writes the weights
  --held-out        with --fit: writes nothing, but judges each set by weights fitted to all others
  --record FILE     keeps every turn of the real model
  --replay FILE     holds the same talk without it
  knowledge         instead of cases: does the knowledge base find what answers?

docs/evaluation.md explains each.`

process.exitCode = await evaluate()

async function evaluate(): Promise<number> {
  const { values, positionals } = readArguments(
    {
      mutate: { type: 'boolean', default: false },
      guises: { type: 'string' },
      crowded: { type: 'string', default: '0' },
      housed: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      calibration: { type: 'boolean', default: false },
      analysis: { type: 'boolean', default: false },
      speed: { type: 'boolean', default: false },
      fit: { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      case: { type: 'string' },
      cases: { type: 'string', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
      json: { type: 'string' },
      record: { type: 'string' },
      replay: { type: 'string' },
    },
    HELP,
  )
  if (positionals[0] === 'knowledge') return await judgeKnowledge(values.verbose)
  const folders = [...positionals, ...values.cases]
  const paths = findCases(folders.length > 0 ? folders : DEFAULT_FOLDERS, values.case)
  if (paths.length === 0) {
    console.error('There is no such case.')
    return 2
  }
  const store = createCaseStore(REPORTED)
  endWith(store)
  if (values.fit) {
    const fit = values['held-out'] ? judgeHeldOut : fitWeights
    console.log(await fit(paths, store).finally(() => store.close()))
    return 0
  }
  const kept = await keptModel(values)
  const choices = analysisChoices(values)
  const { isPassed, record } = await (choices
    ? evaluateAnalysis(paths, store, choices)
    : evaluateService(paths, store, values.verbose, kept?.choices)
  ).finally(() => store.close())
  for (const sentence of (await kept?.finish()) ?? []) console.log(sentence)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(record, null, 2)}\n`)
  return isPassed ? 0 : 1
}

type Values = {
  [option in 'analysis' | 'mutate' | 'calibration' | 'speed' | 'verbose']: boolean
} & { crowded: string; housed: string; seed: string; guises?: string | undefined }

/** Undefined where the whole service is asked for. */
function analysisChoices(values: Values): AnalysisChoices | undefined {
  const isHoused = values.housed !== '0'
  const [crowd, seed] = [Number(isHoused ? values.housed : values.crowded), Number(values.seed)]
  if (!Number.isInteger(crowd) || !Number.isInteger(seed) || crowd < 0)
    throw new Error('--crowded, --housed and --seed take whole numbers.')
  const isMutated = values.mutate || values.guises !== undefined
  if (!values.analysis && !values.speed && !isMutated && crowd === 0 && !values.calibration) return undefined
  const guises = isMutated ? readGuises(values.guises) : []
  const { verbose: isVerbose, calibration: isCalibrated, speed: isTimed } = values
  return { isVerbose, seed, guises, crowd, isHoused, isCalibrated, isTimed }
}

/** A model whose turns are written down, or were; else those there are. */
async function keptModel({ record, replay }: { record?: string | undefined; replay?: string | undefined }) {
  if (replay !== undefined) return replayedModel(replay)
  if (record === undefined) return undefined
  if (!process.env.LLM_API_KEY && !process.env.LLM_BASE_URL)
    throw new Error('--record needs a model: set LLM_API_KEY, or LLM_BASE_URL for a server of your own.')
  return recordingModel(process.env, record)
}

async function judgeKnowledge(isVerbose: boolean): Promise<number> {
  const store = createCaseStore(REPORTED)
  endWith(store)
  const result = await store
    .adminUrl()
    .then((url) => evaluateKnowledge(url, REPORTED))
    .finally(() => store.close())
  console.log(describeKnowledge(result, isVerbose))
  return isGoodEnough(result) ? 0 : 1
}

function endWith(store: CaseStore): void {
  const end = (signal: 'SIGINT' | 'SIGTERM') => () =>
    void store.close().finally(() => process.exit(128 + constants.signals[signal]))
  process.once('SIGINT', end('SIGINT'))
  process.once('SIGTERM', end('SIGTERM'))
  whenParentGone(end('SIGTERM'))
}
