/** States that the cluster itself names, of pods in question: the nearest name in the table says what is wrong. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ContainerView, Difference, EventView, Shown } from '../../cluster/cluster-scene.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { lastEnd, lastWord, lastWords, lifeSeconds } from '../../cluster/pods/container-faults.ts'
import { citeEvent, podEvents } from '../../cluster/pods/workload-pods.ts'
import { differencesAbout, differencesIn, podsByAge } from '../../cluster/releases/revision-history.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citeClue, citePart, sayDuration, sayExitCode, sayMany } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'
import { NAMED_STATES, type NamedState, type StateSource } from './named-states.ts'

type Read = { from: StateSource; reason: string; message: string; evidence: readonly EvidenceReference[] }
type State = Read & { one: PodInQuestion; container: ContainerView | undefined }

/** Each tells of another matter: what keeps it from starting and living, and from serving. */
const MATTERS: readonly (readonly StateSource[])[] = [
  ['waiting', 'start', 'event', 'liveness', 'step', 'end'],
  ['condition', 'readiness'],
]

export const podStates: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { pod } = one
    const steps = pod.initContainers.map((each) => ({
      ...{ each, read: [...startOf(one, each), ...stuckStep(one, each, scene.now)] },
    }))
    const programs = pod.containers.map((each) => ({ each, read: lifeOf(one, each) }))
    return [...steps, ...programs, { each: undefined, read: ofPod(one) }].flatMap(({ each: container, read }) =>
      MATTERS.flatMap((matter) => {
        const states = read.filter(({ from }) => matter.includes(from)).map((state) => ({ ...state, one, container }))
        return nearestName(states, scene)
      }),
    )
  })

/** The newest state that has a name; one that only says that something failed is named where no other is. */
function nearestName(states: readonly State[], scene: Scene): Finding[] {
  for (const isVague of [undefined, true] as const)
    for (const state of states)
      for (const row of NAMED_STATES.filter((one) => one.from.includes(state.from) && one.isVague === isVague)) {
        const found = row.words.exec(`${state.reason}: ${state.message}${isPortOffered(state) ? '' : ' unoffered'}`)
        if (found) return [findingOf(row, state, scene, found)]
      }
  return []
}

/** What is vague is decisive where the newest revision changed the very thing it speaks of. */
function findingOf(row: NamedState, state: State, scene: Scene, found: RegExpExecArray): Finding {
  const { one, container } = state
  const guilty = row.guilty
    ? ofOtherPlace(row, differencesIn(one.history, row.guilty))
    : differencesAbout(one.history, ...found.slice(1)).filter(({ to }) => to !== null)
  const last = row.isVague && container ? lastWord(one, container) : undefined
  const isVague = row.isVague && guilty.length === 0
  const mounted = tellMounted(one.described, container?.name ?? '', last?.line.text ?? '', scene.now)
  const evidence = [...state.evidence, ...endOf(state), ...(last ? [cite(last.log.exhibit, last.line.text)] : [])]
  const said = `${sayState(row, state)}${last ? ` Its last words: "${wholeWords(last)}".` : ''}${mounted.sentence}${sayAbsent(one)}${sayOthers(one)}`
  return podFault(scene, one, {
    ...{ kind: row.kind, statement: said, evidence: [...evidence, ...mounted.evidence], suggestions: [row.advice] },
    confidence: isVague ? (last?.isGrave ? 0.65 : 0.5) : evidence.length > 1 ? 0.9 : 0.8,
    ...(isVague && { explains: row.from.includes('end') || row.isSymptom ? ['not_ready'] : FOLLOWS }),
    ...(!isVague && { explains: EXPLAINED }),
    // What a dependency dies of is the cause of what its callers suffer.
    ...(isVague && row.isSymptom && one.isSubject && { weight: 'symptom' as const }),
    ...(guilty.length === 0 && row.noStep !== undefined
      ? { step: { actions: [], noActionReason: row.noStep } }
      : { guilty }),
  })
}

const EXPLAINED = [
  ...FOLLOWS,
  ...['configuration_error', 'init_container_fails', 'volume_mount_fails', 'wrong_readiness_probe'],
]

/** Who is refused by a registry is refused every tag of it: only an image that came from elsewhere can be returned to. */
function ofOtherPlace({ kind }: NamedState, differences: readonly Difference[]): readonly Difference[] {
  const place = (image: unknown) => String(image).replace(/@sha256:.*$|:[^/:]+$/, '')
  const isElsewhere = ({ field, from, to }: Difference) => !field.endsWith('.image') || place(from) !== place(to)
  return kind === 'image_pull_denied' ? differences.filter(isElsewhere) : differences
}

function endOf({ from, one, container }: State): EvidenceReference[] {
  const state = from === 'step' && container?.running ? container.running : container && lastEnd(container)
  return state && from !== 'waiting' && from !== 'readiness' ? [citePart(one.pod.exhibit, state.source)] : []
}

/** What it refers to and is not there is the nearest reason of all. */
function sayAbsent({ described, pod }: PodInQuestion): string {
  const absent = described?.references.filter(({ exists, missingKeys }) => exists === false || missingKeys.length > 0)
  return (absent ?? [])
    .map(({ kind, name, exists, missingKeys }) =>
      exists === false
        ? ` ${kind} ${name}, which it refers to, does not exist in namespace ${pod.namespace}.`
        : ` ${kind} ${name}, which it refers to, lacks ${missingKeys.join(', ')}.`,
    )
    .join('')
}

function sayOthers({ cluster, history }: PodInQuestion): string {
  const serving = history ? podsByAge(cluster, history).older.filter(({ isReady }) => isReady).length : 0
  if (serving === 0) return ''
  return ` ${sayMany(serving, 'pod')} of the revision before still ${serving === 1 ? 'serves' : 'serve'}.`
}

const WORDS_MAX = 260

/** The registry's and the runtime's own word stands at the end. */
function sayState({ why }: NamedState, state: State): string {
  const { from, one, container, message } = state
  const words = message.length > WORDS_MAX ? `… ${message.slice(-WORDS_MAX)}` : message
  const quoted = `${why}${sayProbe(state)}: "${words}".`
  const [pod, name] = [one.pod.name, container?.name]
  if (from === 'end' && container) return sayEnd(one, container)
  if (from === 'step') return `Pod ${pod} is stuck in its init container ${name}, which ${message}.`
  if (from === 'liveness')
    return `The kubelet kills and restarts container ${name} of pod ${pod} because ${quoted}${sayKill(container)}`
  if (from === 'readiness' || from === 'condition') return `Pod ${pod} runs but is not ready because ${quoted}`
  return `${container ? `Container ${name} of pod` : 'Pod'} ${pod} cannot start because ${quoted}`
}

function sayKill(container: ContainerView | undefined): string {
  const end = container && lastEnd(container)
  if (!end) return ''
  const lived = lifeSeconds(end)
  return ` Exit code ${end.exitCode} is that kill${lived === undefined ? '' : `, after ${sayDuration(lived * 1000)}`}; ${sayMany(container.restartCount, 'restart')} so far.`
}

function sayEnd({ pod }: PodInQuestion, container: ContainerView): string {
  const { name, restartCount } = container
  const end = lastEnd(container)
  if (!end) return ''
  const lived = lifeSeconds(end)
  const plain =
    end.exitCode === 0
      ? ' It ends without an error: its command finishes instead of going on, and is started again.'
      : ''
  return `Container ${name} of pod ${pod.name} ${restartCount > 1 ? 'keeps ending' : 'ended'} (${end.reason ?? 'no reason given'}, ${sayExitCode(end.exitCode)}${lived === undefined ? '' : ` after ${sayDuration(lived * 1000)}`}, ${sayMany(restartCount, 'restart')}).${plain}`
}

function probeOf({ from, one, container, message }: State) {
  const spec = container && specOf(one, container)
  if (from === 'readiness') return { spec, probe: spec?.readinessProbe }
  return { spec, probe: /^startup/i.test(message) ? spec?.startupProbe : spec?.livenessProbe }
}

/** Who asks where nothing is offered is refused for ever. */
function isPortOffered(state: State): boolean {
  const { spec, probe } = probeOf(state)
  const isOfProbe = state.from === 'liveness' || state.from === 'readiness'
  const isUnheard = isOfProbe && /refused|no route|timeout|deadline/i.test(state.message)
  if (!isUnheard || probe?.port === undefined || !spec?.ports.length) return true
  return spec.ports.some(({ name, containerPort }) => containerPort === probe.port || name === probe.port)
}

/** What it asks, for how long it bears no answer, and where the container says it can be asked. */
function sayProbe(state: State): string {
  const { spec, probe } = probeOf(state)
  if (!spec || !probe || (state.from !== 'liveness' && state.from !== 'readiness')) return ''
  const { check, initialDelaySeconds: delay, periodSeconds: period, failureThreshold: times } = probe
  const ports = spec.ports.map(({ containerPort }) => containerPort).join(', ') || 'no port'
  const startup = spec.startupProbe ? '' : ', no startup probe'
  return ` (${check}; the container offers ${ports}; allowed ${delay + times * period} s: initial delay ${delay} s + ${times} × ${period} s${startup})`
}

function lifeOf(one: PodInQuestion, container: ContainerView): Read[] {
  const isEnded = container.restartCount > 0 || (container.terminated && container.terminated.exitCode !== 0)
  const end = isEnded ? lastEnd(container) : undefined
  const ended: Read = { from: 'end', reason: '', message: `exit code ${end?.exitCode}`, evidence: [] }
  return [...startOf(one, container), ...probedOf(one, container), ...(end ? [ended] : [])]
}

/** A step that runs for less may simply be at work. */
const LONG_MS = 3 * 60_000

/** The containers after a step never start while it does not end, or fails. */
function stuckStep(one: PodInQuestion, container: ContainerView, now: Date): Read[] {
  const { isReady, running, restartCount } = container
  const end = lastEnd(container)
  const state = running ?? end
  const age = running?.startedAt && now.getTime() - running.startedAt.getTime()
  const isYoung = age !== undefined && age <= LONG_MS
  if (isReady || !state || (running ? isYoung : end?.exitCode === 0)) return []
  const lasting = age === undefined ? '' : ` for ${sayDuration(age)}`
  const message = running
    ? `has been running${lasting} and does not end`
    : `fails with exit code ${end?.exitCode} (${sayMany(restartCount, 'restart')})`
  return [{ from: 'step', reason: '', message: `${message}${sayAddress(one, container)}`, evidence: [] }]
}

/** What it fetches is often told by its command alone. */
function sayAddress(one: PodInQuestion, container: ContainerView): string {
  const { command = [], args = [] } = specOf(one, container) ?? {}
  const address = /https?:\/\/[^\s"']+/.exec([...command, ...args].join(' '))?.[0]
  return address === undefined ? '' : ` (it asks ${address})`
}

/** The runtime's own words where it could not even begin; a shell that began and found no program says so in the log. */
function startOf(one: PodInQuestion, container: ContainerView): Read[] {
  const { waiting, name } = container
  const { pod, cluster } = one
  const [clue] = lastWords(one, container, ['exec_format', 'missing_command'])
  const end = lastEnd(container)
  const refused = /^(StartError|ContainerCannotRun|RunContainerError)$/.test(end?.reason ?? '') ? end : waiting
  const isHeard = clue && end && (clue.kind === 'exec_format' || [126, 127, 128].includes(end.exitCode))
  // "Back-off pulling image" says only that it was tried before; the reason stands in the event, or in the message itself.
  const events = waiting ? podEvents(cluster, pod, 'Failed', 'InspectFailed').reverse() : []
  const quoted = waiting ? [citePart(pod.exhibit, waiting.source)] : []
  const { reason = '', message = '' } = waiting ?? {}
  return [
    ...(waiting ? [{ from: 'waiting' as const, reason, message, evidence: quoted }] : []),
    ...events
      .filter((event) => /image/i.test(event.message) && isOf(name, event))
      .map((event) => ({ ...eventRead('waiting', event, quoted), reason })),
    ...(refused?.message ? [{ from: 'start' as const, reason: '', message: refused.message, evidence: quoted }] : []),
    ...(isHeard
      ? [{ from: 'start' as const, reason: 'exec', message: clue.line.text, evidence: [citeClue(clue)] }]
      : []),
  ]
}

/** Only a container that was killed lives by its liveness probe, and a kill for its memory is another matter. */
function probedOf({ cluster, pod }: PodInQuestion, container: ContainerView): Read[] {
  const events = podEvents(cluster, pod, 'Unhealthy').filter((event) => isOf(container.name, event))
  const end = lastEnd(container)
  const isKilled = end && end.reason !== 'OOMKilled'
  const isUnready = !container.isReady && container.running && !pod.isReady && pod.phase === 'Running'
  return events.reverse().flatMap((event) => {
    if (isKilled && /^(Liveness|Startup) probe (failed|errored)/i.test(event.message))
      return [eventRead('liveness', event)]
    return isUnready && /^Readiness probe (failed|errored)/i.test(event.message) ? [eventRead('readiness', event)] : []
  })
}

function isOf(container: string, { fieldPath }: EventView): boolean {
  return fieldPath?.includes(`{${container}}`) ?? true
}

function eventRead(from: StateSource, event: Shown<EventView>, further: readonly EvidenceReference[] = []): Read {
  return { from, reason: event.reason, message: event.message, evidence: [...further, citeEvent(event)] }
}

/** Volumes are the pod's, and so is what others have to say before it counts as ready. */
function ofPod({ cluster, pod }: PodInQuestion): Read[] {
  const events =
    pod.phase === 'Pending' ? podEvents(cluster, pod, 'FailedAttachVolume', 'FailedMount', 'FailedMapVolume') : []
  const unmet = pod.isReady || pod.phase !== 'Running' ? [] : pod.conditions.filter(({ status }) => status === 'False')
  return [
    ...events.reverse().map((event) => eventRead('event', event)),
    ...unmet.map(({ reason = '', message = '' }) => ({
      ...{ from: 'condition' as const, reason, message },
      evidence: message ? [cite(pod.exhibit, message)] : [],
    })),
  ]
}
