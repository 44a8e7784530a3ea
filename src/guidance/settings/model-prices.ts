/** What turns of a model cost in money, by the prices people gave. */
import type { Settings } from './catalogue.ts'

type PricedTokens = { model: string; inputTokens: number; cachedInputTokens: number; outputTokens: number }

export type Cost = { amount: number; currency: string }

const MILLION = 1_000_000
/** Smaller than the smallest coin of a turn. */
const DIGITS = 6

/** Undefined where nothing was used, or where a model that was used has no price: half a sum is no sum. */
export function costOf(
  { LLM_PRICES, LLM_CURRENCY = 'USD' }: Pick<Settings, 'LLM_PRICES' | 'LLM_CURRENCY'>,
  used: readonly PricedTokens[],
): Cost | undefined {
  const prices = new Map(LLM_PRICES.map((row) => readPrice(row.split(/\s+/))))
  const amounts = used.map(({ model, inputTokens, cachedInputTokens, outputTokens }) => {
    const price = prices.get(model)
    if (!price) return Number.NaN
    const fresh = (inputTokens - cachedInputTokens) * price.input
    return (fresh + cachedInputTokens * price.cachedInput + outputTokens * price.output) / MILLION
  })
  const amount = amounts.reduce((sum, one) => sum + one, 0)
  if (amounts.length === 0 || Number.isNaN(amount)) return undefined
  return { amount: Number(amount.toFixed(DIGITS)), currency: LLM_CURRENCY }
}

/** Where nobody says what cached tokens cost, they cost as much as others: a bill is rather too high than too low. */
function readPrice([model = '', input = '0', output = '0', cachedInput = input]: readonly string[]) {
  return [model, { input: Number(input), output: Number(output), cachedInput: Number(cachedInput) }] as const
}
