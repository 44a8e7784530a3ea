/** The part of `firebreak doctor` about the servers a diagnosis asks: each is asked something, with its token, as a plugin would. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { ResolvedSettings } from '../../guidance/settings/resolve-settings.ts'
import { createModelHealth } from '../model/model-health.ts'
import { hostOf, isConfigured } from '../model/model-place.ts'
import { readSilences } from '../monitoring/alertmanager.ts'
import type { Asking } from '../monitoring/ask.ts'
import { createLoki } from '../monitoring/loki.ts'
import { createPrometheus } from '../monitoring/prometheus.ts'
import { createSentry } from '../monitoring/sentry.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { advice, bad, type Check, type Found, good } from './doctor.ts'

const PATIENCE_MS = 5_000

type Question = (asking: Asking, signal: AbortSignal) => Promise<unknown>

type Server = {
  about: string
  address: 'METRICS_URL' | 'LOGS_URL' | 'ERRORS_URL' | 'ALERTMANAGER_URL'
  /** What is missing without it. */
  without: string
  question: Question
}

const SERVERS: readonly Server[] = [
  {
    about: 'metrics server',
    address: 'METRICS_URL',
    without: cannotAsk('metrics.query and metrics.query_range'),
    question: (asking, signal) => createPrometheus(asking).query('vector(1)', undefined, signal),
  },
  { about: 'log server', address: 'LOGS_URL', without: cannotAsk('logs.query'), question: askForNoLines },
  {
    about: 'error tracker',
    address: 'ERRORS_URL',
    without: cannotAsk('errors.get_issue'),
    // There is no such issue, which a tracker that knows us says.
    question: (asking, signal) => createSentry(asking).issue('0', signal),
  },
  {
    about: 'alert manager',
    address: 'ALERTMANAGER_URL',
    without: 'no silences are read from an Alertmanager.',
    question: readSilences,
  },
]

function cannotAsk(plugins: string): string {
  return `${plugins} cannot be asked, and diagnosis does without.`
}

export function monitoringChecksFor(settings: ResolvedSettings): Check[] {
  const { values } = settings
  const servers = SERVERS.map((server) => ({ about: server.about, examine: () => checkServer(server, values) }))
  return [{ about: 'model', examine: () => checkModel(settings) }, ...servers]
}

async function checkServer({ address, without, question }: Server, settings: Settings): Promise<Found> {
  const url = settings[address]
  if (!url) return advice(`${address} is not set; ${without}`)
  return withFetch(async (fetch) => {
    await question({ currentSettings: async () => settings, fetch }, AbortSignal.timeout(PATIENCE_MS))
    return good(`${URL.parse(url)?.host ?? address} answers`)
  })
}

async function checkModel({ values: settings, warnings }: ResolvedSettings): Promise<Found> {
  const stray = warnings.find(({ key }) => key === 'LLM_API_KEY')
  if (stray) return advice(stray.sentence)
  if (!isConfigured(settings)) return advice('LLM_API_KEY is not set; incidents are analysed without a model.')
  const place = `${settings.LLM_PROVIDER}, ${settings.LLM_MODEL} at ${hostOf(settings)}`
  return withFetch(async (fetch) => {
    const status = await createModelHealth({ currentSettings: async () => settings, fetch }).status()
    return status === 'connected' ? good(`${place} answers`) : bad(`${place} does not answer, or refuses the key`)
  })
}

async function withFetch(work: (fetch: ReturnType<typeof createGuardedFetch>) => Promise<Found>): Promise<Found> {
  const fetch = createGuardedFetch({ timeoutMs: PATIENCE_MS })
  try {
    return await work(fetch)
  } finally {
    await fetch.close()
  }
}

function askForNoLines(asking: Asking, signal: AbortSignal): Promise<unknown> {
  const end = Date.now()
  const span = { start: new Date(end - 60_000).toISOString(), end: new Date(end).toISOString(), limit: 1 }
  return createLoki(asking).query('{firebreak="doctor"}', span, signal)
}
