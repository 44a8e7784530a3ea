/** From the model's text to a typed read request, or to a sentence that says what is allowed. Nothing is passed through. */
import { splitCommand } from './command-words.ts'
import { hasNamespace, kindWords, type ReadRequest, readKind, type Verb } from './read-request.ts'

type Parsed = { request: ReadRequest } | { refusal: string }

type Options = {
  namespace?: string
  isEverywhere?: boolean
  selector?: string
  fields?: string
  container?: string
  isPrevious?: boolean
  tail?: number
  sinceSeconds?: number
  isWhole?: boolean
  about?: string
}

const VERBS: Readonly<Record<string, Verb>> = {
  get: 'get',
  list: 'get',
  describe: 'describe',
  logs: 'logs',
  log: 'logs',
  top: 'top',
  events: 'events',
}

const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const SELECTOR = /^[\w\s./,=!()-]{1,500}$/
const TAIL = 200
const TAIL_MAX = 2000

/** Each flag with the way its value is read; undefined means it does not fit. Whoever is not here does not exist. */
const WITH_VALUE: Readonly<Record<string, (value: string) => Options | undefined>> = {
  '-n': namespaced,
  '--namespace': namespaced,
  '-l': selected,
  '--selector': selected,
  '--field-selector': (fields) => (SELECTOR.test(fields) ? { fields } : undefined),
  '-c': inContainer,
  '--container': inContainer,
  '--tail': (value) => (/^\d{1,6}$/.test(value) ? { tail: Math.min(TAIL_MAX, Math.max(1, Number(value))) } : undefined),
  '--since': since,
  '-o': shaped,
  '--output': shaped,
  '--for': (about) => ({ about }),
}

const WITHOUT_VALUE: Readonly<Record<string, Options>> = {
  '-A': { isEverywhere: true },
  '--all-namespaces': { isEverywhere: true },
  '-p': { isPrevious: true },
  '--previous': { isPrevious: true },
  '--no-headers': {},
  '--show-labels': {},
  '--containers': {},
}

export const ALLOWED = `Allowed are get, list, describe, logs, top and events for ${kindWords().join(', ')}, with -n, -A, -l, --field-selector, -c, --previous, --tail, --since, --for and -o wide|json|yaml|name.`

export function parseCommand(text: string): Parsed {
  const split = splitCommand(text)
  if ('refusal' in split) return refuse(split.refusal)
  const words = split.words[0] === 'kubectl' ? split.words.slice(1) : split.words
  const verb = Object.hasOwn(VERBS, words[0] ?? '') ? VERBS[words[0] ?? ''] : undefined
  if (!verb) return refuse(`${quote(words[0])} is not a verb that only reads.`)
  const sorted = sortWords(words.slice(1))
  return 'refusal' in sorted ? sorted : build(verb, sorted.plain, sorted.options)
}

function sortWords(words: readonly string[]): { plain: string[]; options: Options } | { refusal: string } {
  const plain: string[] = []
  let options: Options = {}
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) {
      plain.push(word)
      continue
    }
    const [flag = '', ...rest] = word.split('=')
    if (rest.length === 0 && Object.hasOwn(WITHOUT_VALUE, flag)) {
      options = { ...options, ...WITHOUT_VALUE[flag] }
      continue
    }
    const value = rest.length > 0 ? rest.join('=') : words[++at]
    const read = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag] : undefined
    const given = value === undefined ? undefined : read?.(value)
    if (!given)
      return refuse(read ? `${quote(value)} does not fit ${flag}.` : `${quote(flag)} is not a flag that is understood.`)
    options = { ...options, ...given }
  }
  return { plain, options }
}

function build(verb: Verb, plain: readonly string[], options: Options): Parsed {
  switch (verb) {
    case 'events':
      return buildEvents(plain, options)
    case 'logs':
      return buildLogs(plain, options)
    case 'top':
      return buildTop(plain, options)
    default:
      return buildGet(verb, plain, options)
  }
}

function buildGet(verb: Verb, plain: readonly string[], options: Options): Parsed {
  const [first = '', ...others] = plain
  const [kindWord = '', joined] = first.split('/', 2)
  const kind = readKind(kindWord)
  if (!kind) return refuse(`${quote(first)} is not a kind that can be read here.`)
  const names = joined === undefined ? others : [joined, ...others.map((one) => one.split('/').at(-1) ?? '')]
  if (names.some((name) => !NAME.test(name)))
    return refuse(`${quote(names.find((name) => !NAME.test(name)))} is no name of an object.`)
  if (names.length > 0 && options.isEverywhere && hasNamespace(kind))
    return refuse('An object asked for by name is in one namespace; use -n.')
  return { request: { ...base(options), verb, kind, names, ...scope(kind, options) } }
}

function buildLogs(plain: readonly string[], options: Options): Parsed {
  const [first = '', container, ...others] = plain
  const name = /^pods?\//.test(first) ? first.slice(first.indexOf('/') + 1) : first
  if (!NAME.test(name) || others.length > 0)
    return refuse(`logs takes one pod by name, not ${quote(plain.join(' '))}; find it with get pods.`)
  if (options.isEverywhere) return refuse('A pod is in one namespace; use -n.')
  const chosen = options.container ?? container
  if (chosen !== undefined && !LABEL.test(chosen)) return refuse(`${quote(chosen)} is no name of a container.`)
  return {
    request: {
      ...base(options),
      verb: 'logs',
      kind: 'Pod',
      names: [name],
      ...scope('Pod', options),
      ...(chosen !== undefined && { container: chosen }),
    },
  }
}

function buildTop(plain: readonly string[], options: Options): Parsed {
  const [kindWord = 'pods', ...names] = plain
  if (readKind(kindWord) !== 'Pod') return refuse('top is for pods; list_pods shows what nodes were asked for.')
  if (names.some((name) => !NAME.test(name))) return refuse(`${quote(names.join(' '))} is no name of a pod.`)
  return { request: { ...base(options), verb: 'top', kind: 'Pod', names, ...scope('Pod', options) } }
}

function buildEvents(plain: readonly string[], options: Options): Parsed {
  if (plain.length > 0) return refuse(`events takes no name, not ${quote(plain.join(' '))}; use --for kind/name.`)
  const request = { ...base(options), verb: 'events', kind: 'Event', names: [], ...scope('Event', options) } as const
  if (options.about === undefined) return { request }
  const [kindWord = '', name = '', ...others] = options.about.split('/')
  const kind = readKind(kindWord)
  if (!kind || !NAME.test(name) || others.length > 0)
    return refuse(`--for takes kind/name, not ${quote(options.about)}.`)
  const fields = `involvedObject.kind=${kind},involvedObject.name=${name}`
  return { request: { ...request, fields } }
}

function base({ selector, fields, isPrevious = false, tail = TAIL, sinceSeconds, isWhole = false }: Options) {
  return {
    isPrevious,
    tail,
    isWhole,
    ...(selector !== undefined && { selector }),
    ...(fields !== undefined && { fields }),
    ...(sinceSeconds !== undefined && { sinceSeconds }),
  }
}

function scope(
  kind: ReadRequest['kind'],
  { namespace = 'default', isEverywhere = false }: Options,
): { namespace?: string } {
  return isEverywhere || !hasNamespace(kind) ? {} : { namespace }
}

function namespaced(namespace: string): Options | undefined {
  return LABEL.test(namespace) ? { namespace } : undefined
}

function selected(selector: string): Options | undefined {
  return SELECTOR.test(selector) ? { selector } : undefined
}

function inContainer(container: string): Options | undefined {
  return LABEL.test(container) ? { container } : undefined
}

function shaped(shape: string): Options | undefined {
  if (shape === 'json' || shape === 'yaml') return { isWhole: true }
  return shape === 'wide' || shape === 'name' ? {} : undefined
}

function since(text: string): Options | undefined {
  const found = /^(\d{1,6})(s|m|h)$/.exec(text)
  if (!found) return undefined
  const [, amount, unit] = found
  return { sinceSeconds: Math.max(1, Number(amount) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1)) }
}

function quote(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 80))
}

function refuse(why: string): { refusal: string } {
  return { refusal: `${why} ${ALLOWED}` }
}
