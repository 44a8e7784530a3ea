/** Asks within a share of the calls, and does not ask on where nobody answers. */
import type { Evidence, Exhibit } from '../evidence.ts'
import type { Answered } from './read-signal-scene.ts'
import type { SignalQuestion } from './signal-question.ts'

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
