/** The connections of one account to one API server, with the credentials they were opened with. */
import type { AgentOptions } from 'node:https'
import type { KubeConfig, RequestContext } from '@kubernetes/client-node'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { NotConfigured } from '../../ports/not-configured.ts'
import { watchConnections } from './living-connections.ts'

export type Line = {
  config: KubeConfig
  server: string
  agent: Dispatcher
  /** Over HTTP/1.1, for one question; not through a proxy. */
  openPlain?: () => Dispatcher
  /** What is under way ends in peace, or is ended when the time is up. */
  retire(withinMs: number): void
  destroy(): Promise<void>
}

/** Dead connections are found within three of these, so a read can still be repeated before its caller gives up. */
const PING_MS = 2_000

export async function openLine(config: KubeConfig, pingMs = PING_MS): Promise<Line> {
  const cluster = config.getCurrentCluster()
  if (!cluster || !URL.canParse(cluster.server))
    throw new NotConfigured('The kubeconfig names no usable server address.')
  const { agent, close, ...plain } = await openAgent(config, pingMs)
  const destroy = async () => {
    close()
    await agent.destroy()
  }
  const retire = (withinMs: number) => {
    const tooLong = setTimeout(() => void destroy().catch(() => {}), withinMs)
    tooLong.unref()
    // How what is under way ends is told to whoever asked for it.
    agent
      .close()
      .catch(() => {})
      .finally(() => {
        clearTimeout(tooLong)
        close()
      })
  }
  return { config, server: new URL(cluster.server).host, agent, ...plain, retire, destroy }
}

type OpenAgent = Pick<Line, 'agent' | 'openPlain'> & { close(): void }

/** Through a proxy the connections are the client's own, and are not watched. */
async function openAgent(config: KubeConfig, pingMs: number): Promise<OpenAgent> {
  const context = await authorised(config)
  const tls = {}
  await config.applyToHTTPSOptions(tls)
  // The options of a request are what the agent of that request is made of.
  const options = config.createDispatcherOptions(config.getCurrentCluster(), tls as AgentOptions)
  if (options.type !== 'agent')
    return { agent: (context.getDispatcher() as Dispatcher | undefined) ?? new Agent(), close: () => {} }
  const { connect, close } = watchConnections(connectorFor(options.connect, true), pingMs)
  return {
    agent: new Agent({ connect, h2Options: { pingInterval: pingMs } }),
    openPlain: () => new Agent({ connect: connectorFor(options.connect, false), allowH2: false }),
    close,
  }
}

/** What is absent is left out: undefined is no value the connector knows. */
function connectorFor(options: AgentOptions, allowH2: boolean): ReturnType<typeof buildConnector> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return buildConnector({ ...given, allowH2 })
}

/** Carries the account's headers, a token read afresh among them. */
export async function authorised(config: KubeConfig): Promise<RequestContext> {
  const { RequestContext, HttpMethod } = await import('@kubernetes/client-node')
  const server = config.getCurrentCluster()?.server ?? ''
  const context = new RequestContext(server, HttpMethod.GET)
  try {
    await config.applySecurityAuthentication(context)
  } catch (cause) {
    throw new NotConfigured('The credentials of the cluster account could not be read.', { cause })
  }
  return context
}
