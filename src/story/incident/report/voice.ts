/** How a report speaks: its own words in the language of whoever reads it, and nothing told a second time. */
import { besideHan } from '../../../words/beside-han.ts'
import { inChinese } from '../../../words/in-chinese.ts'
import { sentencesOf } from '../../../words/sentences.ts'
import type { Values } from '../../../words/values.ts'
import { names, phrases } from './chinese.ts'
import { plain } from './markdown.ts'
import type { ReportLanguage } from './report-language.ts'

type Phrase = keyof typeof phrases
type Given<Key extends string> = [Values<Key>] extends [never] ? [] : [Readonly<Record<Values<Key>, string | number>>]

export type Voice = {
  /** Fixed words around values that are Markdown already. */
  say: <const Key extends Phrase>(key: Key, ...given: Given<Key>) => string
  /** A value of ours as a word: `awaiting approval`. */
  name: (value: string) => string
  /** What the service wrote. */
  tell: (text: string) => string
  /** What of it was not told above; nothing where all of it was. */
  tellNews: (text: string) => string
}

/** Shorter sentences may well be said twice. Figures do not count: how long a number is makes no difference. */
const LETTERS_REMEMBERED = 12

export function createVoice(language: ReportLanguage): Voice {
  const isChinese = language === 'zh'
  const remembered = new Set<string>()
  const write = (sentences: readonly string[]) => {
    for (const sentence of sentences)
      if (sentence.replace(/\P{L}/gu, '').length >= LETTERS_REMEMBERED) remembered.add(sentence.trim())
    const text = sentences.join('')
    return plain(isChinese ? inChinese(text) : text)
  }
  return {
    say: (key, ...[values]) => {
      const words = (isChinese ? phrases[key] : key.split('|')[0]) ?? key
      const given: Readonly<Record<string, string | number>> = values ?? {}
      const parts = words.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : String(given[part] ?? '')))
      return (isChinese ? besideHan(parts) : parts).join('')
    },
    name: (value) => plain((isChinese ? names[value] : undefined) ?? value.replaceAll('_', ' ')),
    tell: (text) => write(sentencesOf(text)),
    tellNews: (text) => write(sentencesOf(text).filter((sentence) => !remembered.has(sentence.trim()))),
  }
}
