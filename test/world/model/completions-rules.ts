/** What the OpenAI chat completions API refuses with 400, in its wording. */
import { refuseUnless } from './protocol.ts'

export type WireCall = { id: string; type: string; function: { name: string; arguments: string } }

export type CompletionsMessage = {
  role: string
  content?: string | { type: string; text: string }[] | null
  tool_calls?: WireCall[]
  tool_call_id?: string
}

export type CompletionsBody = {
  model?: unknown
  messages?: CompletionsMessage[]
  max_tokens?: number
  max_completion_tokens?: number
  tools?: { type: string; function: { name: string; description?: string; parameters?: { type?: string } } }[]
  tool_choice?: string | { type: string; function: { name: string } }
}

const NAME = /^[a-zA-Z0-9_-]+$/
const NAME_CHARACTERS_MAX = 64
const DESCRIPTION_CHARACTERS_MAX = 1024
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

export function checkCompletionsBody(body: CompletionsBody): void {
  refuseUnless(typeof body.model === 'string' && body.model !== '', 'you must provide a model parameter')
  const { messages } = body
  refuseUnless(Array.isArray(messages), "Missing required parameter: 'messages'.", {
    code: 'missing_required_parameter',
    param: 'messages',
  })
  refuseUnless(messages?.length, tooShort('messages'), { code: 'empty_array', param: 'messages' })
  refuseUnless(
    body.max_tokens === undefined || !/^(gpt-5|o\d)/.test(String(body.model)),
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { code: 'unsupported_parameter', param: 'max_tokens' },
  )
  checkTools(body)
  for (const [at, message] of (messages ?? []).entries()) checkMessage(message, at)
  checkPairs(messages ?? [])
}

function tooShort(param: string): string {
  return `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array with length 0 instead.`
}

function checkTools({ tools, tool_choice: choice }: CompletionsBody): void {
  refuseUnless(tools === undefined || tools.length > 0, tooShort('tools'), { code: 'empty_array', param: 'tools' })
  for (const [at, { function: tool }] of (tools ?? []).entries()) {
    const { name, description = '', parameters } = tool
    checkName(name, `tools[${at}].function.name`)
    checkLength(description, `tools[${at}].function.description`, DESCRIPTION_CHARACTERS_MAX)
    refuseUnless(
      parameters === undefined || parameters.type === 'object',
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${parameters?.type ?? 'None'}"'.`,
      { code: 'invalid_function_parameters', param: `tools[${at}].function.parameters` },
    )
  }
  refuseUnless(
    choice === undefined || tools !== undefined,
    "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    { param: 'tool_choice' },
  )
  if (typeof choice === 'object')
    refuseUnless(
      tools?.some(({ function: tool }) => tool.name === choice.function.name),
      `Invalid value for 'tool_choice': no function named '${choice.function.name}' was specified in the 'tools' parameter.`,
      { param: 'tool_choice' },
    )
}

function checkName(name: string, param: string): void {
  refuseUnless(
    NAME.test(name),
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${NAME.source}'.`,
    { code: 'invalid_value', param },
  )
  checkLength(name, param, NAME_CHARACTERS_MAX)
}

function checkLength(text: string, param: string, charactersMax: number): void {
  refuseUnless(
    text.length <= charactersMax,
    `Invalid '${param}': string too long. Expected a string with maximum length ${charactersMax}, but got a string with length ${text.length} instead.`,
    { code: 'string_above_max_length', param },
  )
}

function checkMessage({ role, content, tool_calls: calls }: CompletionsMessage, at: number): void {
  refuseUnless(ROLES.includes(role), `Invalid value: '${role}'.`, {
    code: 'invalid_value',
    param: `messages[${at}].role`,
  })
  refuseUnless(
    content != null || (calls !== undefined && calls.length > 0),
    `Invalid value for 'content': expected a string, got null.`,
    { param: `messages.[${at}].content` },
  )
  for (const [index, call] of (calls ?? []).entries())
    checkName(call.function.name, `messages[${at}].tool_calls[${index}].function.name`)
}

function checkPairs(messages: readonly CompletionsMessage[]): void {
  let open: string[] = []
  let known: string[] = []
  for (const [at, { role, tool_calls: calls = [], tool_call_id: id = '' }] of [
    ...messages,
    { role: 'end' },
  ].entries()) {
    const param = `messages.[${at}].role`
    if (role === 'tool') {
      refuseUnless(
        known.includes(id),
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        { param },
      )
      open = open.filter((one) => one !== id)
      continue
    }
    refuseUnless(
      open.length === 0,
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      { param },
    )
    known = calls.map((call) => call.id)
    open = [...known]
  }
}
