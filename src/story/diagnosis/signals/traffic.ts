/** Requests and errors of a service, and of each of its replicas. */
import { type Step, stepOf, sumOf } from './points.ts'
import type { Figure, Point, SignalScene } from './signal-scene.ts'
import { CODE_LABELS, OWNER_LABELS } from './traffic-question.ts'

/** The parts of one service's traffic; the figures are kept for quoting. */
export type Traffic = { all: readonly Figure[]; failing: readonly Figure[] }

/** Undefined where nothing was measured of it: that is not "no errors". */
export function trafficOf({ figures }: Pick<SignalScene, 'figures'>, names: readonly string[]): Traffic | undefined {
  const requests = figures.filter(({ family }) => family === 'requests')
  const own = requests.filter(({ labels }) => OWNER_LABELS.some((label) => names.includes(labels[label] ?? '')))
  const whole = own.filter(({ labels }) => !('pod' in labels))
  const nameless = requests.filter(
    ({ labels }) => OWNER_LABELS.every((label) => !(label in labels)) && !isOfReplica(labels),
  )
  const replicas = requests.filter(({ labels }) => isOfReplica(labels))
  const all = [whole, own, nameless, replicas].find((part) => part.length > 0)
  return all && { all, failing: all.filter(isFailing) }
}

function isOfReplica(labels: Figure['labels']): boolean {
  return 'pod' in labels || 'instance' in labels
}

/** By pod; where metrics know only addresses, by what `podOf` makes of them. */
export function trafficByReplica(
  { figures }: Pick<SignalScene, 'figures'>,
  podOf: (address: string) => string | undefined,
): ReadonlyMap<string, Traffic> {
  const requests = figures.filter(({ family, labels }) => family === 'requests' && isOfReplica(labels))
  const groups = Map.groupBy(
    requests,
    ({ labels }) => labels.pod ?? podOf(labels.instance?.replace(/:\d+$/, '') ?? '') ?? '',
  )
  groups.delete('')
  return new Map([...groups].map(([pod, all]) => [pod, { all, failing: all.filter(isFailing) }]))
}

const FAILED_CODE =
  /^5\d\d$|^5xx$|error|fail|exception|internal|unavailable|unknown|deadline_?exceeded|aborted|data_?loss/i

function isFailing({ labels, name }: Figure): boolean {
  const code = CODE_LABELS.map((label) => labels[label]).find((value) => value !== undefined)
  if (code !== undefined) return FAILED_CODE.test(code) && !/^client_?error$/i.test(code)
  return name !== undefined && /error|fail|exception/.test(name)
}

/** Of all requests, in the last minutes; undefined where there were none, or where only failures are counted. */
export function failingShare({ all, failing }: Traffic): number | undefined {
  if (failing.length === all.length) return undefined
  const [total, failed] = [recent(sumOf(all)), recent(sumOf(failing))]
  return total > 0 ? failed / total : undefined
}

function recent(points: readonly Point[]): number {
  const last = points.slice(-3)
  return last.length === 0 ? 0 : last.reduce((sum, { value }) => sum + value, 0) / last.length
}

/** When errors began to be many; a trickle that was always there is none. */
export function errorStep({ failing }: Traffic): Step | undefined {
  const step = stepOf(sumOf(failing), { ratio: 3, least: 0.01 })
  return step && step.to > step.from ? step : undefined
}

/** When the load rose. */
export function loadStep({ all }: Traffic): Step | undefined {
  const step = stepOf(sumOf(all), { ratio: 1.3, least: 0.5 })
  return step && step.to > step.from ? step : undefined
}
