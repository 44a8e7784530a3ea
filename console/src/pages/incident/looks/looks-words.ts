import { phrase } from '../../../language/phrase.ts'
import type { Clock } from '../../../parts/clock.ts'
import { tellClock } from '../../../parts/times.ts'
import { toolName } from '../../../parts/tool-names.ts'
import { hasChanged, type Looks, type Question, questionsOf } from './folded-looks.ts'

/** `V1 to V96: 96 looks until 16:04:09 CET. 3 of 19 answers changed. lock_waits ×12, …` */
export function tellLooks(looks: Looks, names: ReadonlyMap<string, string>, clock: Clock): string {
  const last = looks.at(-1) ?? looks[0]
  const ends = byNumber(looks.map(({ id, data }) => names.get(id) ?? data.call))
  return [
    phrase('{first} to {last}: {count} looks until {time}.', {
      first: ends[0] ?? '',
      last: ends.at(-1) ?? '',
      count: looks.length,
      time: tellClock(last.timestamp, clock),
    }),
    ...tellAnswers(looks),
    phrase('{what}.', { what: tellTools(looks) }),
  ].join(' ')
}

/** Looks that were made at once are answered in any order. */
function byNumber(calls: readonly string[]): string[] {
  const numberOf = (call: string) => Number(/\d+/.exec(call)?.[0] ?? 0)
  return calls.toSorted((one, other) => numberOf(one) - numberOf(other))
}

function tellAnswers(looks: Looks): string[] {
  const questions = questionsOf(looks)
  const changed = questions.filter(hasChanged).length
  const silent = looks.filter(({ data }) => data.result.success === false).length
  return [
    ...(looks.length > questions.length
      ? [
          changed === 0
            ? phrase('No answer changed.')
            : phrase('{changed} of {all} answers changed.', { changed, all: questions.length }),
        ]
      : []),
    ...(silent > 0 ? [phrase('{count} got no answer.', { count: silent })] : []),
  ]
}

function tellTools(looks: Looks): string {
  const tools = Map.groupBy(looks, ({ data }) => data.tool)
  return [...tools]
    .map(([tool, { length }]) => (length > 1 ? `${toolName(tool)} ×${length}` : toolName(tool)))
    .join(', ')
}

export function tellQuestion({ answers }: Question): string {
  const changes = answers.filter(({ change }) => change === 'changed').length
  if (answers.length === 1) return phrase('Asked once.')
  return changes === 0
    ? phrase('Asked {count} times, always with the same answer.', { count: answers.length })
    : phrase('Asked {count} times, with {changes} changes of the answer.', { count: answers.length, changes })
}
