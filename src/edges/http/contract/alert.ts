import { type Static, Type } from 'typebox'

/** Read by content, not by schema: three shapes come through this door (see docs/alerts.md). */
export const AlertBody = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'A plain alert ({message, sender_id?, chat_id?, timestamp?, metadata?}), or what an alert manager or a dashboard tool posts.',
    examples: [
      { message: 'checkout answers 500 for 5 minutes', metadata: { severity: 'critical', namespace: 'shop' } },
    ],
  },
)

export const AlertAccepted = Type.Object({
  incident_id: Type.String({ description: 'Empty where a cleared alert belongs to no incident.' }),
  status: Type.Literal('accepted'),
  message: Type.String(),
})
export type AlertAccepted = Static<typeof AlertAccepted>
