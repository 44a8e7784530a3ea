/** A Job that was stopped by its own deadline: nothing in it need have failed, it took longer than it may. */
import type { ConditionView, JobView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { sayDuration, sayTime } from '../../cluster/saying/say.ts'
import type { JobInQuestion } from '../../cluster/subject/jobs-in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import { wordsOf } from '../../signals/said-lines.ts'
import type { LoggedLine } from '../../signals/signal-scene.ts'
import { fault } from '../cluster-fault.ts'

export function isOverDeadline({ reason }: ConditionView): boolean {
  return reason === 'DeadlineExceeded'
}

/** `last` is the last that was heard of it. */
export function stoppedByDeadline(
  { job, pods }: JobInQuestion,
  failed: ConditionView,
  name: string,
  last: LoggedLine | undefined,
): Finding {
  const bound = job.deadlineSeconds
  const since = failed.since ? ` at ${sayTime(failed.since)}` : ''
  const unheard = pods.length === 0 ? ' Its pods are gone, and no log of theirs was found.' : ''
  const said = last ? ` The last its pod said, at ${sayTime(last.at)}: "${wordsOf(last)}".` : unheard
  return fault({
    kind: 'job_failed',
    statement: `${name} was stopped${since} because it ran longer than it may (DeadlineExceeded): its deadline is ${bound === undefined ? 'not shown' : `${bound} s (${sayDuration(bound * 1000)}, activeDeadlineSeconds)`}${sayRun(job, failed)}.${sayTries(job)} Its pod was ended by the deadline; that it failed by itself is not shown.${said}`,
    evidence: [
      citeField(job.exhibit, 'reason', 'DeadlineExceeded'),
      ...(bound === undefined ? [] : [citeField(job.exhibit, 'activeDeadlineSeconds', bound)]),
      ...(last ? [cite(last.exhibit, last.text)] : []),
    ],
    confidence: bound === undefined ? 0.7 : last ? 0.9 : 0.8,
    subject: { kind: 'Job', namespace: job.namespace, name: job.name },
    ...(failed.since && { since: failed.since }),
    explains: ['crash_loop', 'not_ready', 'job_stalled'],
    ...noAction(
      'The Job has been stopped and is not tried again by itself; how long it may run is for its owner to decide.',
    ),
    suggestions: [
      `Find out what made ${job.name} slower than its deadline allows (more work, or a slower dependency); then give it a longer activeDeadlineSeconds or less work a run, and run it again.`,
    ],
  })
}

function sayRun({ startedAt }: JobView, { since }: ConditionView): string {
  if (!startedAt || !since) return ''
  return `, and it had run for ${sayDuration(since.getTime() - startedAt.getTime())} since ${sayTime(startedAt)}`
}

/** One is the pod the deadline ended. */
function sayTries({ failed }: Shown<JobView>): string {
  return failed > 1 ? ` ${failed} of its pods count as failed, so part of that time went into tries before.` : ''
}
