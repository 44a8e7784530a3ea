/** What people wrote down about incidents like this one: asked for, matched, and quoted, without a model. */

import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import { ideasIn, readQuestion } from '../../../guidance/knowledge/read-question.ts'
import type { KnownEntry } from '../../incident/diagnosis.ts'
import { cite, type Evidence, type Exhibit } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import { createRunbookRecogniser } from '../instructions/gives-orders.ts'
import type { Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { type Concern, matchEntry, proofsOf, signsOf } from './match-entry.ts'

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
const isOrder = createRunbookRecogniser()

/** The sentence that holds most of what the incident is about, or the first; headings and questions answer nothing. */
function quoteOf({ excerpt }: KnowledgeHit, { alertName, topics, names }: Concern): string | undefined {
  const ideas = readQuestion([alertName, ...topics, ...names].join(' '))
  const sentences = excerpt
    .split('\n')
    .filter((line) => !/^\s*(#|```|…)/.test(line) && !isOrder(line))
    .flatMap((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').split(/(?<=[.!?])\s+|(?<=[。！？])/))
    .map((sentence) => sentence.trim().slice(0, QUOTE_CHARACTERS_MAX))
    .filter((sentence) => sentence.length >= 4 && !/[?？]$/.test(sentence))
  const held = sentences.map((sentence) => ideasIn(sentence, ideas).length)
  return sentences[held.indexOf(Math.max(...held))]
}
