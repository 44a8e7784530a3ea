/**
 * `npm run evaluate -- knowledge`: does the search find the entry that answers, when it is asked in other words? The
 * entries and questions beside this file were written before the search was tuned; every third question was held out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../src/edges/store/database.ts'
import { createKnowledgeFinder, type KnowledgeFinder } from '../../../src/edges/store/knowledge-finder.ts'
import { createKnowledgeStore } from '../../../src/edges/store/knowledge-records.ts'
import { migrate } from '../../../src/edges/store/migrate.ts'
import { readKnowledgeFile } from '../../../src/edges/terminal/knowledge-file.ts'
import type { Log } from '../../../src/ports/log.ts'

/** `late` ones were written when the search was done, and changed nothing any more. */
type Question = { ask: string; expect: string[]; late?: boolean }
type Part = 'tuned with' | 'held out' | 'late'
type Judged = Question & { part: Part; rank: number | undefined; found: string[] }
type Figures = { questions: number; recallAt3: number; meanReciprocalRank: number }
export type KnowledgeResult = { entries: number; all: Figures; parts: [Part, Figures][]; judged: Judged[] }

const FOLDER = import.meta.dirname
const PARTS: readonly Part[] = ['tuned with', 'held out', 'late']
const LOOKED_AT = 10
const RECALL_AT_3_MIN = 0.85

export async function evaluateKnowledge(url: string, log: Log): Promise<KnowledgeResult> {
  await migrate({ url, log })
  const database = openDatabase({ url, log, max: 4 })
  try {
    const names = await writeEntries(database)
    const judged = await askAll(createKnowledgeFinder(database), names)
    const parts = PARTS.map((part): [Part, Figures] => [part, figuresOf(judged.filter((one) => one.part === part))])
    return { entries: names.size, all: figuresOf(judged), parts, judged }
  } finally {
    await database.close()
  }
}

export function isGoodEnough({ all }: KnowledgeResult): boolean {
  return all.recallAt3 >= RECALL_AT_3_MIN
}

/** Answers the name of the file by the id of the entry. */
async function writeEntries(database: Database): Promise<Map<string, string>> {
  const store = createKnowledgeStore({ database, clock: { now: () => new Date() } })
  const names = new Map<string, string>()
  for (const file of readdirSync(join(FOLDER, 'entries')).sort()) {
    const read = readKnowledgeFile(readFileSync(join(FOLDER, 'entries', file), 'utf8'))
    if ('reason' in read) throw new Error(`${file}: ${read.reason}`)
    names.set((await store.add(read.entry, 'evaluation')).id, file.replace(/\.md$/, ''))
  }
  return names
}

async function askAll(finder: KnowledgeFinder, names: Map<string, string>): Promise<Judged[]> {
  const questions = JSON.parse(readFileSync(join(FOLDER, 'questions.json'), 'utf8')) as Question[]
  const judged: Judged[] = []
  for (const [at, question] of questions.entries()) {
    const { entries } = await finder.search(question.ask, LOOKED_AT)
    const found = entries.map(({ id }) => names.get(id) ?? id)
    const index = found.findIndex((name) => question.expect.includes(name))
    const part = question.late ? 'late' : at % 3 === 2 ? 'held out' : 'tuned with'
    judged.push({ ...question, part, rank: index < 0 ? undefined : index + 1, found })
  }
  return judged
}

function figuresOf(judged: readonly Judged[]): Figures {
  const share = (score: (judged: Judged) => number) =>
    judged.reduce((sum, one) => sum + score(one), 0) / Math.max(1, judged.length)
  return {
    questions: judged.length,
    recallAt3: share(({ rank = Number.POSITIVE_INFINITY }) => (rank <= 3 ? 1 : 0)),
    meanReciprocalRank: share(({ rank }) => (rank === undefined ? 0 : 1 / rank)),
  }
}

export function describeKnowledge(result: KnowledgeResult, isVerbose: boolean): string {
  const { entries, all, parts, judged } = result
  const line = (name: string, { questions, recallAt3, meanReciprocalRank }: Figures) =>
    `${name.padEnd(12)} ${String(questions).padStart(3)} questions   recall@3 ${recallAt3.toFixed(3)}   MRR ${meanReciprocalRank.toFixed(3)}`
  const each = judged.map(
    ({ ask, expect, rank, found, part }) =>
      `${String(rank ?? '–').padStart(2)} ${part.padEnd(10)} ${ask}\n      wanted ${expect.join(' or ')}; found ${found.slice(0, 3).join(', ') || 'nothing'}`,
  )
  return [
    `${entries} entries, found by words alone (no embeddings)`,
    ...(isVerbose ? each : []),
    line('all', all),
    ...parts.map(([part, figures]) => line(part, figures)),
  ].join('\n')
}
