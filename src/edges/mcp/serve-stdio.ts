/** `firebreak mcp`: for agents that start their tools as processes. Standard output belongs to the protocol. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { createClient, type Reached } from '../client/client.ts'
import { createMcpServer } from './mcp-server.ts'

/** A service that does not answer must not keep the process of an agent that is gone. */
const LAST_ANSWERS_MS = 60_000

/** Ends when the agent closes the pipe, and not before what it asked is answered. */
export async function serveStdio(reached: Reached, version: string): Promise<void> {
  const server = createMcpServer({ client: createClient(reached), version })
  const transport = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    server.onclose = resolve
  })
  await server.connect(transport)
  transport.onerror = (error) => void answerGarbage(transport, error)
  const answered = countAnswers(transport)
  await ended
  await Promise.race([answered(), new Promise((resolve) => void setTimeout(resolve, LAST_ANSWERS_MS).unref())])
  await server.close()
}

/** The SDK reads past a line that is no message; whoever sent it waits for a word. */
async function answerGarbage(transport: StdioServerTransport, error: Error): Promise<void> {
  const [code, message] =
    error instanceof SyntaxError
      ? [ErrorCode.ParseError, 'Parse error: a line that is no JSON.']
      : [ErrorCode.InvalidRequest, 'Invalid request: a line that is no message of JSON-RPC 2.0.']
  // The protocol's own answer to what has no readable id; the SDK's type knows only answers to a request.
  await transport.send({ jsonrpc: '2.0', id: null, error: { code, message } } as unknown as JSONRPCMessage)
}

/** Resolves when no request is without its answer. */
function countAnswers(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<unknown>()
  let wake = () => {}
  const { onmessage, send } = transport
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    onmessage?.(message)
  }
  transport.send = async (message) => {
    await send.call(transport, message)
    if (!('method' in message) && 'id' in message) open.delete(message.id)
    wake()
  }
  return async () => {
    while (open.size > 0) await new Promise<void>((resolve) => (wake = resolve))
  }
}
