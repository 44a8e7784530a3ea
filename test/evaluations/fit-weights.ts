/**
 * What each sign of a step has been worth, over all cases whose right step is known: written to `weights.ts`. A case that
 * somebody wrote who knew neither rules nor signs counts more than one of ours.
 */
import { writeFile } from 'node:fs/promises'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import type { Analysis } from '../../src/story/diagnosis/analyse.ts'
import { createStepJudge } from '../../src/story/diagnosis/gates/judge-step.ts'
import { acquits } from '../../src/story/diagnosis/lenses/act-on-facts.ts'
import type { Candidate } from '../../src/story/diagnosis/lenses/candidates/candidate.ts'
import { candidatesOf } from '../../src/story/diagnosis/lenses/candidates/weighed-steps.ts'
import { WEIGHTS } from '../../src/story/diagnosis/lenses/candidates/weights.ts'
import { lookThrough } from '../../src/story/diagnosis/lenses/look-through.ts'
import type { Scene } from '../../src/story/diagnosis/scene.ts'
import { readCase } from '../world/case/read-case.ts'
import { isAction } from './action-match.ts'
import { analyseCase } from './analyse-case.ts'
import type { CaseStore } from './case-store.ts'
import { type Expectation, expectationOf } from './expectation.ts'
import { type Fitted, fitLogistic, type Row } from './logistic.ts'

const OF_OTHERS = 3
/** What is worth less is left out. */
const TELLING = 0.1
const FILE = new URL('../../src/story/diagnosis/lenses/candidates/weights.ts', import.meta.url)

/** What was seen of one step that could be taken, and in which case. */
export type CaseRow = Row & { family: string; path: string }

export async function fitWeights(paths: readonly string[], store: CaseStore): Promise<string> {
  const rows = await rowsOfCases(paths, store)
  const missing = Object.keys(WEIGHTS).filter((family) => !rows.some((row) => row.family === family && row.isRight))
  if (missing.length > 0) return `Nothing was written: of ${missing.join(', ')} these cases show no right step.`
  const families = fittedFamilies(rows)
  await writeFile(FILE, sourceOf(families))
  return families
    .map(([family]) => rows.filter((row) => row.family === family))
    .map((own) => `${own[0]?.family}: ${own.filter(({ isRight }) => isRight).length} right of ${own.length}`)
    .join('\n')
}

export async function rowsOfCases(paths: readonly string[], store: CaseStore): Promise<CaseRow[]> {
  const rows: CaseRow[] = []
  for (const path of paths) {
    const { trail } = await analyseCase(path, store.adminUrl)
    if (!trail) continue
    const { expect } = await readCase(path, new Date())
    const weight = path.includes('/sets/') ? OF_OTHERS : 1
    rows.push(...rowsOf(trail.analysis, expectationOf(expect), weight).map((row) => ({ ...row, path })))
  }
  return rows
}

/** By name of the family; what is worth next to nothing is left out. */
export function fittedFamilies(rows: readonly CaseRow[]): [string, Fitted][] {
  return [...Map.groupBy(rows, ({ family }) => family)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([family, own]) => [family, tellingOf(fitLogistic(own))])
}

function tellingOf({ bias, signs }: Fitted): Fitted {
  const telling = Object.entries(signs).filter(([, weight]) => Math.abs(weight) >= TELLING)
  return { bias, signs: Object.fromEntries(telling) }
}

function rowsOf({ scene, findings }: Analysis, expected: Expectation, weight: number): (Row & { family: string })[] {
  const seen = lookThrough(scene)
  const isAcquitted = (released: string) => findings.some((one) => acquits(one, released))
  const candidates = candidatesOf({ scene, seen, heard: { isAcquitted, replicaChangeMax: HALF } })
  return candidates.flatMap((candidate) => {
    const { family } = candidate
    const isRight = isExpected(candidate, expected) && isThatWay(candidate, expected, scene)
    const isTolerated = (expected.tolerated ?? []).some((one) => isAction(candidate.action, one))
    if (!isRight && (isTolerated || isRefused(candidate, { scene, findings }))) return []
    return [{ family, signs: candidate.signs, isRight, weight }]
  })
}

const HALF = 0.5

/** How many replicas, and which revision, is decided elsewhere. */
function isExpected({ action }: Candidate, { remediation }: Expectation): boolean {
  const all = remediation ? [remediation, ...(remediation.also_accept ?? [])] : []
  return all.some(({ plugin, parameters_contains: { replicas: _, revision: __, ...whom } = {} }) =>
    isAction(action, { plugin, parameters_contains: whom }),
  )
}

/** More hands are not fewer, where the case says how many. */
function isThatWay({ action, atFault }: Candidate, { remediation }: Expectation, { cluster }: Scene): boolean {
  const { replicas } = { ...remediation?.parameters_range, ...remediation?.parameters_contains }
  const most = [replicas].flat().at(-1)
  const now = cluster?.deployments.find(
    ({ name, namespace }) => name === atFault.name && namespace === atFault.namespace,
  )
  if (action.plugin !== 'scale_deployment' || typeof most !== 'number' || !now) return true
  return most > now.replicas === Number(action.parameters.replicas) > now.replicas
}

/** What its gate would not let through is never weighed. */
function isRefused({ action, atFault }: Candidate, { scene, findings }: Pick<Analysis, 'scene' | 'findings'>): boolean {
  const judge = createStepJudge({
    ...{ hands: { plugins: BUILT_IN_PLUGINS, replicaChangeMax: HALF }, scene, findings, personSaid: '' },
    onset: lookThrough(scene).onsetSeen,
    isProven: ({ kind, name }) => kind === atFault.kind && name === atFault.name,
    tieOf: () => 'supposed',
  })
  return 'refusal' in judge({ ...action, why: '' })
}

function sourceOf(fitted: readonly (readonly [string, Fitted])[]): string {
  const parts = fitted.map(([family, { bias, signs }]) => {
    const lines = Object.entries(signs)
      .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
      .map(([sign, weight]) => `      ${sign}: ${rounded(weight)},`)
    return `  ${family}: {\n    bias: ${rounded(bias)},\n    signs: {\n${lines.join('\n')}\n    },\n  },`
  })
  const names = fitted.map(([family]) => `'${family}'`).join(' | ')
  return `${HEAD}\nexport type Family = ${names}\ntype Weights = { bias: number; signs: Readonly<Record<string, number>> }\n\nexport const WEIGHTS: Readonly<Record<Family, Weights>> = {\n${parts.join('\n')}\n}\n`
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100
}

const HEAD = `/**
 * How much each sign has been worth, for each kind of step, over all cases whose right step is known: the sum is the chance
 * that a step is the right one. Nobody sets one by hand; \`npm run evaluate -- --fit\` writes them.
 */
`
