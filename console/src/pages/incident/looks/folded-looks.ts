/** Many looks in a row stand on one line of the timeline: a verification asks the same questions again and again. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import type { EventOf } from '../timeline-reading.ts'

type Look = EventOf<'tool_call'>
export type Looks = readonly [Look, ...Look[]]
/** One line of the timeline. */
export type Row = { id: string; event: IncidentEvent } | { id: string; looks: Looks }

/** So many may stand one by one. */
const ONE_BY_ONE_MAX = 4

export function foldLooks(events: readonly IncidentEvent[]): Row[] {
  return runsOf(events).flatMap((run): Row[] =>
    run.length > ONE_BY_ONE_MAX && isLooks(run) ? [{ id: run[0].id, looks: run }] : oneByOne(run),
  )
}

export function oneByOne(events: readonly IncidentEvent[]): Row[] {
  return events.map((event) => ({ id: event.id, event }))
}

/** The folded looks among which the one of that id stands. */
export function looksWith(events: readonly IncidentEvent[], id: string): Looks | undefined {
  const run = runsOf(events).find((one) => one.some((event) => event.id === id))
  return run && isLooks(run) ? run : undefined
}

function runsOf(events: readonly IncidentEvent[]): IncidentEvent[][] {
  const runs: IncidentEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0] && asker(event) !== undefined && asker(last[0]) === asker(event)) last.push(event)
    else runs.push([event])
  }
  return runs
}

function asker(event: IncidentEvent): string | undefined {
  return event.type === 'tool_call' ? event.data.by : undefined
}

function isLooks(run: readonly IncidentEvent[]): run is Looks {
  return run[0]?.type === 'tool_call'
}

export type Answer = { look: Look; change: 'first' | 'changed' | 'same' }
export type Question = { tool: string; parameters: Look['data']['parameters']; answers: readonly Answer[] }

/** Each thing that was asked, with all its answers in the order they came. */
export function questionsOf(looks: readonly Look[]): Question[] {
  const asked = Map.groupBy(looks, ({ data }) => JSON.stringify([data.tool, data.parameters]))
  return [...asked.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ tool: first.data.tool, parameters: first.data.parameters, answers: answersOf(same) }] : []
  })
}

function answersOf(looks: readonly Look[]): Answer[] {
  const texts = looks.map(({ data }) => JSON.stringify(data.result))
  return looks.map((look, at) => ({
    look,
    change: at === 0 ? 'first' : texts[at] === texts[at - 1] ? 'same' : 'changed',
  }))
}

export function hasChanged({ answers }: Question): boolean {
  return answers.some(({ change }) => change === 'changed')
}
