/** Whether the chat platform answers: asked at most once a minute, and again whenever its settings change. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { ChatStore } from '../../story/conversation/chat-store.ts'

export type ChatHealth = { status: 'connected' | 'disconnected' | 'not_configured'; warnings: readonly string[] }

type Parts = {
  currentSettings: () => Promise<Settings>
  check: () => Promise<void>
  troubles: ChatStore['troubles']
  monotonicMs?: () => number
}

const FRESH_FOR_MS = 60_000
const PATIENCE_MS = 3_000

export function createChatHealth(parts: Parts): () => Promise<ChatHealth> {
  const { currentSettings, check, troubles, monotonicMs = () => performance.now() } = parts
  let last: { about: string; at: number; failure: Promise<string | undefined> } | undefined
  const ask = (about: string) => {
    const isFresh = last?.about === about && monotonicMs() - last.at <= FRESH_FOR_MS
    if (!last || !isFresh) last = { about, at: monotonicMs(), failure: failureOf(check) }
    return last.failure
  }
  return async () => {
    const settings = await currentSettings()
    const { CHAT_APP_ID, CHAT_APP_SECRET, CHAT_BASE_URL } = settings
    if (!CHAT_APP_ID || !CHAT_APP_SECRET) return { status: 'not_configured', warnings: [] }
    const failure = await ask(JSON.stringify([CHAT_BASE_URL, CHAT_APP_ID, CHAT_APP_SECRET]))
    const trouble = await troubles()
    return {
      status: failure === undefined ? 'connected' : 'disconnected',
      warnings: [
        ...(failure === undefined ? [] : [failure]),
        ...(trouble ? [`${trouble.waiting} chat card(s) could not be sent yet: ${trouble.failure}`] : []),
        ...deafness(settings),
      ],
    }
  }
}

function deafness({ CHAT_ENCRYPT_KEY }: Settings): string[] {
  return CHAT_ENCRYPT_KEY
    ? []
    : ['CHAT_ENCRYPT_KEY is not set, so every callback of the chat platform is refused: nobody can decide on a card.']
}

async function failureOf(check: () => Promise<void>): Promise<string | undefined> {
  const { promise: tooLong, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('The chat platform does not answer.'), PATIENCE_MS)
  const answered = check().then(
    () => undefined,
    (error: Error) => error.message,
  )
  return Promise.race([answered, tooLong]).finally(() => clearTimeout(timer))
}
