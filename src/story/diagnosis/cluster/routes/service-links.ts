/**
 * A cluster gives every container variables of the Services beside it: `REDIS_PORT=tcp://10.96.0.7:6379` for a Service
 * `redis`. A program that has a setting of that name reads an address where it wants a number.
 */
import type { ContainerLog, LogLine, Shown } from '../cluster-scene.ts'
import { isOrder } from '../logs/log-clues.ts'

const LINK = /\b(?:tcp|udp|sctp):\/\/(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})\b/
const VARIABLE = /\b([A-Z][A-Z0-9_]*)_PORT\b/
const LAST_LINES = 25

export type ServiceLink = {
  address: string
  port: number
  /** `REDIS_PORT`, where the log names it. */
  variable: string | undefined
  line: LogLine
  log: Shown<ContainerLog>
}

/** The last that its words speak of. */
export function serviceLinkIn(log: Shown<ContainerLog>): ServiceLink | undefined {
  const lines = log.lines.slice(-LAST_LINES).filter(({ text }) => !isOrder(text))
  const at = lines.findLastIndex(({ text }) => LINK.test(text))
  const line = lines[at]
  const [, address, port] = LINK.exec(line?.text ?? '') ?? []
  if (!line || address === undefined) return undefined
  const named = lines.slice(0, at + 1).findLast(({ text }) => VARIABLE.test(text))
  return { address, port: Number(port), variable: VARIABLE.exec(named?.text ?? '')?.[0], line, log }
}

/** As the cluster makes it of the Service's name. */
export function linkVariableOf(service: string): string {
  return `${service.toUpperCase().replace(/[-.]/g, '_')}_PORT`
}
