/**
 * A person was not content and said where to look. Whom the note names, by name or by a word people use for it, is resolved
 * against what runs here and what the environment context tells; those are looked at as if an alert had named them too, and
 * the answer says who was looked at and why. The note opens no gate but the one for what it names outright.
 */

import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Evidence } from '../evidence.ts'
import type { Named } from '../label-names.ts'
import { aboutQuestions } from '../lenses/ask-around.ts'
import { isAkin } from '../lenses/entity-of.ts'
import { relativesOf } from '../lenses/relatives.ts'
import { openAsking, spanOf } from '../signals/signal-question.ts'
import { type NamedBeside, readMentions, type Subject } from '../subject.ts'

/** Beside what the alert itself is worth. */
const CALLS_MAX = 4

type Given = { note: string; subject: Subject; environment: EnvironmentMap; evidence: Evidence; now: Date }

/** Without a note, the subject as it is. */
type Heeded = { subject: Subject; names?: readonly string[]; sentence?: string }

export async function heedNote({ note, subject, environment, evidence, now }: Given): Promise<Heeded> {
  if (note.trim() === '') return { subject }
  const { ask } = openAsking(evidence, Math.min(CALLS_MAX, evidence.callsLeft))
  const place = readMentions(note, {}).namespace ?? subject.namespace
  const meantIn = async (namespace: string) => {
    await ask([{ about: 'lens', plugin: 'list_pods', parameters: { namespace } }])
    return whomNoteMeans(note, thingsOf(readClusterScene(evidence.exhibits, subject), environment))
  }
  const near = await meantIn(place ?? EVERYWHERE)
  const meant = near.length > 0 || place === undefined ? near : await meantIn(EVERYWHERE)
  const names = meant.map(({ thing }) => thing.name)
  await ask(aboutQuestions(names, spanOf(now, subject.startedAt)))
  const beside = meant.map(({ thing }): NamedBeside => ({ ...namedAs(thing), alertName: '', labels: {} }))
  return { subject: { ...subject, beside: [...(subject.beside ?? []), ...beside] }, names, sentence: sentenceOf(meant) }
}

const EVERYWHERE = '*'

function thingsOf(cluster: ClusterScene, { services, databases, middleware }: EnvironmentMap): Thing[] {
  return [
    ...allWorkloads(cluster),
    ...cluster.nodes.map(({ name }) => ({ kind: 'Node', name })),
    ...services.map(({ name, namespace, description }) => ({ kind: 'Service', namespace, name, description })),
    ...databases.flatMap(({ name, databases: all }) => [name, ...all].map((one) => ({ kind: 'Database', name: one }))),
    ...middleware.map(({ name, type }) => ({ kind: type || 'Middleware', name })),
  ].filter(({ name }) => name !== '')
}

function namedAs({ kind, namespace, name }: Thing): Named {
  const within = namespace ? { namespace } : {}
  if (kind === 'Node') return { node: name }
  if (kind === 'Database') return { database: name }
  const workload = WORKLOADS.find((one) => one === kind)
  return workload ? { ...within, workload: { kind: workload, name } } : { ...within, service: name }
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob'] as const

function sentenceOf(meant: readonly Meant[]): string {
  if (meant.length === 0)
    return 'A person asked to look again; nothing that runs here or is told of in the environment context bears a name that the note says.'
  const named = meant.map(({ thing: { kind, namespace, name }, why }) => {
    return `${kind} ${namespace ? `${namespace}/` : ''}${name} (${why})`
  })
  return `A person asked to look again, so these were looked at too: ${named.join('; ')}.`
}

// Whom a sentence of a person means, among what is known by name; in any script, the plainest way first.

type Thing = { kind: string; namespace?: string; name: string; description?: string }
type Meant = { thing: Thing; why: string }

const MEANT_MAX = 3

/** Who is called by his name is meant; only where nobody is, words that stand for somebody count. */
export function whomNoteMeans(note: string, things: readonly Thing[]): Meant[] {
  const words = wordsOf(note)
  const named = pick(things, ({ name }) => {
    const word = words.find((one) => one === name.toLowerCase())
    return word === undefined ? undefined : `the note names it`
  })
  if (named.length > 0) return named
  const partly = pick(things, ({ name }) => {
    const word = words.find((one) => isAkin(one, name))
    return word === undefined ? undefined : `the note says "${word}"`
  })
  if (partly.length > 0) return partly
  const relatives = relativesOf(note).filter((one) => !COMMON.has(one))
  return pick(things, ({ name, description = '' }) => {
    const relative = relatives.find((one) => isAkin(one, name))
    if (relative !== undefined) return `the note speaks of ${relative}`
    const shared = relativesOf(description).find((one) => relatives.includes(one))
    return shared === undefined ? undefined : `the environment context says of it what the note speaks of: ${shared}`
  })
}

/** Several entries of one name are one thing; what runs comes before what is only told of. */
function pick(things: readonly Thing[], why: (thing: Thing) => string | undefined): Meant[] {
  const found = new Map<string, Meant>()
  for (const thing of things) {
    const reason = why(thing)
    const key = `${thing.namespace ?? ''}/${thing.name.toLowerCase()}`
    if (reason !== undefined && !found.has(key)) found.set(key, { thing, why: reason })
  }
  return [...found.values()].slice(0, MEANT_MAX)
}

/** A name may end a sentence, and stand between signs of another script. */
function wordsOf(note: string): string[] {
  const words = note.toLowerCase().match(/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?/g) ?? []
  return [...new Set(words)].filter((word) => word.length >= 3 && !COMMON.has(word))
}

/** They are parts of many names, and of most sentences. */
const COMMON = new Set(
  'the and not but for are was has had its you can did see why how who all any one two out now too also app api node nodes pod pods service services server servers database databases deployment deployments cluster look check please again think maybe rather than instead this that with from there here what when where should could would have been into about its because since after before sure isn doesn don'.split(
    ' ',
  ),
)
