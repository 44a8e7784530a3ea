/** The OpenAI chat completions API as its clients see it. */
import type { ModelMessage } from '../../../src/ports/language-model.ts'
import { type CompletionsBody, type CompletionsMessage, checkCompletionsBody } from './completions-rules.ts'
import { CommonPrefixCache } from './prompt-cache.ts'
import { idGiver, type Protocol, parseBody, tokensIn } from './protocol.ts'
import { nameOnWire, nameWithDots, type ScriptRequest, type SpokenAnswer } from './script.ts'

export function createCompletionsProtocol(): Protocol {
  const cache = new CommonPrefixCache()
  const nextId = idGiver(24)
  return {
    path: '/v1/chat/completions',
    keyIn: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1],
    read(body) {
      const parsed = parseBody(body) as CompletionsBody
      checkCompletionsBody(parsed)
      return readRequest(parsed)
    },
    answer: (answer, body) => completion(answer, JSON.parse(body), cache, nextId),
    refuse: (status, { code = null, param = null, message = `Error ${status}` }) => ({
      error: { message, type: TYPE_BY_STATUS[status] ?? 'server_error', param, code },
    }),
    refuseKey: (key) => ({ error: { message: keyWords(key), ...KEY_ERROR, code: key ? 'invalid_api_key' : null } }),
    models: { object: 'list', data: [{ id: 'gpt-5.1', object: 'model', created: 1_762_300_000, owned_by: 'system' }] },
  }
}

const KEY_ERROR = { type: 'invalid_request_error', param: null }

const TYPE_BY_STATUS: Record<number, string> = {
  400: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'tokens',
}

/** Like the real API it quotes the key with most of it, but not all, struck out. */
function keyWords(key: string | undefined): string {
  if (key === undefined)
    return "You didn't provide an API key. You need to provide your API key in an Authorization header."
  const struck = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
  return `Incorrect API key provided: ${struck}. You can find your API key at https://platform.openai.com/account/api-keys.`
}

function readRequest({ messages = [], tools = [], tool_choice: choice }: CompletionsBody): ScriptRequest {
  const isSystem = ({ role }: CompletionsMessage) => role === 'system' || role === 'developer'
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) =>
      calls.map(({ id, function: { name } }) => [id, nameWithDots(name)] as const),
    ),
  )
  return {
    provider: 'provider_b',
    system: messages.filter(isSystem).map(textOf).join('\n'),
    messages: messages.filter((message) => !isSystem(message)).map((message) => readMessage(message, names)),
    tools: tools.map(({ function: { name, description = '', parameters = {} } }) => ({
      name: nameWithDots(name),
      description,
      parameters,
    })),
    ...(typeof choice === 'object' ? { mustCall: nameWithDots(choice.function.name) } : {}),
    turn: messages.filter(({ role }) => role === 'assistant').length,
  }
}

function readMessage(message: CompletionsMessage, names: ReadonlyMap<string, string>): ModelMessage {
  const { role, tool_calls: calls = [], tool_call_id: callId = '' } = message
  const text = textOf(message)
  if (role === 'user') return { role, text }
  if (role === 'tool') return { role, callId, tool: names.get(callId) ?? '', ...readResult(text) }
  return {
    role: 'assistant',
    text,
    calls: calls.map(({ id, function: { name, arguments: raw } }) => ({
      id,
      tool: nameWithDots(name),
      parameters: JSON.parse(raw),
    })),
  }
}

/** The protocol has no word for a failed call; those who speak it say `{"error": …}`. */
function readResult(text: string): { text: string; isError: boolean } {
  const [, words] = /^\{"error":(".*")\}$/s.exec(text) ?? []
  return words === undefined ? { text, isError: false } : { text: JSON.parse(words), isError: true }
}

function textOf({ content }: CompletionsMessage): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n')
}

function completion(
  { text, calls = [], stop }: SpokenAnswer,
  body: CompletionsBody,
  cache: CommonPrefixCache,
  nextId: (kind: string) => string,
): object {
  const toolCalls = calls.map(({ tool, parameters = {}, arguments: raw, id }) => ({
    id: id ?? nextId('call_'),
    type: 'function',
    function: { name: nameOnWire(tool), arguments: raw ?? JSON.stringify(parameters) },
  }))
  const message = {
    role: 'assistant',
    content: stop === 'refusal' ? null : (text ?? null),
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    refusal: stop === 'refusal' ? (text ?? "I'm sorry, but I can't help with that.") : null,
    annotations: [],
  }
  // A call that was forced by name ends, as the real API has it, with `stop`.
  const isForced = typeof body.tool_choice === 'object'
  const reason = stop === 'length' ? 'length' : toolCalls.length > 0 && !isForced ? 'tool_calls' : 'stop'
  return {
    id: nextId('chatcmpl-'),
    object: 'chat.completion',
    created: 1_767_225_600,
    model: body.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: usageOf(body, message, cache),
    service_tier: 'default',
    system_fingerprint: null,
  }
}

function usageOf({ tools = [], messages = [] }: CompletionsBody, message: object, cache: CommonPrefixCache): object {
  const prompt = JSON.stringify([tools, messages])
  const [prompt_tokens, completion_tokens] = [tokensIn(prompt), tokensIn(JSON.stringify(message))]
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: cache.take(prompt), audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  }
}
