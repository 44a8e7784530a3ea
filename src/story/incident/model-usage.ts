/** How turns count against a budget of tokens. */
import type { ModelUsage } from '../../ports/language-model.ts'

/** What a provider finds in its cache costs about a tenth, and counts as much. */
export const CACHED_TOKENS_COUNT = 0.1

export function countTokens({ inputTokens, cachedInputTokens, outputTokens }: ModelUsage): number {
  return inputTokens - cachedInputTokens + Math.round(cachedInputTokens * CACHED_TOKENS_COUNT) + outputTokens
}
