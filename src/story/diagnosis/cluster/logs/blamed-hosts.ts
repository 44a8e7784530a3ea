/** Hosts that a log's errors name, whatever went wrong there: who answers 503 is as much a suspect as who does not answer. */
import { isErrorLine } from '../../signals/said-lines.ts'
import type { ContainerLog, Shown } from '../cluster-scene.ts'
import { cluesOf, withoutOutsideText } from './log-clues.ts'
import { type Host, readHost } from './log-host.ts'

/** What a pattern knows first, then what is merely named. Each host once. */
export function blamedHosts(log: Shown<ContainerLog>): Host[] {
  const known = cluesOf(log).flatMap(({ host }) => host ?? [])
  const named = log.lines.flatMap(({ text }) => {
    if (!isErrorLine({ said: text })) return []
    const said = withoutOutsideText(text)
    const host = said === undefined ? undefined : readHost(said)
    return host && !isCaller(host, text) ? [host] : []
  })
  return [...new Map([...known, ...named].map((host) => [JSON.stringify(host), host])).values()]
}

/** A port that a client was lent; whoever listens there for long has a lower one. */
const LENT_FROM = 32_768

/** `TLS handshake error from 10.244.0.14:51872`: he came, and nobody needs him. */
function isCaller({ name, port = 0 }: Host, text: string): boolean {
  return port >= LENT_FROM && new RegExp(`\\bfrom (?:client |peer )?${RegExp.escape(`${name}:${port}`)}`).test(text)
}
