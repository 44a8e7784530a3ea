/**
 * Every fixed word of the console. The English words are the name of the phrase and stand where they are shown; the
 * Chinese ones stand in `chinese/`, and a phrase that is not there, or asks for other values, does not compile.
 * After a bar stands what tells two phrases apart that English says with the same words: `Open|a state`.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { besideHan } from '../../../src/words/beside-han.ts'
import type { chinese, Values } from './chinese/all.ts'
import { language } from './language.ts'

type Phrase = keyof typeof chinese

type Given<Key extends string, Value> = [Values<Key>] extends [never] ? [] : [Readonly<Record<Values<Key>, Value>>]

/** Loaded before anything that speaks, and only by whoever reads it. */
const catalogue: Readonly<Record<string, string>> = language === 'zh' ? (await import('./chinese/all.ts')).chinese : {}

export function phrase<const Key extends Phrase>(key: Key, ...[values]: Given<Key, string | number>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {}
  return besideHan(partsOf(key).map((part, at) => (at % 2 === 0 ? part : String(given[part] ?? '')))).join('')
}

/** A phrase around links, times and other parts of a page. */
export function richPhrase<const Key extends Phrase>(key: Key, ...[values]: Given<Key, ReactNode>): ReactNode {
  const given: Readonly<Record<string, ReactNode>> = values ?? {}
  const parts = besideHan<ReactNode>(partsOf(key).map((part, at) => (at % 2 === 0 ? part : given[part])))
  return parts.map((part, at) => createElement(Fragment, { key: at }, part))
}

/** Words and names of values in turn. */
function partsOf(key: Phrase): string[] {
  const words = catalogue[key] ?? key.split('|')[0] ?? key
  return words.split(/\{(\w+)\}/)
}
