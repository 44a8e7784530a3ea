/** Something everybody needs was scaled to no pods at all, or stands still because somebody wants it so. */
import { purposeMarks } from '../../../../plugins/kubernetes/put-away.ts'
import { isAboutServing, spelled } from '../../cluster/asking/look-at-containers.ts'
import type { ClusterScene, DeploymentView, ObjectKey, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { noAction, scaleGate } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf } from '../../cluster/logs/complaints.ts'
import { withoutOutsideText } from '../../cluster/logs/log-clues.ts'
import { refusedCreations, sayStanding } from '../../cluster/placement/refused-creations.ts'
import { hasTrouble, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import {
  emptiedBy,
  type LeftAsleep,
  leftAsleep,
  type StepToZero,
  stepToZero,
} from '../../cluster/releases/replicas-before.ts'
import { type EmptyService, emptyServices } from '../../cluster/routes/empty-services.ts'
import { neighboursOf } from '../../cluster/routes/neighbours.ts'
import { workloadCalled } from '../../cluster/routes/service-hosts.ts'
import { citeClue, lineOf, minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain } from '../../signals/failure-chain.ts'
import { type SaidLine, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { CAUSED_BY_LOST_ROUTE, CAUSED_BY_MISSING_PODS } from '../cluster-fault.ts'

/** Clocks differ, and an alert needs samples before it fires. */
const TOLERANCE_MINUTES = 2
const SUSPECT_MINUTES = 60
/** Where only place and time speak for it. */
const BESIDE_MINUTES = 6
/** A queue that nobody empties names itself and not who should empty it. */
const ABOUT_QUEUE = /queue|backlog|lag\b|unacked|ready ?messages|consumer/i

export const noReplicas: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return emptyOnes(cluster).flatMap((empty) => {
    const want = wantOf(empty, cluster, scene)
    return want ? [findingOf(empty, cluster, scene, want)] : []
  })
}

type Empty = WorkloadName & { exhibit: Exhibit }

function emptyOnes({ deployments, statefulSets }: ClusterScene): Empty[] {
  const named = (kind: Empty['kind'], all: readonly Shown<ObjectKey & { replicas: number }>[]) =>
    all
      .filter(({ replicas }) => replicas === 0)
      .map(({ namespace, name, exhibit }) => ({ kind, namespace, name, exhibit }))
  return [...named('Deployment', deployments), ...named('StatefulSet', statefulSets)]
}

/** Who misses it, if anybody. */
type Want = {
  isSubject: boolean
  /** By what people or its configuration say. */
  isNeeded: boolean
  complaint: Complaint | undefined
  /** A line of somebody on the way from the subject to it. */
  line: SaidLine | undefined
  /** The Service before it, of which somebody says that nobody answers. */
  service: EmptyService | undefined
  step: StepToZero | undefined
  /** Somebody names it: the alert, or a log. */
  isNoticed: boolean
  /** Nobody is named who could miss it, and the time fits. */
  isSuspect: boolean
  /** It was taken away just before the trouble began. */
  isFitting: boolean
  /** It sleeps where the alert is, and who was to wake it failed. */
  left: LeftAsleep | undefined
}

function wantOf(empty: Empty, cluster: ClusterScene, scene: Scene): Want | undefined {
  const { isNamed, workloads } = cluster.target
  const isIt = (one: ObjectKey | undefined) => one !== undefined && isSame(one, empty)
  const isSubject = isNamed && workloads.some(isIt)
  const complaint = complaintsOf(cluster).find(({ workload }) => isIt(workload))
  const isNeeded = neighboursOf({ ...scene, cluster }).some(({ workload }) => isIt(workload))
  const service = emptyServices(cluster).find((one) => isIt(workloadCalled(one, cluster)))
  const { isRefusing, failing } = service ?? {}
  // Somebody is refused for want of it, or the subject fails over it; that others mention it is routine.
  const isMissed = isRefusing || (failing && subjectPods(cluster).some((pod) => isSame(pod, failing)))
  const line = failureChain(scene).find(({ workload }) => isIt(workload))?.complaint
  const step = stepToZero(cluster, empty)
  // What was scaled down after the trouble began did not begin it.
  const isLate = !isSubject && isLater(step?.at, complaint?.since ?? line?.at ?? scene.subject.startedAt)
  const isFitting = isShortlyBefore(step?.at, scene.subject.startedAt)
  const left = empty.namespace === cluster.target.namespace ? leftAsleep(cluster, empty) : undefined
  const isAboutQueue = ABOUT_QUEUE.test(`${spelled(scene.subject.alertName)} ${scene.subject.text}`)
  const isSuspect = left !== undefined || (isFitting && (!isNamed || isAboutQueue))
  const isNoticed = Boolean(isSubject || isMissed || complaint || line || (isSuspect && isMentioned(empty, cluster)))
  const isAtOnce = isShortlyBefore(step?.at, scene.subject.startedAt, BESIDE_MINUTES)
  const isBeside = isAtOnce && isOnlyBeside(empty, cluster, scene)
  if (isLate || !(isNoticed || isNeeded || isSuspect || isBeside || service)) return undefined
  return { isSubject, isNeeded, complaint, line, service, step, isNoticed, isSuspect, isFitting, left }
}

/** In the same namespace in the right minute, while the subject is well and serves badly: told, though nothing names it. */
function isOnlyBeside({ namespace }: Empty, cluster: ClusterScene, { subject, now }: Scene): boolean {
  const own = subjectPods(cluster)
  const isWell = own.length > 0 && own.every((pod) => !hasTrouble(pod, now))
  return namespace === cluster.target.namespace && isWell && isAboutServing(subject)
}

/** Its name stands in what those say that the alert is about, as when a broker tells whose connection closed. */
function isMentioned({ name }: Empty, { logs }: ClusterScene): boolean {
  const word = new RegExp(`(?<![\\w-])${name}(?![\\w-])`)
  return logs.some(({ lines }) => lines.some(({ text }) => word.test(withoutOutsideText(text) ?? '')))
}

/** What was taken away just before the trouble is the first to be suspected. */
function isShortlyBefore(step: Date | undefined, trouble: Date | undefined, most = SUSPECT_MINUTES): boolean {
  const minutes = step && trouble ? minutesBetween(step, trouble) : Number.NaN
  return minutes >= -TOLERANCE_MINUTES && minutes <= most
}

function isLater(step: Date | undefined, trouble: Date | undefined): boolean {
  return step !== undefined && trouble !== undefined && minutesBetween(trouble, step) > TOLERANCE_MINUTES
}

function findingOf(empty: Empty, cluster: ClusterScene, { now }: Scene, want: Want): Finding {
  const { kind, namespace, name, exhibit } = empty
  const isTied = want.isNoticed || want.isNeeded || want.isSuspect
  const { step, complaint, line, service, left } = want
  return fault({
    kind: 'scaled_to_zero',
    statement: `${kind} ${namespace}/${name} has no pods because it is scaled to zero: ${left && !step ? sayLeft(left) : sayStep(step, now)}.${sayHarm(cluster, want)}`,
    evidence: [
      cite(exhibit, JSON.stringify(name)),
      citeField(exhibit, 'replicas', 0),
      step?.evidence ?? left?.evidence,
      complaint && citeClue(complaint.clues[0]),
      line && !complaint && citeLine(line),
      service && cite(service.exhibit, service.said),
    ],
    confidence: Math.min(isTied ? confidenceOf(want) : BESIDE, emptiedBy(cluster, empty) ? BY_SCALER_MAX : 1),
    weight: isTied ? 'cause' : 'symptom',
    subject: { kind, namespace, name },
    since: step?.at,
    explains: isTied ? [...EXPLAINED, ...(service ? ['admission_webhook_down', ...CAUSED_BY_MISSING_PODS] : [])] : [],
    ...(isTied
      ? gate(empty, cluster, now, want)
      : noAction(`Nothing that was seen shows that somebody needs ${name}, so it is not brought back.`)),
    suggestions: [
      `Find out who scaled ${name} to zero and why, before it happens again.`,
      ...(step?.from === undefined ? [`Scale ${namespace}/${name} to the number it is meant to have.`] : []),
    ],
  })
}

const BESIDE = 0.45
/** Enough to act on; who misses it is not known. */
const LEFT = 0.6
/** Who put it to sleep may be right, and why he does not wake it is not known. */
const BY_SCALER_MAX = 0.6

const EXPLAINED = [...CAUSED_BY_LOST_ROUTE, 'service_misroutes', 'queue_behind']

function sayStep(step: StepToZero | undefined, now: Date): string {
  if (!step) return 'its replicas are 0; no event tells any more when that was done'
  const from = step.from === undefined ? '' : ` from ${step.from}`
  return `it was scaled down${from} to 0 at ${sayTime(step.at)} (${sayAgo(step.at, now)})`
}

function sayLeft({ mark, failed }: LeftAsleep): string {
  return `whoever put it to sleep kept how many it had (${mark}), and failed since (${failed}), so nobody woke it`
}

function sayHarm(cluster: ClusterScene, { complaint, line, service, isSubject, isNeeded, isFitting }: Want): string {
  const whose = cluster.target.workloads.map(({ name }) => name).join(', ') || 'the alert'
  if (isSubject) return ''
  if (service) return ` ${sayVain(service, cluster)}`
  if (complaint) return ` ${complaint.pods.join(', ')} cannot reach it: "${lineOf(complaint.clues[0])}".`
  if (line) return ` ${line.speaker} cannot use it: "${wordsOf(line)}".`
  if (isNeeded) return ` ${whose} depends on it.`
  return isFitting ? ` That was just before the trouble of ${whose} began.` : ''
}

/** A webhook in whose place nobody answers lets no pod pass. */
function sayVain({ namespace, name, said }: EmptyService, cluster: ClusterScene): string {
  const refused = refusedCreations(cluster).find(({ message }) => message.includes(said) || said.includes(message))
  const harm = refused ? `, and so ${sayStanding(refused)}` : ''
  return `Service ${namespace}/${name} leads to it${harm}: "${said.replace(/^Error creating: /, '').slice(0, 400)}".`
}

function confidenceOf({ step, left, isNoticed, isNeeded, isFitting }: Want): number {
  if (step && isNoticed) return 0.9
  if (left && !isNoticed) return LEFT
  if (isNoticed) return 0.7
  return step ? (isNeeded && isFitting ? 0.7 : 0.6) : 0.5
}

/** Of a count that no event shows policy lets one replica be set; a person sets the others when that one works. */
const WITHOUT_EVENTS = 1

function gate({ kind, namespace, name }: Empty, cluster: ClusterScene, now: Date, { step, left }: Want) {
  const from = step?.from ?? left?.count
  if (from === undefined)
    return noAction(`How many replicas ${name} had before is not known, so no number can be proposed.`)
  const had = `${name} had ${from} replicas before it was scaled to zero.`
  const replicas = step?.isOfEvents ? from : Math.min(from, WITHOUT_EVENTS)
  return scaleGate({
    ...{ cluster, now, workload: { kind, namespace, name }, isEvenlySaturated: true, replicas },
    why:
      replicas < from
        ? `${had} Where no event shows that, one is all that may be set; set the others when it works.`
        : had,
  })
}

// What stands still because somebody wants it so, in his own words on the object.

export const onPurpose: Analyzer = (scene) => {
  const { cluster } = scene
  return (cluster?.deployments ?? [])
    .filter((one) => (one.replicas === 0 || one.isPaused) && cluster && isMeant(one, cluster, scene))
    .flatMap(meantSo)
}

/** The alert is about it, be it by the name of its consumer group or its queue. */
function isMeant(one: DeploymentView, { target }: ClusterScene, { subject }: Scene): boolean {
  const isNamed = target.isNamed && target.workloads.some((each) => isSame(each, one))
  return isNamed || Object.values(subject.labels).includes(one.name)
}

const EXPLAINED_BY_PURPOSE = [
  ...CAUSED_BY_LOST_ROUTE,
  'scaled_to_zero',
  'recovered',
  'bad_revision',
  'queue_behind',
  'no_data',
]

function meantSo(deployment: Shown<DeploymentView>): Finding[] {
  const { namespace, name, replicas, isPaused, exhibit } = deployment
  const marks = purposeMarks(deployment.marks)
  if (marks.length === 0) return []
  const state =
    replicas === 0 ? 'has no pods because it is scaled to zero' : 'does not go on because its rollout is paused'
  return [
    fault({
      kind: 'on_purpose',
      statement: `Deployment ${namespace}/${name} ${state} on purpose: ${marks.map((mark) => `"${mark}"`).join(', ')}.`,
      evidence: [
        citeField(exhibit, replicas === 0 ? 'replicas' : 'paused', replicas === 0 ? 0 : isPaused),
        marks.map((mark) => cite(exhibit, mark.slice(0, mark.indexOf(':')))),
      ],
      confidence: 0.8,
      subject: { kind: 'Deployment', namespace, name },
      explains: EXPLAINED_BY_PURPOSE,
      noActionReason: 'Somebody wants it so and says why; only a person takes it back.',
      suggestions: ['Ask who wrote this whether it still holds, and silence the alert until then or remove it.'],
    }),
  ]
}
