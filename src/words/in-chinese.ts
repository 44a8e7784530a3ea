/** What the service wrote, said in Chinese as far as it has the words; what it has none for stands as it was written. */
import { chineseSentences } from './chinese/all.ts'

/** What may stand in a hole; without a kind, anything. A kind keeps short sentences from being found where they are not. */
const KINDS: Readonly<Record<string, string>> = {
  incident: String.raw`INC-[\w-]+`,
  status: '[a-z_]+',
  number: String.raw`-?[\d][\d.,]*`,
  name: String.raw`[^\s:;,]+`,
  time: String.raw`\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z| UTC)`,
}
const HOLE = /\{(\w+)(?::(\w+))?\}/

type Pattern = { matches: RegExp; chinese: string; fixedLength: number }

/** The one that says most by itself is asked first. */
const patterns = Object.entries(chineseSentences)
  .map(([english, chinese]) => readPattern(english, chinese))
  .toSorted((one, other) => other.fixedLength - one.fixedLength)

function readPattern(english: string, chinese: string): Pattern {
  const parts = english.split(/(\{[^}]+\})/)
  const source = parts.map((part) => {
    const [, name, kind = ''] = HOLE.exec(part) ?? []
    return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>${KINDS[kind] ?? '.+?'})`
  })
  const fixedLength = parts.filter((part) => !HOLE.test(part)).join('').length
  return { matches: new RegExp(`^${source.join('')}$`, 's'), chinese, fixedLength }
}

/** Pages tell the same texts again and again. */
const told = new Map<string, string>()
const TOLD_MAX = 2_000

export function inChinese(text: string): string {
  const known = told.get(text)
  if (known !== undefined) return known
  if (told.size >= TOLD_MAX) told.clear()
  const chinese = sentences(text)
  told.set(text, chinese)
  return chinese
}

/** No sentence of ours is longer; what is longer is several, or no sentence. */
const CHARACTERS_MAX = 2_000

function sentences(text: string): string {
  const whole = text.length > CHARACTERS_MAX ? undefined : oneSentence(text)
  if (whole !== undefined) return whole
  const parts = text.split(/(?<=[.!?])\s+|(?<=。)\s*/)
  if (parts.length === 1) return text
  return parts.map((part) => oneSentence(part) ?? part).reduce(joined)
}

/** Half a sentence may stand alone, with its full stop. */
function oneSentence(text: string): string | undefined {
  const half = () => (text.endsWith('.') ? matched(text.slice(0, -1)) : undefined)
  return matched(text) ?? half()?.concat('。')
}

function matched(text: string): string | undefined {
  for (const { matches, chinese } of patterns) {
    const found = matches.exec(text)
    if (found) return chinese.replace(/\{(\w+)\}/g, (_, name: string) => inChinese(found.groups?.[name] ?? ''))
  }
  return undefined
}

/** Between Chinese sentences stands no blank. */
function joined(before: string, after: string): string {
  return /[。；：，]$/.test(before) ? before + after : `${before} ${after}`
}
