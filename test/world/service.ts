/** The real service in this process, on a port of its own, spoken to over HTTP. Its log is kept in memory. */
import type { TestContext } from 'node:test'
import { Agent, request } from 'undici'
import { createLog } from '../../src/edges/telemetry/log.ts'
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import { secretsOf } from '../../src/guidance/secrecy/secrets-of.ts'
import type { Environment } from '../../src/guidance/settings/environment.ts'
import type { SettingsDesk } from '../../src/guidance/settings/settings-desk.ts'
import { type Service, startService } from '../../src/service.ts'
import { migratedDatabase } from './stores.ts'

/** Longer than the service takes to give up on anything itself. */
const PATIENCE_MS = 240_000

export type Asked = {
  /** Sent as `Authorization: Bearer …`. */
  key?: string
  headers?: Record<string, string | string[]>
  /** Anything but text and bytes is sent as JSON. */
  body?: unknown
}

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Parsed where the answer is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find.
  body: any
}

export type TestService = Service & {
  port: number
  databaseUrl: string
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
  get(path: string, asked?: Asked): Promise<Answer>
  /** Only the status; an answer that never ends is hung up on. */
  visit(method: string, path: string, asked?: Asked): Promise<number>
  /** All lines logged so far. */
  logged(): string
}

type Options = {
  /** Where DATABASE_URL is not among these, the test gets a database of its own. */
  environment?: Environment
  /** False for a test about the time before the store was reached. */
  untilReady?: boolean
  /** Where the console is served from, instead of where the build puts it. */
  consoleFolder?: string
  /** For a test about the chat platform's patience; to every other test the platform is patient. */
  chatPatienceMs?: number
}

/** What a test makes of its targets is its own affair: only tests of the watch have it look, only those of gathering gather. */
const EVERY_TEST = {
  REDIS_URL: 'embedded:',
  PORT: '0',
  MONITOR_INTERVAL_SECONDS: '86400',
  GATHER_SECONDS: '0',
  ONE_THREAD: 'true',
}

export async function startTestService(t: TestContext, options: Options = {}): Promise<TestService> {
  const given = options.environment ?? {}
  const DATABASE_URL = given.DATABASE_URL ?? (await migratedDatabase(t)).url
  const environment = { ...EVERY_TEST, ...given, DATABASE_URL }
  const { log, lines, onSettings } = openTestLog(environment)
  const { consoleFolder, chatPatienceMs = PATIENCE_MS } = options
  const service = await startService({
    ...{ environment, log, onSettings, chatPatienceMs },
    ...(consoleFolder ? { consoleFolder } : {}),
  })
  t.after(() => service.stop())
  service.ready.catch(() => 'Whoever waits for it hears the reason.')
  if (options.untilReady !== false) await service.ready
  const { ask, visit } = openClient(t, service.address)
  return {
    ...service,
    port: Number(new URL(service.address).port),
    databaseUrl: DATABASE_URL,
    ask,
    visit,
    get: (path, asked) => ask('GET', path, asked),
    logged: () => lines.join(''),
  }
}

function openTestLog(environment: Environment) {
  const lines: string[] = []
  let desk: SettingsDesk | undefined
  const { redact } = createRedactor(() => secretsOf(environment, desk?.lastKnown()))
  const log = createLog({ level: 'info', redact, destination: { write: (line) => void lines.push(line) } })
  const onSettings = (settings: SettingsDesk) => {
    desk = settings
  }
  return { log, lines, onSettings }
}

/** Connections stay open between requests and are closed with the test. */
function openClient(t: TestContext, address: string): Pick<TestService, 'ask' | 'visit'> {
  const dispatcher = new Agent({ connections: 8, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  t.after(() => dispatcher.destroy())
  const send = (method: string, path: string, { key, headers = {}, body }: Asked = {}) => {
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    return request(address + path, {
      dispatcher,
      method: method as 'GET',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: isRaw ? ((body ?? null) as string | null) : JSON.stringify(body),
    })
  }
  return {
    async ask(method, path, asked) {
      const answer = await send(method, path, asked)
      const text = await answer.body.text()
      const isJson = text !== '' && String(answer.headers['content-type']).startsWith('application/json')
      return { status: answer.statusCode, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
    },
    async visit(method, path, asked) {
      const answer = await send(method, path, asked)
      answer.body.on('error', () => 'It was hung up on.').destroy()
      return answer.statusCode
    },
  }
}
