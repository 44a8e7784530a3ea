/** The part of `firebreak doctor` about traces: the collector is handed no spans at all, as it would be handed some. */
import type { Environment } from '../../guidance/settings/environment.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { reasonOf } from '../store/reason-of.ts'
import { readTracePlace } from '../telemetry/trace-place.ts'
import { advice, type Check, type Found, good } from './doctor.ts'

const PATIENCE_MS = 5_000
const NO_SPANS = JSON.stringify({ resourceSpans: [] })

/** Who wants no traces needs no advice. */
export function traceChecksFor(environment: Environment): Check[] {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()) return []
  return [{ about: 'traces', examine: () => checkCollector(environment) }]
}

/** Never bad where only the collector is: the service starts without it. */
async function checkCollector(environment: Environment): Promise<Found> {
  const place = readTracePlace(environment)
  if (!place) return good('not wanted')
  const { host } = new URL(place.url)
  const fetch = createGuardedFetch({ timeoutMs: PATIENCE_MS })
  try {
    const headers = { ...place.headers, 'content-type': 'application/json' }
    const { status, ok, body } = await fetch(place.url, { method: 'POST', headers, body: NO_SPANS })
    await body?.cancel()
    if (ok) return good(`${host} takes them (${status})`)
    return advice(`${host} answers ${status}; check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`)
  } catch (error) {
    return advice(`${host} cannot be reached (OTEL_EXPORTER_OTLP_ENDPOINT): ${reasonOf(error)}`)
  } finally {
    await fetch.close()
  }
}
