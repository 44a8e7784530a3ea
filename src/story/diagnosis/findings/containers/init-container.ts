/** An init step that does not end, or fails: the containers after it never start. */
import type { ContainerView, WorkloadName } from '../../cluster/cluster-scene.ts'
import { type DependencyClue, isDependencyClue, knownHost, sayFailure } from '../../cluster/logs/complaints.ts'
import { lastWord } from '../../cluster/logs/last-words.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { readHost } from '../../cluster/logs/log-host.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { lastEnd } from '../../cluster/pods/container-faults.ts'
import { isDone, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { differencesAbout, differencesIn } from '../../cluster/releases/revision-history.ts'
import { keyOfHost, workloadCalled } from '../../cluster/routes/service-hosts.ts'
import { citeClue, citePart, lineOf, minutesBetween, sayDuration, sayMany } from '../../cluster/saying/say.ts'
import { logsOf, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { mentionedWorkloads } from '../../cluster/subject/mentioned-workloads.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

/** A step that runs for less may simply be at work. */
const LONG_MINUTES = 3

export const initContainer: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const stuck = one.pod.initContainers.find((container) => isStuck(container, scene.now))
    return stuck ? [held(scene, one, stuck)] : []
  })

function isStuck({ isReady, running, waiting, terminated, last }: ContainerView, now: Date): boolean {
  if (isReady) return false
  if (running) return running.startedAt === undefined || minutesBetween(running.startedAt, now) > LONG_MINUTES
  const end = terminated ?? last
  return end !== undefined && end.exitCode !== 0 && (terminated !== undefined || waiting?.reason === 'CrashLoopBackOff')
}

function held(scene: Scene, one: PodInQuestion, container: ContainerView): Finding {
  const { pod, history } = one
  const clue = tellingClue(one, container)
  const broken = container.running ? brokenDependency(scene, one, container) : undefined
  const guilty = history ? guiltyChanges(one, container, clue) : []
  return podFault(scene, one, {
    kind: container.running ? 'init_container_waits' : 'init_container_fails',
    statement: `Pod ${pod.name} is stuck in its init container ${container.name}, which ${sayState(container, scene.now)}${sayWhy(scene, one, container, clue)}.${broken ? ` It waits for ${broken.kind} ${broken.name}, which does not run.` : ''}`,
    evidence: [clue ? citeClue(clue) : lastLineOf(one, container), stateQuotes(one, container)],
    confidence: clue ? 0.9 : lastWord(one, container)?.isGrave ? 0.75 : 0.6,
    explains: broken && guilty.length === 0 ? OWN_FOLLOWS : FOLLOWS,
    ...(broken && guilty.length === 0 && { weight: 'symptom' as const }),
    guilty,
    suggestions: [
      broken
        ? `Bring ${broken.kind} ${broken.name} back; init container ${container.name} ends by itself then.`
        : `Make available what init container ${container.name} waits for, or take the step out of the template.`,
    ],
  })
}

/** What follows in the pod itself; how the one waited for fares is its own matter. */
const OWN_FOLLOWS = FOLLOWS.filter((kind) => kind !== 'failing_dependency')

/** Whom its words or its command name, where that is a workload of which no pod runs. */
function brokenDependency({ cluster }: Scene, one: PodInQuestion, container: ContainerView): WorkloadName | undefined {
  if (!cluster) return undefined
  const spec = specOf(one, container)
  const said = [lastWord(one, container)?.line.text ?? '', ...(spec?.command ?? []), ...(spec?.args ?? [])]
  const named = said.flatMap((text) => {
    const host = readHost(text)
    const key = host && keyOfHost(host, one.pod.namespace, cluster)
    const behind = key && workloadCalled(key, cluster)
    return behind ? [behind] : mentionedWorkloads(text, allWorkloads(cluster))
  })
  return named.find((workload) => {
    const pods = podsOf(cluster, workload).filter((pod) => !isDone(pod))
    return !(one.workload && isSame(workload, one.workload)) && pods.every(({ isReady }) => !isReady)
  })
}

function sayState(container: ContainerView, now: Date): string {
  const { running, restartCount } = container
  if (running)
    return `has been running${running.startedAt ? ` for ${sayDuration(now.getTime() - running.startedAt.getTime())}` : ''} and does not end`
  return `fails with exit code ${lastEnd(container)?.exitCode} (${sayMany(restartCount, 'restart')})`
}

function sayWhy({ cluster }: Scene, one: PodInQuestion, container: ContainerView, clue: Clue | undefined): string {
  if (!clue) {
    const last = lastWord(one, container)
    return `${last ? `; its last words: "${wholeWords(last)}"` : ''}${sayAddress(one, container)}`
  }
  if (!isDependencyClue(clue)) return `: "${lineOf(clue)}"`
  const { isUnknown, namespace, name } = cluster
    ? knownHost(cluster, clue)
    : { isUnknown: false, namespace: '', name: '' }
  const absent = isUnknown ? `; nothing called ${name} exists in namespace ${namespace}` : ''
  return ` because it waits for something that is not there: ${sayFailure(clue)}${absent} ("${lineOf(clue)}")`
}

/** What it fetches is often told by its command alone. */
function sayAddress(one: PodInQuestion, container: ContainerView): string {
  const spec = specOf(one, container)
  const address = /https?:\/\/[^\s"']+/.exec([...(spec?.command ?? []), ...(spec?.args ?? [])].join(' '))?.[0]
  return address === undefined ? '' : ` (it asks ${address})`
}

function tellingClue(one: PodInQuestion, container: ContainerView): Clue | DependencyClue | undefined {
  const clues = logsOf(one, container).flatMap(cluesOf).reverse()
  return clues.find(isDependencyClue) ?? clues[0]
}

/** The step itself, or the thing it waits for. */
function guiltyChanges({ history }: PodInQuestion, { name }: ContainerView, clue: Clue | undefined) {
  const [host] = clue?.host?.name.split('.') ?? []
  const steps = differencesIn(history, new RegExp(`^spec\\.initContainers(\\[${name}\\]|$)`))
  return steps.length > 0 ? steps : differencesAbout(history, clue?.word, host)
}

function stateQuotes({ pod }: PodInQuestion, container: ContainerView) {
  const state = container.running ?? lastEnd(container)
  return state ? [citePart(pod.exhibit, state.source)] : []
}

function lastLineOf(one: PodInQuestion, container: ContainerView) {
  const last = lastWord(one, container)
  return last ? [cite(last.log.exhibit, last.line.text)] : []
}
