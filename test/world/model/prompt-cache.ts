/** How much of a prompt the two providers find in their caches. Neither keeps prompts of fewer than 1024 tokens. */
import { type Block, blocksOf, type MessagesBody } from './messages-blocks.ts'
import { tokensIn } from './protocol.ts'

const TOKENS_MIN = 1024
const LOOK_BACK_BLOCKS = 20
const STEP_TOKENS = 128
const PROMPTS_KEPT = 50

type Taken = { inputTokens: number; writtenTokens: number; cachedTokens: number }

/** Anthropic: written up to each mark, found at a mark or up to twenty blocks before one. */
export class MarkedPrefixCache {
  #written = new Set<string>()

  take({ tools = [], system, messages = [] }: MessagesBody): Taken {
    const messageBlocks = messages.flatMap(({ role, content }) =>
      blocksOf(content).map((block) => ({ role, ...block })),
    )
    const blocks = [...tools, ...blocksOf(system ?? []), ...messageBlocks] as Block[]
    const prefixes = prefixesOf(blocks)
    const marks = blocks.flatMap(({ cache_control: mark }, at) => (mark == null ? [] : [at]))
    const cachedTokens = Math.max(0, ...marks.map((mark) => this.#foundBefore(mark, prefixes)))
    const lastMark = tokensIn(prefixes[marks.at(-1) ?? -1] ?? '')
    for (const mark of marks) this.#written.add(prefixes[mark] ?? '')
    const writtenTokens = lastMark >= TOKENS_MIN ? lastMark - cachedTokens : 0
    return { inputTokens: tokensIn(prefixes.at(-1) ?? '') - cachedTokens - writtenTokens, writtenTokens, cachedTokens }
  }

  #foundBefore(mark: number, prefixes: readonly string[]): number {
    const near = prefixes.slice(Math.max(0, mark - LOOK_BACK_BLOCKS), mark + 1)
    const found = near.findLast((prefix) => this.#written.has(prefix) && tokensIn(prefix) >= TOKENS_MIN)
    return tokensIn(found ?? '')
  }
}

function prefixesOf(blocks: readonly Block[]): string[] {
  let prefix = ''
  return blocks.map(({ cache_control: _mark, ...block }) => {
    prefix += JSON.stringify(block)
    return prefix
  })
}

/** OpenAI: found by itself wherever a prompt begins like an earlier one, in steps of 128 tokens. */
export class CommonPrefixCache {
  #prompts: string[] = []

  /** How many tokens of the prompt were found. */
  take(prompt: string): number {
    const common = Math.max(0, ...this.#prompts.map((earlier) => commonLength(earlier, prompt)))
    this.#prompts = [...this.#prompts.slice(1 - PROMPTS_KEPT), prompt]
    const found = Math.floor(Math.floor(common / 4) / STEP_TOKENS) * STEP_TOKENS
    return found >= TOKENS_MIN ? found : 0
  }
}

function commonLength(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at
  return length
}
