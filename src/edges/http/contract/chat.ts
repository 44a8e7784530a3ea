/** The callbacks of the chat platform. Their bodies come in several forms and are read by the door of the chat itself. */
import { Type } from './schema.ts'

export const ChatEventBody = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'An event of the chat platform in its schema 1 or 2, or in the short form of the example; plain or as {encrypt}. The headers X-Chat-Request-Timestamp, X-Chat-Request-Nonce and X-Chat-Signature (or X-Lark-…) sign the raw body.',
    examples: [
      {
        type: 'event_callback',
        event: {
          message: { content: '{"text":"checkout answers 500"}' },
          sender: { sender_id: { open_id: 'ou_alert_bot' } },
        },
      },
    ],
  },
)

export const CardActionBody = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'A pressed button: card.action.trigger, the older form, or the short form of the example; plain or as {encrypt}. Signed like events.',
    examples: [
      {
        action: { value: { action: 'confirm_diagnosis', incident_id: 'INC-20250101-001' } },
        open_id: 'ou_operator',
        token: 'c-1',
      },
    ],
  },
)

const frame = {
  success: Type.Literal(true),
  message: Type.Optional(Type.String({ description: 'A sentence for people.' })),
  challenge: Type.Optional(Type.String({ description: 'The words of a url_verification, given back.' })),
}

const incidentId = Type.Optional(Type.String())

export const ChatEventAnswer = Type.Object({
  ...frame,
  data: Type.Object(
    { handled: Type.Optional(Type.Enum(['alert', 'answered', 'noted', 'ignored'])), incident_id: incidentId },
    { description: 'Empty for a challenge, and where the work goes on behind the answer.' },
  ),
})

export const CardActionAnswer = Type.Object({
  ...frame,
  data: Type.Object(
    {
      incident_id: incidentId,
      status: Type.Optional(Type.String({ description: 'Of the incident, now.' })),
      accepted: Type.Optional(Type.Boolean()),
      reason: Type.Optional(
        Type.String({
          description:
            'Why it was not accepted: not_waiting, is_part, too_late, stale_digest, digest_needed, not_an_approver, not_a_person, own_alert or not_our_card.',
        }),
      ),
    },
    { description: 'Empty for a challenge, and where the work goes on behind the answer.' },
  ),
  toast: Type.Optional(
    Type.Object({ type: Type.Enum(['info', 'success', 'error', 'warning']), content: Type.String() }),
  ),
  card: Type.Optional(
    Type.Object({ type: Type.Literal('raw'), data: Type.Object({}, { additionalProperties: true }) }),
  ),
})
