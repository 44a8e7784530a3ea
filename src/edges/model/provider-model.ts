/**
 * The two protocols, spoken by their own libraries. These only put a request into words and read an answer: every request
 * leaves by the fetch handed in, with the key it adds. Models are asked directly, not through the library's loop over
 * tools, because that one judges arguments itself and retries in its own way.
 */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { baseAddress } from './model-place.ts'

export type ProviderModel = ReturnType<typeof import('@ai-sdk/anthropic').anthropic.messages>

/** The library wants one; the real key is put in its place on the way out, or none. */
const NO_KEY = 'none'

/** Loaded at the first turn, and only the one in use: a service that starts does not wait for it. */
export async function openProviderModel(settings: Settings, fetch: typeof globalThis.fetch): Promise<ProviderModel> {
  const options = { baseURL: baseAddress(settings), apiKey: NO_KEY, fetch }
  const model = settings.LLM_MODEL ?? ''
  if (settings.LLM_PROVIDER === 'provider_a') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic(options).messages(model)
  }
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI(options).chat(model)
}
