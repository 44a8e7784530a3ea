/** How much of a text the model is shown. Providers count in tokens; ours is an estimate that rather counts too many. */
const CHARACTERS_PER_TOKEN = 3.5

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

export function cutToTokens(text: string, tokensMax: number): string {
  const charactersMax = Math.floor(tokensMax * CHARACTERS_PER_TOKEN)
  return text.length <= charactersMax ? text : `${text.slice(0, Math.max(0, charactersMax - 20))} … [cut]`
}

/** What happened first and what happened last tell most. */
export function cutMiddle(text: string, tokensMax: number, hint: (from: number) => string): string {
  const charactersMax = Math.floor(tokensMax * CHARACTERS_PER_TOKEN)
  if (text.length <= charactersMax) return text
  const half = Math.floor(charactersMax / 2) - 100
  const left = text.length - 2 * half
  return `${text.slice(0, half)}\n… [cut: ${left} of ${text.length} characters. ${hint(half)}] …\n${text.slice(-half)}`
}
