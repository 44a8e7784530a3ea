/** `firebreak mcp`: for agents that start their tools as processes. Standard output belongs to the protocol. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient, type Reached } from '../client/client.ts'
import { createMcpServer } from './mcp-server.ts'

/** Ends when the agent closes the pipe. */
export async function serveStdio(reached: Reached, version: string): Promise<void> {
  const server = createMcpServer({ client: createClient(reached), version })
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
}
