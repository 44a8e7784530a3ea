import type { FastifyInstance } from 'fastify'
import type { SettingsDesk } from '../../../guidance/settings/settings-desk.ts'
import { Problem } from '../../../problem.ts'
import type { AlertIntake } from '../../../story/alert/alert-intake.ts'
import type { Accepted } from '../../../story/alert/alert-store.ts'
import { capMembers } from '../../../story/alert/member-cap.ts'
import { hasUnreadableTimestamp, readSenderId } from '../../../story/alert/post.ts'
import { readAlert } from '../../../story/alert/read-alert.ts'
import { AlertAccepted, AlertBody } from '../contract/alert.ts'
import { Envelope } from '../contract/envelope.ts'
import { answer } from '../envelope.ts'

/** Alert groups are unbounded and senders do not retry a refusal, so this door is wider than the others. */
const ALERT_BYTES_MAX = 8 * 1024 * 1024

type AlertOutcome = Accepted['outcome'] | 'refused_sender'

export type AlertParts = {
  intake: AlertIntake
  settings: SettingsDesk
  countAlert(source: string, outcome: AlertOutcome): void
}

export function addAlertRoute(app: FastifyInstance, { intake, settings, countAlert }: AlertParts): void {
  app.post(
    '/api/alert',
    {
      config: { need: 'sender', takesBasic: true },
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
    async (request, reply) => {
      // Who names no sender needs no list, and does not wait for it.
      const ALERT_BOT_IDS = namesSender(request.body) ? (await settings.current()).ALERT_BOT_IDS : undefined
      const senderId = readSenderId(request.body)
      const isListed = ALERT_BOT_IDS?.includes(senderId) ?? false
      if (ALERT_BOT_IDS !== undefined && !isListed) {
        countAlert('unknown', 'refused_sender')
        throw new Problem('FORBIDDEN', 'This sender_id is not in ALERT_BOT_IDS.')
      }
      const { body, leftOut } = capMembers(request.body, settings.lastKnown().ALERT_MEMBERS_MAX)
      const alert = readAlert(body, { senderIsAlertBot: isListed, via: 'api' })
      const accepted = await intake.openIncident(alert)
      countAlert(alert.source, accepted.outcome)
      const asides = [
        senderId !== '' && ALERT_BOT_IDS === undefined ? ' ALERT_BOT_IDS is not set, so any sender is accepted.' : '',
        hasUnreadableTimestamp(request.body) ? ' Its timestamp could not be read as a time and was left out.' : '',
        leftOut > 0 ? ` ${leftOut} of its alerts are above ALERT_MEMBERS_MAX: they were counted and left out.` : '',
      ]
      return reply.code(202).send(answer(acceptedOf(accepted, asides.join(''))))
    },
  )
}

/** An empty name is a name too, and nobody's. */
function namesSender(body: unknown): boolean {
  return typeof (body as { sender_id?: unknown } | null | undefined)?.sender_id === 'string'
}

const SENTENCES: Record<Accepted['outcome'], string> = {
  opened: 'The alert was stored and an incident was opened.',
  joined: 'The alert was stored and joined an open incident.',
  counted: 'The alert was stored; its incident was closed as needing no work, so it only counts there until it clears.',
  cleared: 'The alert was stored and cleared its part of the incident.',
  nothing: 'The alert was stored; it neither opened nor cleared an incident.',
}

function acceptedOf({ incidentId, outcome }: Accepted, aside: string): AlertAccepted {
  return { incident_id: incidentId, status: 'accepted', message: SENTENCES[outcome] + aside }
}
