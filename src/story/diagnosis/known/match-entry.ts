/**
 * Whether an entry of the knowledge base is about this incident, and why: by the alert's name, by whom it concerns, by what
 * was found, and by its words. A word in common is no match.
 */

import { asWritten } from '../../../guidance/knowledge/as-written.ts'
import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import { type Idea, ideasIn, readQuestion } from '../../../guidance/knowledge/read-question.ts'
import { isUnsegmented, wordsIn } from '../../../guidance/knowledge/words.ts'
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite, type Exhibit, holdsQuote } from '../evidence.ts'
import { isAkin } from '../lenses/entity-of.ts'

export type Concern = {
  alertName: string
  /** Of whom the alert speaks by its labels, and whom findings are about. */
  names: readonly string[]
  /** What was found, in a word or two each. */
  topics: readonly string[]
  /** Of the alert. */
  text: string
}

type EntryMatch = { isMatch: boolean; reasons: readonly string[] }

type Sign = { points: number; reason: string }

/** The alert's name in the title is enough; else two signs must agree. */
const ENOUGH = 3

export function matchEntry(entry: KnowledgeHit, concern: Concern): EntryMatch {
  const head = [entry.title, entry.category ?? '', ...entry.tags].join('\n')
  const signs = [
    ...byAlertName(head, entry.excerpt, concern),
    ...byName(head, entry.excerpt, concern),
    ...byTopic(head, concern),
    ...byWords(entry.title, concern),
    ...byTags(entry.tags, concern),
  ]
  const points = signs.reduce((sum, sign) => sum + sign.points, 0)
  return { isMatch: points >= ENOUGH, reasons: signs.map(({ reason }) => reason) }
}

/** A name of one everyday word stands in many texts by chance. */
function byAlertName(head: string, text: string, { alertName }: Concern): Sign[] {
  const name = takenApart(alertName)
  if (name.length === 0) return []
  if (holds(head, name)) return [{ points: 3, reason: `its title or tags name the alert ${alertName}` }]
  return holds(text, name) ? [{ points: name.length > 1 ? 3 : 1, reason: `it names the alert ${alertName}` }] : []
}

function byName(head: string, text: string, { names }: Concern): Sign[] {
  const inHead = names.find((name) => isWordOf(head, name))
  if (inHead !== undefined) return [{ points: 2, reason: `its title or tags name ${inHead}` }]
  const inText = names.find((name) => isWordOf(text, name))
  return inText === undefined ? [] : [{ points: 1, reason: `it names ${inText}` }]
}

function byTopic(head: string, { topics }: Concern): Sign[] {
  const topic = topics.find((one) => {
    const ideas = readQuestion(one)
    return ideas.length > 0 && ideasIn(head, ideas).length === ideas.length
  })
  return topic === undefined ? [] : [{ points: 2, reason: `it is about what was found: ${topic}` }]
}

const MOST = 2 / 3
const SOME = 1 / 3

/** What a runbook says of itself, and not of what it is about. */
const OF_RUNBOOKS = stemsOf(
  `look looking check checking see first next step steps start begin how guide runbook playbook handbook procedure checklist
   troubleshoot troubleshooting investigate investigation handle handling fix fixing solve resolve note notes known problem issue`,
)
/** So many alerts say these that they tell none of them from another. */
const EVERYDAY = stemsOf(
  `high low slow fast big small many few up down bad full empty error errors fail failed failing failure rate count time alert alerts
   warning critical service services server app application system host node pod container cluster database db prod production`,
)
/** Two words that few alerts say are a fit by themselves. */
const TELLING_LEAST = 2

/** Names count by themselves. */
function byWords(title: string, { alertName, text, names }: Concern): Sign[] {
  const ideas = readQuestion(title)
    .filter((idea) => !isAllOf(OF_RUNBOOKS, idea))
    .filter((idea) => ideasIn(names.join('\n'), [idea]).length === 0)
  const held = ideasIn(`${alertName}\n${text}`, ideas)
  const share = ideas.length === 0 ? 0 : held.length / ideas.length
  const telling = wordsOf(held.filter((idea) => !isAllOf(EVERYDAY, idea)))
  const isFit = share >= MOST && (held.length >= 3 || telling >= TELLING_LEAST)
  const points = isFit ? 3 : share >= MOST && held.length === 2 ? 2 : share >= SOME ? 1 : 0
  const words = asWritten(
    held.map(({ asked }) => asked),
    title,
  ).join(', ')
  return points === 0 ? [] : [{ points, reason: `the alert says what its title says: ${words}` }]
}

/** A tag is a word somebody chose to find it by. */
function byTags(tags: readonly string[], { alertName, text }: Concern): Sign[] {
  const said = `${alertName}\n${text}`
  const tag = tags.find((one) => {
    const ideas = readQuestion(one)
    return (
      ideas.length > 0 &&
      !ideas.every((idea) => isAllOf(EVERYDAY, idea)) &&
      ideasIn(said, ideas).length === ideas.length
    )
  })
  return tag === undefined ? [] : [{ points: 1, reason: `the alert says its tag ${tag}` }]
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(wordsIn(words).map(({ stem }) => stem))
}

function isAllOf(stems: ReadonlySet<string>, { said }: Idea): boolean {
  return said.every((stem) => stems.has(stem))
}

/** One idea may be said in several words; characters of a script without spaces overlap, and are counted as ideas are. */
function wordsOf(ideas: readonly Idea[]): number {
  return ideas.reduce((sum, { said, asked }) => sum + (isUnsegmented(asked) ? 1 / 2 : said.length), 0)
}

function isWordOf(text: string, name: string): boolean {
  return text
    .split(/[\s,;:"'`()[\]]+/)
    .some((word) => word.length >= 3 && isAkin(word, name) && word.length >= name.length)
}

function takenApart(text: string): string[] {
  return wordsIn(text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')).map(({ stem }) => stem)
}

function holds(text: string, phrase: readonly string[]): boolean {
  return ` ${takenApart(text).join(' ')} `.includes(` ${phrase.join(' ')} `)
}

// A known problem may say by which signs it is recognised: words in backticks under "Signs", "Symptoms" or
// "Conditions". They hold where each of them stands in what a plugin answered.

const KNOWN_PROBLEM = /known[\s_-]*(problem|issue|error|bug|fault)|已知(问题|故障|缺陷)|既知/i
const BEGINS =
  /^[\s>*_#-]*(signs?|symptoms?|conditions?|recogni[sz]ed by|seen when|症状|现象|条件|特征)[\s*_]*(?:[:：]|$)/i
const HEADING = /^\s*(#{1,6}\s|\*\*[^*]+\*\*\s*:?\s*$|[\p{L} ]{3,40}[:：]\s*$)/u
const LITERAL = /`([^`\n]{3,200})`/g

export function signsOf({ category, tags, title, excerpt }: KnowledgeHit): string[] {
  if (!KNOWN_PROBLEM.test([category ?? '', ...tags, title].join('\n'))) return []
  const signs: string[] = []
  let isWithin = false
  for (const line of excerpt.split('\n')) {
    if (BEGINS.test(line)) isWithin = true
    else if (HEADING.test(line)) isWithin = false
    if (isWithin) for (const [, literal = ''] of line.matchAll(LITERAL)) signs.push(literal)
  }
  return [...new Set(signs)]
}

/** One proof for each sign; undefined where one of them was not seen. */
export function proofsOf(signs: readonly string[], exhibits: readonly Exhibit[]): EvidenceReference[] | undefined {
  const proofs = signs.flatMap((sign) => {
    const exhibit = exhibits.find(({ result }) => result.success && holdsQuote(result, sign))
    return exhibit ? [cite(exhibit, sign)] : []
  })
  return proofs.length === signs.length ? proofs : undefined
}
