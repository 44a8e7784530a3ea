/** Names in lines of log: who is called there, and whether a whole word is meant. */
import type { ClusterScene, ContainerLog, LogLine, ObjectKey, WorkloadName } from '../cluster-scene.ts'
import { isSame } from '../pods/workload-pods.ts'
import { workloadAt } from '../routes/service-hosts.ts'
import { lineOf } from '../saying/say.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { type Clue, isOrder } from './log-clues.ts'
import { readHost } from './log-host.ts'

// A message that goes on over several lines: what fails stands in the first, and how in those below it.

const FURTHER_MAX = 2
/** A line with a level, a step of a trace, or advice where to read more begins something else. */
const ANOTHER =
  /^\s*(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|LOG|PANIC)\b|at |File "|\.\.\. \d+ |Traceback|goroutine )|https?:\/\/\S+\s*$|^\s*$/i
/** A sentence that is at its end, or a trace to come, has nothing below that belongs to it. */
const CLOSED = /[;{]\s*$|Traceback|Exception in thread/

type Words = { line: LogLine; log: Pick<ContainerLog, 'lines'> }

/** For a sentence, with up to two lines that go on without a time of their own. */
export function wholeWords({ line, log }: Words): string {
  const at = log.lines.indexOf(line)
  const below = at < 0 || CLOSED.test(line.text) ? [] : log.lines.slice(at + 1, at + 1 + FURTHER_MAX)
  const end = below.findIndex(
    ({ text, at: own }) => own !== undefined || ANOTHER.test(text) || isFarewell(text) || isOrder(text),
  )
  const further = (end < 0 ? below : below.slice(0, end)).map((one) => lineOf({ line: one }).trim())
  return [lineOf({ line }), ...further].join(' / ')
}

/** A word or two tell nothing more. */
function isFarewell(text: string): boolean {
  return text.trim().split(/\s+/).length < 3 || /^\W*(?:exit|shutting|stopp|bye|done|terminat)/i.test(text)
}

// Workloads whose name stands in an error as somebody who is called: `pricing-client`, `PricingClient`, `response from pricing`.

const BEFORE =
  /(?:\b(?:from|to|calling|call|called|by|upstream|service|client|dependency|backend|peer|target|fetching|querying)[\s:="'`[(]*|[/@])$/
const BEHIND =
  /^["'`\])]*(?:[-_ .]?(?:client|service|svc|api|server|stub|gateway|proxy)\b|[./]\w|\s(?:returned|answered|responded|sent|replied|gave|response|reply|rejected|call|request)\b)/

/** The longest names win: `pricing-api` is not also `pricing`. */
export function calledByName(said: string, all: readonly WorkloadName[]): WorkloadName[] {
  const text = said.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  const found = all.filter(
    ({ name }) => isCalled(text, name) || (name.includes('-') && isCalled(text, name.replaceAll('-', ' '))),
  )
  return found.filter(({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)))
}

/** A name of several words is hardly anything else; a single word has to stand as a name does. */
function isCalled(text: string, name: string): boolean {
  const whole = new RegExp(`(?<![a-z0-9_-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`, 'g')
  return [...text.matchAll(whole)].some(({ index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + name.length)]
    return /[-\s]/.test(name) || BEFORE.test(before) || BEHIND.test(behind)
  })
}

/** Which workloads an error is about, by the host it names or by their own name where it stands as somebody who is called. */
function workloadsNamedIn(said: string, namespace: string, cluster: ClusterScene): WorkloadName[] {
  const behind = workloadAt(readHost(said), namespace, cluster)
  return behind ? [behind] : calledByName(said, allWorkloads(cluster))
}

export function isNamedIn(
  said: string,
  workload: ObjectKey & Pick<WorkloadName, 'kind'>,
  cluster: ClusterScene,
): boolean {
  return workloadsNamedIn(said, workload.namespace, cluster).some((one) => isSame(one, workload))
}

// What a server writes down about a client it turned away, or about a statement it could not carry out as asked. It is the
// echo of the client's fault: the server does what it should.

/** Programs that others log in to and send their statements to, by their image. */
const SERVER =
  /postgres|timescale|spilo|mysql|mariadb|percona|mongo|redis|valkey|keydb|rabbitmq|kafka|redpanda|elastic|opensearch|cassandra|clickhouse|nats|memcached|openldap|keycloak|minio|mssql/i

const TURNED_AWAY =
  /password authentication failed|Access denied for user|(?:PLAIN|AMQPLAIN)? ?login (?:refused|failed|was refused)|authentication (?:failed|error|failure)|Failed authentication|invalid credentials|no pg_hba\.conf entry|role "[^"]+" does not exist|database "[^"]+" does not exist|could not accept SSL connection|unexpected EOF on client connection|could not receive data from client|client (?:closed|terminated) connection|LOGIN_ERROR/i
const ASKED_AMISS =
  /\b(?:relation|column|function|table|schema|type|operator)s? "?[^"\n]*"? does not exist|duplicate key value|violates [\w -]*constraint|syntax error at or near|permission denied for (?:table|schema|relation|sequence|view|function|database)|invalid input syntax|value too long for type|canceling statement due to user request|Table '[^']*' doesn't exist|Unknown column|Duplicate entry|error in your SQL syntax/i
/** A handshake that whoever came from there broke off. */
const FROM_CLIENT = /TLS handshake error from|handshake (?:failed|error)[^\n]{0,40}\bfrom (?:client )?\/?\d/i
/** It was itself the client of another. */
const AS_CLIENT = /could not connect|connection to server|server login failed|\bprimary\b|\bupstream\b|\bpeer\b/i

/** `images` are those the speaker runs. */
export function isClientFault(said: string, images: readonly string[]): boolean {
  if (FROM_CLIENT.test(said)) return true
  if (AS_CLIENT.test(said) || !images.some((image) => SERVER.test(image))) return false
  return TURNED_AWAY.test(said) || ASKED_AMISS.test(said)
}

// What succeeds between failures is not down: one of several is bad, or it comes and goes.

const SUCCESS = /\b(?:ok|20[0-6]|succe\w+|completed|done|posted|charged|connected|delivered|processed|accepted)\b/i

export function failsInPart(
  clues: readonly Pick<Clue, 'line'>[],
  logs: readonly Pick<ContainerLog, 'lines'>[],
): boolean {
  const [first, last] = [clues[0]?.line.at, clues.at(-1)?.line.at]
  if (!first || !last) return false
  const failing = new Set(clues.map(({ line }) => line.text))
  return logs.some(({ lines }) =>
    lines.some(({ at, text }) => at && at > first && at < last && !failing.has(text) && SUCCESS.test(text)),
  )
}
