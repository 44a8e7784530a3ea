/** Words of the console that are shown and yet are no phrases, and so would stay English for whoever reads Chinese. */
import { parseSync } from 'vite'
import type { Sources } from './sources.ts'

type Tree = { type: string; start: number; [name: string]: unknown }
type Found = { words: string; at: number }

/** What these say to everybody is the same in every language. */
const NAMES = new Set([
  'Firebreak',
  'API',
  'UTC',
  'PostgreSQL',
  'Grafana',
  'Prometheus',
  'Redis',
  'Markdown',
  'Enter',
  'Ctrl K',
  'INC-…',
  '中文',
])
/** Keys, patterns, and words for programs and their makers. */
const WORKINGS = new Set([
  'issuing a key',
  'input, textarea, select, [contenteditable]',
  'A round begins where an execution started.',
  'Test alert: nothing is wrong, somebody tries the way in',
])
const SHOWN = /^(label|title|placeholder|alt|description|explains|noun|aria-label|data-label|showLabel|hideLabel)$/
/** Attributes, fields and calls whose texts nobody reads. */
const UNSEEN =
  /^(className|key|queryKey|id|to|from|href|src|style|rel|color|variant|type|role|component|line|sizes|pattern|fontFamily\w*|data-(?!label).*)$/
const UNSEEN_CALLS =
  /^(phrase|richPhrase|RegExp|querySelector\w*|closest|addEventListener|removeEventListener|useMediaQuery|BroadcastChannel|postMessage|exec|includes|split|startsWith)$/
const VERBATIM = /^(Code|Kbd|code|pre)$/

/** Not read: the Chinese itself, and documents somebody may begin with. */
const EXEMPT = /^console\/src\/(language\/|pages\/environment\/sample\.ts)/

export function plainWords(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => /^console\/src\/.*\.tsx?$/.test(path) && !EXEMPT.test(path))
    .flatMap(([path, source]) => wordsIn(path, source).map((found) => tell(path, source, found)))
}

function tell(path: string, source: string, { words, at }: Found): string {
  const line = source.slice(0, at).split('\n').length
  return `${path}:${line} shows "${words}" in English only. Say it as phrase('…'), with its Chinese in console/src/language/chinese/.`
}

function wordsIn(path: string, source: string): Found[] {
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  return read(program as unknown as Tree, isSentence)
}

type Judge = (text: string) => boolean

/** Two words with a blank between them, or one that begins with a capital: how people write, and programs do not. */
function isSentence(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || /^[./#([<&-]|^--|[{}<>=$\\]|^\w+[-/]\w+ ?\w*-/.test(text)) return false
  return /^[A-Z][a-z’]*(?:[ .,…:?]|$)/.test(text) || /^[ ,.;:(“]*[\p{L}\d’]+[,.;:]? [\p{L}\d(“’]/u.test(text)
}

const hasLetter: Judge = (text) => /\p{L}/u.test(text)

function read(node: unknown, judge: Judge): Found[] {
  if (Array.isArray(node)) return node.flatMap((one) => read(one, judge))
  if (typeof node !== 'object' || node === null || typeof (node as Tree).type !== 'string') return []
  return readTree(node as Tree, judge)
}

function readTree(tree: Tree, judge: Judge): Found[] {
  switch (tree.type) {
    case 'ImportDeclaration':
    case 'SwitchCase':
      return read(tree.consequent, judge)
    case 'JSXText':
      return shown(tree, String(tree.value).trim(), hasLetter)
    case 'Literal':
      return typeof tree.value === 'string' ? shown(tree, tree.value, judge) : []
    case 'TemplateLiteral':
      return [...shown(tree, fixedPart(tree), judge), ...read(tree.expressions, isSentence)]
    case 'BinaryExpression':
      return [tree.left, tree.right].flatMap((side) => ((side as Tree).type === 'Literal' ? [] : read(side, judge)))
    case 'JSXElement':
      return VERBATIM.test(nameOf((tree.openingElement as Tree).name)) ? [] : readParts(tree, judge)
    case 'JSXAttribute':
    case 'Property':
      return readNamed(tree)
    case 'CallExpression':
    case 'NewExpression':
      return UNSEEN_CALLS.test(nameOf(tree.callee)) ? read(valuesOf(tree), isSentence) : readParts(tree, isSentence)
    default:
      return /^TS(?!As|Satisfies|NonNull)/.test(tree.type) ? [] : readParts(tree, judge)
  }
}

/** The values a phrase is given may be words themselves. */
function valuesOf({ arguments: given }: Tree): unknown {
  return (given as Tree[]).slice(1)
}

function readNamed({ type, name, key, value }: Tree): Found[] {
  const called = nameOf(name ?? key)
  if (UNSEEN.test(called) || /^[A-Z_]+$/.test(called)) return []
  const isShown = type === 'JSXAttribute' && SHOWN.test(called)
  return read(value, isShown ? hasLetter : isSentence)
}

function readParts(tree: Tree, judge: Judge): Found[] {
  return Object.entries(tree).flatMap(([name, part]) =>
    name === 'typeAnnotation' || name === 'typeArguments' ? [] : read(part, judge),
  )
}

function shown(tree: Tree, words: string, judge: Judge): Found[] {
  return judge(words) && !NAMES.has(words.trim()) && !WORKINGS.has(words) ? [{ words, at: tree.start }] : []
}

/** `Used … times`: a value stands for a word. */
function fixedPart({ quasis }: Tree): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

function nameOf(node: unknown): string {
  const { name, property, value } = (node ?? {}) as { name?: unknown; property?: unknown; value?: unknown }
  if (typeof name === 'string') return name
  return property === undefined ? String(value ?? '') : nameOf(property)
}
