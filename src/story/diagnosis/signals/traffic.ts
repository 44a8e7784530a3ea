/** Requests and errors of a service, and of each of its replicas. */
import { type Step, stepOf, sumOf } from './points.ts'
import type { Figure, Point, SignalScene } from './signal-scene.ts'
import { CODE_LABELS, OWNER_LABELS } from './traffic-question.ts'

/** The parts of one service's traffic; the figures are kept for quoting. */
export type Traffic = {
  all: readonly Figure[]
  /** What it could not answer. */
  failing: readonly Figure[]
  /** What it refused as wrong. */
  refused: readonly Figure[]
}

/** Undefined where nothing was measured of it: that is not "no errors". */
export function trafficOf({ figures }: Pick<SignalScene, 'figures'>, names: readonly string[]): Traffic | undefined {
  const all = ofService(
    figures.filter(({ family }) => family === 'requests'),
    names,
  )
  const counted = ofService(
    figures.filter(({ family }) => family === 'errors'),
    names,
  )
  if (all.length === 0 && counted.length === 0) return undefined
  const { failing, ...parts } = partsOf(all)
  return { ...parts, failing: failing.length > 0 ? failing : counted }
}

/** What bears its name, or no name at all; the sum rather than its parts by replica. */
function ofService(figures: readonly Figure[], names: readonly string[]): readonly Figure[] {
  const own = figures.filter(({ labels }) => OWNER_LABELS.some((label) => names.includes(labels[label] ?? '')))
  const nameless = figures.filter(({ labels }) => OWNER_LABELS.every((label) => !(label in labels)))
  const ways = [own, nameless].flatMap((part) => [part.filter(({ labels }) => !isOfReplica(labels)), part])
  return ways.find((part) => part.length > 0) ?? []
}

function partsOf(all: readonly Figure[]): Traffic {
  return {
    all,
    failing: all.filter((one) => FAILED.test(codeOf(one))),
    refused: all.filter((one) => REFUSED.test(codeOf(one))),
  }
}

function isOfReplica(labels: Figure['labels']): boolean {
  return 'pod' in labels || 'instance' in labels
}

const REFUSED = /^4\d\d$|^4xx$|^client_?error$/i
const FAILED =
  /^5\d\d$|^5xx$|^(server_?)?error|fail|exception|internal|unavailable|unknown|deadline_?exceeded|aborted|data_?loss|exhausted|precondition|unimplemented/i

/** Remote calls are counted by name or by number. */
function codeOf({ labels }: Figure): string {
  const label = CODE_LABELS.find((one) => labels[one] !== undefined) ?? ''
  const code = labels[label] ?? ''
  return /grpc/.test(label) && /^\d{1,2}$/.test(code) ? (CALL_CODES[Number(code)] ?? code) : code
}

const CALL_CODES = [
  'OK',
  'Cancelled',
  'Unknown',
  'client_error',
  'DeadlineExceeded',
  'client_error',
  'client_error',
  'client_error',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'client_error',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'client_error',
]

/** Of all requests, in the last minutes; undefined where there were none, or where only failures are counted. */
export function failingShare({ all, failing }: Traffic): number | undefined {
  const others = all.filter((figure) => !failing.includes(figure))
  if (others.length === 0 || others.length === all.length) return undefined
  const [total, failed] = [recent(sumOf(all)), recent(sumOf(failing))]
  return total > 0 ? failed / total : undefined
}

function recent(points: readonly Point[]): number {
  const last = points.slice(-3)
  return last.length === 0 ? 0 : last.reduce((sum, { value }) => sum + value, 0) / last.length
}

/** When errors began to be many; a trickle that was always there is none. */
export function errorStep({ failing }: Traffic): Step | undefined {
  return stepUp(failing, { ratio: 3, least: 0.01 })
}

const REFUSED_SHARE = 0.05

/** When refusals began to be many among all answers. */
export function refusalStep({ all, refused }: Traffic): Step | undefined {
  const step = stepUp(refused, { ratio: 3, least: 0.05 })
  return step && step.to >= recent(sumOf(all)) * REFUSED_SHARE ? step : undefined
}

/** When good answers became few. */
export function successDrop({ all, failing, refused }: Traffic): Step | undefined {
  const good = all.filter((figure) => !failing.includes(figure) && !refused.includes(figure))
  const step = stepOf(sumOf(good), { ratio: 2, least: 0.1 })
  return step && step.to < step.from ? step : undefined
}

/** When the load rose. */
export function loadStep({ all }: Traffic): Step | undefined {
  return stepUp(all, { ratio: 1.3, least: 0.5 })
}

function stepUp(figures: readonly Figure[], least: { ratio: number; least: number }): Step | undefined {
  const step = stepOf(sumOf(figures), least)
  return step && step.to > step.from ? step : undefined
}
