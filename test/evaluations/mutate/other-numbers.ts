/** Other addresses, process numbers and hashes in the names of pods: what nobody chose, and nothing may hang on. */
import type { CaseFile } from '../../world/case/case-file.ts'
import { changeTexts } from './change-texts.ts'
import type { Dice } from './dice.ts'

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

export function exchangeNumbers(file: CaseFile, dice: Dice): CaseFile {
  const hashes = new Map(hashesOf(file).map((hash) => [hash, otherHash(hash, dice)]))
  const pids = new Map(pidsOf(file).map((pid, at) => [pid, pid + 10_000 + at * 3 + dice.below(3)]))
  const shift = 1 + dice.below(90)
  const hashForm = formOf([...hashes.keys()], '\\w.', '\\w')
  // A number within a date or an address is another number.
  const pidForm = formOf([...pids.keys()].map(String), '\\w.:/-', '\\w:/-')
  const changed = changeTexts(file, (text) =>
    text
      .replace(hashForm, (hash) => hashes.get(hash) ?? hash)
      .replace(pidForm, (pid) => String(pids.get(Number(pid)) ?? pid))
      .replace(ADDRESS, (_, second: string, rest: string) => `10.${(Number(second) + shift) % 256}.${rest}`),
  )
  return numbersOf(changed, pids)
}

/** Addresses of the inside; a range of all of them is none of them. */
const ADDRESS = /(?<![\d.])10\.(\d{1,3})\.(\d{1,3}\.\d{1,3})(?![\d.]*\/(?:[0-9]|1[0-5])\b)(?![\d])/g

function hashesOf({ world }: CaseFile): string[] {
  const pods = (world.kubernetes?.items ?? []).filter(({ kind }) => kind === 'Pod' || kind === 'ReplicaSet')
  const ends = pods.flatMap(({ metadata: { name } }) => name.split('-').slice(1))
  return [...new Set(ends)].filter((end) => /^(?=.*\d)(?=.*[a-z])[a-f0-9bcdfghjklmnpqrstvwxz]{5,10}$/.test(end))
}

function otherHash(hash: string, dice: Dice): string {
  const made = [...hash].map(() => dice.pick([...LETTERS])).join('')
  // Whoever reads a hash expects a digit in it.
  return /\d/.test(made) ? made : `${made.slice(0, -1)}7`
}

function pidsOf({ world }: CaseFile): number[] {
  const rows = Object.values(world.postgres?.views ?? {}).flat()
  const pids = rows.flatMap(({ pid }) => (typeof pid === 'number' && pid > 99 ? [pid] : []))
  return [...new Set(pids)]
}

function formOf(texts: readonly string[], before: string, after: string): RegExp {
  return texts.length === 0 ? /(?!)/g : new RegExp(`(?<![${before}])(?:${texts.join('|')})(?![${after}])`, 'g')
}

/** Numbers that are process numbers by where they stand. */
function numbersOf(file: CaseFile, pids: ReadonlyMap<number, number>): CaseFile {
  const changed = (value: unknown, key: string): unknown => {
    if (typeof value === 'number') return /pid/.test(key) ? (pids.get(value) ?? value) : value
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((part) => changed(part, key))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, name)]))
  }
  return changed(file, '') as CaseFile
}
