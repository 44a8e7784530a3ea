/** The silences of the Alertmanager API v2 over real HTTP, for what goes wrong; a real one is in `alertmanager.ts`. */
import type { MonitoringSimulator } from './prometheus-simulator.ts'
import { jsonAnswer, textAnswer } from './wire/exchange.ts'
import { Faults } from './wire/faults.ts'
import { openLoopbackServer } from './wire/loopback-server.ts'
import { Recorder } from './wire/recorder.ts'

/** As it is on the wire; what a test leaves out is not sent. */
export type WireSilence = {
  id: string
  status: { state: 'active' | 'pending' | 'expired' }
  matchers: { name: string; value: string; isRegex: boolean; isEqual?: boolean }[]
  startsAt: string
  endsAt: string
  updatedAt: string
  comment: string
  createdBy: string
}

export type AlertmanagerSimulator = MonitoringSimulator & { silences: unknown[] }

export async function startAlertmanagerSimulator({ token }: { token?: string } = {}): Promise<AlertmanagerSimulator> {
  const world: { silences: unknown[] } = { silences: [] }
  const recorder = new Recorder()
  const faults = new Faults()
  const { url, close } = await openLoopbackServer({
    ...{ system: 'alertmanager', recorder, faults, now: () => new Date() },
    answer: ({ method, path, headers }) => {
      if (token !== undefined && headers.authorization !== `Bearer ${token}`) return textAnswer(401, 'Unauthorized')
      const isKnown = method === 'GET' && path === '/api/v2/silences'
      return isKnown
        ? jsonAnswer(200, world.silences)
        : jsonAnswer(404, { code: 404, message: `path ${path} was not found` })
    },
    refuse: (status, message = 'a fault asked for it') => jsonAnswer(status, message),
  })
  return Object.assign(world, { url, close, recorder, faults })
}

/** One that holds for an hour; `alertname` is its id. */
export function wireSilence(id: string, changes: Partial<WireSilence> = {}): WireSilence {
  const [now, hour] = [Date.now(), 3_600_000]
  return {
    id,
    status: { state: 'active' },
    matchers: [{ name: 'alertname', value: id, isRegex: false, isEqual: true }],
    startsAt: new Date(now - hour).toISOString(),
    endsAt: new Date(now + hour).toISOString(),
    updatedAt: new Date(now - hour).toISOString(),
    comment: 'work on it',
    createdBy: 'ann',
    ...changes,
  }
}
