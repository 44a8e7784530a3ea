/** A question in the words of the providers' libraries: tool names that travel, nothing the real APIs refuse, and marks up to where the prompt stays the same. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { ModelMessage, ModelQuestion, ModelTool } from '../../ports/language-model.ts'
import type { ProviderModel } from './provider-model.ts'
import { toWire } from './tool-name.ts'

type Words = Parameters<ProviderModel['doGenerate']>[0]
type WordedMessage = Words['prompt'][number]
type WordedTool = Extract<NonNullable<Words['tools']>[number], { type: 'function' }>

/** provider_a caches up to each mark, of which it takes four; provider_b caches by itself and never sees them. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** provider_b refuses longer ones. */
const DESCRIPTION_CHARACTERS_MAX: Record<Settings['LLM_PROVIDER'], number> = {
  provider_a: Number.POSITIVE_INFINITY,
  provider_b: 1024,
}

export function wordQuestion(question: ModelQuestion, { LLM_PROVIDER }: Settings): Words {
  const { system, tools, mustCall, maxOutputTokens } = question
  const descriptionMax = DESCRIPTION_CHARACTERS_MAX[LLM_PROVIDER]
  return {
    prompt: [{ role: 'system', content: said(system), providerOptions: CACHED }, ...wordMessages(question.messages)],
    tools: tools.map((tool, at) => wordTool(tool, descriptionMax, at === tools.length - 1)),
    ...(mustCall === undefined ? {} : { toolChoice: { type: 'tool', toolName: toWire(mustCall) } }),
    maxOutputTokens,
  }
}

function wordTool({ name, description, parameters }: ModelTool, descriptionMax: number, isLast: boolean): WordedTool {
  return {
    type: 'function',
    name: toWire(name),
    description: description.slice(0, descriptionMax),
    inputSchema: parameters as WordedTool['inputSchema'],
    ...(isLast ? { providerOptions: CACHED } : {}),
  }
}

/**
 * The last message is marked, and the one that was last a turn ago: a mark looks back only some twenty blocks, and a turn
 * of many calls is longer than that.
 */
function wordMessages(messages: readonly ModelMessage[]): WordedMessage[] {
  const marked = [messages.length - 1, messages.findLastIndex(({ role }) => role === 'assistant') - 1]
  return messages.map((message, at) => {
    const worded = wordMessage(message)
    return marked.includes(at) ? { ...worded, providerOptions: CACHED } : worded
  })
}

function wordMessage(message: ModelMessage): WordedMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: said(message.text) }] }
    case 'assistant':
      return { role: 'assistant', content: wordAnswer(message) }
    case 'tool': {
      const { callId: toolCallId, tool, text, isError } = message
      const output = { type: isError ? ('error-text' as const) : ('text' as const), value: said(text) }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: toWire(tool), output }] }
    }
  }
}

type Answer = Extract<ModelMessage, { role: 'assistant' }>

function wordAnswer({ text, calls }: Answer): Extract<WordedMessage, { role: 'assistant' }>['content'] {
  const isSilent = text.trim() === ''
  return [
    ...(isSilent && calls.length > 0 ? [] : [{ type: 'text' as const, text: said(text) }]),
    ...calls.map(({ id, tool, parameters }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: toWire(tool),
      input: parameters,
    })),
  ]
}

/** A text of nothing, or of blanks, is refused by provider_a. */
function said(text: string): string {
  return text.trim() === '' ? '(empty)' : text
}
