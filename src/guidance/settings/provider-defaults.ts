import { withoutPassword } from './address-password.ts'
import type { LLM_PROVIDERS, SettingKey } from './catalogue.ts'

type Provider = (typeof LLM_PROVIDERS)[number]
type ValueIn = (key: SettingKey) => unknown

const MODEL_BY_PROVIDER: Record<Provider, string> = { provider_a: 'claude-sonnet-4-5', provider_b: 'gpt-5.1' }
const ADDRESS_BY_PROVIDER: Record<Provider, string> = {
  provider_a: 'https://api.anthropic.com',
  provider_b: 'https://api.openai.com/v1',
}

/** Model names and addresses that hold while none is given: they follow the provider chosen at that moment. */
export const DEFAULT_MODEL = {
  LLM_MODEL: (valueIn: ValueIn) => MODEL_BY_PROVIDER[valueIn('LLM_PROVIDER') as Provider],
  EMBEDDING_MODEL: () => 'text-embedding-3-small',
} as const

export const DEFAULT_ADDRESS = {
  LLM_BASE_URL: (valueIn: ValueIn) => ADDRESS_BY_PROVIDER[valueIn('LLM_PROVIDER') as Provider],
  EMBEDDING_BASE_URL: (valueIn: ValueIn) => ADDRESS_BY_PROVIDER[valueIn('EMBEDDING_PROVIDER') as Provider],
  CHAT_BASE_URL: () => 'https://open.feishu.cn',
} as const

/** Scheme, host and port; text that is no address is an origin of its own and matches only itself. */
export function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  const origin = URL.parse(address)?.origin
  return origin === undefined || origin === 'null' ? withoutPassword(address) : origin
}
