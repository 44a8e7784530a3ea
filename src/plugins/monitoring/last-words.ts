/**
 * The last words of each who writes from outside the cluster: calendars, mails, audits and announcements speak seldom, and
 * days before anybody needs them. So few lines of each are cheap, however much somebody else among them writes.
 */
import type { LogStream, Logs } from '../../ports/logs.ts'
import { askEach } from './bearers.ts'

/** By which of them streams are told apart, the most usual first. */
const VOICES = ['job', 'service_name', 'app', 'source']
const VOICES_MAX = 40
const LINES_EACH = 12
const LOOKED_BACK_MS = 8 * 24 * 3_600_000

/** None where the server does not tell who writes. */
export async function lastWords(
  now: Date,
  { logs, signal }: { logs: Logs; signal: AbortSignal },
): Promise<readonly LogStream[]> {
  const nanoseconds = (time: number) => `${time}000000`
  const range = { start: nanoseconds(now.getTime() - LOOKED_BACK_MS), end: nanoseconds(now.getTime()) }
  const known = await logs.labelNames(signal).catch((): string[] => [])
  const label = VOICES.find((one) => known.includes(one))
  const voices = label === undefined ? [] : await logs.labelValues(label, range.start, signal).catch((): string[] => [])
  const queries = [...voices]
    .sort((one, other) => Number(isOfCluster(one)) - Number(isOfCluster(other)))
    .slice(0, VOICES_MAX)
    .map((voice) => `{${label}=${JSON.stringify(voice)},namespace="",pod=""}`)
  const answers = await askEach(queries, (query) => logs.query(query, { ...range, limit: LINES_EACH }, signal))
  return answers.flat()
}

/** Shippers call the job of a pod by its namespace and its program. */
function isOfCluster(voice: string): boolean {
  return voice.includes('/')
}
