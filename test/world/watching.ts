/** The service with a watch that looks every second, and what tests ask it. */
import type { TestContext } from 'node:test'
import type { Environment } from '../../src/guidance/settings/environment.ts'
import { eventually } from './eventually.ts'
import { startTestService, type TestService } from './service.ts'

export type ShownIncident = {
  id: string
  status: string
  source: string
  severity: string
  title: string
  description: string
  fingerprint: string
  resolution: string | null
  repeat_count: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into these and assert what they find.
  [field: string]: any
}

type Watching = TestService & {
  /** The newest incident with this fingerprint, once it is in one of the statuses. */
  reach(fingerprint: string, ...statuses: string[]): Promise<ShownIncident>
  incidents(): Promise<ShownIncident[]>
  /** The whole of /metrics, once it says all of these. */
  tells(...patterns: RegExp[]): Promise<string>
}

export async function startWatching(t: TestContext, environment: Environment): Promise<Watching> {
  const service = await startTestService(t, { environment: { MONITOR_INTERVAL_SECONDS: '1', ...environment } })
  const incidents = async () => {
    const { items } = (await service.get('/api/incidents?page_size=50')).body.data as { items: { id: string }[] }
    return Promise.all(items.map(async ({ id }) => (await service.get(`/api/incidents/${id}`)).body.data))
  }
  return {
    ...service,
    incidents,
    tells: (...patterns) =>
      eventually(`/metrics says ${patterns.join(' and ')}`, async () => {
        const { text } = await service.get('/metrics')
        return patterns.every((pattern) => pattern.test(text)) && text
      }),
    reach: (fingerprint, ...statuses) =>
      eventually(
        `an incident ${fingerprint} is ${statuses.join(' or ')}`,
        async () => {
          const found = (await incidents()).find((incident) => incident.fingerprint === fingerprint)
          return found && statuses.includes(found.status) && found
        },
        90,
      ),
  }
}
