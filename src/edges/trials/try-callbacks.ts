/** What the chat platform's callbacks bear, tried from outside: our own door is asked what the platform asks first. */
import { createHash, randomUUID } from 'node:crypto'
import { readBody } from '../outbound/read-body.ts'
import { type MakeTrial, TrialFailed, type TrialTools } from './trial.ts'

const ANSWER_BYTES_MAX = 64 * 1024

/** Signed: whoever does not hold the key refuses it. */
export const tryCallbackKey: MakeTrial = ({ PUBLIC_URL, CHAT_ENCRYPT_KEY: key }, tools) =>
  PUBLIC_URL === undefined || !key
    ? undefined
    : {
        tried: `Asked ${hostOf(PUBLIC_URL)}/chat/event whether we are there, signed with the key, as the chat platform does.`,
        ask: () => {
          const body = questionOf({})
          return askDoor(PUBLIC_URL, { body, headers: signatureOf(body.text, key, tools.clock.now()) }, tools)
        },
      }

/** Unsigned and plain: the token alone vouches for it. */
export const tryCallbackToken: MakeTrial = ({ PUBLIC_URL, CHAT_VERIFICATION_TOKEN: token }, tools) =>
  PUBLIC_URL === undefined || !token
    ? undefined
    : {
        tried: `Asked ${hostOf(PUBLIC_URL)}/chat/event whether we are there, with the token, as the chat platform does.`,
        ask: () => askDoor(PUBLIC_URL, { body: questionOf({ token }), headers: {} }, tools),
      }

type Question = { challenge: string; text: string }

function questionOf(given: { token?: string }): Question {
  const challenge = randomUUID()
  return { challenge, text: JSON.stringify({ type: 'url_verification', challenge, ...given }) }
}

function signatureOf(text: string, key: string, now: Date): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1000)), randomUUID()]
  const digest = createHash('sha256').update(`${timestamp}${nonce}${key}${text}`, 'utf8').digest('hex')
  return {
    'x-chat-request-timestamp': timestamp,
    'x-chat-request-nonce': nonce,
    'x-chat-signature': digest,
  }
}

type Asked = { body: Question; headers: Record<string, string> }

async function askDoor(publicUrl: string, { body, headers }: Asked, { fetch, signal }: TrialTools): Promise<string> {
  const response = await fetch(`${publicUrl.replace(/\/+$/, '')}/chat/event`, {
    ...{ method: 'POST', body: body.text, signal },
    headers: { 'content-type': 'application/json', ...headers },
  })
  const answered = await readBody(response, ANSWER_BYTES_MAX)
  if (response.status === 401) throw new TrialFailed('It refused it (401): what is in force there is another one.')
  if (!answered.includes(body.challenge))
    throw new TrialFailed(`It answered ${response.status}, and not as Firebreak does.`)
  return 'It was taken. Whether the platform holds the same one, its own next callback shows.'
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'it'
}
