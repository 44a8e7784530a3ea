/** The named Job has done its work: that is told, also to whoever asks why its run failed, is slow or is not done. */
import { spelled } from '../../cluster/asking/look-at-logs.ts'
import type { JobView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { jobsInQuestion } from '../../cluster/subject/jobs-in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'
import { jobDone } from './job-done.ts'

/** An alert that says so of a run is answered by its completion; one that misses what it should have brought is not. */
const OF_THE_RUN =
  /fail|not (?:completed|succeeded|finished|done)|incomplete|stuck|hang|slow|late\b|overdue|took|duration|exceed|running/i
/** Of these its completion is only worth knowing. */
const OF_ITS_FRUIT = /missing|stale|backup|empty|wrong|lost|\bno\b|data/i

export const jobCompleted: Analyzer = (scene) => {
  const { cluster, subject, now } = scene
  if (!cluster?.target.isNamed || jobDone(scene).length > 0) return []
  const words = `${spelled(subject.alertName)} ${subject.text}`
  const weight = OF_ITS_FRUIT.test(words) ? 'context' : OF_THE_RUN.test(words) ? 'cause' : 'symptom'
  return jobsInQuestion(cluster)
    .filter(({ job }) => isComplete(job))
    .map(({ job }) => completed(job, weight, now))
}

function isComplete({ conditions }: JobView): boolean {
  return conditions.some(({ type, status }) => type === 'Complete' && status === 'True')
}

function completed(job: Shown<JobView>, weight: Finding['weight'], now: Date): Finding {
  const isAnswer = weight === 'cause'
  const { namespace, name, completedAt, startedAt } = job
  const took =
    completedAt && startedAt ? `, ${sayDuration(completedAt.getTime() - startedAt.getTime())} after it was started` : ''
  return fault({
    kind: 'job_completed',
    situation: 'recovered',
    statement: `Job ${namespace}/${name} is complete: it succeeded${completedAt ? ` at ${sayTime(completedAt)} (${sayAgo(completedAt, now)})` : ''}${took}. ${isAnswer ? 'What the alert says of its run does not hold any more.' : 'Whether it did all that was wanted of it is not shown.'}`,
    evidence: [cite(job.exhibit, JSON.stringify(name)), citeField(job.exhibit, 'type', 'Complete')],
    confidence: isAnswer ? 0.75 : 0.5,
    subject: { kind: 'Job', namespace, name },
    weight,
    ...(completedAt && { since: completedAt }),
    ...noAction('The Job has ended as it should; there is nothing to heal.'),
    suggestions: [],
  })
}
