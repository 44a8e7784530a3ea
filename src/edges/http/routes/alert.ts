import type { FastifyInstance } from 'fastify'
import type { SettingsDesk } from '../../../guidance/settings/settings-desk.ts'
import { Problem } from '../../../problem.ts'
import type { HeldBack } from '../../../story/alert/alert.ts'
import type { AlertIntake } from '../../../story/alert/alert-intake.ts'
import type { Accepted } from '../../../story/alert/alert-store.ts'
import { namesSender, type ReadNotification, readNotification } from '../../../story/alert/read-notification.ts'
import { oneLine } from '../../../story/alert/title.ts'
import { AlertAccepted, AlertBody } from '../contract/alert.ts'
import { Envelope } from '../contract/envelope.ts'
import { answer } from '../envelope.ts'
import { parseBody } from '../json-body.ts'
import type { LargeAlertReader } from '../large-alerts/large-alert-reader.ts'

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
  countAlert(source: string, outcome: AlertOutcome): void
}

export function addAlertRoute(app: FastifyInstance, parts: AlertParts): void {
  const take = async (body: unknown) => answer(await takeAlert(body, parts))
  app.straightWays.add(PATH, { need: NEED, status: ACCEPTED, take: async (bytes) => take(parseBody(bytes)) })
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
    async (request, reply) => reply.code(ACCEPTED).send(await take(request.body)),
  )
}

async function takeAlert(body: unknown, parts: AlertParts): Promise<AlertAccepted> {
  const { intake, countAlert } = parts
  const { alert, asides } = await read(body, parts).catch((error) => {
    if (error instanceof Problem && error.code === 'FORBIDDEN') countAlert('unknown', 'refused_sender')
    throw error
  })
  const accepted = await intake.openIncident(alert)
  countAlert(alert.source, accepted.outcome)
  return acceptedOf(accepted, asides)
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
