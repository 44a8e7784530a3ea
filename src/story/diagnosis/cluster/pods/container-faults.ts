/** Why a container is not pulled, does not pass its probe, or ended. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type {
  ClusterScene,
  ContainerSpec,
  ContainerView,
  EndView,
  EventView,
  PodView,
  ProbeView,
  Shown,
} from '../cluster-scene.ts'
import type { ClueKind } from '../logs/clue-patterns.ts'
import { type Clue, cluesOf } from '../logs/log-clues.ts'
import { citePart } from '../saying/say.ts'
import { logsOf, type PodInQuestion } from '../subject/in-question.ts'
import { citeEvent, podEvents } from './events-about.ts'

/** Why a probe can never succeed, read from the probe, the container's ports, the kubelet's words and the log. */
export type ProbeFault = { why: string; evidence: readonly EvidenceReference[] }

type Given = {
  one: PodInQuestion
  spec: ContainerSpec
  probe: ProbeView
  /** Events of failures of this very probe. */
  failures: readonly Shown<EventView>[]
}

export function probeFault(given: Given): ProbeFault | undefined {
  return wrongPort(given) ?? wrongPath(given) ?? wrongScheme(given) ?? wrongCommand(given)
}

function wrongPort({ one, spec, probe, failures }: Given): ProbeFault | undefined {
  const { port } = probe
  const [failure] = failures.filter(({ message }) => /refused|no route|timeout|deadline/i.test(message))
  if (port === undefined || !failure || !one.described) return undefined
  const declared = spec.ports.map(({ containerPort }) => containerPort)
  const listening = listeningOn(one, spec)
  const isDeclared = typeof port === 'number' ? declared.includes(port) : spec.ports.some(({ name }) => name === port)
  if (listening ? listening.port === resolved(port, spec) : isDeclared || declared.length === 0) return undefined
  const instead = listening
    ? `the container listens on ${listening.port}`
    : `the container offers only ${declared.join(', ')}`
  return {
    why: `it asks port ${port}, where nothing listens (${instead})`,
    evidence: [
      citePart(one.described.exhibit, probe.source),
      citeEvent(failure),
      ...(listening ? [listening.evidence] : []),
    ],
  }
}

function resolved(port: string | number, { ports }: ContainerSpec): number | undefined {
  return typeof port === 'number' ? port : ports.find(({ name }) => name === port)?.containerPort
}

const LISTENING =
  /\b(?:listening|listen|serving|server started|started server|bound)\b[^\n]{0,60}?(?::|port[ =:]*|\son )(\d{2,5})\b/i

function listeningOn(one: PodInQuestion, { name }: ContainerSpec) {
  for (const log of logsOf(one, { name })) {
    for (const { text } of log.lines) {
      const port = LISTENING.exec(text)?.[1]
      if (port !== undefined) return { port: Number(port), evidence: cite(log.exhibit, text) }
    }
  }
  return undefined
}

/** The program answers, and says that there is no such page, or that one must log in first. */
function wrongPath({ one, probe, failures }: Given): ProbeFault | undefined {
  const failure = failures.find(({ message }) => /statuscode: (404|401|403|405)/.test(message))
  if (!failure || !one.described) return undefined
  const code = /statuscode: (\d+)/.exec(failure.message)?.[1]
  return {
    why: `it asks ${probe.check}, and the program answers ${code}: the probe asks for the wrong thing`,
    evidence: [citePart(one.described.exhibit, probe.source), citeEvent(failure)],
  }
}

/** One side speaks TLS and the other does not. */
function wrongScheme(given: Given): ProbeFault | undefined {
  return ofMessage(
    given,
    /server gave HTTP response to HTTPS client|HTTP request to an HTTPS server|first record does not look like a TLS handshake/i,
    'it speaks the wrong scheme: the one side uses HTTPS, the other plain HTTP',
  )
}

function wrongCommand({ probe, ...given }: Given): ProbeFault | undefined {
  return ofMessage(
    { probe, ...given },
    /executable file not found|no such file or directory|command not found|: not found/i,
    `it runs a command that is not in the image (${probe.check})`,
  )
}

function ofMessage({ one, probe, failures }: Given, words: RegExp, why: string): ProbeFault | undefined {
  const failure = failures.find(({ message }) => words.test(message))
  if (!failure || !one.described) return undefined
  return { why, evidence: [citePart(one.described.exhibit, probe.source), citeEvent(failure)] }
}

/** What the registry or the kubelet said about an image that could not be had. */
export type PullFailure = {
  kind: 'not_found' | 'bad_platform' | 'denied' | 'rate_limited' | 'unreachable' | 'bad_name' | 'unknown'
  image: string
  words: string
  evidence: readonly EvidenceReference[]
}

const WAITING = /^(ImagePullBackOff|ErrImagePull|InvalidImageName|ErrImageNeverPull|RegistryUnavailable)$/

/** The first that fits; a registry that hides what one may not see says denied and not found in one breath. */
const KINDS: readonly (readonly [PullFailure['kind'], RegExp])[] = [
  ['rate_limited', /toomanyrequests|too many requests|rate limit|\b429\b/i],
  ['bad_platform', /no match(?:ing manifest)? for (?:platform|linux\/|windows\/)|no matching manifest/i],
  ['bad_name', /InvalidImageName|invalid reference format|couldn't parse image/i],
  ['denied', /unauthorized|\b401\b|\b403\b|forbidden|denied|no basic auth|authentication required|not authorized/i],
  [
    'not_found',
    /not found|manifest unknown|name unknown|no such image|does not exist|NotFound|is not present with pull policy of Never/i,
  ],
  [
    'unreachable',
    /i\/o timeout|no such host|connection refused|connection reset|deadline exceeded|x509|TLS handshake|network is unreachable|EOF/i,
  ],
]

export function pullFailure(
  cluster: ClusterScene,
  pod: Shown<PodView>,
  container: ContainerView,
): PullFailure | undefined {
  const { waiting, image = '' } = container
  if (!waiting || !WAITING.test(waiting.reason ?? '')) return undefined
  const events = podEvents(cluster, pod, 'Failed', 'InspectFailed').filter(
    ({ message, fieldPath }) => /image/i.test(message) && (fieldPath?.includes(`{${container.name}}`) ?? true),
  )
  // "Back-off pulling image" says only that it was tried before; the reason stands in the event, or in the message itself.
  const telling = events.filter(({ message }) => kindOf(message) !== undefined).at(-1)
  const words = kindOf(waiting.message ?? '') ? (waiting.message ?? '') : (telling?.message ?? waiting.message ?? '')
  return {
    kind: kindOf(words) ?? kindOf(waiting.reason ?? '') ?? 'unknown',
    image: /(?:image|reference) "([^"]+)"/.exec(words)?.[1] ?? image,
    words,
    evidence: [citePart(pod.exhibit, waiting.source), ...(telling ? [citeEvent(telling)] : [])],
  }
}

function kindOf(words: string): PullFailure['kind'] | undefined {
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0]
}

// How a container last ended, and the log that tells of it.

/** The present life if it has ended, else the one before. */
export function lastEnd({ terminated, last }: ContainerView): EndView | undefined {
  return terminated ?? last
}

export function lifeSeconds({ startedAt, finishedAt }: EndView): number | undefined {
  return startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : undefined
}

export function failingContainers({ pod }: PodInQuestion): ContainerView[] {
  return [...pod.initContainers, ...pod.containers].filter((container) => {
    const end = lastEnd(container)
    return end !== undefined && (end.exitCode !== 0 || end.reason === 'OOMKilled')
  })
}

/** A program's last words tell why it ended; what stands far above was survived. */
const LAST_LINES = 25

/** Those nearest the end first; of the life that ended before those of the present one. */
export function lastWords(one: PodInQuestion, container: ContainerView, kinds: readonly ClueKind[]): Clue[] {
  return [...logsOf(one, container)]
    .sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
    .flatMap((log) => cluesOf(log).reverse())
    .filter(({ kind, fromEnd }) => kinds.includes(kind) && fromEnd < LAST_LINES)
}
