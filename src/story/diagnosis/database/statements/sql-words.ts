/** What a statement does and to what, as far as its first words tell. Its text names things; it never decides a target of an action. */
import { escaped } from '../../signals/promql.ts'
import { withoutComments } from '../session-words.ts'

type StatementKind = 'read' | 'write' | 'definition' | 'upkeep' | 'other'

const WRITES = /\b(insert\s+into|update\s+\S+\s+set|update\s+only|delete\s+from|merge\s+into)\b/i

export function statementKind(query: string): StatementKind {
  const text = withoutComments(query)
    .replace(/^[\s(]+/, '')
    .replace(/^explain(\s+analyze)?(\s*\([^)]*\))?\s+/i, '')
  if (/^(autovacuum:|vacuum|analyze|reindex|cluster|create\s+(unique\s+)?index|checkpoint|copy\b.*\bto\b)/is.test(text))
    return 'upkeep'
  if (/^(insert|update|delete|merge|copy|select\b.*\binto\s+(temp|unlogged|table)\b)/is.test(text)) return 'write'
  if (/^with\b/i.test(text)) return WRITES.test(text) ? 'write' : 'read'
  if (/^(select|table|values|fetch|declare)\b/i.test(text)) return 'read'
  if (/^(alter|create|drop|truncate|lock|refresh|grant|revoke|comment)\b/i.test(text)) return 'definition'
  return 'other'
}

const NAME = '(?:"[^"]+"|[a-z_][\\w$]*)'
const TABLE = `(?:${NAME}\\.)?${NAME}`
const AFTER = new RegExp(
  `\\b(?:from|join|(?<!\\bfor\\s{1,8}(?:no\\s{1,8}key\\s{1,8})?)update|into|table|lock\\s+table|view|concurrently)\\s+(?:only\\s+)?(${TABLE})`,
  'gi',
)
const LIST = new RegExp(
  `\\bfrom\\s+(${TABLE}(?:\\s+(?:as\\s+)?${NAME})?(?:\\s*,\\s*${TABLE}(?:\\s+(?:as\\s+)?${NAME})?)+)`,
  'gi',
)
const NO_TABLE = /^(select|where|set|on|using|lateral|unnest|generate_series|if|not|only|exists|concurrently)$/i

/** Without their schema and quotes, in the order they are named. */
export function tablesIn(query: string): string[] {
  const text = withoutComments(query)
  const listed = [...text.matchAll(LIST)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(/\s+/)[0] ?? ''),
  )
  const named = [...text.matchAll(AFTER)].map(([, name = '']) => name)
  const bare = [...named, ...listed].map((name) => (name.split('.').at(-1) ?? '').replaceAll('"', ''))
  return [...new Set(bare)].filter((name) => name !== '' && !NO_TABLE.test(name))
}

const COMPARED = new RegExp(
  `(?:(?:${NAME}\\.)?(${NAME})\\.)?(${NAME})(\\s*\\))?\\s*(?:=|<>|>=|<=|>|<|~\\*?|(?:not\\s+)?(?:i?like|in|between)\\b|is\\s)`,
  'gi',
)
const NO_COLUMN = /^(and|or|not|where|on|is|null|in|like|between|case|when|then|else|end|limit|offset|any|all|exists)$/i

/** The columns a statement picks rows of this table by: where an index would have to be. */
export function pickedBy(query: string, table: string): string[] {
  const text = withoutComments(query)
  const condition = /\bwhere\b([\s\S]*?)(?=\b(?:group\s+by|order\s+by|limit|returning|for\s+update)\b|$)/i.exec(
    text,
  )?.[1]
  if (condition === undefined) return []
  const aliases = aliasesOf(text, table)
  // `at::date = $1` picks by `at`.
  const columns = [...condition.replace(/\s*::\s*\w+(\[\])?/g, '').matchAll(COMPARED)]
    .filter(([, qualifier]) => qualifier === undefined || aliases.has(bareName(qualifier)))
    .map(([, , column = '']) => column.replaceAll('"', ''))
  return [...new Set(columns)].filter((column) => !NO_COLUMN.test(column))
}

function aliasesOf(text: string, table: string): Set<string> {
  const alias = new RegExp(`\\b${escaped(table)}"?\\s+(?:as\\s+)?(${NAME})`, 'i').exec(text)?.[1]
  return new Set([table.toLowerCase(), ...(alias === undefined ? [] : [bareName(alias)])])
}

/** Programs that write statements for others quote every name. */
function bareName(name: string): string {
  return name.replaceAll('"', '').toLowerCase()
}

/** Several tables and nothing that ties them: every row of one with every row of the other. */
export function isCrossJoin(query: string): boolean {
  const text = withoutComments(query)
  if (/\bcross\s+join\b/i.test(text)) return true
  // A search leaves no place behind in the pattern, which others go on from.
  if (text.search(LIST) < 0 || /\bunnest\s*\(|\blateral\b/i.test(text)) return false
  return !new RegExp(`${NAME}\\.${NAME}\\s*=\\s*${NAME}\\.${NAME}`, 'i').test(text)
}

/** Whether something was said of this very statement, whatever values it bears. */
export function sameStatement(query: string): (one: { query?: string | null | undefined }) => boolean {
  const shape = shapeOf(query)
  return (one) => shapeOf(one.query ?? '') === shape
}

/** Statements that differ only in their values are one. */
export function shapeOf(query: string): string {
  return query
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+|\b\d+(\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
