/** The words of a message, in whichever of the platform's forms it was written. */
import { fieldsAt, listAt, parsedAt, textAt, type WireFields } from './wire-field.ts'

/** `key` is the placeholder in the text, as in `@_user_1`. */
export type Mention = { key: string; name: string; ids: readonly string[] }

type Words = { text: string; isReduced: boolean }

/** Undefined for what holds no words: pictures, files, stickers. */
export function readText(message: WireFields, mentions: readonly Mention[], ownId?: string): Words | undefined {
  const type = textAt(message, 'message_type') ?? 'text'
  const content = fieldsAt(parsedAt(message, 'content'))
  if (type === 'interactive') return readCard(content)
  if (type !== 'text' && type !== 'post') return undefined
  const name = (mention: Mention) => (ownId !== undefined && mention.ids.includes(ownId) ? '' : `@${mention.name}`)
  const text = type === 'post' ? readPost(content) : (textAt(content, 'text') ?? wordsIn(content))
  // Content that is no JSON is a message all the same: an alert must not be lost over its wrapping.
  return { text: withNames(text ?? textAt(message, 'content') ?? '', mentions, name).trim(), isReduced: false }
}

/** Longest first, so that `@_user_1` does not eat the beginning of `@_user_12`. */
function withNames(text: string, mentions: readonly Mention[], name: (mention: Mention) => string): string {
  const ordered = mentions.filter(({ key }) => key !== '').sort((one, other) => other.key.length - one.key.length)
  return ordered.reduce((words, mention) => words.replaceAll(mention.key, () => name(mention)), text)
}

/** A message without a stated type may still be a post or a card. */
function wordsIn(content: WireFields | undefined): string | undefined {
  return readPost(content) ?? (content && readCard(content).text)
}

/** Wrapped in a language when it was sent by a program, bare when by a person. */
function readPost(content: WireFields | undefined): string | undefined {
  const post = [content, ...Object.values(content ?? {})].find((one) => Array.isArray(fieldsAt(one)?.content))
  if (post === undefined) return undefined
  const lines = listAt(post, 'content').map((line) => (Array.isArray(line) ? line.map(readRun).join('') : ''))
  return [textAt(post, 'title') ?? '', ...lines].filter((line) => line !== '').join('\n')
}

function readRun(run: unknown): string {
  switch (textAt(run, 'tag')) {
    case 'text':
    case 'md':
    case 'code_block':
      return textAt(run, 'text') ?? ''
    case 'a':
      return [textAt(run, 'text'), textAt(run, 'href')].filter(Boolean).join(' ')
    case 'at':
      // Replaced by the name where the mention is listed; the id stands for itself where it is not.
      return textAt(run, 'user_id')?.startsWith('@_') ? (textAt(run, 'user_id') ?? '') : `@${textAt(run, 'user_name')}`
    default:
      return ''
  }
}

/** No card is nested so deep or has so many parts; whoever sends one wants to exhaust us. */
const LEVELS_MAX = 20
const PARTS_MAX = 2000

function readCard(card: WireFields | undefined): Words {
  const words: string[] = []
  const budget = { parts: PARTS_MAX }
  gather(card?.header, words, budget, LEVELS_MAX)
  if (typeof card?.title === 'string') words.push(card.title)
  gather(card?.elements, words, budget, LEVELS_MAX)
  gather(card?.body, words, budget, LEVELS_MAX)
  const text = words.filter((word) => word.trim() !== '').join('\n')
  return { text, isReduced: text === '' || PLACEHOLDER.test(text) }
}

/** What the platform puts in place of a card that it does not hand on. */
const PLACEHOLDER = /请升级至最新版本客户端|please upgrade to the latest version/i

const WORDED = new Set(['plain_text', 'lark_md', 'markdown', 'text', 'a', 'div'])

/** What a button says is no part of the message. */
function gather(node: unknown, words: string[], budget: { parts: number }, levels: number): void {
  if (typeof node !== 'object' || node === null || levels === 0 || budget.parts-- <= 0) return
  const tag = textAt(node, 'tag')
  if (tag === 'button') return
  if (tag !== undefined && WORDED.has(tag)) words.push(textAt(node, 'content') ?? textAt(node, 'text') ?? '')
  for (const part of Object.values(node)) gather(part, words, budget, levels - 1)
}
