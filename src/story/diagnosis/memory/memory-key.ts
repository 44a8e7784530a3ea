/** An alert in the words by which it is remembered and found again. */

import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Incident } from '../../incident/incident.ts'
import type { MemoryKey } from '../../incident/memory.ts'
import { tellingWords } from '../../incident/telling-words.ts'
import type { Named } from '../label-names.ts'
import { readSubject } from '../subject.ts'

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
