/** What is worth remembering of a closed incident: what was found and done, whether it helped, and by which words it is found. */

import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { KeyFinding } from '../../incident/diagnosis.ts'
import type { Incident, WholeIncident } from '../../incident/incident.ts'
import type { IncidentEvent } from '../../incident/incident-event.ts'
import type { MemoryKey, RememberedIncident } from '../../incident/memory.ts'
import type { Proposal } from '../../incident/proposal.ts'
import { tellingWords } from '../../incident/telling-words.ts'
import type { Named } from '../label-names.ts'
import { readSubject } from '../subject.ts'

const CONCLUSION_CHARACTERS_MAX = 1_500
const SENTENCE_CHARACTERS_MAX = 500
const PROOFS_MAX = 3
const STEPS_MAX = 5

type Closed = {
  incident: WholeIncident
  /** The event that closed it. */
  closing: Pick<IncidentEvent, 'kind' | 'data'> | undefined
}

export function rememberedOf({ incident, closing }: Closed): RememberedIncident {
  const { id, title, status, diagnosis, proposal, updatedAt } = incident
  return {
    ...{ id, title, status },
    closedAt: incident.closedAt ?? updatedAt,
    conclusion: (diagnosis?.conclusion ?? '').slice(0, CONCLUSION_CHARACTERS_MAX),
    situation: diagnosis?.situation,
    proof: proofOf(diagnosis?.keyFindings ?? []),
    plan: planOf(proposal),
    outcome: outcomeOf({ incident, closing }).slice(0, SENTENCE_CHARACTERS_MAX),
    worked: hasWorked(incident),
  }
}

/** The higher, the sooner it is shown: a verified end teaches most, one that nobody looked at nothing. */
export function lessonOf({ worked, conclusion }: RememberedIncident, hasComment: boolean): number {
  if (worked === true) return 3
  if (worked === false || hasComment) return 2
  return conclusion === '' ? 0 : 1
}

/** What a person said who closed it. */
export function commentOf(closing: Closed['closing']): string {
  const { by, comment } = (closing?.data ?? {}) as { by?: unknown; comment?: unknown }
  return by === 'firebreak' || typeof comment !== 'string' ? '' : comment.trim()
}

function proofOf(findings: readonly KeyFinding[]): RememberedIncident['proof'] {
  const quotes = findings.flatMap(({ evidence }) => evidence.map(({ plugin, quote }) => ({ plugin, quote })))
  return quotes.slice(0, PROOFS_MAX)
}

function planOf(proposal: Proposal | undefined): string[] {
  const steps = proposal?.actions.map(({ plugin, parameters }) => `${plugin} ${JSON.stringify(parameters)}`) ?? []
  return steps.slice(0, STEPS_MAX).map((step) => step.slice(0, SENTENCE_CHARACTERS_MAX))
}

/** An undone plan did not work, whatever became of its undoing; one that changed nothing, or who knows what, shows neither. */
function hasWorked({ execution, proposal }: WholeIncident): boolean | null {
  if (!execution) return null
  const { actions, verification } = execution
  if (proposal?.purpose === 'undo' || actions.some(({ phase }) => phase === 'undo')) return false
  if (!verification) return actions.some(({ outcome }) => outcome === 'failed') ? false : null
  return verification.outcome === 'unclear' ? null : verification.outcome === 'resolved'
}

function outcomeOf({ incident, closing }: Closed): string {
  const { status, resolution, execution } = incident
  const verified = execution?.verification?.sentence
  const comment = commentOf(closing)
  // What clears by itself is closed by the alert's source, and the comment then is our own.
  const commented = resolution === 'alert_cleared' ? comment : `A person said: ${comment}`
  const said = [verified, comment === '' ? undefined : commented].filter(Boolean).join(' ')
  return `${ENDINGS[resolution ?? status] ?? `It was ${status}.`}${said === '' ? '' : ` ${said}`}`
}

const ENDINGS: Readonly<Record<string, string>> = {
  fixed: 'The plan was carried out and verified.',
  alert_cleared: 'The alert cleared by itself.',
  operator: 'A person closed it.',
  recovered: 'It had recovered by itself.',
  works_as_designed: 'It works as designed.',
  ignored: 'A person ignored it.',
  expired: 'Nobody answered in time.',
}

// An alert in the words by which it is remembered and found again.

const NAME_CHARACTERS_MAX = 200
/** Enough to tell alerts apart; what is asked with more of them finds no more. */
const ASKED_WORDS_MAX = 10
const KEPT_WORDS_MAX = 80
const DESCRIPTION_CHARACTERS_MAX = 2_000

/** What is known of the environment does not count here, because it changes: the same alert must give the same key. */
const NOTHING_KNOWN = readEnvironment('{}')

/** As an alert asks. */
export function askedKey(incident: Incident): MemoryKey {
  return keyOf(incident, (name) => tellingWords(`${name}\n${incident.title}\n${firstLine(incident)}`, ASKED_WORDS_MAX))
}

/** As it is kept: found by what was concluded, too. */
export function keptKey(incident: Incident, conclusion: string): MemoryKey {
  const description = incident.description.slice(0, DESCRIPTION_CHARACTERS_MAX)
  return keyOf(incident, (name) =>
    tellingWords(`${name}\n${incident.title}\n${description}\n${conclusion}`, KEPT_WORDS_MAX),
  )
}

function keyOf(incident: Incident, words: (alertName: string) => string[]): MemoryKey {
  const subject = readSubject({ incident, environment: NOTHING_KNOWN, clusterName: undefined })
  const alertName = subject.alertName.slice(0, NAME_CHARACTERS_MAX)
  return { alertName, subject: subjectWord(subject), words: words(alertName) }
}

function firstLine({ description }: Incident): string {
  return description.slice(0, DESCRIPTION_CHARACTERS_MAX).split('\n', 1)[0] ?? ''
}

// Whom an alert is about, in one word that is the same the next time: a pod's name is not, that of its workload is.

const CHARACTERS_MAX = 200

function subjectWord(named: Named): string {
  const { namespace, workload, service, pod, node, claim, database, table, instance } = named
  const within = (name: string) => (namespace === undefined ? name : `${namespace}/${name}`)
  const word =
    (workload && within(workload.name)) ??
    (database === undefined ? undefined : `database ${[database, table].filter(Boolean).join('.')}`) ??
    (pod === undefined ? undefined : within(workloadOfPod(pod))) ??
    (service === undefined ? undefined : within(service)) ??
    (claim === undefined ? undefined : `claim ${within(claim)}`) ??
    (node === undefined ? undefined : `node ${node}`) ??
    (table === undefined ? undefined : `table ${table}`) ??
    instance ??
    namespace
  return (word ?? '').slice(0, CHARACTERS_MAX)
}

/** `web-7d4f9c8b54-vq8xm`, `db-0` and `agent-x7k2p` are pods of `web`, `db` and `agent`. */
function workloadOfPod(pod: string): string {
  return pod.replace(/-[0-9a-f]{5,10}-[0-9a-z]{5}$/, '').replace(/-(\d{1,4}|(?=[a-z]*\d)[0-9a-z]{5})$/, '')
}
