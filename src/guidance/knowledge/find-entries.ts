/** The one search, for the API, for `runbook.search` and for the diagnosis. */
import { type Candidate, fuse, type Holding, type Weighed, weigh } from './rank-entries.ts'
import { type Idea, readQuestion } from './read-question.ts'

/** What is asked of the store; all of it within one category, if one is named. */
export type KnowledgeIndex = {
  literally(text: string, category?: string): Promise<string[]>
  count(ideas: readonly Idea[]): Promise<{ entries: number; holders: readonly number[] }>
  holders(ideas: readonly Idea[], category?: string): Promise<Candidate[]>
  nearSpellings(ideas: readonly Idea[], category?: string): Promise<NearSpelling[]>
}

/** An entry that has a word spelled like the one that was asked for. */
export type NearSpelling = { idea: Idea; id: string; near: number; characters: number }

/** Entries by what they mean, where a model can tell; where it cannot, a sentence says why. */
export type FindByMeaning = (
  text: string,
  category?: string,
) => Promise<{ near: readonly { id: string; similarity: number }[]; note?: string }>

type Found = {
  ideas: readonly Idea[]
  /** Best first. */
  ids: readonly string[]
  why(id: string): string
  note?: string
}

type Search = {
  text: string
  category?: string | undefined
  /** `anything`: whatever may help, for who reads only the first few. `matching`: for who reads the list to its end. */
  want: 'anything' | 'matching'
}

/** Held ideas, by how much they say; below it an entry merely shares a word. */
const COVERAGE_MIN = 0.3

export async function findEntries(index: KnowledgeIndex, byMeaning: FindByMeaning, search: Search): Promise<Found> {
  const { text, category, want } = search
  const ideas = readQuestion(text)
  const [literal, words, meaning] = await Promise.all([
    // No stored text holds a NUL, and the store takes none in a question.
    text.includes('\0') ? [] : index.literally(text, category),
    ideas.length === 0 ? [] : weighWords(index, { ideas, question: text, category }),
    byMeaning(text, category),
  ])
  const fused = fuse([
    { weight: 1, ids: words.map(({ id }) => id) },
    { weight: 1, ids: literal },
    { weight: 1, ids: meaning.near.map(({ id }) => id) },
  ])
  const isKept = want === 'anything' ? () => true : matching(literal, words, meaning.near)
  return { ideas, ids: fused.filter(isKept), why: reasons(literal, words, meaning.near), ...noteOf(meaning) }
}

type Asked = { ideas: readonly Idea[]; question: string; category: string | undefined }

async function weighWords(index: KnowledgeIndex, { ideas, question, category }: Asked): Promise<Weighed[]> {
  const [counts, candidates] = await Promise.all([index.count(ideas), index.holders(ideas, category)])
  const unheld = ideas.filter((_, at) => counts.holders[at] === 0)
  const holders = [...counts.holders]
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  for (const found of unheld.length === 0 ? [] : await index.nearSpellings(unheld, category)) {
    const at = ideas.indexOf(found.idea)
    holders[at] = (holders[at] ?? 0) + 1
    byId.set(found.id, withNear(byId.get(found.id), found, at, ideas.length))
  }
  return weigh(ideas, [...byId.values()], { entries: counts.entries, holders, question })
}

function withNear(
  known: Candidate | undefined,
  { id, near, characters }: NearSpelling,
  at: number,
  ideas: number,
): Candidate {
  const holdings: Holding[] = [...(known?.holdings ?? Array<Holding>(ideas).fill({}))]
  holdings[at] = { near }
  return { id, characters, holdings }
}

type Near = readonly { id: string; similarity: number }[]

/** Who typed what stands somewhere wants that, and what says all of it in other words; else what comes closest. */
function matching(literal: readonly string[], words: readonly Weighed[], near: Near): (id: string) => boolean {
  const isClose = ({ coverage, holdsAll }: Weighed) => (literal.length > 0 ? holdsAll : coverage >= COVERAGE_MIN)
  const kept = new Set([...literal, ...words.filter(isClose).map(({ id }) => id)])
  if (literal.length === 0) for (const { id } of near) kept.add(id)
  return (id) => kept.has(id)
}

function reasons(literal: readonly string[], words: readonly Weighed[], near: Near): (id: string) => string {
  const isLiteral = new Set(literal)
  const byWords = new Map(words.map(({ id, why }) => [id, why]))
  const byMeaning = new Map(near.map(({ id, similarity }) => [id, similarity]))
  return (id) => {
    const similarity = byMeaning.get(id)
    return [
      ...(byWords.get(id) ?? []),
      ...(isLiteral.has(id) ? ['holds the text as typed'] : []),
      ...(similarity === undefined ? [] : [`is close in meaning (${similarity.toFixed(2)})`]),
    ].join('; ')
  }
}

function noteOf({ note }: { note?: string }): { note?: string } {
  return note === undefined ? {} : { note }
}
