/** One question to metrics, logs or the error tracker, and what its answer is about. */
import type { PluginCall } from '../../../plugins/plugin.ts'
import type { Evidence, Exhibit } from '../evidence.ts'
import type { Family } from './signal-scene.ts'

export type SignalQuestion = PluginCall & {
  about: Family | 'traffic' | 'names' | 'lines' | 'issue' | 'cluster' | 'lens'
}

export type Answered = { about: SignalQuestion['about']; exhibit: Exhibit }

/** The stretch of time that is looked at. */
export type Span = { start: Date; stepSeconds: number }

const MINUTE = 60_000
const LEAST_MINUTES = 90
const BEFORE_ALERT_MINUTES = 60
const MOST_MINUTES = 12 * 60
/** So that some fifty series fit into one answer. */
const POINTS = 45

/** Long enough to hold a while before the alert: without a before there is no change to be seen. */
export function spanOf(now: Date, startedAt: Date | undefined): Span {
  const age = startedAt === undefined ? 0 : (now.getTime() - startedAt.getTime()) / MINUTE
  const minutes = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, Math.ceil(age) + BEFORE_ALERT_MINUTES))
  return {
    start: new Date(Math.floor(now.getTime() / MINUTE - minutes) * MINUTE),
    stepSeconds: Math.max(60, Math.round((minutes * 60) / POINTS / 30) * 30),
  }
}

export function overTime(about: SignalQuestion['about'], query: string, { start, stepSeconds }: Span): SignalQuestion {
  const parameters = { query, start: start.toISOString(), step: `${stepSeconds}s` }
  return { about, plugin: 'metrics.query_range', parameters }
}

type Stretch = { start: Date; end?: Date | undefined; limit: number }

export function logLines(query: string, { start, end, limit }: Stretch): SignalQuestion {
  const parameters = { query, start: start.toISOString(), ...(end && { end: end.toISOString() }), limit }
  return { about: 'lines', plugin: 'logs.query', parameters }
}

// Asks within a share of the calls, and does not ask on where nobody answers.

export type Ask = (questions: readonly SignalQuestion[]) => Promise<readonly Answered[]>

type Asking = { ask: Ask; answered: readonly Answered[] }

export function openAsking(evidence: Evidence, share: number): Asking {
  const floor = evidence.callsLeft - share
  const answered: Answered[] = []
  const [known, away] = [new Set<string>(), new Set<string>()]
  const put = async (questions: readonly SignalQuestion[]) => {
    const affordable = questions.slice(0, Math.max(0, evidence.callsLeft - floor))
    const exhibits = await evidence.askAll(affordable)
    const news = affordable.flatMap(({ about }, at) => (exhibits[at] ? [{ about, exhibit: exhibits[at] }] : []))
    for (const { exhibit } of news) (isAway(exhibit) ? away : known).add(serverOf(exhibit.plugin))
    answered.push(...news)
    return news
  }
  const ask: Ask = async (questions) => {
    const open = questions.filter(({ plugin }) => !away.has(serverOf(plugin)))
    const first = open.filter((one) => !known.has(serverOf(one.plugin)) && one === firstOfServer(open, one))
    const answers = await put(first)
    const rest = open.filter((one) => !first.includes(one) && !away.has(serverOf(one.plugin)))
    return [...answers, ...(await put(rest))]
  }
  return { ask, answered }
}

/** One question is enough to learn that a server is not there: each may take as long as a server is waited for. */
function firstOfServer(questions: readonly SignalQuestion[], { plugin }: SignalQuestion): SignalQuestion | undefined {
  return questions.find((one) => serverOf(one.plugin) === serverOf(plugin))
}

/** `metrics`, `logs`, `errors`; of the cluster each plugin counts by itself. */
function serverOf(plugin: string): string {
  return /^(metrics|logs|errors)\./.exec(plugin)?.[1] ?? plugin
}

/** A server that refuses a question is there. */
function isAway({ result }: Exhibit): boolean {
  return !result.success && !/answered \d{3}\b/.test(result.error ?? '')
}
