/** Errors that came and went: the metrics show the whole of it, and nothing is left to mend. */
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain } from '../../signals/failure-chain.ts'
import { pastCause } from '../../signals/past-cause.ts'
import { clockTime, perSecond, sumOf } from '../../signals/points.ts'
import { citeFigure, makeFinding } from '../../signals/signal-finding.ts'
import type { Point } from '../../signals/signal-scene.ts'
import { type Traffic, trafficOf } from '../../signals/traffic.ts'

const MINUTE = 60_000
/** Shorter pauses may be the pause before the next burst. */
const QUIET_MINUTES = 10
const WORTH_TELLING = 0.05
/** Of its worst. */
const LITTLE = 0.05

export const errorsOver: Analyzer = (scene) => {
  const [front] = failureChain(scene)
  const { signals, subject } = scene
  const name = front?.name ?? subject.service
  if (!signals || name === undefined || front?.troubled || front?.hasNoReplicas) return []
  const traffic = trafficOf(signals, [name, ...(subject.service === undefined ? [] : [subject.service])])
  const burst = traffic && burstOf(traffic, scene)
  return traffic && burst ? [over(name, traffic, burst, scene)] : []
}

type Burst = { began: Point; ended: Point; worst: number }

/** Requests must still be counted: where nobody asks any more, nobody fails. */
function burstOf({ all, failing }: Traffic, { now }: Scene): Burst | undefined {
  const [errors, requests] = [sumOf(failing), sumOf(all)]
  const worst = Math.max(0, ...errors.map(({ value }) => value))
  const isMany = ({ value }: Point) => value > worst * LITTLE
  const [began, ended] = [errors.find(isMany), errors.findLast(isMany)]
  const isQuiet = ended !== undefined && now.getTime() - ended.at >= QUIET_MINUTES * MINUTE
  const isAsked =
    (requests.at(-1)?.value ?? 0) > 0 && now.getTime() - (requests.at(-1)?.at ?? 0) < QUIET_MINUTES * MINUTE
  return worst >= WORTH_TELLING && began && ended && isQuiet && isAsked ? { began, ended, worst } : undefined
}

function over(name: string, { failing, all }: Traffic, { began, ended, worst }: Burst, scene: Scene): Finding {
  const past = pastCause(scene, [name], { began: began.at, ended: ended.at })
  return makeFinding({
    kind: 'errors_over',
    statement: `${name} has recovered: its errors ${sayTimes(began, ended)} (at worst ${perSecond(worst)}) and have not come back, while requests go on.${past ? ` ${past.sentence}` : ''}`,
    evidence: [...[...failing, ...all].slice(0, 2).flatMap((figure) => citeFigure(figure)), ...(past?.evidence ?? [])],
    confidence: 0.7,
    situation: 'recovered',
    subject: { kind: 'Service', name },
    since: new Date(began.at),
    noActionReason: 'There is nothing left to mend.',
    suggestions: past
      ? [
          `See whether ${name} can bear it better the next time: retries, shorter timeouts, a connection that follows a new primary.`,
        ]
      : [`Find out what happened to ${name} in those minutes.`],
  })
}

/** Between two looks nobody knows the second. */
function sayTimes(began: Point, ended: Point): string {
  const [from, to] = [began, ended].map(({ at }) => clockTime(new Date(at)))
  return from === to ? `came at about ${from}` : `lasted from ${from} to ${to}`
}
