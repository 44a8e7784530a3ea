/** The log subresource, with every way in which a real server and its kubelet decline. */
import { textAnswer, type WireAnswer } from '../wire/exchange.ts'
import type { Json, KubeObject } from './kube-object.ts'
import { isLost } from './node-health.ts'
import type { ObjectStore } from './object-store.ts'
import { badRequest, invalidField, Refusal } from './refusal.ts'

/** A line as it stands; with its time apart it is shown only to those who ask for time stamps. */
export type LogLine = string | readonly [time: string, text: string]
export type PodLog = {
  namespace: string
  pod: string
  container: string
  previous?: boolean
  lines: readonly LogLine[]
}

type Options = {
  container: string
  isPrevious: boolean
  hasTimestamps: boolean
  tailLines: number | undefined
  limitBytes: number | undefined
  since: number | undefined
}

export function answerLog(
  store: ObjectStore,
  logs: readonly PodLog[],
  pod: KubeObject,
  query: URLSearchParams,
  now: Date,
): WireAnswer {
  const options = readOptions(pod, query, now)
  const { nodeName } = pod.spec
  // Nobody has ever run it, and nothing is what there is to say.
  if (!nodeName) return { status: 204 }
  const node = store.find('Node', undefined, nodeName)
  if (node !== undefined && isLost(node)) throw unreachable(node, pod, options.container, query)
  const log = logs.find((entry) => isLogOf(entry, pod, options))
  if (log === undefined) checkStarted(pod, options)
  return textAnswer(200, cut(log?.lines ?? [], options))
}

function readOptions(pod: KubeObject, query: URLSearchParams, now: Date): Options {
  const subject = { kind: 'PodLogOptions', group: '', name: pod.metadata.name }
  const count = (field: string, least: 0 | 1) => {
    const text = query.get(field)
    if (text === null) return undefined
    const bound = least === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0'
    if (Number(text) < least) throw invalidField(subject, field, `Invalid value: ${text}: ${bound}`)
    return Number(text)
  }
  const sinceSeconds = count('sinceSeconds', 1)
  return {
    container: chooseContainer(pod, query.get('container')),
    isPrevious: query.get('previous') === 'true',
    hasTimestamps: query.get('timestamps') === 'true',
    tailLines: count('tailLines', 0),
    limitBytes: count('limitBytes', 1),
    since: sinceSeconds === undefined ? undefined : now.getTime() - sinceSeconds * 1000,
  }
}

function chooseContainer({ metadata: { name }, spec }: KubeObject, asked: string | null): string {
  const names = namesOf(spec.containers)
  const initNames = namesOf(spec.initContainers)
  if (asked) {
    if ([...names, ...initNames].includes(asked)) return asked
    throw badRequest(`container ${asked} is not valid for pod ${name}`)
  }
  if (names.length === 1 && names[0]) return names[0]
  const initPart = initNames.length === 0 ? '' : ` or one of the init containers: [${initNames.join(' ')}]`
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]${initPart}`)
}

function namesOf(containers: { name: string }[] = []): string[] {
  return containers.map(({ name }) => name)
}

/** The API server cannot reach the kubelet, and says where it tried. */
function unreachable(node: KubeObject, pod: KubeObject, container: string, query: URLSearchParams): Refusal {
  const address = node.status?.addresses?.find(({ type }: Json) => type === 'InternalIP')?.address ?? node.metadata.name
  const host = `${address}:${node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 10250}`
  const { namespace, name } = pod.metadata
  const passed = [...query].filter(([key]) => key !== 'container').sort(([one], [other]) => (one < other ? -1 : 1))
  const search = passed.length === 0 ? '' : `?${new URLSearchParams(passed)}`
  const url = `https://${host}/containerLogs/${namespace}/${name}/${container}${search}`
  return new Refusal(500, undefined, `Get "${url}": dial tcp ${host}: connect: connection refused`)
}

function isLogOf(log: PodLog, { metadata }: KubeObject, { container, isPrevious }: Options): boolean {
  const isSamePod = log.namespace === metadata.namespace && log.pod === metadata.name
  return isSamePod && log.container === container && (log.previous ?? false) === isPrevious
}

/** What the kubelet says of a container that has nothing to show. */
function checkStarted({ metadata, status }: KubeObject, { container, isPrevious }: Options): void {
  const statuses: Json[] = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const found = statuses.find(({ name }) => name === container)
  const subject = `container "${container}" in pod "${metadata.name}"`
  if (found === undefined) throw badRequest(`${subject} is not available`)
  const { state = {}, lastState = {} } = found
  if (isPrevious) {
    if (lastState.terminated === undefined) throw badRequest(`previous terminated ${subject} not found`)
    return
  }
  if (state.running ?? state.terminated ?? lastState.terminated) return
  throw badRequest(`${subject} is waiting to start${waitingFor(state.waiting?.reason)}`)
}

function waitingFor(reason: string | undefined): string {
  if (reason === undefined) return ' - no logs yet'
  if (reason === 'ErrImagePull') return ": image can't be pulled"
  if (reason === 'ImagePullBackOff') return ': trying and failing to pull image'
  return `: ${reason}`
}

/** The last lines first, then no more than so many bytes from where those begin. */
function cut(lines: readonly LogLine[], { hasTimestamps, tailLines, limitBytes, since }: Options): string {
  const recent = since === undefined ? lines : lines.filter((line) => !isBefore(line, since))
  const tail = tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines))
  const text = tail.map((line) => `${shown(line, hasTimestamps)}\n`).join('')
  return limitBytes === undefined ? text : Buffer.from(text).subarray(0, limitBytes).toString()
}

function shown(line: LogLine, hasTimestamps: boolean): string {
  if (typeof line === 'string') return line
  return hasTimestamps ? `${line[0]} ${line[1]}` : line[1]
}

function isBefore(line: LogLine, since: number): boolean {
  const time = Date.parse(typeof line === 'string' ? (line.split(' ')[0] ?? '') : line[0])
  return time < since
}
