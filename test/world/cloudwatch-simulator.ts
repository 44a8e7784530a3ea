/**
 * CloudWatch as its own client speaks to it: JSON 1.0 posted to one path, the operation in X-Amz-Target, a signature of version 4.
 * Only DescribeAlarms, by state or by name, in pages.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type PretendAlarm = {
  AlarmName: string
  StateValue: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'
  StateReason?: string
  AlarmDescription?: string
  Namespace?: string
  MetricName?: string
  Dimensions?: { Name: string; Value: string }[]
}

type Asked = { StateValue?: string; AlarmNames?: string[]; MaxRecords?: number; NextToken?: string }

export type PretendCloud = {
  url: string
  alarms: PretendAlarm[]
  /** How often it was asked. */
  asked(): number
  /** What it answers instead, while set. */
  refusal: { status: number; type: string; message: string } | undefined
}

const PAGE = 2
const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/monitoring\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/

export async function startPretendCloud(t: TestContext): Promise<PretendCloud> {
  let count = 0
  const cloud: PretendCloud = { url: '', alarms: [], asked: () => count, refusal: undefined }
  const server = createServer(async (request, response) => {
    count += 1
    const { status, body } = answer(cloud, request, await bodyOf(request))
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': `r${count}` })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close().closeAllConnections())
  cloud.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return cloud
}

function answer(
  cloud: PretendCloud,
  { method, headers }: IncomingMessage,
  body: string,
): { status: number; body: unknown } {
  const refuse = (status: number, type: string, message: string) => ({ status, body: { __type: type, message } })
  if (cloud.refusal) return refuse(cloud.refusal.status, cloud.refusal.type, cloud.refusal.message)
  if (!SIGNATURE.test(headers.authorization ?? '')) return refuse(403, 'MissingAuthenticationToken', 'Not signed.')
  const isOurs = method === 'POST' && headers['content-type'] === 'application/x-amz-json-1.0'
  if (!isOurs || headers['x-amz-target'] !== 'GraniteServiceVersion20100801.DescribeAlarms')
    return refuse(400, 'UnknownOperationException', 'Only DescribeAlarms is pretended.')
  return { status: 200, body: describe(cloud.alarms, JSON.parse(body) as Asked) }
}

function describe(alarms: readonly PretendAlarm[], { StateValue, AlarmNames, NextToken = '0' }: Asked) {
  const found = alarms.filter(
    (alarm) =>
      (!StateValue || alarm.StateValue === StateValue) && (!AlarmNames || AlarmNames.includes(alarm.AlarmName)),
  )
  const next = Number(NextToken) + PAGE
  const page = found.slice(Number(NextToken), next)
  return {
    MetricAlarms: page.filter(({ MetricName }) => MetricName),
    CompositeAlarms: page.filter(({ MetricName }) => !MetricName),
    ...(next < found.length && { NextToken: String(next) }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
