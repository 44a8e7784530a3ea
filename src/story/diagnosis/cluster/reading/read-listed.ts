/** Events, logs, amounts and plain objects as the plugins list them. */
import { readLogLine } from './log-line.ts'
import {
  eachOf,
  type Fields,
  keyOf,
  kindAndName,
  number,
  type ReadBy,
  record,
  text,
  time,
  words,
} from './loose-fields.ts'

export type EventView = ReadBy<typeof readEvent>

export function readEvent(source: Fields) {
  const object = kindAndName(source.object)
  return {
    /** The last time it was seen. */
    at: time(source.time),
    firstAt: time(source.firstTimestamp) ?? time(source.time),
    isWarning: source.type === 'Warning',
    reason: text(source.reason) ?? '',
    kind: object?.kind ?? '',
    name: object?.name ?? '',
    namespace: text(source.namespace),
    /** `spec.containers{web}`. */
    fieldPath: text(source.fieldPath),
    message: text(source.message) ?? '',
    count: number(source.count) ?? 1,
  }
}

export type ContainerLog = Omit<ReadBy<typeof readLog>, 'lines'> & {
  lines: readonly ReturnType<typeof readLogLine>[]
}

export function readLog(source: Fields) {
  return {
    ...keyOf({ ...source, name: source.pod }),
    container: text(source.container),
    isPrevious: source.previous === true,
    lines: words(source.lines).map(readLogLine),
  }
}

export type UsageView = ReadBy<typeof readUsage>

export function readUsage(source: Fields) {
  return {
    ...keyOf(source),
    containers: eachOf(source.containers, ({ name, cpu, memory }) => ({
      name: text(name) ?? '',
      cpu: readAmount(cpu),
      memory: readAmount(memory),
    })),
  }
}

export type Amount = NonNullable<ReturnType<typeof readAmount>>

function readAmount(value: unknown) {
  const { used, request, limit, of_limit } = record(value)
  if (typeof used !== 'string') return undefined
  return { used, request: text(request), limit: text(limit), ofLimit: number(of_limit) }
}

/** An object as `llm.orchestrator_action` shows it. */
export type PlainObject = ReadBy<typeof readPlainObject>

/** Whole objects keep their metadata, brief ones have it on top. */
export function readPlainObject(whole: Fields) {
  const { namespace, name } = { ...whole, ...record(whole.metadata) } as Fields
  return { kind: text(whole.kind) ?? '', namespace: text(namespace), name: text(name) ?? '', whole }
}

/** Of a list that was cut: pods beyond its end, by kind. */
export type LeftOffPods = ReadBy<typeof readLeftOff>

export function readLeftOff(source: Fields) {
  return {
    namespace: text(source.namespace) ?? '',
    owner: kindAndName(source.owner),
    phase: text(source.phase) ?? '',
    /** The scheduler's words, where it found no place. */
    message: text(source.message),
    count: number(source.count) ?? 0,
  }
}
