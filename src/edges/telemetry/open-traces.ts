/** Traces, where OTEL_EXPORTER_OTLP_ENDPOINT asks for them. Without it no library is loaded and nothing is done. */
import type { Environment } from '../../guidance/settings/environment.ts'
import type { Log } from '../../ports/log.ts'
import { NO_TRACES, type Traces } from '../../ports/traces.ts'
import { readTracePlace } from './trace-place.ts'

type OpenTraces = Traces & { close(): Promise<void> }

export async function openTraces(environment: Environment, log: Log): Promise<OpenTraces> {
  const place = readTracePlace(environment)
  if (!place) return { ...NO_TRACES, close: async () => {} }
  const { openExporter } = await import('./otlp-exporter.ts')
  // All instances of an installation share its key; where there is none, the name must do.
  return openExporter({ place, idKey: environment.FIREBREAK_SECRET_KEY || (place.resource['service.name'] ?? ''), log })
}
