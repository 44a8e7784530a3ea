/** What people wrote down about incidents like this one: asked for, matched, and quoted, without a model. */

import { asWritten } from '../../../guidance/knowledge/as-written.ts'
import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import { type Idea, ideasIn, readQuestion } from '../../../guidance/knowledge/read-question.ts'
import { isUnsegmented, wordsIn } from '../../../guidance/knowledge/words.ts'
import type { EvidenceReference, KnownEntry } from '../../incident/diagnosis.ts'
import { cite, type Evidence, type Exhibit, holdsQuote } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import { givesRunbookOrders } from '../instructions/gives-orders.ts'
import { isAkin } from '../lenses/entity-of.ts'
import { clipped, type Fact } from '../lenses/fact.ts'
import type { Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'

/** A first look into the knowledge base, by which nothing is proven; the plugin is asked where it is worth a call. */
export type Consult = (words: string) => Promise<readonly KnowledgeHit[]>

export const RUNBOOKS = 'runbook.search'
const ENTRIES_MAX = 3
const ASKED_MAX = 5
const QUERY_CHARACTERS_MAX = 500
const TOPICS_MAX = 3

/** One call is kept back where people wrote anything about words of this alert. */
export async function keepCallBack(consult: Consult | undefined, subject: Subject, evidence: Evidence): Promise<void> {
  if (consult === undefined) return
  const hits = await consult(questionOf(concernOf(subject, []))).catch(() => [])
  if (hits.length > 0) evidence.handOver('analysis', evidence.callsLeft - 1)
}

type Given = { consult: Consult | undefined; scene: Scene; findings: readonly Finding[]; evidence: Evidence }

export async function recallKnowledge({ consult, scene, findings, evidence }: Given): Promise<KnownEntry[]> {
  if (consult === undefined) return []
  const concern = concernOf(scene.subject, findings)
  const query = questionOf(concern)
  // Without the base the diagnosis knows less, which is no reason to know nothing.
  const hits = await consult(query).catch(() => [])
  if (!hits.some((hit) => matchEntry(hit, concern).isMatch)) return []
  evidence.handOver('analysis', 1)
  const exhibit = await evidence.ask(RUNBOOKS, { query, limit: ASKED_MAX })
  return exhibit
    ? entriesIn(exhibit)
        .flatMap(knownEntry(exhibit, concern, scene))
        .slice(0, ENTRIES_MAX)
    : []
}

function concernOf(subject: Subject, findings: readonly Finding[]): Concern {
  const { alertName, text, service, workload, pod, node, database, claim, container } = subject
  const telling = findings.filter(({ weight }) => weight !== 'context').slice(0, TOPICS_MAX)
  const named = [service, workload?.name, pod, node, database, claim, container]
  const names = [...named.flatMap((name) => name ?? []), ...telling.map(({ subject: { name } }) => name)]
  return {
    alertName,
    names: [...new Set(names)].filter((name) => name.length >= 3),
    topics: telling.map(({ kind }) => kind.replaceAll('_', ' ')),
    text,
  }
}

function questionOf({ alertName, names, topics, text }: Concern): string {
  const words = alertName.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return [words, ...names, ...topics, text.split('\n', 1)[0]].join(' ').slice(0, QUERY_CHARACTERS_MAX)
}

function entriesIn({ result }: Exhibit): readonly KnowledgeHit[] {
  const { entries = [] } = (result.data ?? {}) as { entries?: readonly KnowledgeHit[] }
  return result.success ? entries : []
}

function knownEntry(exhibit: Exhibit, concern: Concern, { exhibits }: Scene) {
  return (hit: KnowledgeHit): KnownEntry[] => {
    const { isMatch, reasons } = matchEntry(hit, concern)
    const quote = quoteOf(hit, concern)
    if (!isMatch || quote === undefined) return []
    const signs = signsOf(hit)
    const proofs = proofsOf(signs, exhibits)
    const { id, title } = hit
    return [
      {
        ...{ id, title, quote, why: reasons.join('; ') },
        ...(signs.length > 0 && { holds: proofs !== undefined }),
        evidence: [cite(exhibit, quote), ...(signs.length > 0 ? (proofs ?? []) : [])],
      },
    ]
  }
}

const QUOTE_CHARACTERS_MAX = 280

/** The sentence that holds most of what the incident is about, or the first; headings and questions answer nothing. */
function quoteOf({ excerpt }: KnowledgeHit, { alertName, topics, names }: Concern): string | undefined {
  const ideas = readQuestion([alertName, ...topics, ...names].join(' '))
  const sentences = excerpt
    .split('\n')
    .filter((line) => !/^\s*(#|```|…)/.test(line) && !givesRunbookOrders(line))
    .flatMap((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').split(/(?<=[.!?])\s+|(?<=[。！？])/))
    .map((sentence) => sentence.trim().slice(0, QUOTE_CHARACTERS_MAX))
    .filter((sentence) => sentence.length >= 4 && !/[?？]$/.test(sentence))
  const held = sentences.map((sentence) => ideasIn(sentence, ideas).length)
  return sentences[held.indexOf(Math.max(...held))]
}

// Whether an entry of the knowledge base is about this incident, and why: by the alert's name, by whom it concerns, by what
// was found, and by its words. A word in common is no match.

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
    ...byBody(entry, concern),
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
  // Who made the rule chose its name: words that many alerts say in passing, it says on purpose.
  const isNamedSo = ideas.length >= 2 && ideasIn(alertName, ideas).length === ideas.length
  const isFit = isNamedSo || (share >= MOST && (held.length >= 3 || telling >= TELLING_LEAST))
  const points = isFit ? 3 : share >= MOST && held.length === 2 ? 2 : share >= SOME ? 1 : 0
  const words = asWritten(
    held.map(({ asked }) => asked),
    title,
  ).join(', ')
  return points === 0 ? [] : [{ points, reason: `the alert says what its title says: ${words}` }]
}

const BODY_LEAST = 2

/** A title of everyday words alone is borne out by what stands below it: words of the alert that few alerts say. */
function byBody({ title, excerpt }: KnowledgeHit, { alertName, text, names }: Concern): Sign[] {
  const ideas = readQuestion(title).filter((idea) => !isAllOf(OF_RUNBOOKS, idea))
  if (ideas.length === 0 || !ideas.every((idea) => isAllOf(EVERYDAY, idea))) return []
  const asked = readQuestion(`${alertName.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')} ${text}`)
    .filter((idea) => !isAllOf(EVERYDAY, idea) && !isAllOf(OF_RUNBOOKS, idea))
    .filter((idea) => ideasIn(names.join('\n'), [idea]).length === 0)
  const held = ideasIn(excerpt, asked)
  const words = held.map((idea) => idea.asked).join(', ')
  return held.length < BODY_LEAST ? [] : [{ points: 1, reason: `it says what the alert says: ${words}` }]
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

// A known problem whose signs were all seen is a fact like any other: about whom it names, with where its signs stand.

/** `around` are the names of those the alert is about. */
export function knownFacts({ known = [], subject }: Scene, around: readonly string[]): Fact[] {
  return known.flatMap(({ title, quote, holds, evidence }) => {
    if (holds !== true) return []
    const words = `${title} ${quote}`.split(/[\s,;:"'`()]+/).filter((word) => word.length >= 3)
    const named = around.find((name) => words.some((word) => isAkin(word, name)))
    const signs = evidence.slice(1).map(({ call, quote: sign }) => `"${sign}" in ${call}`)
    return [
      {
        lens: 'known' as const,
        entity: named ?? around[0] ?? subject.alertName,
        names: [],
        at: undefined,
        strength: 1,
        text: clipped(`the known problem "${title}" shows all its signs (${signs.join(', ')}): ${quote}`),
        evidence,
      },
    ]
  })
}
