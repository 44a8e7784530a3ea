/** What the lenses know of those a question names: their facts, or that nothing unusual was seen of them, or that nobody looked. */
import type { Diagnosis, EvidenceReference, KeyFinding, SeenFact } from '../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../evidence.ts'
import { isAkin } from '../lenses/entity-of.ts'
import { namedInQuestion } from './named-in-question.ts'

export type Known = { names: readonly string[]; text: string; findings: readonly KeyFinding[] }

type Given = { diagnosis: Partial<Pick<Diagnosis, 'facts' | 'ruledOut'>>; exhibits: readonly Exhibit[] }

const FACTS_PER_NAME = 6
const FINDINGS_MAX = 20
const QUOTE_CHARACTERS_MAX = 200

/** Which lens answers which word; what it saw is told first. */
const ASKED_FOR: readonly (readonly [words: RegExp, lens: string])[] = [
  [/chang|deploy|releas|roll|new|变|发布|更新/i, 'changed'],
  [/log|say|said|error|日志|报错/i, 'said'],
  [/metric|figure|cpu|memory|latency|traffic|load|rate|指标|内存|延迟/i, 'moved'],
  [/state|status|ready|running|condition|状态/i, 'state'],
]

/** Undefined where it names nobody. */
export function knownOf(question: string, { diagnosis, exhibits }: Given): Known | undefined {
  const facts = diagnosis.facts ?? []
  const names = namedInQuestion(question, [...facts.flatMap(({ entity, names: more }) => [entity, ...more])])
  if (names.length === 0) return undefined
  const told = names.map((name) => ofName(name, question, { facts, ruledOut: diagnosis.ruledOut ?? [], exhibits }))
  return {
    names,
    text: told.map(({ text }) => text).join('\n'),
    findings: told.flatMap(({ findings }) => findings).slice(0, FINDINGS_MAX),
  }
}

type Sources = { facts: readonly SeenFact[]; ruledOut: readonly string[]; exhibits: readonly Exhibit[] }

function ofName(name: string, question: string, { facts, ruledOut, exhibits }: Sources) {
  const own = facts.filter(({ entity, names }) => [entity, ...names].some((one) => isAkin(one, name)))
  const findings = wantedFirst(own, question)
    .slice(0, FACTS_PER_NAME)
    .map(({ text, evidence }) => ({ text, evidence }))
  const dismissed = ruledOut.filter((one) => one.toLowerCase().includes(name.toLowerCase()))
  const said = [...findings.map(({ text }) => text), ...dismissed.map((one) => `Ruled out: ${one}`)]
  if (said.length > 0) return { text: `${name}: ${said.join('; ')}.`.replace(/\.\.$/, '.'), findings }
  const seen = whereItStands(name, exhibits)
  return seen
    ? {
        text: `${name}: it stands in what was looked at (${seen.call} ${seen.plugin}), and nothing unusual was seen of it.`,
        findings: [{ text: `${name} was looked at.`, evidence: [seen] }],
      }
    : { text: `${name}: nothing that was looked at names it, so nothing is known of it.`, findings: [] }
}

function wantedFirst(facts: readonly SeenFact[], question: string): SeenFact[] {
  const wanted = ASKED_FOR.filter(([words]) => words.test(question)).map(([, lens]) => lens)
  const rank = ({ lens }: SeenFact) => (wanted.includes(lens) ? 0 : 1)
  return facts.toSorted((one, other) => rank(one) - rank(other))
}

/** The first text of a result that holds the name. */
function whereItStands(name: string, exhibits: readonly Exhibit[]): EvidenceReference | undefined {
  for (const exhibit of exhibits) {
    const text = textWith(exhibit.result, name.toLowerCase())
    if (text === undefined) continue
    const at = text.toLowerCase().indexOf(name.toLowerCase())
    const from = Math.max(0, at - QUOTE_CHARACTERS_MAX / 2)
    return cite(exhibit, text.slice(from, from + QUOTE_CHARACTERS_MAX).toWellFormed())
  }
  return undefined
}

function textWith(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return value.toLowerCase().includes(name) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of Object.values(value)) {
    const found = textWith(part, name)
    if (found !== undefined) return found
  }
  return undefined
}
