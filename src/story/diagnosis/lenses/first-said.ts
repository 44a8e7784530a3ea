/** When a complaint was first heard, where what was read of its speaker does not reach back so far: the log server is asked for the oldest of its like. */
import type { Scene } from '../scene.ts'
import type { SaidLine } from '../signals/said-lines.ts'
import type { SignalQuestion } from '../signals/signal-question.ts'
import { lookThrough } from './look-through.ts'
import { NOTICED_MS } from './onset.ts'
import { agelessComplaints, heardIn, linesOf } from './said.ts'

const ASKED_MAX = 3
const LINES_MAX = 60
/** So far from the alert, a complaint is still part of its story. */
const NEAR = 2

/** Only of an alert that does not say since when; the nearest and most frequent first. */
export function firstSaidQuestions(scene: Scene): SignalQuestion[] {
  if (scene.subject.startedAt) return []
  const { ringOf } = lookThrough(scene)
  const near = agelessComplaints(heardIn(linesOf(scene)))
    .map((one) => ({ ...one, ring: ringOf(one.speaker) }))
    .filter(({ ring }) => ring <= NEAR)
    .sort((one, other) => one.ring - other.ring || other.lines.length - one.lines.length)
  const asked = near.flatMap(({ lines }) => placeAndWords(lines) ?? []).slice(0, ASKED_MAX)
  // Since when anything was said there: what is as old as that was never new.
  const places = [...new Set(asked.map(({ place }) => place))].slice(0, 1)
  const start = new Date(scene.now.getTime() - NOTICED_MS).toISOString()
  return [...places, ...new Set(asked.map(({ place, words }) => `${place} |= ${words}`))].map((query) => ({
    about: 'lens',
    plugin: 'logs.query',
    parameters: { query, start, limit: places.includes(query) ? 1 : LINES_MAX, oldest: true },
  }))
}

const STREAMS = ['namespace', 'app', 'service', 'job', 'host', 'unit', 'container']

function placeAndWords(lines: readonly SaidLine[]): { place: string; words: string } | undefined {
  const labels = lines.find((line) => line.labels !== undefined)?.labels ?? {}
  const label = STREAMS.find((one) => labels[one] !== undefined)
  const words = commonWords(lines)
  return label && words
    ? { place: `{${label}=${JSON.stringify(labels[label])}}`, words: JSON.stringify(words) }
    : undefined
}

const WORDS_LEAST = 8
const COMMON = 0.8

/** The longest stretch without numbers and quotes that nearly all of them have. */
function commonWords(lines: readonly SaidLine[]): string | undefined {
  const stretches = (lines.at(-1)?.text ?? '').split(/[^\s]*[\d"'`\\=][^\s]*/).map((one) => one.trim())
  return stretches
    .filter((one) => one.length >= WORDS_LEAST)
    .sort((one, other) => other.length - one.length)
    .find((one) => lines.filter(({ text }) => text.includes(one)).length >= COMMON * lines.length)
}
