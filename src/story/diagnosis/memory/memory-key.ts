/** An alert in the words by which it is remembered and found again. */
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Incident } from '../../incident/incident.ts'
import type { MemoryKey } from '../../incident/memory.ts'
import { tellingWords } from '../../incident/telling-words.ts'
import { readSubject } from '../subject.ts'
import { subjectWord } from './subject-word.ts'

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
