/**
 * The door to OpenTelemetry's libraries; it is loaded where traces are wanted and nowhere else. Spans are sent in batches
 * behind the work's back: a collector that is slow or away costs spans, never time.
 */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '../../ports/log.ts'
import type { Traces } from '../../ports/traces.ts'
import { type ChosenIds, createIncidentTraces } from './incident-traces.ts'
import { createTraceIds } from './trace-ids.ts'
import type { readTracePlace } from './trace-place.ts'

type Parts = { place: NonNullable<ReturnType<typeof readTracePlace>>; idKey: string; log: Log }

const QUEUE_MAX = 4_096
const BATCH_MAX = 512
const SEND_EVERY_MS = 2_000
/** Also what a stop waits at most. */
const SEND_WITHIN_MS = 3_000
const WARN_EVERY_MS = 60_000
const VALUE_CHARACTERS_MAX = 200

export function openExporter({ place, idKey, log }: Parts): Traces & { close(): Promise<void> } {
  const { url, resource } = place
  const sender = new OTLPTraceExporter({ url, headers: { ...place.headers }, timeoutMillis: SEND_WITHIN_MS })
  const processor = new BatchSpanProcessor({
    exporter: warning(sender, log),
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  })
  const chosen = createChosenIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource }),
    idGenerator: chosen,
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: VALUE_CHARACTERS_MAX },
  })
  const traces = createIncidentTraces({
    tracer: provider.getTracer('firebreak'),
    ids: createTraceIds(idKey),
    chosen,
  })
  return { ...traces, close: () => closeInTime(provider) }
}

/** What could not be sent was warned about when it failed. */
async function closeInTime(provider: TracerProvider): Promise<void> {
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, SEND_WITHIN_MS).unref())
  await Promise.race([provider.shutdown().catch(() => {}), patience])
}

function createChosenIds(): ChosenIds {
  const random = new RandomIdGenerator()
  let traceId: string | undefined
  let spanId: string | undefined
  return {
    choose(ids) {
      traceId = ids.traceId
      spanId = ids.spanId
    },
    generateTraceId() {
      const id = traceId ?? random.generateTraceId()
      traceId = undefined
      return id
    },
    generateSpanId() {
      const id = spanId ?? random.generateSpanId()
      spanId = undefined
      return id
    },
  }
}

/** One line a minute says that spans are lost; the reason stays short, since an answer may repeat what was sent. */
function warning(sender: SpanExporter, log: Log): SpanExporter {
  let warnedAt = -WARN_EVERY_MS
  const warn = (error: Error | undefined) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown }
    log.warn({ error: `${name}${code === undefined ? '' : ` ${String(code)}`}` }, LOST)
  }
  return {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        if (result.code !== 0) warn(result.error)
        done(result)
      }),
    forceFlush: async () => sender.forceFlush?.(),
    shutdown: () => sender.shutdown(),
  }
}

const LOST = 'Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT and some spans are lost.'
