import type { Static } from 'typebox'
import type { Severity } from '../../../story/incident/severity.ts'
import { Type } from './schema.ts'

export const StatisticsQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'How many days, today included.' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Whose days, by an IANA name such as `Asia/Kolkata`; UTC days where none is given. They are counted to the quarter of an hour, so half-hour zones are exact too, and a day on which the clock is changed has its 23 or 25 hours.',
    }),
  ),
})

const count = () => Type.Integer()

const Opened = Type.Object(
  { critical: count(), high: count(), medium: count(), warning: count(), low: count(), info: count() } satisfies Record<
    Severity,
    unknown
  >,
  { description: 'Incidents that came that day, by severity.' },
)

const TimeToResolve = Type.Object(
  {
    measured: Type.Integer({ description: 'On how many incidents; of a day with more, the latest 500.' }),
    median: Type.Integer({ description: 'Seconds.' }),
    p90: Type.Integer({ description: 'Seconds.' }),
  },
  { description: 'Of the incidents resolved that day.' },
)

export const Statistics = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'A whole day of the zone.' }),
      opened: Opened,
      time_to_resolve: Type.Union([TimeToResolve, Type.Null()]),
    }),
    { description: 'Oldest first; today is the last. Up to half a minute old.' },
  ),
})
export type Statistics = Static<typeof Statistics>
