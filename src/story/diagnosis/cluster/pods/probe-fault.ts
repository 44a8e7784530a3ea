/** Why a probe can never succeed, read from the probe, the container's ports, the kubelet's words and the log. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { ContainerSpec, EventView, ProbeView, Shown } from '../cluster-scene.ts'
import { citePart } from '../saying/quote.ts'
import { logsOf, type PodInQuestion } from '../subject/in-question.ts'
import { citeEvent } from './events-about.ts'

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
