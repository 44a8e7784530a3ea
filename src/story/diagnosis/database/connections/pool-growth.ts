/** Which differences of two templates make a program open more connections. */
import type { Difference } from '../../cluster/cluster-scene.ts'

const COUNTED = /pool|conn|worker|thread|concurren|process|parallel|prefetch|instances/i
/** How long, where, how often or how much of something else: such a number opens no connection. */
const NO_COUNT =
  /time_?out|_ms$|millis|seconds|lifetime|ttl|interval|retr|backoff|idle|memory|bytes|requests|(?<![a-z])(?:port|host)s?(?![a-z])/i
const SIZED = /size|max|limit|count/i
const BARE =
  /(?:pool|workers?|connections?|conns?|threads?|concurrency|process(?:es)?|parallelism|prefetch|instances)$/i
const PAIR = /([\w.-]*(?:pool|conn|worker|thread|concurren|process|parallel)[\w.-]*)["']?[=:\s]+["']?(\d+)/gi
/** What a program is, or is told at its start; limits, probes and labels open no connection. */
const PROGRAM = /\.(image|command|args|env|envFrom)\b|\.env\[/
const VARIABLE = /\.env\[([^\]]+)\]/
const ITSELF = /\.(image|command|args)\b/

/** A larger number of something that takes connections; also inside an address or a list of arguments. */
export function poolGrowth(differences: readonly Difference[]): Difference[] {
  return differences.filter(({ field, from, to }) => {
    const variable = VARIABLE.exec(field)?.[1]
    if (variable !== undefined && isNumber(to) && !isCount(variable)) return false
    if (variable !== undefined && isNumber(to)) return from === null || (isNumber(from) && Number(to) > Number(from))
    const before = new Map(pairsIn(from))
    return pairsIn(to).some(([name, value]) => value > (before.get(name) ?? Number.POSITIVE_INFINITY))
  })
}

/** Another program, or the same one told otherwise. */
export function programChanges(differences: readonly Difference[]): Difference[] {
  const shrunk = differences.filter(({ field, from, to }) => COUNTED.test(field) && Number(to) < Number(from))
  return differences.filter((one) => PROGRAM.test(one.field) && !shrunk.includes(one) && !isOfTime(one))
}

/** Another program or another command line; a variable alone seldom makes a program open more. */
export function isAnotherProgram(differences: readonly Difference[]): boolean {
  return programChanges(differences).some(({ field }) => ITSELF.test(field))
}

function isOfTime({ field }: Difference): boolean {
  const variable = VARIABLE.exec(field)?.[1]
  return variable !== undefined && NO_COUNT.test(variable)
}

/** By its whole name: a wait for a connection is told in the same words as their number. */
function isCount(name: string): boolean {
  return COUNTED.test(name) && !NO_COUNT.test(name) && (SIZED.test(name) || BARE.test(name))
}

function isNumber(value: unknown): boolean {
  return (typeof value === 'string' && /^\d+$/.test(value)) || typeof value === 'number'
}

function pairsIn(value: unknown): [string, number][] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('","', ' ')
  return [...text.matchAll(PAIR)]
    .map(([, name = '', count]): [string, number] => [name.replace(/^-+/, ''), Number(count)])
    .filter(([name]) => isCount(name))
}
