/** What the Anthropic Messages API refuses with 400, in its wording. */
import { type Block, blocksOf, type Message, type MessagesBody } from './messages-blocks.ts'
import { refuseUnless } from './protocol.ts'

const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const ID = /^[a-zA-Z0-9_-]+$/
const MARKS_MAX = 4

export function checkMessagesBody(body: MessagesBody): void {
  refuseUnless(typeof body.model === 'string' && body.model !== '', 'model: Field required')
  refuseUnless(Number.isInteger(body.max_tokens), 'max_tokens: Field required')
  refuseUnless(Number(body.max_tokens) > 0, 'max_tokens: Input should be greater than or equal to 1')
  refuseUnless(Array.isArray(body.messages), 'messages: Field required')
  refuseUnless(body.messages?.length, 'messages: at least one message is required')
  checkTools(body)
  for (const { text } of blocksOf(body.system ?? [])) checkText(text, 'system')
  for (const [at, message] of (body.messages ?? []).entries()) checkContent(message, at)
  checkPairs(body.messages ?? [])
  checkEnds(body.messages ?? [])
  checkMarks(body)
}

function checkTools({ tools = [], tool_choice: choice, messages = [] }: MessagesBody): void {
  for (const [at, { name, input_schema: schema }] of tools.entries()) {
    refuseUnless(NAME.test(name), `tools.${at}.custom.name: String should match pattern '${NAME.source}'`)
    refuseUnless(schema?.type === 'object', `tools.${at}.custom.input_schema.type: Input should be 'object'`)
  }
  refuseUnless(new Set(tools.map(({ name }) => name)).size === tools.length, 'tools: Tool names must be unique.')
  refuseUnless(choice === undefined || tools.length > 0, 'tool_choice may only be specified while providing tools.')
  if (choice?.type === 'tool')
    refuseUnless(
      tools.some(({ name }) => name === choice.name),
      `Tool '${choice.name}' not found in provided tools`,
    )
  const hasCalls = messages.some(({ content }) => blocksOf(content).some(({ type }) => type.startsWith('tool_')))
  refuseUnless(
    !hasCalls || tools.length > 0,
    'Requests which include `tool_use` or `tool_result` blocks must define tools.',
  )
}

function checkContent({ role, content }: Message, at: number): void {
  refuseUnless(
    role === 'user' || role === 'assistant',
    `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant".`,
  )
  refuseUnless(blocksOf(content).length > 0, `messages.${at}: all messages must have non-empty content`)
  for (const [index, block] of blocksOf(content).entries()) checkBlock(block, `messages.${at}.content.${index}`)
}

function checkBlock({ type, text, id = '', name = '', input }: Block, where: string): void {
  if (type === 'text') checkText(text, 'messages')
  if (type !== 'tool_use') return
  refuseUnless(ID.test(id), `${where}.tool_use.id: String should match pattern '${ID.source}'`)
  refuseUnless(NAME.test(name), `${where}.tool_use.name: String should match pattern '${NAME.source}'`)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  refuseUnless(isObject, `${where}.tool_use.input: Input should be an object`)
}

function checkText(text: string | undefined, where: string): void {
  refuseUnless(text !== undefined && text !== '', `${where}: text content blocks must be non-empty`)
  refuseUnless(text?.trim() !== '', `${where}: text content blocks must contain non-whitespace text`)
}

/** Calls are answered in the very next message, before anything else is said in it. */
function checkPairs(messages: readonly Message[]): void {
  const seen = new Set<string>()
  let open: string[] = []
  for (const [at, message] of [...messages, { role: 'user', content: [] }].entries()) {
    const blocks = blocksOf(message.content)
    const answered = leadingResults(blocks)
    const missing = open.filter((id) => !answered.includes(id))
    refuseUnless(
      missing.length === 0,
      `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    )
    for (const [index, { type, tool_use_id: id = '' }] of blocks.entries())
      refuseUnless(
        type !== 'tool_result' || open.includes(id),
        `messages.${at}.content.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id = '' }) => id)
    for (const [index, id] of open.entries()) {
      refuseUnless(!seen.has(id), `messages.${at}.content.${index}: \`tool_use\` ids must be unique`)
      seen.add(id)
    }
  }
}

function leadingResults(blocks: readonly Block[]): string[] {
  const end = blocks.findIndex(({ type }) => type !== 'tool_result')
  return blocks.slice(0, end === -1 ? blocks.length : end).map(({ tool_use_id: id = '' }) => id)
}

function checkEnds(messages: readonly Message[]): void {
  refuseUnless(messages[0]?.role === 'user', 'messages: first message must use the "user" role')
  const last = messages.at(-1)
  const ending = last?.role === 'assistant' ? blocksOf(last.content).at(-1)?.text : undefined
  refuseUnless(
    ending === undefined || ending === ending.trimEnd(),
    'messages: final assistant content cannot end with trailing whitespace',
  )
}

function checkMarks({ tools = [], system, messages = [] }: MessagesBody): void {
  const places = [
    ...tools,
    ...blocksOf(system ?? []),
    ...messages.flatMap(({ content }) => blocksOf(content)),
  ] as Block[]
  const marks = places.filter(({ cache_control: mark }) => mark != null).length
  refuseUnless(
    marks <= MARKS_MAX,
    `A maximum of ${MARKS_MAX} blocks with cache_control may be provided. Found ${marks}.`,
  )
}
