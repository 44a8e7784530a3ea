import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Problem } from '../../../problem.ts'
import type { IncidentDay, IncidentStore } from '../../../story/incident/incident-store.ts'
import { zoneNamed } from '../../../story/incident/zone-days.ts'
import { Envelope } from '../contract/envelope.ts'
import { Statistics, StatisticsQuery } from '../contract/statistics.ts'
import { answer } from '../envelope.ts'

export function addStatisticsRoute(app: FastifyInstance, { incidents }: { incidents: IncidentStore }): void {
  app.get(
    '/api/statistics',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'getStatistics',
        summary: 'Incidents per day and how long they took to resolve',
        querystring: StatisticsQuery,
        response: { 200: Envelope(Statistics) },
      },
    },
    async (request) => {
      const { days = 30, time_zone } = request.query as Static<typeof StatisticsQuery>
      return answer({ days: (await incidents.statistics({ days, zone: readZone(time_zone) })).map(shownDay) })
    },
  )
}

function readZone(name = ''): string {
  const zone = zoneNamed(name || 'UTC')
  if (zone) return zone
  const message = 'must be the name of a time zone, such as Asia/Kolkata'
  throw new Problem('VALIDATION_ERROR', `time_zone: ${message}`, { details: [{ field: 'time_zone', message }] })
}

const NONE = { critical: 0, high: 0, medium: 0, warning: 0, low: 0, info: 0 }

function shownDay({ day, opened, resolving }: IncidentDay): Statistics['days'][number] {
  return {
    day,
    opened: { ...NONE, ...opened },
    time_to_resolve: resolving
      ? {
          measured: resolving.measured,
          median: Math.round(resolving.medianSeconds),
          p90: Math.round(resolving.p90Seconds),
        }
      : null,
  }
}
