/** What people told us in advance, as things a person could do. It stands beside the findings and is never part of a plan. */
import type { ConcernedContext } from '../incident/concerned-context.ts'
import type { Situation } from '../incident/diagnosis.ts'

const STEPS_MAX = 10

/** Where nothing is wrong nobody needs a procedure. */
export function contextSuggestions({ service, commonIssues }: ConcernedContext, situation: Situation): string[] {
  if (situation === 'recovered' || situation === 'works_as_designed') return []
  const procedures = commonIssues.flatMap(({ issue, standardProcedure }) => {
    const steps = standardProcedure.slice(0, STEPS_MAX).map((step, at) => `${at + 1}. ${step}`)
    return steps.length === 0 ? [] : [`Standard procedure for the known issue “${issue}”: ${steps.join(' ')}`]
  })
  const { team = '', oncall = '' } = service ?? {}
  const people = [team, oncall === '' ? '' : `on call: ${oncall}`].filter(Boolean).join(', ')
  return [...procedures, ...(people === '' ? [] : [`Call on those who look after ${service?.name}: ${people}.`])]
}
