/** An entry as a file: markdown below a head of YAML. What is written here is read back as it was. */
import { parse, stringify } from 'yaml'
import {
  CONTENT_BYTES_MAX,
  type KnowledgeEntry,
  LABEL_CHARACTERS_MAX,
  type NewKnowledge,
  TAGS_MAX,
  TITLE_CHARACTERS_MAX,
} from '../../guidance/knowledge/knowledge-entry.ts'

type ReadFile = { id?: string; entry: NewKnowledge } | { reason: string }

/** Only at the very start: further down, lines of dashes are rules in the text. */
const HEAD = /^---[ \t]*\r?\n(?<head>(?:[^\n]*\n)*?)---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/
const ID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An alias that names itself a hundred times over would fill the memory. */
const ALIASES_MAX = 10

export function readKnowledgeFile(text: string): ReadFile {
  const { head, body } = takeApart(text.replace(/^\ufeff/, ''))
  const fields = readHead(head)
  if (typeof fields === 'string') return { reason: fields }
  // The blank line below the head and the end of the last line belong to the file, not to the entry.
  const content = body.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
  const { id, title = headingOf(content), category = null, tags = [] } = fields
  const reason = whatIsWrong({ id, title, content, category, tags })
  if (reason !== undefined) return { reason }
  const entry = { title, content, category, tags: listed(tags) } as NewKnowledge
  return typeof id === 'string' ? { id, entry } : { entry }
}

function takeApart(text: string): { head: string; body: string } {
  const found = HEAD.exec(text)?.groups
  return found ? { head: found.head ?? '', body: found.body ?? '' } : { head: '', body: text }
}

type Fields = { id?: unknown; title?: unknown; category?: unknown; tags?: unknown }

function readHead(head: string): Fields | string {
  try {
    const fields = parse(head, { maxAliasCount: ALIASES_MAX }) as unknown
    if (fields === null || fields === undefined) return {}
    return typeof fields === 'object' && !Array.isArray(fields) ? fields : 'the head is not a list of fields'
  } catch (error) {
    const [firstLine = ''] = (error as Error).message.split('\n')
    return `the head is not YAML: ${firstLine}`
  }
}

function headingOf(content: string): string | undefined {
  return /^#{1,6}\s+(.+?)\s*#*$/m.exec(content)?.[1]
}

function whatIsWrong({ id, title, content, category, tags }: Fields & { content: string }): string | undefined {
  if (id !== undefined && !(typeof id === 'string' && ID_FORM.test(id))) return 'id is not the id of an entry'
  if (title === undefined) return 'there is no title, neither in the head nor as a heading'
  if (typeof title !== 'string' || title.trim() === '') return 'title must be text'
  if (charactersOf(title) > TITLE_CHARACTERS_MAX) return `title is longer than ${TITLE_CHARACTERS_MAX} characters`
  if (content.trim() === '') return 'there is nothing below the head'
  if (Buffer.byteLength(content) > CONTENT_BYTES_MAX) return `content is larger than ${CONTENT_BYTES_MAX / 1024} kB`
  if (category !== null && !isLabel(category))
    return `category must be text of ${LABEL_CHARACTERS_MAX} characters at most`
  const list = listed(tags)
  if (!Array.isArray(list) || list.length > TAGS_MAX || !list.every(isLabel))
    return `tags must be a list of ${TAGS_MAX} texts at most, each of ${LABEL_CHARACTERS_MAX} characters at most`
  return whatHoldsNul({ title, content, category, tags: list })
}

/** The store takes none, and no text has one. */
function whatHoldsNul(texts: Record<string, unknown>): string | undefined {
  const [name] = Object.entries(texts).find(([, text]) => [text].flat().some((one) => String(one).includes('\0'))) ?? []
  return name && `${name} ${name === 'tags' ? 'hold' : 'holds'} a NUL character, which no text does`
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && charactersOf(value) <= LABEL_CHARACTERS_MAX
}

/** As the API counts them: one that takes two places in memory is one. */
function charactersOf(text: string): number {
  return [...text].length
}

/** Many write `tags: a, b`. */
function listed(tags: unknown): unknown {
  if (typeof tags !== 'string') return tags ?? []
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

export function writeKnowledgeFile({ id, title, category, tags, content }: KnowledgeEntry): string {
  const head = { id, title, ...(category === null ? {} : { category }), ...(tags.length > 0 ? { tags } : {}) }
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n${content}\n`
}
