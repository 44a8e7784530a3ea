/** What an escalated page has told of guesses, fact by fact with its proof, and of looks is not told again below them. */
import type { IncidentDetail } from '@contract/incident.ts'
import { sentencesOf } from '../../../../../src/words/sentences.ts'
import { withoutLooks } from '../../../parts/without-looks.ts'
import { type Guess, guessesOf } from './guesses-of.ts'

type Untold = {
  /** A text without the sentences that tell of such a fact. */
  without: (text: string) => string
  isTold: (finding: string) => boolean
  /** What was concluded stands above, with its proof. */
  isConclusionTold: boolean
}

/** A sentence may quote a fact shortened, but begins it as it is. */
const BEGINNING = 40

export function besideGuesses(incident: IncidentDetail): Untold {
  const guesses = incident.status === 'escalated' ? guessesOf(incident) : []
  const facts = factsOf(guesses, incident)
  // A conclusion begins with it, in whole sentences.
  const concluded = factsOf(
    guesses.filter(({ kind }) => kind === 'concluded'),
    incident,
  )
  const beginnings = facts.map((fact) => fact.replace(/\.$/, '').slice(0, BEGINNING))
  const tells = (sentence: string) => beginnings.some((beginning) => sentence.includes(beginning))
  return {
    without: (text) =>
      sentencesOf(concluded.reduce((rest, fact) => rest.replace(fact, ''), text))
        .filter((sentence) => !tells(sentence))
        .map((sentence) => (incident.status === 'escalated' ? withoutLooks(sentence, incident) : sentence))
        .join('')
        .trim(),
    isTold: (finding) => facts.includes(finding),
    isConclusionTold: concluded.length > 0,
  }
}

/** Those that the guesses show; of the others they say that they stand under Diagnosis. */
function factsOf(guesses: readonly Guess[], incident: IncidentDetail): string[] {
  return guesses.flatMap((guess) => {
    if (guess.kind === 'before') return []
    const texts = guess.findings.map(({ text }) => text)
    return guess.kind === 'concluded' ? texts : texts.filter((text) => !isOfDiagnosis(text, incident))
  })
}

/** What a finding quotes, where that is enough to know it by. */
const QUOTED = /"([^"]{12,})"/g

/** A cause that was found stands below with its proof: a fact that quotes the same words is not told before it. */
export function isOfDiagnosis(finding: string, { diagnosis }: IncidentDetail): boolean {
  if (!diagnosis || diagnosis.situation === 'unclear') return false
  const quotes = [...finding.matchAll(QUOTED)].map(([, quote = '']) => quote)
  return quotes.length > 0 && quotes.every((quote) => diagnosis.conclusion.includes(quote))
}
