/** Checks everything the service would use, all at once, and says what is missing and how to give it. */
import { reasonOf } from '../store/reason-of.ts'

type Finding = { state: 'good' | 'advice' | 'bad'; about: string; sentence: string }

export type Check = { about: string; examine(): Promise<Found> }

export type Found = Omit<Finding, 'about'>

export const good = (sentence: string): Found => ({ state: 'good', sentence })
export const advice = (sentence: string): Found => ({ state: 'advice', sentence })
export const bad = (sentence: string): Found => ({ state: 'bad', sentence })

const MARKS = { good: '✓', advice: '–', bad: '✗' } as const

export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ about, examine }) => {
      const found = await examine().catch((error: unknown) => ({ state: 'bad' as const, sentence: reasonOf(error) }))
      return { about, ...found }
    }),
  )
}

export function report(findings: readonly Finding[]): string {
  const lines = findings.map(({ state, about, sentence }) => `${MARKS[state]} ${about}: ${sentence}`)
  const bad = findings.filter(({ state }) => state === 'bad').length
  const verdict =
    bad === 0
      ? 'Firebreak can start.'
      : `${bad === 1 ? 'One thing' : `${bad} things`} must be mended before Firebreak can start.`
  return [...lines, '', verdict].join('\n')
}
