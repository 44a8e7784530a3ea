/** What the registry or the kubelet said about an image that could not be had. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ClusterScene, ContainerView, PodView, Shown } from '../cluster-scene.ts'
import { citePart } from '../saying/quote.ts'
import { citeEvent, podEvents } from './events-about.ts'

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
