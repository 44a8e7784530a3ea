/** The Model Context Protocol, spoken by the official SDK; what the tools do stands in tools.ts. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Value } from 'typebox/value'
import type { Client } from '../client/client.ts'
import { type Asked, TOOLS, type Tool } from './tools.ts'

/** So much of an answer at once; the rest is had by `offset`. */
const CHARACTERS_MAX = 20_000
const OFFSET = { type: 'integer', minimum: 0, description: 'Where to go on in an answer that was cut.' }

export type McpOptions = { client: Client; version: string }

export function createMcpServer({ client, version }: McpOptions): Server {
  const server = new Server({ name: 'firebreak', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(described) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(client, params.name, params.arguments ?? {}))
  return server
}

function described({ name, description, input, isReadOnly }: Tool) {
  const { properties, required = [] } = input
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties: { ...properties, offset: OFFSET }, required: [...required] },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false },
  }
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name)
  if (!tool) return failed(`There is no tool ${name}. There are: ${TOOLS.map((one) => one.name).join(', ')}.`)
  const { offset = 0, ...input } = given
  if (!Number.isSafeInteger(offset) || Number(offset) < 0) return failed('offset: must be a whole number, 0 or more.')
  const wrong = whatIsWrong(tool, input)
  if (wrong !== undefined) return failed(wrong)
  const asked = await tool.run(client, input).catch((error: Error) => error)
  return asked instanceof Error ? failed(`The service did not answer: ${asked.message}`) : shown(asked, Number(offset))
}

function whatIsWrong({ input }: Tool, given: unknown): string | undefined {
  const stranger = Object.keys(Object(given)).find((key) => !Object.hasOwn(input.properties, key))
  if (stranger !== undefined) return `${stranger}: is not a parameter of this tool.`
  const [first] = Value.Errors(input, given)
  return first && `${first.instancePath.slice(1).replaceAll('/', '.') || 'arguments'}: ${first.message}.`
}

function shown({ data, error, response }: Asked, offset: number): CallToolResult {
  if (data === undefined) return failed(reasonOf(error, response))
  const whole = JSON.stringify((data as { data?: unknown }).data ?? data, null, 1)
  const part = whole.slice(offset, offset + CHARACTERS_MAX)
  const end = offset + part.length
  const rest = end < whole.length ? `\n… cut: ${whole.length - end} more characters, with offset ${end}.` : ''
  return { content: [{ type: 'text', text: `${part}${rest}` }] }
}

function reasonOf(error: unknown, { status }: Response): string {
  const { error: said } = Object(error) as {
    error?: { message?: string; details?: { field: string; message: string }[] }
  }
  const details = (said?.details ?? []).map(({ field, message }) => ` ${field} ${message}.`).join('')
  return `${said?.message ?? `The service answered ${status}.`}${details}`
}

function failed(reason: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: reason }] }
}
