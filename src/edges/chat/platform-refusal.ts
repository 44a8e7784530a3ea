/** The platform's refusals: what its numbers mean, and what is to be done about each. */
import { PeopleUnreachable } from '../../ports/people.ts'
import { oneLine } from './strange-words.ts'

/**
 * token      the token is worn out: fetch another, try once more
 * wait       too fast, or the same message is still on its way
 * shorten    too long
 * form       this form of the message is refused: say it plainly
 * thread     no threads here: answer without one
 * gone       the message meant is no longer there
 * never      a person must change something first
 */
type Reaction = 'token' | 'wait' | 'shorten' | 'form' | 'thread' | 'gone' | 'never'

type Meaning = { reaction: Reaction; advice?: string }

const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  ...each('token', 99991661, 99991663, 99991664, 99991668, 99991671),
  ...each('wait', 99991400, 230020, 11232, 230049, 231015),
  ...each('shorten', 230025),
  ...each('form', 230001, 230099, 200621, 11310, 200861, 200830),
  ...each('thread', 230071, 230072),
  ...each('gone', 230011, 230110, 230031, 230050, 231003),
  [99991672, never('Give the application the permission it names.')],
  [10003, never('Check CHAT_APP_ID and CHAT_APP_SECRET.')],
  [10014, never('Check CHAT_APP_ID and CHAT_APP_SECRET.')],
  [230002, never('Invite the bot into the chat.')],
  [230006, never('Switch the bot of the application on.')],
  [230013, never('Make the application available to this person.')],
  [230018, never("The chat's settings do not let the bot speak.")],
  [230022, never('The platform refused what the message says.')],
  [230027, never('Give the application the permission to send messages.')],
  [230028, never('The platform refused what the message says.')],
  [230035, never('The bot is muted in the chat.')],
  [231001, never('The platform does not know this reaction.')],
  [231002, never('The bot may not react in this chat.')],
  [231008, never('The bot may not react in this chat.')],
  [232009, never('The chat no longer exists.')],
])

function each(reaction: Reaction, ...codes: number[]): [number, Meaning][] {
  return codes.map((code) => [code, { reaction }])
}

function never(advice: string): Meaning {
  return { reaction: 'never', advice }
}

/** What is asked where the platform names no time of its own; whoever retries lets it grow. */
const WAIT_MS = 500
const TOKEN_WAIT_MS = 5_000

const WORDS_CHARACTERS_MAX = 200

/** An answer of the platform that is no success. */
export class PlatformRefusal extends Error {
  readonly code: number
  readonly reaction: Reaction | undefined
  readonly waitMs: number
  readonly #advice: string

  constructor(code: number, words: string, waitMs: number | undefined) {
    super(`The chat platform refused (${code} ${oneLine(words, WORDS_CHARACTERS_MAX)}).`)
    const meaning = MEANINGS.get(code)
    this.code = code
    this.reaction = meaning?.reaction
    this.waitMs = waitMs ?? (this.reaction === 'token' ? TOKEN_WAIT_MS : WAIT_MS)
    this.#advice = meaning?.advice ? ` ${meaning.advice}` : ''
  }

  /** For whom no other way is left. */
  asUnreachable(): PeopleUnreachable {
    const sentence = this.message + this.#advice
    if (this.reaction === 'wait' || this.reaction === 'token')
      return new PeopleUnreachable({ kind: 'retry', afterMs: this.waitMs }, sentence)
    return new PeopleUnreachable({ kind: this.reaction === 'gone' ? 'gone' : 'never' }, sentence)
  }
}
