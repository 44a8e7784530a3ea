/**
 * Asks as fast as answers come, from a process of its own and over plain sockets: on two cores a heavier client would be
 * what is measured. The plan comes as an argument, the outcome goes back over the channel.
 */
import { connect, type Socket } from 'node:net'
import { ALERT_PATHS, alertBody } from './alert-body.ts'
import { percentile } from './figures.ts'
import type { LoadOutcome, LoadPlan } from './load-plan.ts'

const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan
const { hostname, port } = new URL(plan.address)
const endsAt = performance.now() + (plan.seconds ?? 600) * 1_000
const latencies: number[] = []
const outcome: LoadOutcome = { seconds: 0, answers: {}, lost: 0, p50Ms: 0, p99Ms: 0, maxMs: 0, firstRefusal: '' }
let asked = 0

const began = performance.now()
await Promise.all(Array.from({ length: plan.connections }, keepAsking))
outcome.seconds = (performance.now() - began) / 1_000
outcome.p50Ms = percentile(latencies, 0.5)
outcome.p99Ms = percentile(latencies, 0.99)
outcome.maxMs = percentile(latencies, 1)
process.send?.(outcome)
process.disconnect()

function nextRequest(): string | undefined {
  if (asked >= (plan.count ?? Number.POSITIVE_INFINITY) || performance.now() > endsAt) return undefined
  const number = asked++
  const { alerts, paths = [] } = plan
  const head = `host: ${hostname}\r\nauthorization: Bearer ${plan.key}\r\n`
  if (!alerts) return `GET ${paths[number % paths.length]} HTTP/1.1\r\n${head}\r\n`
  const { wording = 'plain', run, distinct } = alerts
  const body = alertBody(wording, run, distinct ? number % distinct : number)
  const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `POST ${ALERT_PATHS[wording]} HTTP/1.1\r\n${head}${about}\r\n${body}`
}

/** One connection, with `pipelining` requests on their way, until there is nothing left to ask. */
function keepAsking(): Promise<void> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true })
  const askedAt: number[] = []
  let unread = ''
  const ask = () => {
    const request = nextRequest()
    if (request !== undefined) {
      askedAt.push(performance.now())
      socket.write(request)
    } else if (askedAt.length === 0) socket.end()
  }
  socket.on('connect', () => {
    for (let place = 0; place < (plan.pipelining ?? 1); place += 1) ask()
  })
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    for (let rest = afterAnswer(unread); rest !== undefined; rest = afterAnswer(unread)) {
      latencies.push(performance.now() - (askedAt.shift() ?? 0))
      unread = rest
      ask()
    }
  })
  return closed(socket).then(() => {
    outcome.lost += askedAt.length
  })
}

/** What follows the first whole answer; undefined while there is none. */
function afterAnswer(text: string): string | undefined {
  const bodyAt = text.indexOf('\r\n\r\n') + 4
  if (bodyAt === 3) return undefined
  const head = text.slice(0, bodyAt)
  const end = bodyAt + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (text.length < end) return undefined
  const status = head.slice(9, 12)
  outcome.answers[status] = (outcome.answers[status] ?? 0) + 1
  if (!status.startsWith('2') && outcome.firstRefusal === '') outcome.firstRefusal = text.slice(0, end)
  return text.slice(end)
}

/** A connection that breaks shows in the requests it leaves without an answer. */
function closed(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
