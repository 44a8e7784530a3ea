import type { FastifyInstance } from 'fastify'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { SettingsDesk } from '../../../guidance/settings/settings-desk.ts'
import { Problem } from '../../../problem.ts'
import type { HeldBack } from '../../../story/alert/alert.ts'
import type { AlertIntake } from '../../../story/alert/alert-intake.ts'
import type { Accepted } from '../../../story/alert/alert-store.ts'
import { namesSender, type ReadNotification, readNotification } from '../../../story/alert/read-notification.ts'
import { oneLine } from '../../../story/alert/title.ts'
import { maskAlert } from '../../../story/alert/without-secrets.ts'
import { AlertAccepted, AlertBody } from '../contract/alert.ts'
import { Envelope } from '../contract/envelope.ts'
import { answer } from '../envelope.ts'
import { parseBody } from '../json-body.ts'
import type { LargeAlertReader } from '../large-alerts/large-alert-reader.ts'
import { RememberedAlerts } from '../remembered-alerts.ts'

const PATH = '/api/alert'
const NEED = 'sender'
const ACCEPTED = 202
/** Alert groups are unbounded and senders do not retry a refusal, so this door is wider than the others. */
const ALERT_BYTES_MAX = 8 * 1024 * 1024

type AlertOutcome = Accepted['outcome'] | 'refused_sender'

export type AlertParts = {
  intake: AlertIntake
  settings: SettingsDesk
  largeAlerts: LargeAlertReader
  redactor: Redactor
  /** What the redactor masks at the moment: the same list for as long as nothing of it has changed. */
  secrets: () => readonly string[]
  countAlert(source: string, outcome: AlertOutcome): void
}

export function addAlertRoute(app: FastifyInstance, parts: AlertParts): void {
  const remembered = new RememberedAlerts()
  const take = async (read: Promise<ReadNotification>) => answer(await takeAlert(read, parts))
  const takeBytes = (bytes: Buffer) => take(readBytes(bytes, remembered, parts))
  app.straightWays.add(PATH, { need: NEED, status: ACCEPTED, take: takeBytes })
  app.post(
    PATH,
    {
      config: { need: NEED, takesBasic: true, leavesLarge: true },
      bodyLimit: ALERT_BYTES_MAX,
      // The dialects read the body themselves and name the field that is wrong; the schema is for readers of the contract.
      validatorCompiler: () => () => true,
      schema: {
        tags: ['Alerts'],
        operationId: 'sendAlert',
        summary: 'Hand in an alert. 202 means it is stored',
        body: AlertBody,
        response: { 202: Envelope(AlertAccepted) },
      },
    },
    async (request, reply) => reply.code(ACCEPTED).send(await take(read(request.body, parts))),
  )
}

async function takeAlert(read: Promise<ReadNotification>, { intake, countAlert }: AlertParts): Promise<AlertAccepted> {
  const { alert, asides } = await read.catch((error) => {
    if (error instanceof Problem && error.code === 'FORBIDDEN') countAlert('unknown', 'refused_sender')
    throw error
  })
  const accepted = await intake.openIncident(alert)
  countAlert(alert.source, accepted.outcome)
  return acceptedOf(accepted, asides)
}

/** Who names a sender is looked up each time. */
async function readBytes(bytes: Buffer, remembered: RememberedAlerts, parts: AlertParts): Promise<ReadNotification> {
  const basis = { membersMax: parts.settings.lastKnown().ALERT_MEMBERS_MAX, secrets: parts.secrets() }
  const known = remembered.find(bytes, basis)
  if (known) return known
  const body = parseBody(bytes)
  if (namesSender(body) || !remembered.cameBefore(bytes)) return read(body, parts)
  const { alert, asides } = readNotification(body, { botIds: undefined, membersMax: basis.membersMax })
  const masked = { ...maskAlert(alert, parts.redactor), isMasked: true } as const
  return remembered.keep(bytes, basis, { alert: masked, asides })
}

async function read(body: unknown, { settings, largeAlerts }: AlertParts): Promise<ReadNotification> {
  const isLarge = Buffer.isBuffer(body)
  // Who names no sender needs no list, and does not wait for it.
  const botIds = isLarge || namesSender(body) ? (await settings.current()).ALERT_BOT_IDS : undefined
  const terms = { botIds, membersMax: settings.lastKnown().ALERT_MEMBERS_MAX }
  return isLarge ? largeAlerts.read(body, terms) : readNotification(body, terms)
}

const SENTENCES: Record<Accepted['outcome'], string> = {
  opened: 'The alert was stored and an incident was opened.',
  joined: 'The alert was stored and joined an open incident.',
  counted:
    'The alert was stored; its incident was closed as needing no work, so it only counts there, until it clears or for as long as was said.',
  cleared: 'The alert was stored and cleared its part of the incident.',
  nothing: 'The alert was stored; it neither opened nor cleared an incident.',
  silenced: 'The alert was stored and held back.',
}

function acceptedOf({ incidentId, outcome, heldBack = [] }: Accepted, aside: string): AlertAccepted {
  const message = SENTENCES[outcome] + tellHeldBack(heldBack) + aside
  return { incident_id: incidentId, status: 'accepted', message }
}

function tellHeldBack(heldBack: readonly HeldBack[]): string {
  const bySilence = Map.groupBy(heldBack, ({ silence }) => silence.id)
  return [...bySilence.values()].map(tellSilence).join('')
}

function tellSilence(held: readonly HeldBack[]): string {
  const [first] = held
  if (!first) return ''
  const { id, comment, endsAt } = first.silence
  const count = held.length === 1 ? '1 alert of it' : `${held.length} alerts of it`
  return ` The silence ${id} (${oneLine(comment)}) holds ${count} back until ${endsAt.toISOString()}.`
}
