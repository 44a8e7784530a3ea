/** What the commands for people on call have in common: whom they speak to, and how they end where it goes wrong. */
import { type Client, createClient, type Reached } from '../../client/client.ts'

/** Scripts tell these apart; docs/command-line.md lists them. */
export const EXIT = { failed: 1, misused: 2, notFound: 3, notAllowed: 4, conflict: 5, unreachable: 6 } as const

/** One sentence for people and a number for scripts. */
export class CommandRefused extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** `note` is for what is said beside: it never mixes with what a script reads. */
type Voice = { print(text: string): void; note(text: string): void }

export type Remote = Reached & Voice & { client: Client }

export function openRemote(reached: Reached, voice: Voice): Remote {
  return { ...reached, ...voice, client: createClient(reached) }
}

/** What cannot be sent is named before anything is, and a key is never shown. */
export function checkReached(reached: Reached): Reached {
  if (!/^https?:$/.test(URL.parse(reached.address)?.protocol ?? ''))
    throw new CommandRefused('FIREBREAK_URL is no address; give one as in https://firebreak.example.com.', EXIT.misused)
  if (reached.key !== undefined && !/^[!-~]+$/.test(reached.key))
    throw new CommandRefused('FIREBREAK_KEY is no key: it has characters that no key has.', EXIT.notAllowed)
  return reached
}

type Answer<Data> = { data?: { data: Data; message?: string }; error?: unknown; response: Response }

/** The data of an answer, or the reason there is none. */
export async function ask<Data>(
  remote: Reached,
  asked: Promise<Answer<Data>>,
): Promise<{ data: Data; message: string }> {
  const { data, error, response } = await asked.catch((cause: unknown) => {
    throw unreachable(remote, cause)
  })
  if (data?.data === undefined) throw refusalOf(remote, response, error)
  return { data: data.data, message: data.message ?? '' }
}

const MEANINGS: Readonly<Record<string, string>> = {
  'bad port': 'this port belongs to another protocol, and web clients refuse it',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'nobody knows this name',
  EAI_AGAIN: 'the name could not be looked up',
}

export function unreachable({ address }: Reached, cause: unknown): CommandRefused {
  const { message = '', cause: deeper } = Object(cause) as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  const why = deeper?.code ?? (deeper?.message || message)
  const meaning = MEANINGS[why]
  return new CommandRefused(
    `No service answers at ${address} (${meaning ? `${why}: ${meaning}` : why}). Start one, or set FIREBREAK_URL to where it runs, as in http://localhost:8080.`,
    EXIT.unreachable,
  )
}

const CODES: Readonly<Record<number, number>> = {
  400: EXIT.misused,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  409: EXIT.conflict,
  503: EXIT.unreachable,
}

export function refusalOf({ address, key }: Reached, response: Response, body: unknown): CommandRefused {
  const { error } = Object(body) as { error?: { message?: string; details?: { field: string; message: string }[] } }
  const details = (error?.details ?? []).map(({ field, message }) => `\n  ${field} ${message}`).join('')
  const hint =
    response.status === 401
      ? ` ${key === undefined ? 'Set FIREBREAK_KEY to a key.' : 'FIREBREAK_KEY is not a key it knows.'}`
      : ''
  const said = error?.message ?? `${address} answered ${response.status} and is perhaps no Firebreak.`
  return new CommandRefused(`${said}${hint}${details}`, CODES[response.status] ?? EXIT.failed)
}
