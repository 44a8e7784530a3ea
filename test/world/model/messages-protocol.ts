/** The Anthropic Messages API as its clients see it. */
import type { ModelMessage } from '../../../src/ports/language-model.ts'
import { type Block, blocksOf, type Message, type MessagesBody, textOf } from './messages-blocks.ts'
import { checkMessagesBody } from './messages-rules.ts'
import { MarkedPrefixCache } from './prompt-cache.ts'
import { idGiver, type Protocol, parseBody, refuseUnless, tokensIn } from './protocol.ts'
import { nameOnWire, nameWithDots, type ScriptRequest, type SpokenAnswer } from './script.ts'

export function createMessagesProtocol(): Protocol {
  const cache = new MarkedPrefixCache()
  const nextId = idGiver(22)
  return {
    path: '/v1/messages',
    keyIn: (headers) => headers['x-api-key']?.toString(),
    read(body, headers) {
      const parsed = parseBody(body) as MessagesBody
      refuseUnless(headers['anthropic-version'] === '2023-06-01', 'anthropic-version: header is required')
      checkMessagesBody(parsed)
      return readRequest(parsed)
    },
    answer: (answer, body) => message(answer, JSON.parse(body), cache, nextId),
    refuse: (status, { code, message: words }) => ({
      type: 'error',
      error: { type: code ?? TYPE_BY_STATUS[status] ?? 'api_error', message: words ?? `Error ${status}` },
      request_id: nextId('req_01'),
    }),
    refuseKey: (key) => ({
      type: 'error',
      error: {
        type: 'authentication_error',
        message: key === undefined ? 'x-api-key header is required' : 'invalid x-api-key',
      },
      request_id: nextId('req_01'),
    }),
    models: {
      data: [{ type: 'model', id: 'claude-sonnet-4-5', display_name: 'Claude Sonnet 4.5' }],
      has_more: false,
    },
  }
}

const TYPE_BY_STATUS: Record<number, string> = {
  400: 'invalid_request_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function readRequest({ system, messages = [], tools = [], tool_choice: choice }: MessagesBody): ScriptRequest {
  const names = new Map(
    messages.flatMap(({ content }) => blocksOf(content).map(({ id = '', name = '' }) => [id, nameWithDots(name)])),
  )
  return {
    provider: 'provider_a',
    system: textOf(system),
    messages: messages.flatMap((one) => readMessage(one, names)),
    tools: tools.map(({ name, description = '', input_schema: parameters = {} }) => ({
      name: nameWithDots(name),
      description,
      parameters,
    })),
    ...(choice?.name === undefined ? {} : { mustCall: nameWithDots(choice.name) }),
    turn: messages.filter(({ role }) => role === 'assistant').length,
  }
}

function readMessage({ role, content }: Message, names: ReadonlyMap<string, string>): ModelMessage[] {
  const blocks = blocksOf(content)
  if (role === 'user') return blocks.map((block) => readSaid(block, names))
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(readCall)
  return [{ role: 'assistant', text: textOf(blocks.filter(({ type }) => type === 'text')), calls }]
}

function readSaid({ type, text = '', tool_use_id: callId = '', ...result }: Block, names: ReadonlyMap<string, string>) {
  if (type !== 'tool_result') return { role: 'user' as const, text }
  const { content = '', is_error: isError = false } = result
  return { role: 'tool' as const, callId, tool: names.get(callId) ?? '', text: textOf(content), isError }
}

function readCall({ id = '', name = '', input }: Block) {
  return { id, tool: nameWithDots(name), parameters: input as Record<string, unknown> }
}

const STOP_REASON = { length: 'max_tokens', refusal: 'refusal' } as const

function message(
  { text, calls = [], stop }: SpokenAnswer,
  body: MessagesBody,
  cache: MarkedPrefixCache,
  nextId: (kind: string) => string,
): object {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, parameters = {}, arguments: raw, id }) => ({
      type: 'tool_use',
      id: id ?? nextId('toolu_01'),
      name: nameOnWire(tool),
      input: raw ?? parameters,
    })),
  ]
  const stopReason = stop ? STOP_REASON[stop] : calls.length > 0 ? 'tool_use' : 'end_turn'
  return {
    id: nextId('msg_01'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: usageOf(body, content, cache),
  }
}

function usageOf(body: MessagesBody, content: object, cache: MarkedPrefixCache): object {
  const { inputTokens, writtenTokens, cachedTokens } = cache.take(body)
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: writtenTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation: { ephemeral_5m_input_tokens: writtenTokens, ephemeral_1h_input_tokens: 0 },
    output_tokens: tokensIn(JSON.stringify(content)),
    service_tier: 'standard',
  }
}
