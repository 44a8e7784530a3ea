/** `firebreak incidents`, `show`, `decide` and `send`: an incident from the terminal, over the API. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { LIFECYCLE } from '../../../story/incident/lifecycle.ts'
import { sayAnswer } from '../../../story/incident/question.ts'
import { SEVERITY_RANK, severityFromText } from '../../../story/incident/severity.ts'
import type { components } from '../../client/client.ts'
import { table } from '../table.ts'
import { checkChoices, pageOf } from './list-options.ts'
import { ask, CommandRefused, EXIT, type Remote } from './remote-service.ts'
import { planText, shownIncident } from './shown-incident.ts'

type Decision = components['schemas']['DecisionRequest']['decision']
type Repeats = NonNullable<components['schemas']['DecisionRequest']['repeats']>

export type ListOptions = {
  status?: string
  severity?: string
  open?: boolean
  closed?: boolean
  label?: readonly string[]
  service?: string
  source?: string
  team?: string
  cause?: string
  sort?: 'newest' | 'oldest' | 'severity'
  parts?: boolean
  search?: string
  page?: string
  limit?: string
  json: boolean
}

export async function listIncidents(remote: Remote, options: ListOptions): Promise<void> {
  const { json } = options
  const query = { ...pageOf(options), ...filterOf(options) }
  const { data } = await ask(remote, remote.client.GET('/api/incidents', { params: { query } }))
  if (json) return remote.print(JSON.stringify(data, null, 2))
  if (data.items.length === 0) return remote.print('No incidents.')
  const rows = data.items.map(({ id, severity, status, created_at, assignee, title }) => [
    id,
    severity,
    status,
    created_at,
    assignee?.name ?? '',
    title,
  ])
  remote.print(table([['id', 'severity', 'status', 'since', 'in hand of', 'title'], ...rows]))
  if (data.total > data.items.length)
    remote.print(`${data.items.length} of ${data.total}; more with --page and --limit.`)
}

/** As the API takes it; a word that is none would only find nothing. */
function filterOf({ status, severity, open, closed, label = [], sort, parts, ...options }: ListOptions) {
  checkChoices('--status', status, Object.keys(LIFECYCLE))
  checkChoices('--severity', severity, Object.keys(SEVERITY_RANK))
  if (open && closed) throw new CommandRefused('Either --open or --closed.', EXIT.misused)
  const { service, source, team, cause, search } = options
  const plain = { status, severity, service, source, team, cause, search }
  const given = Object.entries(plain).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as Partial<Record<keyof typeof plain, string>>),
    ...(label.length > 0 && { label: label.map((one) => one.replaceAll(/[\\,]/g, '\\$&')).join(',') }),
    ...(open && { open: 'true' as const }),
    ...(closed && { open: 'false' as const }),
    ...(sort && { sort }),
    ...(parts && { parts: 'all' }),
  }
}

export async function showIncident(remote: Remote, id: string, { json }: { json: boolean }): Promise<void> {
  const incident = await findIncident(remote, id)
  remote.print(json ? JSON.stringify(incident, null, 2) : shownIncident(incident))
}

async function findIncident(remote: Remote, id: string) {
  const { data } = await ask(remote, remote.client.GET('/api/incidents/{id}', { params: { path: { id } } }))
  return data
}

export type DecideOptions = {
  digest?: string
  comment?: string
  repeats?: Repeats
  seconds?: string
  json: boolean
}

/** Who confirms has seen the plan: a terminal shows it and asks; a script names its digest. */
export async function decideIncident(
  remote: Remote & { asksPerson?: ((question: string) => Promise<string>) | undefined },
  id: string,
  decision: Decision,
  { digest, comment, repeats, seconds, json }: DecideOptions,
): Promise<void> {
  const confirmed = decision === 'confirm' ? (digest ?? (await confirmedDigest(remote, id))) : digest
  const body = {
    decision,
    ...(confirmed !== undefined && { digest: confirmed }),
    ...(comment !== undefined && { comment }),
    ...(repeats !== undefined && { repeats }),
    ...(seconds !== undefined && { seconds: Number(seconds) }),
  }
  const asked = remote.client.POST('/api/incidents/{id}/decision', { params: { path: { id } }, body })
  const { data, message } = await ask(remote, asked)
  remote.print(json ? JSON.stringify(data, null, 2) : `${data.incident_id} is ${data.status}. ${message}`)
}

async function confirmedDigest(
  remote: Remote & { asksPerson?: ((question: string) => Promise<string>) | undefined },
  id: string,
): Promise<string> {
  const { proposal } = await findIncident(remote, id)
  if (!proposal) throw new CommandRefused(`${id} has no plan to confirm.`, EXIT.conflict)
  if (!remote.asksPerson)
    throw new CommandRefused('Say which plan you confirm: --digest, as firebreak show tells it.', EXIT.misused)
  remote.print(planText(proposal))
  const said = await remote.asksPerson('Carry out exactly this? Type yes: ')
  if (said.trim().toLowerCase() !== 'yes') throw new CommandRefused('Nothing was confirmed.', EXIT.failed)
  return proposal.digest
}

export type AssignOptions = { nobody: boolean; json: boolean }

/** Without a name: whoever asks has it. */
export async function assignIncident(
  remote: Remote,
  id: string,
  name: string | undefined,
  { nobody, json }: AssignOptions,
): Promise<void> {
  const given = nobody ? '' : name
  const body = given === undefined ? {} : { name: given }
  const asked = remote.client.POST('/api/incidents/{id}/assignment', { params: { path: { id } }, body })
  const { data, message } = await ask(remote, asked)
  remote.print(json ? JSON.stringify(data, null, 2) : `${data.incident_id}: ${message}`)
}

export type SendOptions = { file?: string; severity?: string; label: string[]; json: boolean }

export async function sendAlert(remote: Remote, message: string | undefined, options: SendOptions): Promise<void> {
  const body = options.file === undefined ? plainAlert(message, options) : await alertIn(options.file)
  const { data } = await ask(remote, remote.client.POST('/api/alert', { body }))
  remote.print(options.json ? JSON.stringify(data, null, 2) : `${data.incident_id || 'no incident'}: ${data.message}`)
}

function plainAlert(message: string | undefined, { severity, label }: SendOptions) {
  if (!message) throw new CommandRefused('Say what is wrong, or name a file with --file.', EXIT.misused)
  // Over the API such a word counts as none; here somebody mistyped it.
  if (severity !== undefined && !severityFromText(`[${severity}]`))
    checkChoices('--severity', severity, Object.keys(SEVERITY_RANK))
  const labels = Object.fromEntries(label.map(readLabel))
  return { message, metadata: { ...(severity !== undefined && { severity }), labels } }
}

function readLabel(given: string): [string, string] {
  const at = given.indexOf('=')
  if (at < 1) throw new CommandRefused(`A label is name=value, and this is not: ${given}`, EXIT.misused)
  return [given.slice(0, at), given.slice(at + 1)]
}

async function alertIn(file: string): Promise<components['schemas']['AlertBody']> {
  const read = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const given = await read.catch((error: Error) => {
    throw new CommandRefused(`${file} cannot be read: ${error.message}.`, EXIT.misused)
  })
  try {
    return JSON.parse(given)
  } catch {
    throw new CommandRefused(`${file === '-' ? 'Standard input' : file} holds no JSON.`, EXIT.misused)
  }
}

/** Longer than most questions take; what takes longer still stands on the timeline. */
const ANSWER_SECONDS = 110

export async function askQuestion(
  remote: Remote,
  id: string,
  words: readonly string[],
  { json }: { json: boolean },
): Promise<void> {
  const asked = remote.client.POST('/api/incidents/{id}/questions', {
    params: { path: { id } },
    body: { question: words.join(' '), wait_seconds: ANSWER_SECONDS },
  })
  const { data, message } = await ask(remote, asked)
  const { answer } = data.question
  remote.print(json ? JSON.stringify(data, null, 2) : answer ? sayAnswer(answer) : message)
}
