/** The subject only passes on what somebody below it does: the deepest that fails is named, with the way there. */
import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { ContainerView, ObjectKey, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { lastWordsOf } from '../../cluster/pods/container-faults.ts'
import { containersOf, isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type ObjectName } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { clockTime } from '../../signals/points.ts'
import { groupLines, type SaidLine, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'

export const failingDependency: Analyzer = (scene) => {
  const chain = failureChain(scene)
  const deepest = chain.at(-1)
  return chain.length > 1 && deepest ? [failing(scene, chain, deepest)] : []
}

function failing(scene: Scene, chain: readonly Link[], deepest: Link): Finding {
  const words = wordsAbout(scene, deepest)
  const { hasNoReplicas, workload } = deepest
  const all = [...(scene.cluster?.deployments ?? []), ...(scene.cluster?.statefulSets ?? [])]
  const empty = all.find((one) => hasNoReplicas && workload && isSame(one, workload))
  const { kind, namespace, name }: ObjectName = deepest.workload ?? { kind: 'Host', name: deepest.name }
  return fault({
    kind: 'failing_dependency',
    statement: `${chain[0]?.name} is not the origin of the trouble: ${sayWay(chain)}. ${sayDeepest(deepest, words)}`,
    facts: chain.slice(1).flatMap(complaintOf),
    evidence: [
      stateQuotes(deepest.troubled),
      empty && citeField(empty.exhibit, 'replicas', 0),
      words && citeLine(words),
      chain.flatMap(({ complaint }) => (complaint ? [citeLine(complaint)] : [])).slice(0, 3),
    ],
    confidence: deepest.troubled ? 0.85 : 0.7,
    subject: { kind, name, ...(namespace !== undefined && { namespace }) },
    weight: weightOf(scene, deepest),
    since: deepest.since,
    explains: ['not_ready', 'release_not_guilty', ...waiting(deepest)],
    noActionReason: sayNoStep(chain[0]?.name ?? '', deepest),
    suggestions: [`Mend ${deepest.name} first; those above it recover with it.`],
  })
}

/** Who waits in its init step for somebody that does not run is not at fault. */
function waiting({ troubled, hasNoReplicas, workload }: Link): string[] {
  return workload && (troubled || hasNoReplicas) ? ['init_container_waits'] : []
}

/** A host that does not answer at all may be well behind a broken way; one that answers with an error is not. */
function weightOf({ database }: Scene, link: Link): Finding['weight'] {
  if (link.workload) return isReportedElsewhere(link) ? 'symptom' : 'cause'
  return answerOf(link) !== undefined && database?.concern !== 'own' ? 'cause' : 'symptom'
}

/** States with a cause of their own, which those who judge pods and replicas find; here they are the way there. */
const TELLING_STATE = /ImagePull|ErrImage|CreateContainer|RunContainer|InvalidImage|OOMKilled/

function isReportedElsewhere({ troubled }: Link): boolean {
  if (troubled?.phase === 'Pending') return true
  const states = (troubled?.containers ?? []).flatMap(({ waiting, last, terminated }) => [waiting, last, terminated])
  return states.some((state) => TELLING_STATE.test(state?.reason ?? ''))
}

/** What it answered stands behind its name; before it stands what the service then answered its own caller. */
function answerOf({ name, complaint }: Link): string | undefined {
  const [, ...behind] = (complaint?.said ?? '').toLowerCase().split(name)
  return /\b5\d\d\b|unavailable|bad gateway/.exec(behind.join(name))?.[0]
}

function sayDeepest(deepest: Link, words: SaidLine | undefined): string {
  const { name, workload, troubled, complaint, since, hasNoReplicas } = deepest
  const said = words ? ` It says: "${wordsOf(words)}".` : ''
  const began = since ? `, first seen at ${clockTime(since)}` : ''
  if (troubled)
    return `${workload?.kind ?? 'Pod'} ${name} does not run: pod ${troubled.name} ${sayState(troubled)}${began}.${said}`
  if (hasNoReplicas) return `${workload?.kind} ${name} has no pods: it is scaled to 0 replicas.`
  if (workload) return `${workload.kind} ${name} has errors of its own${began}.${said}`
  const answer = answerOf(deepest)
  // A name of the cluster is not outside: whoever bears it was not found.
  const where = /\.svc(\.|$)/.test(name)
    ? 'is a name of this cluster behind which no workload was found; it'
    : 'is outside of what can be seen here and'
  return `${name} ${where} ${answer === undefined ? 'does not answer' : `answers with ${answer}`}: "${complaint ? wordsOf(complaint) : ''}".`
}

function sayState(pod: PodView): string {
  const states = containersOf(pod).flatMap(stateOf)
  if (states.length > 0) return `is in trouble (${states.join('; ')})`
  return pod.isReady ? 'restarted lately' : `is not ready (${pod.phase})`
}

function stateOf({ name, waiting, terminated, last, restartCount }: ContainerView): string[] {
  const end = terminated ?? last
  const ended = end && `${end.reason ?? 'ended'}, exit code ${end.exitCode}`
  const words = [waiting?.reason, ended, restartCount > 0 ? `${restartCount} restarts` : undefined].filter(Boolean)
  return words.length > 0 ? [`${name}: ${words.join(', ')}`] : []
}

function stateQuotes(pod: Shown<PodView> | undefined) {
  const [state] = (pod?.containers ?? []).flatMap(
    ({ waiting, terminated, last }) => waiting ?? terminated ?? last ?? [],
  )
  return pod && state && citePart(pod.exhibit, state.source)
}

/** Why it ended, or its most frequent error. */
function wordsAbout(scene: Scene, { errors, troubled }: Link): SaidLine | undefined {
  const log = scene.cluster?.logs.find((one) => troubled && isSame(one, troubled))
  const own = saidLines(scene).filter(
    ({ exhibit, pod }) => exhibit === log?.exhibit || (troubled && pod === troubled.name),
  )
  const hasEnded = troubled?.containers.some(({ last, terminated }) => last ?? terminated)
  const reason = log && hasEnded ? lastWordsOf([log])?.line.text : undefined
  return own.find(({ text }) => text === reason) ?? groupLines(errors)[0]?.first ?? own.at(-1)
}

function complaintOf({ name, complaint }: Link): Finding['facts'] {
  return complaint
    ? [{ text: `${complaint.speaker} complains of ${name}: "${wordsOf(complaint)}".`, evidence: [citeLine(complaint)] }]
    : []
}

function sayNoStep(front: string, { name, hasNoReplicas }: Link): string {
  if (hasNoReplicas)
    return `${name} is scaled to 0 replicas, and nothing shows that it is meant to run; on ${front} no step would change anything.`
  return `What fails is ${name}, and nothing shows that a restart, a rollback or more replicas would mend it; on ${front} they would change nothing.`
}

// Where the cause lies below the subject, how one leads to the other: told in one sentence with the first cause.

export function tellWay(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const [first, ...others] = findings
  const chain = first?.weight === 'cause' ? wayTo(first, scene) : []
  if (!first || chain.length < 2 || chain.every(({ name }) => first.statement.includes(name))) return findings
  const complaints = chain.flatMap(({ complaint }) => (complaint ? [citeLine(complaint)] : []))
  return [
    {
      ...first,
      statement: `${first.statement} The way there: ${chain[0]?.name} is not the origin, ${sayWay(chain)}.`,
      evidence: [...first.evidence, ...complaints],
    },
    ...others,
  ]
}

/** Nothing where the finding says it itself, or is about the subject or somebody who is not below it. */
function wayTo({ kind, subject }: Finding, scene: Scene): readonly Link[] {
  if (kind === 'failing_dependency') return []
  const chain = failureChain(scene)
  const owners = ownersOf(subject, scene)
  const at = chain.findIndex(({ workload }) => workload && owners.some((one) => isSame(workload, one)))
  return chain.slice(0, at + 1)
}

/** A pod belongs to its workload, and a volume to those who write to it. */
function ownersOf({ kind, namespace = '', name }: ObjectName, { cluster }: Scene): ObjectKey[] {
  if (!cluster) return []
  const key = { namespace, name }
  const pods =
    kind === 'PersistentVolumeClaim' ? claimUsers(cluster, name) : cluster.pods.filter((pod) => isSame(pod, key))
  return [key, ...pods.flatMap((pod) => workloadOf(cluster, pod) ?? [])]
}

function sayWay(chain: readonly Link[]): string {
  const names = chain.map(({ name }) => name)
  return `it fails because of ${names.slice(1).join(', which fails because of ')}`
}
