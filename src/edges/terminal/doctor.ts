/** Checks everything the service would use, all at once, and says what is missing and how to give it. */
import { reasonOf } from '../store/reason-of.ts'

/** `runningAt` is where a Firebreak was found at work. `isSpare`: the service starts without it, and lacks only what it brings. */
type Finding = Found & { about: string; isSpare: boolean }

export type Check = { about: string; isSpare?: boolean; examine(): Promise<Found> }

/** `isBrought`: `firebreak serve` lacks it, and `npm start` brings it. */
export type Found = { state: 'good' | 'advice' | 'bad'; sentence: string; runningAt?: string; isBrought?: boolean }

export const good = (sentence: string): Found => ({ state: 'good', sentence })
export const advice = (sentence: string): Found => ({ state: 'advice', sentence })
export const bad = (sentence: string): Found => ({ state: 'bad', sentence })
export const broughtByStart = (sentence: string): Found => ({ ...bad(sentence), isBrought: true })

/** The one at work may have been given other variables, which nobody can ask it for. */
const BESIDE = 'The lines above are about the environment of this terminal.'

const MARKS = { good: '✓', advice: '–', bad: '✗' } as const

export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ about, isSpare = false, examine }) => {
      const found = await examine().catch((error: unknown) => bad(reasonOf(error)))
      return { about, isSpare, ...found }
    }),
  )
}

export function report(findings: readonly Finding[]): string {
  const lines = findings.map(({ state, about, sentence }) => `${MARKS[state]} ${about}: ${sentence}`)
  return [...lines, '', verdictOn(findings)].join('\n')
}

function verdictOn(findings: readonly Finding[]): string {
  const runningAt = findings.find((finding) => finding.runningAt !== undefined)?.runningAt
  const broken = findings.filter(({ state }) => state === 'bad')
  const stopping = broken.filter(({ isSpare }) => !isSpare)
  const stops = stopping.length
  const hindersStart = stopping.some(({ isBrought }) => !isBrought)
  if (runningAt !== undefined && stops > 0)
    return `Firebreak is running at ${runningAt}, but ${countOf(stops)} must be mended before it could start again. ${BESIDE}`
  if (stops > 0 && !hindersStart)
    return `npm start can start Firebreak; firebreak serve lacks ${countOf(stops)} that npm start brings.`
  if (stops > 0) return `${capital(countOf(stops))} must be mended before Firebreak can start.`
  const lacks =
    broken.length === 0 ? '' : `, but ${countOf(broken.length)} it was given ${verbOf(broken.length)} not work`
  return runningAt === undefined
    ? `Firebreak can start${lacks}.`
    : `Firebreak is running at ${runningAt}${lacks || '; there is nothing to start'}. ${BESIDE}`
}

function countOf(number: number): string {
  return number === 1 ? 'one thing' : `${number} things`
}

function verbOf(number: number): string {
  return number === 1 ? 'does' : 'do'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
