/** The pieces of an Anthropic Messages request, as loosely as it is sent. */
export type Block = {
  type: string
  text?: string
  id?: string
  name?: string
  input?: unknown
  tool_use_id?: string
  content?: string | Block[]
  is_error?: boolean
  cache_control?: { type: string } | null
}

export type Message = { role: string; content: string | Block[] }

export type MessagesBody = {
  model?: unknown
  max_tokens?: unknown
  system?: string | Block[]
  messages?: Message[]
  tools?: { name: string; description?: string; input_schema?: { type?: string }; cache_control?: object | null }[]
  tool_choice?: { type: string; name?: string }
}

export function blocksOf(content: string | Block[] | undefined): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
}

export function textOf(content: string | Block[] | undefined): string {
  return blocksOf(content)
    .map(({ text = '' }) => text)
    .join('\n')
}
