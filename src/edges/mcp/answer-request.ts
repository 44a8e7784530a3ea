/** One request of the protocol over HTTP, answered without a session: nothing is kept for an agent that vanished. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse; body: unknown }

export async function answerRequest(options: McpOptions, { request, response, body }: Exchange): Promise<void> {
  const server = createMcpServer(options)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.once('close', () => void server.close())
  await server.connect(transport as Transport)
  await transport.handleRequest(request, response, body)
}
