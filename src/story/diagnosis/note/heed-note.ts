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
import { openAsking } from '../signals/asking.ts'
import { spanOf } from '../signals/signal-question.ts'
import type { NamedBeside, Subject } from '../subject.ts'
import { readMentions } from '../subject-mentions.ts'
import { type Meant, type Thing, whomNoteMeans } from './whom-note-means.ts'

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
