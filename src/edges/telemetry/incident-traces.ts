/** The spans of incidents, made with ids that follow from the incident and the run. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import type { Span, SpanFacts, SpanName, Traces } from '../../ports/traces.ts'
import { attributesOf, INCIDENT_ID } from './span-attributes.ts'
import type { TraceIds } from './trace-ids.ts'

/** What the SDK asks for the next id; an id that was chosen holds for one span. */
export type ChosenIds = IdGenerator & { choose(ids: { traceId?: string; spanId: string }): void }

/** The run that is at work in this very flow of calls, and the span it is in. */
type Place = { incidentId: string; runId: string; span: OpenSpan }

type Parts = { tracer: Tracer; ids: TraceIds; chosen: ChosenIds }

/** The name of the place where the trace begins. */
const BEGINNING: SpanName = 'alert'

export function createIncidentTraces({ tracer, ids, chosen }: Parts): Traces {
  const places = new AsyncLocalStorage<Place>()
  const open = (name: SpanName, incidentId: string, facts: SpanFacts, options: SpanOptions, parent: Context) =>
    tracer.startSpan(
      name,
      { ...options, attributes: { [INCIDENT_ID]: incidentId, ...attributesOf(facts) } },
      // Our own flow of calls, never one that something else in the process has left behind.
      parent,
    )
  const rootOf = (incidentId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, {
      traceId: ids.traceOf(incidentId),
      spanId: ids.spanOf(incidentId, BEGINNING),
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    })
  return {
    tell(incidentId, { name, facts, seconds }) {
      const isBeginning = name === BEGINNING
      if (isBeginning) chosen.choose({ traceId: ids.traceOf(incidentId), spanId: ids.spanOf(incidentId, BEGINNING) })
      const startTime = Date.now() - seconds * 1000
      const span = open(name, incidentId, facts, { startTime }, isBeginning ? ROOT_CONTEXT : rootOf(incidentId))
      mark(span, facts).end()
    },
    run({ id, incidentId, startedAt }, { name, facts = {}, ...ending }, work) {
      chosen.choose({ spanId: ids.spanOf(incidentId, id) })
      // The store's clock may be ahead of ours.
      const startTime = Math.min(startedAt.getTime(), Date.now())
      const span = open(name, incidentId, facts, { startTime }, rootOf(incidentId))
      return places.run({ incidentId, runId: id, span }, () => finish(span, { ...ending, isStep: true }, work))
    },
    span({ name, facts = {}, key, ...ending }, work) {
      const place = places.getStore()
      if (!place) return work()
      const { incidentId, runId } = place
      if (key !== undefined) chosen.choose({ spanId: ids.spanOf(incidentId, `${runId} ${key}`) })
      const span = open(name, incidentId, facts, {}, trace.setSpan(ROOT_CONTEXT, place.span))
      return places.run({ ...place, span }, () => finish(span, { ...ending, isStep: key !== undefined }, work))
    },
    note(facts) {
      const place = places.getStore()
      if (place) mark(place.span, facts)
    },
  }
}

type Ending<Result> = Pick<Span<Result>, 'factsOf' | 'outcomeOfFailure'> & { isStep: boolean }

/** A span that is never ended is never told. */
async function finish<Result>(
  span: OpenSpan,
  { factsOf, outcomeOfFailure = () => (isStep ? undefined : 'failed'), isStep }: Ending<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work()
    mark(span, factsOf?.(result) ?? {}).end()
    return result
  } catch (error) {
    // In one word only: the sentence may quote what was asked or answered.
    const outcome = outcomeOfFailure(error)
    if (outcome !== undefined) mark(span, { outcome, hasFailed: !isStep }).end()
    throw error
  }
}

function mark(span: OpenSpan, facts: SpanFacts): OpenSpan {
  if (facts.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  return span.setAttributes(attributesOf(facts))
}
