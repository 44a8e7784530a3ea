/** Every run of the workflow as one span of its incident, whichever instances carry it out. */
import type { SpanName, Traces } from '../../ports/traces.ts'
import type { Workflow } from './incident-workflow.ts'
import { type Run, RunLost } from './run-store.ts'

const NAMES: Readonly<Record<Run['kind'], SpanName>> = { diagnose: 'diagnosis', execute: 'execution' }

export function traceWorkflow(workflow: Workflow, traces: Traces): Workflow {
  const traced = (run: Run, work: () => Promise<void>) =>
    traces.run(run, { name: NAMES[run.kind], facts: { attempts: run.attempts }, outcomeOfFailure }, work)
  return {
    diagnose: (run, parts) => traced(run, () => workflow.diagnose(run, parts)),
    execute: (run, parts) => traced(run, () => workflow.execute(run, parts)),
    giveUp: (run, parts) =>
      traced(run, () => {
        traces.note({ outcome: 'given_up', hasFailed: true })
        return workflow.giveUp(run, parts)
      }),
  }
}

/** Whoever carries on tells the run; where nobody does, it ends here. */
function outcomeOfFailure(error: unknown): string | undefined {
  return error instanceof RunLost && error.isOver ? 'cancelled' : undefined
}
