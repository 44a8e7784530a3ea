/** Reads on in what an earlier call answered: nothing is asked anew, so the numbers of the calls stay as they are. */
import type { Exhibit } from '../evidence.ts'
import { READ_CALL } from './model-tools.ts'
import type { Shown } from './shown.ts'

type Given = { exhibits: readonly Exhibit[]; shown: Shown }
type Fields = Readonly<Record<string, unknown>>

const PAGE_CHARACTERS = 7_000
const AROUND_CHARACTERS = 200
const PLACES_MAX = 12

export function readCall(
  { call, from, find }: Fields,
  { exhibits, shown }: Given,
): { text: string } | { mistake: string } {
  const exhibit = exhibits.find(({ id }) => id === String(call).trim().toUpperCase())
  if (!exhibit)
    return {
      mistake: `There is no call ${String(call).slice(0, 20)}. There are ${exhibits[0]?.id ?? 'none'} to ${exhibits.at(-1)?.id ?? 'none'}.`,
    }
  const whole = shown.json(exhibit.result)
  const page = typeof find === 'string' && find !== '' ? placesOf(whole, find) : pageOf(whole, exhibit.id, Number(from))
  return { text: `${exhibit.id}\n${shown.trusted(`${exhibit.id} ${exhibit.plugin}`, page)}` }
}

function pageOf(whole: string, id: string, from: number): string {
  const start = Number.isFinite(from) ? Math.min(Math.max(0, Math.floor(from)), whole.length) : 0
  const end = Math.min(start + PAGE_CHARACTERS, whole.length)
  const rest = end < whole.length ? ` [${whole.length - end} characters follow: ${howToReadOn(id, end)}]` : ' [end]'
  return `${whole.slice(start, end).toWellFormed()}${rest}`
}

function placesOf(whole: string, find: string): string {
  const lower = whole.toLowerCase()
  const words = find.toLowerCase()
  const places: string[] = []
  let at = lower.indexOf(words)
  while (at >= 0 && places.length < PLACES_MAX) {
    const end = at + words.length + AROUND_CHARACTERS
    places.push(`[at ${at}] …${whole.slice(Math.max(0, at - AROUND_CHARACTERS), end).toWellFormed()}…`)
    at = lower.indexOf(words, end)
  }
  return places.length === 0 ? 'Those words do not stand in it.' : places.join('\n')
}

export function howToReadOn(id: string, from: number): string {
  return `${READ_CALL} {"call":"${id}","from":${from}}, or with "find" for the places of a word`
}
