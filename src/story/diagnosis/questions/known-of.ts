/** What the lenses know of those a question names: their facts, or that nothing unusual was seen of them, or that nobody looked. */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { Diagnosis, EvidenceReference, KeyFinding, SeenFact } from '../../incident/diagnosis.ts'
import { cite, type Exhibit, textsIn } from '../evidence.ts'
import { isAkin } from '../lenses/entity-of.ts'
import { type Named, namedInQuestion, speaksOf } from './named-in-question.ts'

export type Known = { names: readonly string[]; text: string; findings: readonly KeyFinding[] }

type Given = {
  diagnosis: Partial<Pick<Diagnosis, 'facts' | 'ruledOut' | 'notSeen'>>
  exhibits: readonly Exhibit[]
  environment: EnvironmentMap
}

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
export function knownOf(question: string, { diagnosis, exhibits, environment }: Given): Known | undefined {
  const facts = diagnosis.facts ?? []
  const inFacts = facts.flatMap(({ entity, names }) => [entity, ...names])
  const named = namedInQuestion(question, { inFacts, environment })
  if (named.length === 0) return undefined
  const { ruledOut = [], notSeen = [] } = diagnosis
  const answers = named.map((one) => ofName(one, question, { facts, ruledOut, notSeen, exhibits }))
  return {
    names: named.map(({ called }) => called),
    text: answers.map(({ text }) => text).join('\n'),
    findings: answers.flatMap(({ findings }) => findings).slice(0, FINDINGS_MAX),
  }
}

type Sources = {
  facts: readonly SeenFact[]
  ruledOut: readonly string[]
  notSeen: readonly string[]
  exhibits: readonly Exhibit[]
}

function ofName(named: Named, question: string, { facts, ruledOut, notSeen, exhibits }: Sources) {
  const { called, names } = named
  const isNamedIn = (text: string) => speaksOf(text, names)
  const findings = wantedFirst(factsOf(named, facts), question)
    .slice(0, FACTS_PER_NAME)
    .map(({ text, evidence }) => ({ text, evidence }))
  const said = [
    ...findings.map(({ text }) => text),
    ...ruledOut.filter(isNamedIn).map((one) => `Ruled out: ${one}`),
    ...notSeen.filter(isNamedIn).map((one) => `Could not be looked at: ${one}`),
  ]
  if (said.length > 0) return { text: `${called}: ${said.join('; ')}.`.replace(/\.\.$/, '.'), findings }
  const mention = whereItStands(names, exhibits)
  if (!mention) return { text: `${called}: ${unseen(named, exhibits)}`, findings: [] }
  const isAskedFor = exhibits.some(({ parameters }) => Object.values(parameters).some((one) => isNamedIn(String(one))))
  const where = `${mention.call} ${mention.plugin}`
  return {
    text: isAskedFor
      ? `${called}: it was looked at (${where}), and nothing unusual was seen of it.`
      : `${called}: it is named in what was looked at (${where}), and nothing unusual was seen of it there; nobody asked for itself. ${LOOK_AGAIN}`,
    findings: [{ text: `${called} ${isAskedFor ? 'was looked at' : 'is named there'}.`, evidence: [mention] }],
  }
}

/** Those about it; where there are none, those that speak of it. */
function factsOf({ names }: Named, facts: readonly SeenFact[]): readonly SeenFact[] {
  const own = facts.filter((fact) =>
    [fact.entity, ...fact.names].some((one) => names.some((name) => isAkin(one, name))),
  )
  return own.length > 0 ? own : facts.filter(({ text }) => speaksOf(text, names))
}

const LOOK_AGAIN = 'To have it looked at, look again with a comment that names it.'

/** That nobody looked, and what it would take. */
function unseen({ inContext, sight }: Named, exhibits: readonly Exhibit[]): string {
  const looked =
    exhibits.length === 0
      ? 'nothing was looked at yet, so nothing is known of it.'
      : 'nobody looked at it: nothing that was looked at names it, so nothing is known of it.'
  if (inContext) return `${looked} The environment context knows it. ${LOOK_AGAIN} ${sight}`
  return `${looked} The environment context does not name it either: add it there (services or infrastructure), then look again with a comment that names it. ${sight}`
}

function wantedFirst(facts: readonly SeenFact[], question: string): SeenFact[] {
  const wanted = ASKED_FOR.filter(([words]) => words.test(question)).map(([, lens]) => lens)
  const rank = ({ lens }: SeenFact) => (wanted.includes(lens) ? 0 : 1)
  return facts.toSorted((one, other) => rank(one) - rank(other))
}

/** The first text of a result that holds the name. */
function whereItStands(names: readonly string[], exhibits: readonly Exhibit[]): EvidenceReference | undefined {
  for (const exhibit of exhibits) {
    const text = [...textsIn(exhibit.result)].find((one) => speaksOf(one.text, names))?.text
    if (text === undefined) continue
    const at = Math.max(...names.map((name) => text.toLowerCase().indexOf(name.toLowerCase())))
    const from = Math.max(0, at - QUOTE_CHARACTERS_MAX / 2)
    return cite(exhibit, text.slice(from, from + QUOTE_CHARACTERS_MAX).toWellFormed())
  }
  return undefined
}
