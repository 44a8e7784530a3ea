import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Cost } from '../../../guidance/settings/model-prices.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import type { IncidentStore } from '../../../story/incident/incident-store.ts'
import type { MarkCount, MarkKind } from '../../../story/incident/marks.ts'
import { Envelope, errorAnswers, PageQuery } from '../contract/envelope.ts'
import {
  EventList,
  IncidentDetail,
  IncidentList,
  IncidentQuery,
  IncidentValues,
  MemberList,
} from '../contract/incident.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import { readIncidentFilter } from '../read-incident-filter.ts'
import type { Background } from '../shown-background.ts'
import { detailOf, eventOf, itemOf, memberOf, relatedOf } from '../shown-incident.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

type IncidentParts = {
  incidents: IncidentStore
  clock: Clock
  /** What is known of it from elsewhere. */
  backgroundOf(incident: WholeIncident): Promise<Background>
  /** What its turns cost in money, where prices are given. */
  costOf(usage: WholeIncident['usage']): Promise<Cost | undefined>
}

export function addIncidentRoutes(
  app: FastifyInstance,
  { incidents, clock, backgroundOf, costOf }: IncidentParts,
): void {
  app.get(
    '/api/incidents',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'listIncidents',
        summary: 'Incidents, newest first unless sorted otherwise',
        querystring: IncidentQuery,
        response: { 200: Envelope(IncidentList) },
      },
    },
    async (request) => {
      const query = request.query as Static<typeof IncidentQuery>
      const wanted = readPage(query)
      const place = { offset: wanted.offset, limit: wanted.pageSize }
      const { items, total, isTotalCapped } = await incidents.list(readIncidentFilter(query), place, query.sort)
      const page = pageOf(
        items.map((item) => itemOf(item, clock.now())),
        total,
        wanted,
      )
      return answer(isTotalCapped ? { ...page, total_is_capped: true } : page, capSentence(wanted))
    },
  )
  app.get(
    '/api/incidents/values',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'listIncidentValues',
        summary: 'What lists can be filtered by: sources, services, teams, causes and labels of the newest incidents',
        response: { 200: Envelope(IncidentValues) },
      },
    },
    async () => answer(shownValues(await incidents.markCounts())),
  )
  app.get(
    '/api/incidents/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'getIncident',
        summary: 'One incident with its whole timeline',
        params: IdPath,
        response: { 200: Envelope(IncidentDetail), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const found = await incidents.find(readId(request.params))
      if (!found) throw noSuchIncident()
      const background = await backgroundOf(found.incident)
      const cost = await costOf(found.incident.usage)
      const related = await incidents.related(found.incident)
      return answer({
        ...detailOf(found.incident, found.events, background, { now: clock.now(), cost }),
        related: related.map(relatedOf),
      })
    },
  )
  app.get(
    '/api/incidents/:id/alerts',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'listIncidentAlerts',
        summary: 'The alerts an incident stands for, those that fire first',
        params: IdPath,
        querystring: PageQuery,
        response: { 200: Envelope(MemberList), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const wanted = readPage(request.query as Static<typeof PageQuery>)
      const { items, total } = await incidents.members(readId(request.params), {
        offset: wanted.offset,
        limit: wanted.pageSize,
      })
      if (total === 0) throw noSuchIncident()
      return answer(pageOf(items.map(memberOf), total, wanted), capSentence(wanted))
    },
  )
  app.get(
    '/api/incidents/:id/events',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'listIncidentEvents',
        summary: 'The timeline of an incident, oldest first',
        params: IdPath,
        response: { 200: Envelope(EventList), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      // Every incident begins with an event, so none means there is no such incident.
      const events = await incidents.events(readId(request.params))
      if (events.length === 0) throw noSuchIncident()
      return answer({ events: events.map(eventOf) })
    },
  )
}

function shownValues(marks: readonly MarkCount[]): Static<typeof IncidentValues> {
  const of = (wanted: MarkKind) =>
    marks.flatMap(({ kind, value, count }) => (kind === wanted ? [{ value, count }] : []))
  return { sources: of('source'), services: of('service'), teams: of('team'), causes: of('cause'), labels: of('label') }
}
