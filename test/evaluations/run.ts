/**
 * What `npm run evaluate` runs: is the diagnosis any good? Every case of the folders and files named, or of our own and
 * those beside the project, goes through the whole service: without a model, with a faulty one, with one that obeys
 * whoever speaks, and with a real one where LLM_API_KEY is set. `--analysis` runs the analysis alone, without the service;
 * `--cases FOLDER` those of another folder; `--case GLOB` some of them; `--verbose` tells the way to each diagnosis;
 * `--json FILE` writes what was found.
 * `--record FILE` keeps every turn of the real model, `--replay FILE` holds the same talk without it and says which turns
 * are no longer covered. `knowledge` instead of a folder asks whether the knowledge base finds what answers a question.
 */
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { type CaseStore, createCaseStore } from './case-store.ts'
import { evaluateAnalysis } from './evaluate-analysis.ts'
import { evaluateService } from './evaluate-service.ts'
import { DEFAULT_FOLDERS, findCases } from './find-cases.ts'
import { describeKnowledge, evaluateKnowledge, isGoodEnough } from './knowledge/evaluate-knowledge.ts'
import { recordingModel, replayedModel } from './models.ts'

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
      analysis: { type: 'boolean', default: false },
      case: { type: 'string' },
      cases: { type: 'string', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
      json: { type: 'string' },
      record: { type: 'string' },
      replay: { type: 'string' },
    },
  })
  if (positionals[0] === 'knowledge') return await judgeKnowledge(values.verbose)
  const folders = [...positionals, ...values.cases]
  const paths = findCases(folders.length > 0 ? folders : DEFAULT_FOLDERS, values.case)
  if (paths.length === 0) {
    console.error('There is no such case.')
    return 2
  }
  const store = createCaseStore(TOLD)
  endWith(store)
  const kept = await keptModel(values)
  const run = values.analysis ? evaluateAnalysis : evaluateService
  const { isPassed, record } = await run(paths, store, values.verbose, kept?.choices).finally(() => store.close())
  for (const sentence of (await kept?.finish()) ?? []) console.log(sentence)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(record, null, 2)}\n`)
  return isPassed ? 0 : 1
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
  const store = createCaseStore(TOLD)
  endWith(store)
  const result = await store
    .adminUrl()
    .then((url) => evaluateKnowledge(url, TOLD))
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
