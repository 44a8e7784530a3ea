/** `firebreak runs`: what Firebreak does about incidents, and what it gave up, from the terminal. */
import type { components } from '../../client/client.ts'
import { table } from '../table.ts'
import { pageOf } from './list-options.ts'
import { ask, type Remote } from './remote-service.ts'
import { printable } from './shown-incident.ts'

export const RUN_STATES = ['running', 'finished', 'cancelled', 'given_up'] as const

export type RunListOptions = {
  state?: (typeof RUN_STATES)[number]
  incident?: string
  page?: string
  limit?: string
  json: boolean
}

export async function listRuns(remote: Remote, options: RunListOptions): Promise<void> {
  const { state, incident, json } = options
  const query = {
    ...pageOf(options),
    ...(state !== undefined && { state }),
    ...(incident !== undefined && { incident_id: incident }),
  }
  const { data } = await ask(remote, remote.client.GET('/api/runs', { params: { query } }))
  if (json) return remote.print(JSON.stringify(data, null, 2))
  if (data.items.length === 0) return remote.print('No runs.')
  const rows = data.items.map((run) => [
    run.id,
    run.state,
    run.since,
    String(run.errors),
    run.failed_step ?? run.last_step ?? '-',
    run.last_error ?? '-',
  ])
  const words = [['run', 'state', 'since', 'errors', 'step', 'last error'], ...rows]
  remote.print(table(words.map((row) => row.map((word) => printable(word).replaceAll('\n', ' ')))))
  if (data.total > data.items.length)
    remote.print(`${data.items.length} of ${data.total}; more with --page and --limit.`)
}

export async function showRun(remote: Remote, id: string, { json }: { json: boolean }): Promise<void> {
  const { data } = await ask(remote, remote.client.GET('/api/runs/{id}', { params: { path: { id } } }))
  remote.print(json ? JSON.stringify(data, null, 2) : shownRun(data))
}

function shownRun(run: components['schemas']['RunDetail']): string {
  const { attempts, errors, lives_lost, retries } = run
  const parts = [
    `${run.id}  ${run.state}  since ${run.since}`,
    run.incident_title,
    '',
    `begun ${run.started_at} by workflow version ${run.workflow_version}; ${ownerText(run)}`,
    `begun or taken up ${counted(attempts, 'time')}, ${counted(errors, 'fault')} of our own, ${counted(lives_lost, 'lost instance')}, tried again by people ${counted(retries, 'time')}`,
    ...(run.last_error === null ? [] : [`last error${placeText(run.failed_step)}: ${run.last_error}`]),
    '',
    ...run.steps.map(({ step, at, result, is_cut }) => `  ${at}  ${step}  ${shorten(result, is_cut)}`),
    ...(run.steps.length === 0 ? ['  No step is done yet.'] : []),
    '',
    run.can_retry
      ? `It can be tried again: firebreak runs retry ${run.id}`
      : `It cannot be tried again: ${run.retry_refusal ?? ''}`,
  ]
  return parts.map(printable).join('\n')
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

function ownerText({ owner, next_try_at }: components['schemas']['RunDetail']): string {
  if (next_try_at !== null) return `tried again at ${next_try_at}`
  return owner === null ? 'waits for an instance' : `on instance ${owner}`
}

function placeText(step: string | null): string {
  return step === null ? '' : ` in step ${step}`
}

const LINE_CHARS_MAX = 160

function shorten(result: string, isCut: boolean): string {
  return result.length > LINE_CHARS_MAX || isCut ? `${result.slice(0, LINE_CHARS_MAX)} …` : result
}

export async function retryRun(remote: Remote, id: string, { json }: { json: boolean }): Promise<void> {
  const { data, message } = await ask(remote, remote.client.POST('/api/runs/{id}/retry', { params: { path: { id } } }))
  remote.print(json ? JSON.stringify(data, null, 2) : `${data.incident_id} is ${data.status}. ${message}`)
}
