/** Whose a path is: after whom it is called, and what those it is sent to say of it. */
import type { Exhibit } from '../../evidence.ts'
import type { ClusterScene, LogLine, ObjectKey } from '../cluster-scene.ts'
import { isOrder } from '../logs/log-clues.ts'
import { isSame, podsOf } from '../pods/workload-pods.ts'
import type { IngressRule } from './ingress-rules.ts'
import { workloadCalled } from './service-hosts.ts'

/** Words that name no service. */
const GENERIC =
  /^(api|app|apps|web|www|service|services|svc|rest|grpc|http|public|internal|v\d+|index|static|health\w*)$/
const LETTERS_MIN = 3

/** Other workloads of the namespace that bear a word of the path, where the one it is sent to bears none. */
export function servicesMeant(
  { deployments, statefulSets }: ClusterScene,
  { backend }: IngressRule,
  path: string,
): (ObjectKey & { exhibit: Exhibit })[] {
  const wanted = wordsOf(path, '/')
  if (isCalledAfter(backend.name, wanted)) return []
  const others = [...deployments, ...statefulSets].filter(
    ({ namespace, name }) => namespace === backend.namespace && name !== backend.name,
  )
  const meant = others.filter(({ name }) => isCalledAfter(name, wanted))
  // Two that could be meant are none.
  return meant.length === 1 ? meant : []
}

function wordsOf(text: string, separator: string): string[] {
  return text
    .toLowerCase()
    .split(separator)
    .filter((word) => word.length >= LETTERS_MIN && !GENERIC.test(word))
}

/** `/carts/7` is the `cart-api`'s. */
function isCalledAfter(name: string, wanted: readonly string[]): boolean {
  const own = [name, ...wordsOf(name, '-')].map(singular)
  return wanted.some((word) => own.includes(singular(word)))
}

function singular(word: string): string {
  return word.replace(/s$/, '')
}

export type Denial = { line: LogLine; exhibit: Exhibit; pod: string }

const DENIED =
  /\b404\b|no route|not found|routing ?error|no (?:handler|mapping|endpoint)|unknown (?:path|route)|cannot (?:get|post|put|delete)\b/i

/** Its own pods say that they know nothing of the path. */
export function denialsOf(cluster: ClusterScene, { backend }: IngressRule, path: string): Denial[] {
  const workload = workloadCalled(backend, cluster)
  const pods = workload ? podsOf(cluster, workload) : []
  // Every service says this of its own root, which is asked for by anybody.
  if (path === '/' || path === '') return []
  return cluster.logs
    .filter((log) => pods.some((pod) => isSame(pod, log)))
    .flatMap(({ lines, exhibit, name }) =>
      lines
        .filter(({ text }) => text.includes(path) && DENIED.test(text) && !isOrder(text))
        .map((line) => ({ line, exhibit, pod: name })),
    )
}
