/** The running service as the demo speaks to it: over HTTP, as anybody would. */
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../../../problem.ts'
import type { Diagnosis, ExecutionResult, Proposal } from '../../http/contract/incident-course.ts'

export type ShownIncident = {
  id: string
  status: string
  created_at: string
  /** The incident that leads it and has the plan, where it has become part of another. */
  part_of: string | null
  diagnosis: Diagnosis | null
  proposal: Proposal | null
  execution_result: ExecutionResult | null
}

export type DemoService = {
  /** Fails where it does not answer or wants a key, before any trouble is made. */
  greet(): Promise<void>
  sendAlert(alert: unknown): Promise<string>
  show(id: string): Promise<ShownIncident>
  confirm(id: string, digest: string, comment: string): Promise<void>
  /** Says that an incident is over; false for one that is, or that runs to its end by itself: it is left alone. */
  close(id: string, comment: string): Promise<boolean>
}

type Parts = { address: string; key: string | undefined; signal: AbortSignal }

/** A restart, or a machine that is busy for a moment, ends no demo. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 500

export function openDemoService({ address, key, signal }: Parts): DemoService {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const ask = async (method: string, path: string, body?: unknown, patienceMs = PATIENCE_MS) => {
    const until = performance.now() + patienceMs
    const answer = await patiently(() => send(method, path, body), { isSafe: method === 'GET', until, signal }).catch(
      (error: Error) => {
        signal.throwIfAborted()
        throw new StartRefused(`Firebreak does not answer at ${address}: ${error.message}`)
      },
    )
    const answered = (await answer.json()) as { data: never; error?: { message: string } }
    if (answer.status === 401) throw new StartRefused('Firebreak wants a key: set API_KEY to an operator’s or admin’s.')
    if (!answer.ok) throw new StartRefused(`Firebreak answered ${answer.status}: ${answered.error?.message}`)
    return answered.data
  }
  return {
    greet: async () => {
      await ask('GET', '/api/incidents?page_size=1', undefined, 0)
    },
    sendAlert: async (alert) => ((await ask('POST', '/api/alert', alert)) as { incident_id: string }).incident_id,
    show: (id) => ask('GET', `/api/incidents/${id}`),
    confirm: async (id, digest, comment) => {
      await ask('POST', `/api/incidents/${id}/decision`, { decision: 'confirm', digest, comment })
    },
    close: (id, comment) =>
      ask('POST', `/api/incidents/${id}/resolve`, { comment }).then(
        () => true,
        () => false,
      ),
  }
}

type Patience = { isSafe: boolean; until: number; signal: AbortSignal }

/** Asked again while nobody answers, or answers that it cannot yet; a change only where it surely did not arrive. */
async function patiently(ask: () => Promise<Response>, { isSafe, until, signal }: Patience): Promise<Response> {
  for (;;) {
    const answer = await ask().catch((error: Error) => error)
    const isOver = performance.now() >= until
    if (answer instanceof Response) {
      if (answer.status !== 503 || isOver) return answer
    } else if (isOver || !(isSafe || didNotArrive(answer))) throw answer
    await pause(PAUSE_MS, undefined, { signal })
  }
}

function didNotArrive({ cause }: Error): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
