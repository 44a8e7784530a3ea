/** The running service as the demo speaks to it: over HTTP, as anybody would. */
import { StartRefused } from '../../../problem.ts'
import type { Diagnosis, ExecutionResult, Proposal } from '../../http/contract/incident-course.ts'

export type ShownIncident = {
  id: string
  status: string
  created_at: string
  diagnosis: Diagnosis | null
  proposal: Proposal | null
  execution_result: ExecutionResult | null
}

export type DemoService = {
  /** Fails where it does not answer or wants a key, before any trouble is made. */
  greet(): Promise<void>
  sendAlert(alert: unknown): Promise<string>
  show(id: string): Promise<ShownIncident>
  confirm(id: string, digest: string): Promise<void>
  /** Says that an incident is over; one that is, or that runs to its end by itself, is left alone. */
  close(id: string, comment: string): Promise<void>
}

export function openDemoService({ address, key }: { address: string; key: string | undefined }): DemoService {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new StartRefused(`Firebreak does not answer at ${address}: ${error.message}`)
    })
    const answered = (await answer.json()) as { data: never; error?: { message: string } }
    if (answer.status === 401) throw new StartRefused('Firebreak wants a key: set API_KEY to an operator’s or admin’s.')
    if (!answer.ok) throw new StartRefused(`Firebreak answered ${answer.status}: ${answered.error?.message}`)
    return answered.data
  }
  return {
    greet: async () => {
      await ask('GET', '/api/incidents?page_size=1')
    },
    sendAlert: async (alert) => ((await ask('POST', '/api/alert', alert)) as { incident_id: string }).incident_id,
    show: (id) => ask('GET', `/api/incidents/${id}`),
    confirm: async (id, digest) => {
      await ask('POST', `/api/incidents/${id}/decision`, {
        decision: 'confirm',
        digest,
        comment: 'Confirmed where the demo was started.',
      })
    },
    close: async (id, comment) => {
      await ask('POST', `/api/incidents/${id}/resolve`, { comment }).catch(() => 'It is over or runs to its own end.')
    },
  }
}
