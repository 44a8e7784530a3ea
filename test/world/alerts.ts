/** Alerts as tools post them, and what a test asks of the service about them. */
import assert from 'node:assert/strict'
import { eventually } from './eventually.ts'
import type { Answer, Asked } from './service.ts'

type Door = { ask(method: string, path: string, asked?: Asked): Promise<Answer> }

export type SentAlert = {
  fingerprint?: string
  status?: 'firing' | 'resolved'
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

/** What an alert manager posts; an alert without a name of its own is called after its fingerprint. */
export function groupOf(alerts: SentAlert[], groupKey = '{}:{alertname="test"}') {
  const isFiring = alerts.some(({ status }) => status !== 'resolved')
  return {
    version: '4',
    groupKey,
    status: isFiring ? 'firing' : 'resolved',
    receiver: 'firebreak',
    alerts: alerts.map(({ fingerprint, status = 'firing', labels, annotations = {} }) => ({
      status,
      labels: { alertname: fingerprint ?? 'Unnamed', ...labels },
      annotations,
      startsAt: '2026-05-01T10:00:00Z',
      ...(fingerprint === undefined ? {} : { fingerprint }),
    })),
  }
}

export function firing(...fingerprints: string[]) {
  return groupOf(fingerprints.map((fingerprint) => ({ fingerprint })))
}

export function cleared(...fingerprints: string[]) {
  return groupOf(fingerprints.map((fingerprint) => ({ fingerprint, status: 'resolved' as const })))
}

/** What a dashboard tool posts about one rule. */
export function ruleIn(state: string, rule: Record<string, unknown> = {}) {
  return { title: '[Alerting] Queue is long', state, ruleId: 7, ruleName: 'Queue', orgId: 1, evalMatches: [], ...rule }
}

export type Accepted = { incident_id: string; status: string; message: string }

/** Posts an alert that must be accepted. */
export async function post({ ask }: Door, body: unknown, asked: Asked = {}): Promise<Accepted> {
  const answer = await ask('POST', '/api/alert', { ...asked, body })
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.body.data.status, 'accepted')
  return answer.body.data
}

/** Posts an alert and answers the id of its incident. */
export async function idOf(door: Door, body: unknown): Promise<string> {
  return (await post(door, body)).incident_id
}

export type Shown = {
  id: string
  status: string
  resolution?: string
  repeat_count: number
  alerts: { key: string; state: string; severity?: string; labels: Record<string, string> }[]
  events: { id: string; type: string; timestamp: string; data: Record<string, unknown> }[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look at every field of the answer.
  [field: string]: any
}

/** Asks again where the service says to: on a very busy machine its store does not answer in time. */
export async function show({ ask }: Door, id: string): Promise<Shown> {
  const answer = await eventually('the store answers', async () => {
    const shown = await ask('GET', `/api/incidents/${id}`)
    return shown.status === 503 ? undefined : shown
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** The kinds on a timeline, in order. */
export function kinds({ events }: Shown): string[] {
  return events.map(({ type }) => type)
}

/** The alerts of an incident by key. */
export function states({ alerts }: Shown): Record<string, string> {
  return Object.fromEntries(alerts.map(({ key, state }) => [key, state]))
}
