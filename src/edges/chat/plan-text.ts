/** The plan as people approve it: made from the plan alone, never shortened, and the same wherever it is shown. */
import type { ShownAction } from '../../ports/people.ts'
import { exact } from './strange-words.ts'

export function planText(plan: readonly ShownAction[]): string {
  return plan.map(actionText).join('\n')
}

function actionText({ plugin, parameters, changes, risk, rollback }: ShownAction, at: number): string {
  const given = Object.entries(parameters).map(([name, value]) => `   ${bare(name)}: ${exact(value)}`)
  const moved = changes.map(({ field, from, to }) => `   change ${bare(field)}: ${bare(from)} → ${bare(to)}`)
  return [
    `${at + 1}. ${bare(plugin)}`,
    ...given,
    ...moved,
    `   risk: ${bare(risk)}`,
    `   rollback: ${sentence(rollback)}`,
  ].join('\n')
}

const PLAIN_WORD = /^[\w.:/+%-]+$/

/** Words that cannot be misread stand as they are; all others in quotes, exactly. */
function bare(text: string): string {
  return PLAIN_WORD.test(text) ? text : exact(text)
}

/** Letters, figures and common signs, single blanks between them. */
const PLAIN_SENTENCE = /^[\w.,;:/+%()'=-]+( [\w.,;:/+%()'=-]+)*$/

function sentence(text: string): string {
  return PLAIN_SENTENCE.test(text) ? text : exact(text)
}
