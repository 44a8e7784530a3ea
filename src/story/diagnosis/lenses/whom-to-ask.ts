/** Under which names the alert's subject may be known to metrics and logs; of mere words, by their relatives. */

import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import { isExporter } from '../../incident/who-measures.ts'
import { isPlausibleName } from '../label-names.ts'
import type { Scene } from '../scene.ts'
import { isAkin, namesOf, ownerName, plainName } from './entity-of.ts'
import { relativesOf } from './relatives.ts'
import { namesIn } from './said.ts'
import { isName, statedNames, withoutWide } from './stated-names.ts'

const NAMES_MAX = 8
export type Whom = { names: readonly string[]; isOfWords: boolean }

export function whomToAsk({ subject, cluster, environment }: Scene): Whom {
  const labelled = [
    ...namesOf(withoutWide(subject.labels)),
    ...statedNames(subject.labels).map(plainName),
    ...(cluster?.target.isNamed ? cluster.target.workloads.map(({ name }) => name) : []),
    ...[subject.service, subject.workload?.name, subject.node, subject.pod].flatMap((name) => name ?? []),
  ]
  // Systems have names in plain letters; what has none is how people call themselves.
  const stated = once(labelled.map(ownerName).filter((name) => !isExporter(name) && /[a-z]/i.test(name)))
  const spoken = once(
    namesIn(subject.text, '')
      .map(plainName)
      .filter((name) => isWordOfName(name) && name !== subject.namespace && !isMetric(name, subject.expressions)),
  )
  const scraped = scrapedName(subject.labels.job)
  if (stated.length > 0 || scraped !== undefined)
    return { names: once([...stated, scraped ?? '', ...spoken]).slice(0, NAMES_MAX), isOfWords: false }
  return { names: namesOfWords(subject.text, spoken, environment), isOfWords: true }
}

/** Under which name it is scraped, where that is its own and not the exporter's. */
function scrapedName(job: string | undefined): string | undefined {
  const name = job === undefined ? '' : plainName(job.replace(/^.*\//, ''))
  return isName(name) && !isExporter(name) ? name : undefined
}

function namesOfWords(text: string, spoken: readonly string[], { services, notes }: EnvironmentMap): string[] {
  const words = (text.match(/[a-z][a-z0-9]{3,}/gi) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => isPlausibleName(word, 'service') && !COMMON.test(word))
    .flatMap((word) => (/[^s]s$/.test(word) ? [word.slice(0, -1), word] : [word]))
  const meant = services.filter((one) => isMeant(`${one.name} ${one.description}`, text, words))
  // What people say of whom the words mean names what stands behind it.
  const described = [
    ...meant.flatMap(({ name, description }) => [name, ...namesIn(description, '')]),
    ...notes.filter((note) => isMeant(note, text, words)).flatMap((note) => namesIn(note, '')),
  ]
  const all = [...spoken, ...described, ...words.slice(0, 8), ...relativesOf(text), ...words]
  return once(all).slice(0, WORDS_MAX)
}

const WORDS_MAX = 24
/** Words that name nobody. */
export const COMMON =
  /^(people|users?|customers?|some|something|feels?|strange|weird|please|help|morning|evening|night|minutes?|hours?|since|about|around|again|every|everything|nothing|anything|someone|nobody|look|check|think|maybe|problem|issue|issues|broken|wrong|could|would|should|there|their|they|them|this|that|with|from|have|what|when|where|which|while|does|doesn|isn|won|didn|can|cannot|still|just|only|very|much|many|more|most|alert|alerts|critical|warning|error|errors|firing|production|http|https|after|before|seems?|says?|told|team|hello|urgent|asap|thanks?|your|you|our|its|was|were|been|being|into|than|then|over|under|down|work|works|working|worked|stopped|longer|first|last|time|times|today|yesterday|tomorrow|week|month)$/i

function isWordOfName(name: string): boolean {
  return (
    isPlausibleName(name, 'service') &&
    !/\.(md|html?|json|ya?ml|log|py|js|ts|go|java|php|sh|conf)$/i.test(name) &&
    !/^(e\.g|i\.e)$/i.test(name)
  )
}

/** People said of it what the alert says. */
function isMeant(described: string, text: string, words: readonly string[]): boolean {
  const mine = relativesOf(described)
  const lower = described.toLowerCase()
  if (words.some((word) => word.length > 4 && lower.includes(word)) || sharesPhrase(lower, text)) return true
  return relativesOf(text).some((name) => mine.includes(name) || isAkin(described.split(' ')[0] ?? '', name))
}

/** Scripts without spaces are compared by pairs of their letters; one pair alone may be chance. */
export function sharesPhrase(described: string, text: string): boolean {
  const letters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu) ?? []
  const pairs = new Set(letters.flatMap((run) => [...run].slice(1).map((letter, at) => `${[...run][at]}${letter}`)))
  return [...pairs].filter((pair) => described.includes(pair)).length > 1
}

function once(names: readonly string[]): string[] {
  const all: string[] = []
  for (const name of names)
    if (name !== '' && !all.some((one) => one.toLowerCase() === name.toLowerCase())) all.push(name)
  return all
}

/** The alert's own figure is no thing. */
function isMetric(name: string, expressions: readonly string[] = []): boolean {
  return expressions.some((one) => one.includes(name)) && name.includes('_')
}
