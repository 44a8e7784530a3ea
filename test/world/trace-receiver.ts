/** A collector that takes spans over OTLP/HTTP, as JSON, and keeps them. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number }
  attributes: Record<string, unknown>
}

export type TraceReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** Every body, as it came. */
  bodies: string[]
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** Of the service, as the last body tells it. */
  resource(): Record<string, unknown>
}

type Attribute = { key: string; value: Record<string, unknown> }
type WireSpan = Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] }
type WireBody = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[] }

/** `status` is what it answers to everything. */
export async function startTraceReceiver(t: TestContext, status = 200): Promise<TraceReceiver> {
  const receiver: TraceReceiver = {
    url: '',
    spans: [],
    bodies: [],
    requests: [],
    resource: () => {
      const { resourceSpans } = JSON.parse(receiver.bodies.at(-1) ?? '{}') as WireBody
      return read(resourceSpans[0]?.resource.attributes ?? [])
    },
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    receiver.bodies.push(body)
    receiver.requests.push({ path: request.url ?? '', headers: request.headers })
    receiver.spans.push(...spansIn(JSON.parse(body) as WireBody))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

function spansIn({ resourceSpans }: WireBody): ReceivedSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return spans.map((span) => ({ ...span, attributes: read(span.attributes) }))
}

function read(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
