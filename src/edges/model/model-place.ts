/** Where the model is and who we are to it: read in one way for its turns and for the question whether it is there. */
import type { Settings } from '../../guidance/settings/catalogue.ts'

const OWN_HOSTS = ['api.anthropic.com', 'api.openai.com']

/** A provider's own address needs a key; a server of one's own may not. */
export function isConfigured({ LLM_API_KEY, LLM_BASE_URL }: Settings): boolean {
  return LLM_API_KEY !== undefined || !OWN_HOSTS.includes(URL.parse(LLM_BASE_URL ?? '')?.hostname ?? '')
}

/** Up to the version, which people leave out; some paste the whole way, and some servers count otherwise than v1. */
export function baseAddress({ LLM_BASE_URL }: Settings): string {
  const base = (LLM_BASE_URL ?? '').replace(/\/+$/, '').replace(/\/(messages|chat\/completions)$/, '')
  return /\/v\d+[a-z\d]*(\/|$)/.test(base) ? base : `${base}/v1`
}

/** How errors and the breaker name the server; never its path, where some carry a key. */
export function hostOf({ LLM_BASE_URL }: Settings): string {
  return URL.parse(LLM_BASE_URL ?? '')?.host || 'The model server'
}

export function keyHeaders({ LLM_PROVIDER, LLM_API_KEY }: Settings): Record<string, string> {
  if (LLM_PROVIDER === 'provider_a') {
    return { 'anthropic-version': '2023-06-01', ...(LLM_API_KEY ? { 'x-api-key': LLM_API_KEY } : {}) }
  }
  return LLM_API_KEY ? { authorization: `Bearer ${LLM_API_KEY}` } : {}
}
