import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exhibit } from './evidence.ts'
import type { Finding } from './finding.ts'
import { heldAgainstFigure } from './held-against-figure.ts'
import type { Scene } from './scene.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

function finding(given: Partial<Finding>): Finding {
  return {
    ...{ kind: 'job_failed', statement: '', facts: [], evidence: [], confidence: 0.9, situation: 'fault' },
    ...{ subject: { kind: 'Job', namespace: 'tax', name: 'usage-report-29' }, weight: 'cause' },
    ...{ since: new Date('2026-03-01T05:00:00Z'), actions: [], suggestions: [] },
    ...given,
  } as Finding
}

/** From 20 to 900 at 11:30; there it stays, or it has come back. */
function queue(last: number): Exhibit {
  const metric = { __name__: 'queue_length', namespace: 'tax' }
  const changes = [{ metric, from: 20, to: 900, last, at: '2026-03-01T11:30:00Z', strength: 0.9 }]
  return { id: 'C1', plugin: 'metrics.query_range', parameters: {}, result: { success: true, data: { changes } } }
}

function scene(last: number, text = 'Scans wait'): Scene {
  const labels = { namespace: 'tax', alertname: 'Backlog' }
  const subject = {
    ...{ alertName: 'Backlog', labels, text, expressions: ['queue_length > 300'], severityWord: '', beside: [] },
    ...{ isResolved: false, fromText: [], startedAt: new Date('2026-03-01T11:35:00Z') },
  }
  return {
    now: NOW,
    subject,
    environment: { services: [], dependencies: [] },
    exhibits: [queue(last)],
  } as unknown as Scene
}

test('what failed hours before the figure moved is no cause, unless the alert speaks of it', () => {
  const old = finding({})
  const fresh = finding({ since: new Date('2026-03-01T11:20:00Z') })
  assert.deepEqual(heldAgainstFigure([old, fresh], scene(900)), [fresh])
  assert.deepEqual(heldAgainstFigure([old], scene(900, 'usage-report did not come')), [old])
  assert.deepEqual(heldAgainstFigure([old], scene(20)), [old], 'the figure came back and says nothing')
})

test('nobody is comforted while the figure fires, but by whoever tells what it was', () => {
  const quiet = finding({ kind: 'database_quiet', situation: 'recovered', weight: 'symptom' })
  const well = finding({ kind: 'recovered', situation: 'recovered' })
  const healed = finding({ kind: 'deadlocks_healed', situation: 'recovered', since: NOW })
  assert.deepEqual(heldAgainstFigure([quiet, well, healed], scene(900)), [healed])
  assert.deepEqual(heldAgainstFigure([quiet, well, healed], scene(20)), [quiet, well, healed])
})

test('nobody is comforted while his own program fails, though no figure fires', () => {
  const subject = { kind: 'Pod', namespace: 'tax', name: 'scanner-7d9f8b6c54-bcdfg' }
  const well = finding({ kind: 'recovered', situation: 'recovered', subject })
  const said = (line: string, minutes: readonly number[]) => {
    const lines = minutes.map((ago) => ({ at: new Date(NOW.getTime() - ago * 60_000).toISOString(), line }))
    const streams = [{ labels: { namespace: 'tax', app: 'scanner' }, lines }]
    const heard = { id: 'C2', plugin: 'logs.query', parameters: {}, result: { success: true, data: { streams } } }
    return heldAgainstFigure([well], { ...scene(20), exhibits: [queue(20), heard] })
  }
  assert.deepEqual(said('ERROR scan refused', [9, 6, 3]), [])
  assert.deepEqual(said('ERROR scan refused', [29, 26, 23]), [well], 'long ago')
  assert.deepEqual(said('INFO scan stored', [9, 6, 3]), [well])
})

test('nobody is comforted while the figure of a queue that the alert names stays where it went', () => {
  const subject = { kind: 'Pod', namespace: 'tax', name: 'scanner-7d9f8b6c54-bcdfg' }
  const well = finding({ kind: 'recovered', situation: 'recovered', subject })
  const named = (last: number, labels: Record<string, string>) => {
    const metric = { __name__: 'messages_visible', queue: 'scans.in', service: 'scanner' }
    const changes = [{ metric, from: 20, to: 900, last, at: '2026-03-01T11:30:00Z', strength: 0.9 }]
    const asked = {
      id: 'C1',
      plugin: 'metrics.query_range',
      parameters: {},
      result: { success: true, data: { changes } },
    }
    const { subject: alert, ...rest } = scene(20)
    return heldAgainstFigure([well], { ...rest, subject: { ...alert, labels, expressions: [] }, exhibits: [asked] })
  }
  assert.deepEqual(named(900, { queue: 'scans.in', service: 'scanner' }), [])
  assert.deepEqual(named(25, { queue: 'scans.in', service: 'scanner' }), [well], 'it came back')
  assert.deepEqual(named(900, { service: 'scanner' }), [well], 'more work is no trouble by itself')
})
