/** What a provider's library read from an answer, as a turn that can be stored. */
import type { ModelCall, ModelQuestion, ModelTurn, ModelUsage } from '../../ports/language-model.ts'
import { mapTexts, wellFormed } from '../../story/alert/stored-text.ts'
import type { ProviderModel } from './provider-model.ts'
import { fromWire } from './tool-name.ts'

type Generated = Awaited<ReturnType<ProviderModel['doGenerate']>>
type GeneratedCall = Extract<Generated['content'][number], { type: 'tool-call' }>

const MALFORMED_CHARACTERS_MAX = 4_000

export function readTurn(generated: Generated, question: ModelQuestion): Omit<ModelTurn, 'provider' | 'model'> {
  const texts = generated.content.filter((part) => part.type === 'text').map(({ text }) => text)
  const calls = readCalls(
    generated.content.filter((part) => part.type === 'tool-call'),
    question,
  )
  return {
    text: wellFormed(texts.join('\n')),
    calls,
    usage: readUsage(generated.usage),
    ending: endingOf(generated.finishReason.unified, calls.length > 0),
  }
}

/** Some servers say they stopped where they called; what was called counts. */
function endingOf(reason: Generated['finishReason']['unified'], hasCalls: boolean): ModelTurn['ending'] {
  if (reason === 'length') return 'length'
  if (reason === 'content-filter') return 'refused'
  return hasCalls ? 'calls' : 'text'
}

/** Ids are given anew where the model's own would be refused when the conversation goes on, or were used before. */
function readCalls(calls: readonly GeneratedCall[], { messages, tools }: ModelQuestion): ModelCall[] {
  const taken = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : [])),
  )
  return calls.map(({ toolCallId, toolName, input }) => {
    const id = /^[a-zA-Z0-9_-]{1,64}$/.test(toolCallId) && !taken.has(toolCallId) ? toolCallId : freeId(taken)
    taken.add(id)
    return { id, tool: wellFormed(fromWire(toolName, tools)), ...readArguments(input) }
  })
}

function freeId(taken: ReadonlySet<string>): string {
  let number = taken.size + 1
  while (taken.has(`call_${number}`)) number += 1
  return `call_${number}`
}

function readArguments(input: string): Pick<ModelCall, 'parameters' | 'malformed'> {
  const value = parseStorable(input)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { parameters: value as Record<string, unknown> }
  const raw = typeof value === 'string' ? value : input
  return { parameters: {}, malformed: wellFormed(raw.slice(0, MALFORMED_CHARACTERS_MAX)) }
}

/** Undefined where it is no JSON, or so deep that nobody could write it down again. */
function parseStorable(input: string): unknown {
  try {
    return mapTexts(JSON.parse(input), wellFormed)
  } catch {
    return undefined
  }
}

function readUsage({ inputTokens, outputTokens }: Generated['usage']): ModelUsage {
  return {
    inputTokens: count(inputTokens.total),
    outputTokens: count(outputTokens.total),
    cachedInputTokens: count(inputTokens.cacheRead),
  }
}

/** A budget is kept from these, so nonsense must not lower it. */
function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.round(tokens) : 0
}
