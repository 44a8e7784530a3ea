/** What the house asks of a tracing system: that each incident can be followed from its alert to its end. */

/** `alert` is where the trace of an incident begins; everything else hangs below it. */
export type SpanName =
  | 'alert'
  | 'alert cleared'
  | 'diagnosis'
  | 'model turn'
  | 'plugin call'
  | 'proposal'
  | 'decision'
  | 'execution'
  | 'action'
  | 'verification'

/**
 * All that is ever told. There is no place here for a prompt, a parameter, a result or a person's words: a tracing system
 * has readers of its own.
 */
export type SpanFacts = {
  /** In one of a few words. */
  outcome?: string
  hasFailed?: boolean
  plugin?: string
  /** What the plugin was called for: run, intend, verify, read back. */
  purpose?: string
  provider?: string
  model?: string
  inputTokens?: number
  cachedInputTokens?: number
  outputTokens?: number
  /** Who reached the diagnosis. */
  source?: string
  confidence?: number
  /** The step or the undoing of it. */
  phase?: string
  riskLevel?: string
  decision?: string
  via?: string
  /** Of the incident, after this. */
  status?: string
  attempts?: number
}

export type Span<Result = unknown> = {
  name: SpanName
  facts?: SpanFacts
  /** What is known only when the work is done. */
  factsOf?: (result: Result) => SpanFacts
  /** One word for an error, whose own words are not told; undefined where somebody will carry on. */
  outcomeOfFailure?: (error: unknown) => string | undefined
}

/** A passage through the workflow, which may outlive the process that began it. */
type TracedRun = { id: string; incidentId: string; startedAt: Date }

export type Traces = {
  /** Something that has just happened to an incident, and how long it took. */
  tell(incidentId: string, span: { name: SpanName; facts: SpanFacts; seconds: number }): void
  /** Whatever instance carries a run on, it is one span; told by the one that comes to its end. */
  run<Result>(run: TracedRun, span: Span<Result>, work: () => Promise<Result>): Promise<Result>
  /**
   * Work within a run; outside of one it is only done. With a key it is a step of the run: one that is broken off is not
   * told, because whoever carries on does the same step under the same span.
   */
  span<Result>(span: Span<Result> & { key?: string }, work: () => Promise<Result>): Promise<Result>
  /** More about the span under way. */
  note(facts: SpanFacts): void
}

/** Where nobody follows. */
export const NO_TRACES: Traces = {
  tell: () => {},
  run: (_run, _span, work) => work(),
  span: (_span, work) => work(),
  note: () => {},
}
