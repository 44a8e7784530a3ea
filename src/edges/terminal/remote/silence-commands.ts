/** `firebreak silences`: what nobody wants to hear of for a while, from the terminal. */
import type { components } from '../../client/client.ts'
import { table } from '../table.ts'
import { pageOf } from './list-options.ts'
import { readDuration, readMatcher } from './matcher-words.ts'
import { ask, CommandRefused, EXIT, type Remote } from './remote-service.ts'
import { printable } from './shown-incident.ts'

export const SILENCE_STATES = ['active', 'pending', 'expired'] as const

type Silence = components['schemas']['SilenceItem']
type Json = { json: boolean }

export type SilenceListOptions = Json & { state?: (typeof SILENCE_STATES)[number]; page?: string; limit?: string }

export async function listSilences(remote: Remote, options: SilenceListOptions): Promise<void> {
  const { state, json } = options
  const query = { ...pageOf(options), ...(state !== undefined && { state }) }
  const { data } = await ask(remote, remote.client.GET('/api/silences', { params: { query } }))
  if (json) return remote.print(JSON.stringify(data, null, 2))
  if (data.items.length === 0) return remote.print('No silences.')
  const rows = data.items.map((silence) => [
    silence.id,
    silence.state,
    silence.ends_at,
    String(silence.held_back.notifications),
    tellMatchers(silence),
    silence.comment,
  ])
  const words = [['silence', 'state', 'until', 'held back', 'matchers', 'why'], ...rows]
  remote.print(table(words.map((row) => row.map((word) => printable(word).replaceAll('\n', ' ')))))
  if (data.total > data.items.length)
    remote.print(`${data.items.length} of ${data.total}; more with --page and --limit.`)
}

export async function showSilence(remote: Remote, id: string, { json }: Json): Promise<void> {
  const path = { params: { path: { id } } }
  const { data } = await ask(remote, remote.client.GET('/api/silences/{id}', path))
  const held = await ask(remote, remote.client.GET('/api/silences/{id}/alerts', path))
  if (json) return remote.print(JSON.stringify({ ...data, alerts: held.data.items }, null, 2))
  const lines = held.data.items.map((alert) => [
    alert.last_seen_at,
    alert.state,
    String(alert.notifications),
    alert.title,
  ])
  remote.print(
    [
      `${data.id}  ${data.state}  ${data.starts_at} to ${data.ends_at}`,
      `${tellMatchers(data)}: ${data.comment}, by ${data.created_by}`,
      ...(data.origin === undefined ? [] : [`kept by the alert manager at ${data.origin}, and changed there`]),
      `held back: ${data.held_back.alerts} alerts, ${data.held_back.notifications} notifications`,
      ...(lines.length === 0 ? [] : [table([['last', 'state', 'times', 'alert'], ...lines])]),
    ]
      .map(printable)
      .join('\n'),
  )
}

export type SilenceOptions = Json & {
  for?: string
  from?: string
  until?: string
  comment?: string
  everything: boolean
}

export async function addSilence(remote: Remote, words: readonly string[], options: SilenceOptions): Promise<void> {
  const { from, comment, everything, json } = options
  if (!comment) throw new CommandRefused('Say why: --comment "new disks in rack 4".', EXIT.misused)
  const body = {
    matchers: words.map(readMatcher),
    ends_at: endOf(options),
    comment,
    ...(from !== undefined && { starts_at: from }),
    ...(everything && { confirm: 'everything' as const }),
  }
  const { data, message } = await ask(remote, remote.client.POST('/api/silences', { body }))
  remote.print(json ? JSON.stringify(data, null, 2) : `${data.id} until ${data.ends_at}. ${message}`)
}

/** A length is counted from when it begins. */
function endOf({ for: length, from, until }: SilenceOptions): string {
  if ((length === undefined) === (until === undefined))
    throw new CommandRefused('Say how long: --for 2h, or --until 2026-05-02T02:00:00Z.', EXIT.misused)
  if (until !== undefined) return until
  const begins = from === undefined ? Date.now() : Date.parse(from)
  if (Number.isNaN(begins)) throw new CommandRefused(`--from is no time: ${from}`, EXIT.misused)
  return new Date(begins + readDuration(length ?? '') * 1000).toISOString()
}

export async function previewSilence(remote: Remote, words: readonly string[], { json }: Json): Promise<void> {
  const body = { matchers: words.map(readMatcher) }
  const { data } = await ask(remote, remote.client.POST('/api/silences/preview', { body }))
  if (json) return remote.print(JSON.stringify(data, null, 2))
  remote.print(`${data.matching} of ${data.looked_at} alerts of today match, ${data.firing} of them fire now.`)
  if (data.hides_everything) remote.print('It would hide every alert, whatever it is about.')
  const rows = data.alerts.map(({ incident_id, state, name }) => [incident_id, state, printable(name)])
  if (rows.length > 0) remote.print(table([['incident', 'state', 'alert'], ...rows]))
}

export async function endSilence(remote: Remote, id: string, { json }: Json): Promise<void> {
  const asked = remote.client.DELETE('/api/silences/{id}', { params: { path: { id } } })
  const { data, message } = await ask(remote, asked)
  remote.print(json ? JSON.stringify(data, null, 2) : `${data.id}: ${message}`)
}

function tellMatchers({ matchers }: Pick<Silence, 'matchers'>): string {
  const sign = ({ is_regex, is_equal }: Silence['matchers'][number]) =>
    `${is_equal ? '=' : '!'}${is_regex ? '~' : is_equal ? '' : '='}`
  return matchers.map((matcher) => `${matcher.name}${sign(matcher)}${JSON.stringify(matcher.value)}`).join(', ')
}
