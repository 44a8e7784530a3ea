/** Which differences of two templates make a program open more connections. */
import type { Difference } from '../cluster/cluster-scene.ts'

const COUNTED = /pool|conn|worker|thread|concurren|process|parallel|prefetch|instances/i
const PAIR = /([\w.-]*(?:pool|conn|worker|thread|concurren|process|parallel)[\w.-]*)["']?[=:\s]+["']?(\d+)/gi
/** What a program is, or is told at its start; limits, probes and labels open no connection. */
const PROGRAM = /\.(image|command|args|env|envFrom)\b|\.env\[/

/** A larger number of something that takes connections; also inside an address or a list of arguments. */
export function poolGrowth(differences: readonly Difference[]): Difference[] {
  return differences.filter(({ field, from, to }) => {
    if (COUNTED.test(field) && isNumber(to)) return from === null || (isNumber(from) && Number(to) > Number(from))
    const before = new Map(pairsIn(from))
    return pairsIn(to).some(([name, value]) => value > (before.get(name) ?? Number.POSITIVE_INFINITY))
  })
}

/** Another program, or the same one told otherwise. */
export function programChanges(differences: readonly Difference[]): Difference[] {
  const shrunk = differences.filter(({ field, from, to }) => COUNTED.test(field) && Number(to) < Number(from))
  return differences.filter((one) => PROGRAM.test(one.field) && !shrunk.includes(one))
}

function isNumber(value: unknown): boolean {
  return (typeof value === 'string' && /^\d+$/.test(value)) || typeof value === 'number'
}

function pairsIn(value: unknown): [string, number][] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('","', ' ')
  return [...text.matchAll(PAIR)].map(([, name = '', count]) => [name.replace(/^-+/, ''), Number(count)])
}
