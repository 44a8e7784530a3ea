/** What programs said, wherever it was read: in their pods' logs or in the central ones, and whose words they are. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { withoutOutsideText } from '../cluster/logs/log-clues.ts'
import { findPod, workloadOf } from '../cluster/pods/workload-pods.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Exhibit } from '../evidence.ts'
import { remembering } from '../remembering.ts'
import type { Scene } from '../scene.ts'
import type { LoggedLine, SignalScene } from './signal-scene.ts'

export type SaidLine = {
  /** As it stands in the exhibit. */
  text: string
  /** Without what a caller of the program may have written into it. */
  said: string
  at: Date | undefined
  /** The workload whose program said it, or what the log's labels call it. */
  speaker: string
  pod: string | undefined
  /** Of its stream, where the central logs showed it. */
  labels?: LoggedLine['labels']
  exhibit: Exhibit
}

/** Oldest first; lines without a time stand where their log has them. Lines that give orders are left out. */
type Heard = Pick<Scene, 'cluster'> & { signals?: Pick<SignalScene, 'lines'> }

export function saidLines({ cluster, signals }: Heard): SaidLine[] {
  const ofPods = cluster ? linesOfPods(cluster) : []
  const central = (signals?.lines ?? []).flatMap((line) => centralLine(line, cluster))
  const all = [...ofPods, ...central]
  const once = [...new Map(all.map((line) => [JSON.stringify([line.pod, line.text, line.at]), line])).values()]
  return once.sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
}

function linesOfPods(cluster: ClusterScene): SaidLine[] {
  return cluster.logs.flatMap(({ lines, exhibit, namespace, name }) => {
    const pod = findPod(cluster, { namespace, name })
    const speaker = (pod && workloadOf(cluster, pod)?.name) ?? name
    let last: Date | undefined
    return lines.flatMap(({ text, at }) => {
      // What goes on over several lines bears its time on the first.
      last = at ?? last
      const said = withoutOutsideText(text)
      return said === undefined ? [] : [{ text, said, at: last, speaker, pod: name, exhibit }]
    })
  })
}

function centralLine({ text, at, labels, exhibit }: LoggedLine, cluster: ClusterScene | undefined): SaidLine[] {
  const said = withoutOutsideText(text)
  const speaker = speakerOf(labels, cluster)
  return said === undefined ? [] : [{ text, said, at, speaker, pod: labels.pod, labels, exhibit }]
}

const SPEAKER_LABELS = ['app', 'service', 'service_name', 'app_kubernetes_io_name', 'component', 'container', 'job']

/** By the pod, even where that is gone: its name begins with its workload's. */
function speakerOf(labels: LoggedLine['labels'], cluster: ClusterScene | undefined): string {
  const { pod: name = '', namespace = '' } = labels
  const pod = cluster && findPod(cluster, { namespace, name })
  const owner = pod && workloadOf(cluster, pod)?.name
  const named = SPEAKER_LABELS.map((label) => labels[label]).find((one) => one !== undefined)
  return owner ?? begunBy(name, cluster) ?? named ?? (name === '' ? 'unknown' : name)
}

function begunBy(pod: string, cluster: ClusterScene | undefined): string | undefined {
  const names = cluster ? allWorkloads(cluster).map(({ name }) => name) : []
  return names.filter((name) => pod.startsWith(`${name}-`)).sort((one, other) => other.length - one.length)[0]
}

const ERROR_LEVEL =
  /(?:^|[\s[|"'(=:])(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|EMERG|E\d{4})(?=[\s\]|"'):]|$)|level"?[=:]\s*"?(?:error|fatal|critical|panic)|"level":\s*[56]0\b|\[(?:[\w-]+:)?(?:error|crit|alert|emerg)\]|(?:^|\s)[\w-]+:(?:error|fatal|critical)(?=\s|$)|\b[\w-]+\.(?:ERROR|CRITICAL|ALERT|EMERGENCY):|panic:|Traceback|\bUncaught\b|Exception\b/
const HTTP_FAILURE = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?:\S+\s+)?5\d\d\b/
const MILDER_LEVEL =
  /(?:^|[\s[|"'(=:])(?:WARN|WARNING|INFO|DEBUG|TRACE|NOTICE)(?=[\s\]|"'):]|$)|level"?[=:]\s*"?(?:warn|info|debug)|"level":\s*[1-4]0\b|(?:^|\s)[\w-]+:(?:warn|info|debug|query)(?=\s|$)/

/** Where a line bears no level: the class of an error at the head of its message, or what no program says in passing. */
const UNLEVELLED =
  /(?:^|[\s:])(?:[\w$]+(?:::|\.|\\))*[A-Z]\w*Error: \S|^(?:\S+Z )?E, |no space left on device|\bENOSPC\b|Background saving error/

/** By its own level; a warning is no failure, whatever it speaks of. */
export function isErrorLine({ said }: Pick<SaidLine, 'said'>): boolean {
  return isError(said)
}

const isError = remembering(
  (said) => ERROR_LEVEL.test(said) || (!MILDER_LEVEL.test(said) && (HTTP_FAILURE.test(said) || UNLEVELLED.test(said))),
)

/** Lines that differ only in numbers, ids and times say the same. */
function templateOf({ said }: Pick<SaidLine, 'said'>): string {
  return said
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
}

type LineGroup = { template: string; lines: readonly SaidLine[]; first: SaidLine; last: SaidLine }

/** The most frequent first. */
export function groupLines(lines: readonly SaidLine[]): LineGroup[] {
  const groups = [...Map.groupBy(lines, templateOf)].flatMap(([template, group]) => {
    const [first, last] = [group[0], group.at(-1)]
    return first && last ? [{ template, lines: group, first, last }] : []
  })
  return groups.sort((one, other) => other.lines.length - one.lines.length)
}

export function errorsOf(lines: readonly SaidLine[], speakers: readonly string[]): SaidLine[] {
  return lines.filter((line) => speakers.includes(line.speaker) && isErrorLine(line))
}

const WORDS_MAX = 220

const ERROR_FIELD = /"(?:err|error|exception|cause|reason|error\.message|exception\.message)"\s*:\s*"((?:[^"\\]|\\.)+)"/

/** For a sentence: without the time it bears, and of a structured line its message with the error it names. */
export function wordsOf({ text }: Pick<SaidLine, 'text'>, most = WORDS_MAX): string {
  const message = /^\s*\{.*"(?:msg|message)"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(text)?.[1]
  const error = message === undefined ? undefined : ERROR_FIELD.exec(text)?.[1]
  const isSaid = error === undefined || message?.includes(error)
  const plain = (isSaid ? (message ?? text) : `${message}: ${error}`)
    .trim()
    .replace(/^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|[+-]\d\d:?\d\d)?\]?\s*/, '')
  return plain.length > most ? `${plain.slice(0, most)} …` : plain
}
