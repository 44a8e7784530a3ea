/** What the platform accepts as the content of a message. */
import { cardNo, PlatformNo } from './platform-answer.ts'

export type CardJson = Record<string, unknown>

export type CardButton = { label: string; value: Record<string, unknown> }

const TEXT_BYTES_MAX = 150 * 1024
const CARD_BYTES_MAX = 30 * 1024
const ELEMENTS_MAX = 200

const TEMPLATES = /^(blue|wathet|turquoise|green|yellow|orange|red|carmine|violet|purple|indigo|grey|default)$/
const TAGS_ONE = new Set(
  'div hr action note markdown img column_set column button overflow select_static select_person date_picker form input plain_text lark_md'.split(
    ' ',
  ),
)

export function checkContent(type: unknown, content: unknown): void {
  if (typeof content !== 'string')
    throw new PlatformNo(230001, 'Your request contains an invalid request parameter, ext=content is not a string')
  const parsed = parse(content)
  if (parsed === undefined) throw new PlatformNo(230001, 'content is not in JSON format')
  if (type === 'interactive') {
    if (Buffer.byteLength(content) > CARD_BYTES_MAX)
      throw new PlatformNo(230025, 'The length of the message content reaches its limit.')
    checkCard(parsed)
  } else if (type === 'text') checkText(parsed, content)
  else if (type !== 'post') throw new PlatformNo(230001, 'invalid msg_type')
}

function checkText(parsed: CardJson, content: string): void {
  if (typeof parsed.text !== 'string' || parsed.text === '') throw new PlatformNo(230001, 'text content is empty')
  if (Buffer.byteLength(content) > TEXT_BYTES_MAX)
    throw new PlatformNo(230025, 'The length of the message content reaches its limit.')
}

export function checkCard(card: CardJson): void {
  if ('card' in card) throw cardNo(200621, 'parse card json err, please check whether the card json is correct')
  const nodes = nodesIn(card)
  const tags = nodes.map(({ tag }) => tag).filter((tag) => tag !== undefined)
  if (card.schema === '2.0') checkTwo(card, tags)
  else checkOne(card, tags)
  if (nodes.some((node) => node.tag === 'button' && node.value !== undefined && !isObject(node.value)))
    throw cardNo(200621, 'button value must be an object')
}

function checkOne(card: CardJson, tags: unknown[]): void {
  if (!Array.isArray(card.elements)) throw cardNo(200621, 'elements are missing')
  const unknown = tags.find((tag) => !TAGS_ONE.has(String(tag)))
  if (unknown !== undefined) throw cardNo(200621, `unknown tag ${unknown}`)
  const template = isObject(card.header) ? card.header.template : undefined
  if (template !== undefined && !TEMPLATES.test(String(template))) throw cardNo(200621, `unknown template ${template}`)
}

function checkTwo(card: CardJson, tags: unknown[]): void {
  if (tags.includes('action')) throw cardNo(200861, 'unsupported tag action')
  if (isObject(card.config) && 'wide_screen_mode' in card.config)
    throw cardNo(200621, 'unknown property wide_screen_mode')
  if (tags.length > ELEMENTS_MAX) throw cardNo(11310, 'element exceeds the limit')
}

/** May a shown card become another one? */
export function checkChange(before: CardJson, after: CardJson): void {
  if (before.schema === '2.0' && after.schema !== '2.0') throw cardNo(200830, 'cards of schema 2.0 cannot become 1.0')
  if (!isShared(before) || !isShared(after))
    throw new PlatformNo(230001, 'update_multi must be true before and after the update')
}

function isShared(card: CardJson): boolean {
  return isObject(card.config) && card.config.update_multi === true
}

export function buttonsOf(card: CardJson): CardButton[] {
  return nodesIn(card)
    .filter(({ tag }) => tag === 'button')
    .map((button) => ({
      label: String((button.text as CardJson | undefined)?.content ?? ''),
      value: carriedBy(button),
    }))
}

/** Cards 2.0 keep the value one level deeper. */
function carriedBy(button: CardJson): Record<string, unknown> {
  const [behavior] = Array.isArray(button.behaviors) ? (button.behaviors as CardJson[]) : []
  return (button.value ?? behavior?.value ?? {}) as Record<string, unknown>
}

/** All the words somebody sees on the card. */
export function wordsOn(card: CardJson): string {
  return nodesIn(card)
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
    .join('\n')
}

function nodesIn(value: unknown): CardJson[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [value as CardJson]
  // What a button carries is data, whatever its fields are called.
  const parts = Object.entries(value).filter(([name]) => name !== 'value' || Array.isArray(value))
  return [...own, ...parts.flatMap(([, part]) => nodesIn(part))]
}

function isObject(value: unknown): value is CardJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parse(text: string): CardJson | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
