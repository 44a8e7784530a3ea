/**
 * A known problem may say by which signs it is recognised: words in backticks under "Signs", "Symptoms" or "Conditions".
 * They hold where each of them stands in what a plugin answered.
 */
import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite, type Exhibit, holdsQuote } from '../evidence.ts'

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
