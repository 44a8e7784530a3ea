import { posix } from 'node:path'
import type { Sources } from './sources.ts'

/** One arrow of the house. `names` are those of the file pointed to; `*` stands for all of them. */
export type Import = { from: string; to: string; names: readonly string[] }

export const CONTRACT = 'src/edges/http/contract/'

const FROM = /^(?:import|export)\s+(?:type\s+)?([\w$*\s{},]*?)\s*from\s*['"]((?:\.|@contract\/)[^'"]+)['"]/gm
const EFFECT = /^import\s+['"](\.[^'"]+)['"]/gm
// A program started by its path, as in fork(new URL('./watch.ts', import.meta.url)), is read as a whole.
const WHOLE = /(?:\bimport\(|\bnew URL\()\s*['"](\.[^'"]+\.m?[jt]sx?)['"]/g

const DECLARED = /^export\s+(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|const|let|class|type|interface)\s+([\w$]+)/gm
const LISTED = /^export\s+(?:type\s+)?\{([^}]*)\}/gm

export function readImports(sources: Sources): Import[] {
  return [...sources].flatMap(([from, source]) => importsOf(from, source))
}

function importsOf(from: string, source: string): Import[] {
  const arrow = (target: string, names: string[]) => ({ from, to: placeOf(target, from), names })
  return [
    ...[...source.matchAll(FROM)].map(([, clause = '', target = '']) => arrow(target, namesIn(clause))),
    ...[...source.matchAll(EFFECT)].map(([, target = '']) => arrow(target, [])),
    ...[...source.matchAll(WHOLE)].map(([, target = '']) => arrow(target, ['*'])),
  ]
}

/** The console calls the contract by a short name (`paths` in its tsconfig). */
function placeOf(target: string, from: string): string {
  if (target.startsWith('@contract/')) return target.replace('@contract/', CONTRACT)
  return posix.join(posix.dirname(from), target)
}

function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*']
  const [beforeBraces = '', braces = ''] = clause.split('{')
  const hasDefault = /[\w$]/.test(beforeBraces)
  return [...(hasDefault ? ['default'] : []), ...listed(braces, 0)]
}

export function exportsOf(source: string): string[] {
  const declared = [...source.matchAll(DECLARED)].map(([, name = '']) => name)
  const named = [...source.matchAll(LISTED)].flatMap(([, list = '']) => listed(list, -1))
  const ownDefault = /^export\s+default\b/m.test(source) ? ['default'] : []
  // A schema and the type made from it share one name.
  return [...new Set([...declared, ...named, ...ownDefault])]
}

/** Of `a as b` the importer means a (side 0), the exporter b (side -1). */
function listed(list: string, side: 0 | -1): string[] {
  const names = list.replace(/[{}]/g, '').split(',')
  return names
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)
          .at(side) ?? '',
    )
    .filter(Boolean)
}
