/** All cases through the whole service, once with each model. */
import { readFileSync } from 'node:fs'
import type { CaseFile } from '../world/case/case-file.ts'
import type { CaseStore } from './case-store.ts'
import { AS_THEY_ARE, evaluateAnalysis } from './evaluate-analysis.ts'
import { isPassed, showCase, showSum } from './judged-case.ts'
import { type ModelChoice, modelChoices } from './models.ts'
import { type ServedCase, serveCase } from './serve-case.ts'

/** Each is a service of its own with its simulators; more at once would measure the machine. */
const AT_ONCE = 2

/** What an exported case recorded cannot be asked over the wire, so it is judged by the analysis alone. */
export async function evaluateService(
  paths: readonly string[],
  store: CaseStore,
  isVerbose: boolean,
  choices: readonly ModelChoice[] = modelChoices(process.env),
) {
  const { true: exported = [], false: worlds = [] } = Object.groupBy(paths, (path) => `${isExported(path)}`)
  if (exported.length === 0) return serveAll(worlds, store, isVerbose, choices)
  console.log('\nexported incidents, by the analysis alone')
  const analysed = await evaluateAnalysis(exported, store, { ...AS_THEY_ARE, isVerbose })
  if (worlds.length === 0) return analysed
  const served = await serveAll(worlds, store, isVerbose, choices)
  return { isPassed: analysed.isPassed && served.isPassed, record: [...served.record, { exported: analysed.record }] }
}

function isExported(path: string): boolean {
  return (JSON.parse(readFileSync(path, 'utf8')) as CaseFile).world.recorded !== undefined
}

async function serveAll(
  paths: readonly string[],
  store: CaseStore,
  isVerbose: boolean,
  choices: readonly ModelChoice[],
) {
  const modes: { model: string; cases: ServedCase[] }[] = []
  let isAllPassed = true
  for (const model of choices) {
    console.log(`\n${model.name}`)
    const cases = await serveEach(paths, model, store, isVerbose)
    console.log(`\n${model.name}: ${showSum(cases)}`)
    const isUseless = model.isModel && cases.every(({ figures }) => !figures.turns)
    if (isUseless) console.log('The model was never asked, so this says nothing about it.')
    isAllPassed &&= !isUseless && cases.length === paths.length && cases.every((one) => isPassed(one, model.required))
    modes.push({ model: model.name, cases })
  }
  return { isPassed: isAllPassed, record: modes.map(({ model, cases }) => ({ model, cases: cases.map(recordOf) })) }
}

async function serveEach(paths: readonly string[], model: ModelChoice, store: CaseStore, isVerbose: boolean) {
  const served: ServedCase[] = []
  const left = [...paths]
  const serveNext = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      try {
        const one = await serveCase(path, model, store.adminUrl)
        console.log(showCase(one))
        if (isVerbose) console.log(`    ${one.incident?.diagnosis?.conclusion ?? ''}`)
        served.push(one)
      } catch (error) {
        console.log(`✗ ${path} could not be run:`, error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, serveNext))
  return served
}

function recordOf({ id, score, faults, asides, seconds, incident }: ServedCase) {
  const { status, diagnosis, proposal, usage, events = [] } = incident ?? {}
  const calls = events
    .filter(({ type }) => type === 'tool_call')
    .map(({ data: { call, tool, by } }) => ({ call, tool, by }))
  return { id, score, faults, asides, seconds, status, usage, calls, diagnosis, actions: proposal?.actions ?? [] }
}
