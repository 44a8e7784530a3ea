import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { faultOf } from './floors.ts'
import { exportsOf, type Import, readImports } from './imports.ts'
import { isTest, type Sources } from './sources.ts'

const FORBIDDEN_NAMES = new Set(['utils', 'helpers', 'common', 'misc', 'types', 'manager'])

export function wrongArrows(sources: Sources): string[] {
  const isPlugin = (path: string) => /^export\s+default\b/m.test(sources.get(path) ?? '')
  return readImports(sources)
    .map((arrow) => faultOf(arrow, isPlugin))
    .filter((fault) => fault !== undefined)
}

/** A value of the contract would bring the schemas, and with them half of the service, into the browser. */
export function valuesInConsole(sources: Sources): string[] {
  const values = /^import\s+(?!type\b)[^'"]*from\s*['"]@contract\/[^'"]+['"]/gm
  const found = [...sources]
    .filter(([path]) => path.startsWith('console/'))
    .flatMap(([path, source]) =>
      [...source.matchAll(values)].map(([line]) => `${path}: ${line} must be an import type.`),
    )
  return found
}

/** Hundreds of files each, which every start would read; whoever needs one loads it then. */
const HEAVY = [
  'typebox',
  '@kubernetes/client-node',
  '@aws-sdk/client-cloudwatch',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
]

export function heavyImports(sources: Sources): string[] {
  const imported = new RegExp(`^import\\s+(?!type\\b)[^'"]*from\\s*'(${HEAVY.join('|')})'`, 'gm')
  return [...sources]
    .filter(([path]) => path.startsWith('src/') && !isTest(path))
    .flatMap(([path, source]) =>
      [...source.matchAll(imported)].map(
        ([, name]) =>
          `${path}: every start would load ${name}. Import its types, and what it does with import() where it is used; schemas are built by src/edges/http/contract/schema.ts.`,
      ),
    )
}

/** Who imports a name that is not everybody's to use. */
export function onlyReaders(sources: Sources, name: string, allowed: readonly string[]): string[] {
  const imported = new RegExp(`^import\\s+(?!type\\b)[^;'"]*\\b${name}\\b[^;'"]*from`, 'm')
  return [...sources]
    .filter(([path, source]) => path.startsWith('src/') && !isTest(path) && imported.test(source))
    .filter(([path]) => !allowed.includes(path))
    .map(([path]) => `${path} imports ${name}, which only ${allowed.join(', ') || 'nobody'} may.`)
}

const DEEDS = BUILT_IN_PLUGINS.flatMap(({ name, category }) => (category === 'remediation' ? [name] : []))
/** So near together names are a list; in prose and in rules of their own they stand alone. */
const LIST_LINES = 3

/** What must hold for a remediation is said by its plugin; a list elsewhere is forgotten when one is added. */
export function listsOfDeeds(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => /^(src\/(?!plugins\/)|console\/src\/)/.test(path) && !isTest(path))
    .flatMap(([path, source]) => {
      const lines = source.split('\n')
      const at = lines.findIndex((_, index) => namesIn(lines.slice(index, index + LIST_LINES).join('\n')).size > 1)
      return at === -1
        ? []
        : [`${path}:${at + 1} lists remediations by name. Let each plugin bring what is asked here.`]
    })
}

function namesIn(text: string): Set<string> {
  return new Set(DEEDS.filter((name) => new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}(?![\\w.])`).test(text)))
}

export function circles(sources: Sources): string[] {
  const arrows = Map.groupBy(
    readImports(sources).filter(({ from }) => /^(console\/)?src\//.test(from) && !isTest(from)),
    ({ from }) => from,
  )
  const found: string[] = []
  const done = new Set<string>()
  for (const path of arrows.keys()) walk(path, [], arrows, done, found)
  return found
}

/** Goes down every arrow once; one that leads back to where we stand on the way closes a circle. */
function walk(path: string, way: string[], arrows: Map<string, Import[]>, done: Set<string>, found: string[]): void {
  if (way.includes(path)) {
    const circle = [...way.slice(way.indexOf(path)), path].join(' → ')
    found.push(`${circle}: a circle. Move what both sides need into a file of its own, below them.`)
    return
  }
  if (done.has(path)) return
  for (const { to } of arrows.get(path) ?? []) walk(to, [...way, path], arrows, done, found)
  done.add(path)
}

export function unreadExports(sources: Sources): string[] {
  const read = new Set(readImports(sources).flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const owed = [...sources].filter(
    ([path]) => /^(console\/)?src\//.test(path) && path !== 'src/main.ts' && !isTest(path),
  )
  return owed.flatMap(([path, source]) =>
    exportsOf(source)
      // A plugin's default export is found by its file, not by an import.
      .filter((name) => !(name === 'default' && path.startsWith('src/plugins/')))
      .filter((name) => !read.has(`${path} ${name}`) && !read.has(`${path} *`))
      .map((name) => `${path} exports ${name}, which nobody reads. Drop the word export, or the code.`),
  )
}

/** A plugin, a rule or a lens that stands in no list is never asked, and its own test does not notice. */
export function unlisted(sources: Sources): string[] {
  const listed = new Set(
    readImports(sources)
      .filter(({ from }) => /([-/](plugins|analyzers)|diagnosis\/analyse|lenses\/look-through)\.ts$/.test(from))
      .map(({ to }) => to),
  )
  const isPlugin = (path: string, source: string) =>
    path.startsWith('src/plugins/') && /^export default\b/m.test(source)
  const isRule = (path: string, source: string) =>
    path.startsWith('src/story/diagnosis/findings/') && /^export const \w+: Analyzer\b/m.test(source)
  const isLens = (path: string, source: string) =>
    path.startsWith('src/story/diagnosis/lenses/') && /^export function \w+Facts\([^{}]*\): Fact\[\] \{/m.test(source)
  return [...sources]
    .filter(([path]) => !isTest(path) && !listed.has(path))
    .filter(([path, source]) => isPlugin(path, source) || isRule(path, source) || isLens(path, source))
    .map(([path]) => `${path} is in no list. Add its line to the list of its family.`)
}

const SETTINGS = 'src/guidance/settings/catalogue.ts'
/** They speak of every setting alike, so that they use none. */
const OF_ALL_SETTINGS = [SETTINGS, 'src/guidance/settings/setting-groups.ts', 'src/edges/client/api.d.ts']

/** People would set it, and nothing would change. */
export function unreadSettings(sources: Sources): string[] {
  const keys = [...(sources.get(SETTINGS) ?? '').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, key = '']) => key)
  const read = new Set(
    [...sources]
      .filter(([path]) => path.startsWith('src/') && !isTest(path) && !OF_ALL_SETTINGS.includes(path))
      .flatMap(([, source]) => source.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
  )
  return keys.filter((key) => !read.has(key)).map((key) => `${SETTINGS} has ${key}, which nobody reads.`)
}

export function forbiddenNames(sources: Sources): string[] {
  const parts = new Set(
    [...sources.keys()].flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))),
  )
  return [...parts]
    .filter((part) => FORBIDDEN_NAMES.has(lastWord(part)))
    .map(
      (part) =>
        `${part} is a drawer, not a name. Call it after the one thing it holds, or put each thing beside its caller.`,
    )
}

/** `string-utils.ts` is as much a drawer as `utils/`; `common-issues.ts` is none. */
function lastWord(path: string): string {
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.')
  return name.split(/[-_]/).at(-1)?.toLowerCase() ?? ''
}
