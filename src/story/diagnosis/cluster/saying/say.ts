/** Times, counts, ends and quotes as sentences have them. */

import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type { Fields } from '../cluster-scene.ts'
import type { Clue } from '../logs/log-clues.ts'

/** Times as a tired person reads them. */
const MINUTE = 60_000

export function sayTime(at: Date | undefined): string {
  return at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time'
}

export function sayAgo(at: Date | undefined, now: Date): string {
  return at ? `${sayDuration(now.getTime() - at.getTime())} ago` : 'at an unknown time'
}

export function sayDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / MINUTE
}

/** Numbers with their words. */
export function sayTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

export function sayMany(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Exit codes in words: above 128 stands the signal that ended the program. */
const SIGNALS: Readonly<Record<number, string>> = {
  132: 'illegal instruction',
  134: 'aborted by itself',
  135: 'bus error',
  136: 'arithmetic error',
  137: 'killed from outside by signal 9',
  139: 'segmentation fault',
  143: 'told to end by signal 15',
}

export function sayExitCode(code: number): string {
  const meaning = SIGNALS[code]
  return meaning === undefined ? `exit code ${code}` : `exit code ${code}, ${meaning}`
}

// Quotes that stand in an exhibit word for word.

/** A piece of the exhibit's own JSON, such as the state of a container. */
export function citePart(exhibit: Exhibit, part: Fields): EvidenceReference {
  return cite(exhibit, JSON.stringify(part))
}

export function citeClue({ log, line }: Clue): EvidenceReference {
  return cite(log.exhibit, line.text)
}

const WORDS_MAX = 240
/** What went wrong often stands at the end. */
const TAIL = 100

/** A line for a sentence: without the time it bears, and not longer than a reader bears. */
export function lineOf({ line }: Pick<Clue, 'line'>): string {
  const plain = line.text.replace(
    /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|[+-]\d\d:?\d\d)?\]?\s*/,
    '',
  )
  if (plain.length <= WORDS_MAX) return plain
  const [head, tail] = [plain.slice(0, WORDS_MAX - TAIL), plain.slice(-TAIL)]
  return `${head.replace(/\s\S{0,30}$/, '')} … ${tail.replace(/^\S{0,30}\s/, '')}`
}

/** Of the moments that are known. */
export function earliest(moments: readonly (Date | undefined)[]): Date | undefined {
  const known = moments.flatMap((moment) => moment ?? [])
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((moment) => moment.getTime())))
}

// Amounts of CPU, memory and the like, compared as numbers and said as people write them.

const GIB = 2 ** 30
const MIB = 2 ** 20

export function amountOf(amounts: Readonly<Record<string, string>>, resource: string): number | undefined {
  return readQuantity(amounts[resource])
}

/** `1.5` CPU, `20Gi` memory, `2` of anything else. */
export function sayAmount(resource: string, amount: number): string {
  if (resource === 'cpu' || resource.endsWith('.cpu'))
    return amount < 1 ? `${Math.round(amount * 1000)}m` : plain(amount)
  if (!/memory|storage/.test(resource)) return plain(amount)
  return Math.abs(amount) >= GIB ? `${plain(amount / GIB)}Gi` : `${Math.round(amount / MIB)}Mi`
}

function plain(amount: number): string {
  return String(Math.round(amount * 100) / 100)
}
