/** States that the kubelet, a registry, the runtime or the storage name: what each means in plain words, and what helps. */

/** Where it was read: how a container waits, how its start went, how a step before it fares, how it ended, what its probes say, and of the pod. */
export type StateSource = 'waiting' | 'start' | 'event' | 'liveness' | 'step' | 'end' | 'condition' | 'readiness'

export type NamedState = {
  kind: string
  from: readonly StateSource[]
  /** Of its reason and what is said with it. */
  words: RegExp
  why: string
  /** It says that something failed, and not what: it is no surer than the last words of the program are grave. */
  isVague?: true
  isSymptom?: true
  /** Fields of a release that may have brought it; without any, a change that speaks of what the words name. */
  guilty?: RegExp
  /** Why nothing is done where no release brought it. */
  noStep?: string
  advice: string
}

const WAITING_FOR_IMAGE = '^(?:ImagePullBackOff|ErrImagePull|InvalidImageName|ErrImageNeverPull|RegistryUnavailable): '
const pulling = ({ source }: RegExp) => new RegExp(`${WAITING_FOR_IMAGE}.*?(?:${source})`, 'is')
const IMAGE = { from: ['waiting'], guilty: /\.image$/ } as const
const SAME_REGISTRY = 'A rollback or a restart would have to pull from the same registry.'
const UNREACHED =
  /i\/o timeout|no such host|connection refused|connection reset|deadline exceeded|x509|TLS handshake|network is unreachable|EOF/
const DENIED = /unauthorized|\b401\b|\b403\b|forbidden|denied|no basic auth|authentication required|not authorized/

/** The first that fits; a registry that hides what one may not see says denied and not found in one breath. */
const PULLS: readonly NamedState[] = [
  {
    ...{ ...IMAGE, kind: 'image_pull_denied', guilty: /^$/, noStep: SAME_REGISTRY },
    words: pulling(/toomanyrequests|too many requests|rate limit|\b429\b/),
    why: "the registry's rate limit is used up (too many requests)",
    advice: 'Pull with credentials of a paid account or through a mirror; the limit of the registry is used up.',
  },
  {
    ...{ ...IMAGE, kind: 'image_not_found' },
    words: pulling(/no match(?:ing manifest)? for (?:platform|linux\/|windows\/)|no matching manifest/),
    why: 'its image exists, but not for the platform (processor architecture) of its node',
    advice: 'Build the image for the platform of the nodes as well.',
  },
  {
    ...{ ...IMAGE, kind: 'image_not_found' },
    words: /^InvalidImageName|^ErrImagePull.*(?:invalid reference format|couldn't parse image)/is,
    why: 'its image has no valid name',
    advice: 'Correct the name of the image.',
  },
  {
    ...{ ...IMAGE, kind: 'image_pull_denied', guilty: /imagePullSecrets|serviceAccountName|\.image$/ },
    words: pulling(DENIED),
    why: 'the registry denies pulling its image: the pull credentials are missing or not accepted',
    noStep:
      'An earlier revision needs the same credentials, so a rollback would not help; the pull secret must be set right.',
    advice: 'Give the pod a pull secret (imagePullSecrets) that exists and may read the image.',
  },
  {
    ...{ ...IMAGE, kind: 'image_not_found' },
    words: pulling(
      /not found|manifest unknown|name unknown|no such image|does not exist|NotFound|pull policy of Never/,
    ),
    why: 'its image was not found in its registry (this tag or repository does not exist)',
    advice: 'Push the image, or correct its tag.',
  },
  {
    ...{ ...IMAGE, kind: 'registry_unreachable', guilty: /^$/, noStep: SAME_REGISTRY },
    words: pulling(UNREACHED),
    why: 'the registry of its image cannot be reached',
    advice: 'Make the registry of the image reachable from the nodes.',
  },
  {
    ...{ ...IMAGE, kind: 'image_pull_fails', isVague: true },
    words: pulling(/(?:)/),
    why: 'its image cannot be pulled',
    advice: 'Find out why the image cannot be pulled.',
  },
]

const PROGRAM = {
  kind: 'cannot_execute',
  from: ['start'],
  guilty: /ontainers\[[^\]]+\](\.(image|command|args)|$)/,
} as const

const STARTS: readonly NamedState[] = [
  {
    ...PROGRAM,
    words: /exec format error/i,
    why: 'its program is built for another processor architecture than its node has (exec format error)',
    advice: 'Build the image for the processor of the nodes (a multi-platform image).',
  },
  {
    ...PROGRAM,
    words: /exec:?.*(?:not found|no such file|permission denied)/is,
    why: 'the command it is told to run was not found in the image (executable not found)',
    advice: 'Correct the command of the container, or add the program to the image.',
  },
  {
    ...{ from: ['waiting', 'event'], kind: 'missing_reference' },
    words:
      /^(?:CreateContainerConfigError|Failed\w+): .*?(?:(?:secret|configmap)s?\s+"([^"]+)"\s+not found|couldn't find key (\S+) in|references non-existent (?:secret|config(?:map)?) key:? (\S+))/is,
    why: 'a Secret or ConfigMap it refers to, or a key of it, does not exist in its namespace (not found)',
    advice: 'Create what is missing in the namespace of the pod, or correct the reference.',
  },
  {
    ...{ from: ['event'], guilty: /^$/, kind: 'volume_held_elsewhere' },
    words: /Multi-Attach error/i,
    why: 'its volume can be attached to one node only and is still held by another pod (Multi-Attach error)',
    noStep:
      'The volume comes free when the pod that holds it ends; a person must make sure that it may be ended, or data can be damaged.',
    advice: 'Make sure that the pod that holds the volume has stopped writing, then let it end, or wait until it does.',
  },
  {
    ...{ from: ['event'], guilty: /^$/, kind: 'volume_mount_fails' },
    words: /^(?!.*(?:unable to attach or mount volumes|timed out waiting for the condition))/is,
    why: 'a volume cannot be mounted',
    noStep: 'No restart or rollback makes a volume mountable; the storage must be looked at.',
    advice: 'Look at the storage behind the volume, and at the node.',
  },
]

const ASKS_WRONG =
  /unoffered|statuscode: (?:404|401|403|405)|HTTP response to HTTPS client|HTTP request to an HTTPS server|not look like a TLS handshake|executable file not found|no such file or directory|command not found|: not found/i
const PROBE_REPORTS = 'The probe only reports; what it reports must be cured.'

const PROBES: readonly NamedState[] = [
  {
    ...{ from: ['condition'], guilty: /^$/, kind: 'readiness_gate' },
    words: /^ReadinessGatesNotReady/,
    why: 'a readiness gate keeps it from counting, though all its containers are well',
    noStep: 'A new pod would wait for the same condition; its controller must be looked at.',
    advice: 'See why the controller behind the readiness gate does not set its condition.',
  },
  {
    ...{ from: ['liveness'], guilty: /(liveness|startup)Probe/, kind: 'wrong_liveness_probe' },
    words: ASKS_WRONG,
    why: 'its probe asks for the wrong thing and can never succeed',
    advice: 'Correct the probe of the container.',
  },
  {
    ...{ from: ['readiness'], guilty: /readinessProbe/, kind: 'wrong_readiness_probe' },
    words: ASKS_WRONG,
    why: 'its probe asks for the wrong thing and can never succeed',
    advice: 'Correct the probe of the container.',
  },
  {
    ...{
      kind: 'liveness_fails',
      from: ['liveness'],
      guilty: /(liveness|startup)Probe/,
      isVague: true,
      isSymptom: true,
    },
    words: /statuscode: 5\d\d/,
    why: 'it answers its probe with an error of its own',
    advice: 'Find out what the container lacks.',
    noStep: PROBE_REPORTS,
  },
  {
    ...{ from: ['liveness'], guilty: /(liveness|startup)Probe/, isVague: true, kind: 'liveness_fails' },
    words: /^/,
    why: 'it does not answer its probe in time',
    advice:
      'See whether the container is still starting when the probe gives up: then it needs a startup probe, or more time.',
  },
  {
    ...{ from: ['readiness'], guilty: /readinessProbe/, isVague: true, isSymptom: true, kind: 'not_ready' },
    words: /^/,
    why: 'it fails its readiness probe',
    advice: 'See what the container needs to become ready.',
    noStep: PROBE_REPORTS,
  },
]

/** What it waits for, or fails at, its last words tell. */
const STEP: Omit<NamedState, 'words' | 'kind'> = {
  ...{ from: ['step'], guilty: /^spec\.initContainers/, isVague: true, isSymptom: true, why: '' },
  advice: 'Make available what the init container waits for, or take the step out of the template.',
}

/** That it ends is told with its last words. */
const END: Omit<NamedState, 'words' | 'noStep'> = {
  ...{ from: ['end'], guilty: /^$/, isVague: true, isSymptom: true, why: '', kind: 'crash_loop' },
  advice: 'Read the log of the container (the life before the restart).',
}

export const NAMED_STATES: readonly NamedState[] = [
  ...PULLS,
  ...STARTS,
  ...PROBES,
  { ...STEP, kind: 'init_container_waits', words: /does not end/ },
  { ...STEP, kind: 'init_container_fails', words: /^/ },
  {
    ...{ ...END, words: /exit code (?:137|143)\b/ },
    noStep: 'Who ended it is not known, so nothing is changed.',
  },
  {
    ...{ ...END, words: /^/ },
    noStep: 'A container that ends by itself each time ends again after a restart.',
  },
]

/** What the first row calls it that is sure of it. */
export function waitingName(reason: string, message: string): string | undefined {
  const isIt = ({ from, words, isVague }: NamedState) =>
    from.includes('waiting') && !isVague && words.test(`${reason}: ${message}`)
  return NAMED_STATES.find(isIt)?.kind
}
