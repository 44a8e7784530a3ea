/** The part of the Sentry API that finds an issue and its latest event, over real HTTP. */
import type { MonitoringSimulator } from './prometheus-simulator.ts'
import { jsonAnswer, type WireAnswer, type WireRequest } from './wire/exchange.ts'
import { Faults } from './wire/faults.ts'
import { openLoopbackServer } from './wire/loopback-server.ts'
import { Recorder } from './wire/recorder.ts'

export type GivenIssue = { id: string; shortId?: string; latestEvent?: unknown; [field: string]: unknown }

export type SentryOptions = {
  issues: readonly GivenIssue[]
  organization?: string
  token?: string
  now?: () => Date
  recorder?: Recorder
}

export async function startSentrySimulator(options: SentryOptions): Promise<MonitoringSimulator> {
  const { issues, organization = 'example', token, now = () => new Date(), recorder = new Recorder() } = options
  const faults = new Faults()
  const server = await openLoopbackServer({
    system: 'sentry',
    recorder,
    faults,
    now,
    answer: (request) => answer({ issues, organization, token }, request),
    refuse: (status, message) => detail(status, message ?? `A fault asked for ${status}.`),
  })
  return { url: server.url, recorder, faults, close: server.close }
}

type World = { issues: readonly GivenIssue[]; organization: string; token: string | undefined }

function answer(world: World, { url, headers }: WireRequest): WireAnswer {
  if (world.token !== undefined && headers.authorization !== `Bearer ${world.token}`)
    return detail(401, headers.authorization ? 'Invalid token' : 'Authentication credentials were not provided.')
  const path = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (path[0] !== 'api' || path[1] !== '0') return detail(404, MISSING)
  return route(world, path.slice(2), url.searchParams) ?? detail(404, MISSING)
}

const MISSING = 'The requested resource does not exist'

function route(world: World, path: string[], query: URLSearchParams): WireAnswer | undefined {
  const [first, second, ...rest] = path
  if (first === 'issues' && second !== undefined) return issue(world, second, rest)
  if (first !== 'organizations') return undefined
  if (second === undefined) return jsonAnswer(200, [{ id: '1', slug: world.organization, name: world.organization }])
  if (second !== world.organization) return undefined
  const [room, name, ...further] = rest
  if (room === 'shortids' && name !== undefined) return shortId(world, name)
  if (room === 'issues' && name === undefined) return jsonAnswer(200, search(world, query.get('query') ?? ''))
  return room === 'issues' && name !== undefined ? issue(world, name, further) : undefined
}

/** An issue is known by its number; its event is another question. */
function issue({ issues }: World, id: string, rest: string[]): WireAnswer | undefined {
  const found = issues.find((one) => one.id === id)
  if (found === undefined) return undefined
  const { latestEvent, ...shown } = found
  if (rest.length === 0) return jsonAnswer(200, shown)
  const isLatest = rest[0] === 'events' && (rest[1] === 'latest' || rest[1] === 'recommended')
  return isLatest && latestEvent !== undefined ? jsonAnswer(200, latestEvent) : undefined
}

function shortId({ issues, organization }: World, name: string): WireAnswer | undefined {
  const found = issues.find((one) => one.shortId?.toLowerCase() === name.toLowerCase())
  if (found === undefined) return undefined
  const { latestEvent: _event, ...group } = found
  const project = found.project as { slug?: string } | undefined
  const body = {
    organizationSlug: organization,
    projectSlug: project?.slug,
    groupId: found.id,
    group,
    shortId: found.shortId,
  }
  return jsonAnswer(200, body)
}

/** Words are looked for in title and culprit; `is:unresolved` and its like choose by status. */
function search({ issues }: World, query: string): unknown[] {
  const terms = query.split(/\s+/).filter(Boolean)
  const fits = (one: GivenIssue, term: string) => {
    const [, status] = /^is:(\w+)$/.exec(term) ?? []
    if (status !== undefined) return one.status === status
    return `${one.title} ${one.culprit} ${one.shortId}`.toLowerCase().includes(term.toLowerCase())
  }
  return issues
    .filter((one) => terms.every((term) => fits(one, term)))
    .map(({ latestEvent: _event, ...shown }) => shown)
}

function detail(status: number, words: string): WireAnswer {
  return jsonAnswer(status, { detail: words })
}
