/** A container that is killed again and again by its own liveness probe: the probe is wrong, or too early for a slow start. */
import type {
  ContainerSpec,
  ContainerView,
  Difference,
  EndView,
  EventView,
  ProbeView,
  Shown,
} from '../../cluster/cluster-scene.ts'
import { lastEnd, lifeSeconds, probeFault } from '../../cluster/pods/container-faults.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { citePart, sayMany } from '../../cluster/saying/say.ts'
import { logsOf, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

const FAILED = /^(Liveness|Startup) probe (failed|errored)/i

type Killed = {
  scene: Scene
  one: PodInQuestion
  container: ContainerView
  end: EndView
  spec: ContainerSpec
  probe: ProbeView
  failures: readonly Shown<EventView>[]
}

export const livenessProbe: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    one.pod.containers.flatMap((container) => {
      const killed = killedByProbe(scene, one, container)
      return killed ? [wrongProbe(killed) ?? slowStart(killed) ?? noAnswer(killed)] : []
    }),
  )

function killedByProbe(scene: Scene, one: PodInQuestion, container: ContainerView): Killed | undefined {
  const end = lastEnd(container)
  const spec = specOf(one, container)
  const isOf = ({ fieldPath }: EventView) => fieldPath === undefined || fieldPath.includes(`{${container.name}}`)
  const events = scene.cluster ? podEvents(scene.cluster, one.pod, 'Unhealthy').filter(isOf) : []
  const failures = events.filter(({ message }) => FAILED.test(message))
  const isStartup = failures.some(({ message }) => /^Startup/i.test(message))
  const probe = isStartup ? spec?.startupProbe : spec?.livenessProbe
  if (!end || end.reason === 'OOMKilled' || !spec || !probe || failures.length === 0) return undefined
  return { scene, one, container, end, spec, probe, failures }
}

/** Told by what the probe asks, or by the newest revision having changed nothing else of the container. */
function wrongProbe(killed: Killed): Finding | undefined {
  const { one, container, probe } = killed
  const found = probeFault(killed)
  const changed = differencesIn(one.history, /(liveness|startup)Probe/)
  if (!found) return undefined
  return finding(killed, {
    kind: 'wrong_liveness_probe',
    because: `its liveness probe (${probe.check}) can never succeed: ${found.why}`,
    evidence: found.evidence,
    confidence: 0.9,
    changed,
    cure: `Correct the liveness probe of container ${container.name} (${probe.check}).`,
  })
}

const STARTED =
  /\b(listening|server started|started in|startup complete|ready to (accept|serve)|accepting connections|serving on)\b/i

/** Each life lasts just as long as the probe allows, and the log never comes to the point of serving. */
function slowStart(killed: Killed): Finding | undefined {
  const { one, container, end, probe, spec, failures } = killed
  const allowed = probe.initialDelaySeconds + probe.periodSeconds * probe.failureThreshold
  const lived = lifeSeconds(end)
  // The container may take its time to end after it was told to.
  const isAsLong = lived !== undefined && lived > allowed * 0.5 && lived < allowed + probe.periodSeconds + 45
  const lines = logsOf(one, container).flatMap((log) => log.lines.map(({ text }) => ({ text, log })))
  if (!isAsLong || lines.some(({ text }) => STARTED.test(text))) return undefined
  const last = lines.at(-1)
  const noStartup = spec.startupProbe ? '' : ' and there is no startup probe'
  return finding(killed, {
    kind: 'probe_too_early',
    because: `it is still starting when the liveness probe gives up: the probe allows ${allowed} s (initial delay ${probe.initialDelaySeconds} s + ${probe.failureThreshold} × ${probe.periodSeconds} s)${noStartup}, and the start takes longer`,
    evidence: [
      ...failures.slice(-1).map(citeEvent),
      ...(one.described ? [citePart(one.described.exhibit, probe.source)] : []),
      ...(last ? [cite(last.log.exhibit, last.text)] : []),
    ],
    confidence: last ? 0.85 : 0.7,
    changed: differencesIn(one.history, /(liveness|startup)Probe|\.image$/),
    cure: `Add a startup probe to container ${container.name}, or let the liveness probe wait longer than ${allowed} s.`,
  })
}

function noAnswer(killed: Killed): Finding {
  const { container, failures, one, probe } = killed
  const message = failures.at(-1)?.message ?? ''
  return finding(killed, {
    kind: 'liveness_fails',
    // The program answers and says that something is wrong with it: the probe only reports.
    weight: /statuscode: 5\d\d/.test(message) ? 'symptom' : 'cause',
    because: `it does not answer its liveness probe (${probe.check}): "${message}"`,
    evidence: failures.slice(-1).map(citeEvent),
    confidence: 0.6,
    changed: differencesIn(one.history, /(liveness|startup)Probe/),
    cure: `Find out why container ${container.name} does not answer ${probe.check} within ${probe.timeoutSeconds} s.`,
  })
}

type FindingParts = {
  kind: string
  because: string
  evidence: Finding['evidence']
  confidence: number
  changed: readonly Difference[]
  cure: string
  weight?: Finding['weight']
}

function finding({ scene, one, container, end }: Killed, parts: FindingParts): Finding {
  const { pod } = one
  return podFault(scene, one, {
    kind: parts.kind,
    statement: `The kubelet kills and restarts container ${container.name} of pod ${pod.name} because ${parts.because}. Exit code ${end.exitCode} is that kill; ${sayMany(container.restartCount, 'restart')} so far.`,
    evidence: [parts.evidence, citePart(pod.exhibit, end.source)],
    confidence: parts.confidence,
    ...(parts.weight && { weight: parts.weight }),
    explains: [...FOLLOWS, 'wrong_readiness_probe'],
    guilty: parts.changed,
    suggestions: [parts.cure],
  })
}
