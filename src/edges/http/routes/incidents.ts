import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../../ports/clock.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import { INCIDENT_ID_FORM } from '../../../story/incident/incident.ts'
import type { IncidentFilter, IncidentStore } from '../../../story/incident/incident-store.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import {
  EventList,
  IncidentDetail,
  IncidentList,
  IncidentQuery,
  Moved,
  NoteRequest,
  ResolveRequest,
} from '../contract/incident.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import { readBound } from '../read-bound.ts'
import { detailOf, eventOf, itemOf } from '../shown-incident.ts'

export type IncidentParts = { incidents: IncidentStore; clock: Clock }

const IdPath = Type.Object({ id: Type.String({ description: 'Incident id.' }) })

export function addIncidentRoutes(app: FastifyInstance, { incidents, clock }: IncidentParts): void {
  app.get(
    '/api/incidents',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        summary: 'Incidents, newest first',
        querystring: IncidentQuery,
        response: { 200: Envelope(IncidentList) },
      },
    },
    async (request) => {
      const query = request.query as Static<typeof IncidentQuery>
      const wanted = readPage(query)
      const { items, total, isTotalCapped } = await incidents.list(readFilter(query), {
        offset: wanted.offset,
        limit: wanted.pageSize,
      })
      const page = pageOf(
        items.map((item) => itemOf(item, clock.now())),
        total,
        wanted,
      )
      return answer(isTotalCapped ? { ...page, total_is_capped: true } : page, capSentence(wanted))
    },
  )
  app.get(
    '/api/incidents/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        summary: 'One incident with its whole timeline',
        params: IdPath,
        response: { 200: Envelope(IncidentDetail), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const found = await incidents.find(readId(request.params))
      if (!found) throw noSuchIncident()
      return answer(detailOf(found.incident, found.events, clock.now()))
    },
  )
  app.get(
    '/api/incidents/:id/events',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
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

export function addOperatorRoutes(app: FastifyInstance, { incidents }: IncidentParts): void {
  app.post(
    '/api/incidents/:id/resolve',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        summary: 'Say that an incident is over',
        params: IdPath,
        body: Type.Optional(ResolveRequest),
        response: {
          200: Envelope(Moved),
          ...errorAnswers('NOT_FOUND', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const { comment = '' } = (request.body ?? {}) as Static<typeof ResolveRequest>
      const id = readId(request.params)
      const outcome = await incidents.resolve({ incidentId: id, by: request.caller.name, comment: wellFormed(comment) })
      if (!outcome) throw noSuchIncident()
      if (!outcome.isResolved)
        throw new Problem('CONFLICT', `An incident that is ${outcome.status} cannot be resolved by hand.`)
      return answer({ incident_id: id, status: outcome.status }, 'The incident is resolved.')
    },
  )
  app.post(
    '/api/incidents/:id/notes',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        summary: 'Write a note on the timeline',
        params: IdPath,
        body: NoteRequest,
        response: {
          200: Envelope(Type.Object({ incident_id: Type.String() })),
          ...errorAnswers('NOT_FOUND'),
        },
      },
    },
    async (request) => {
      const { text } = request.body as Static<typeof NoteRequest>
      const id = readId(request.params)
      const isKnown = await incidents.addNote({ incidentId: id, by: request.caller.name, text: wellFormed(text) })
      if (!isKnown) throw noSuchIncident()
      return answer({ incident_id: id }, 'The note is on the timeline.')
    },
  )
}

function readFilter({ status, severity, start_date, end_date, search }: Static<typeof IncidentQuery>): IncidentFilter {
  const from = readBound('start_date', start_date)
  const to = readBound('end_date', end_date)
  return {
    ...(status ? { status: wellFormed(status) } : {}),
    ...(severity ? { severity: wellFormed(severity) } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(search ? { search: wellFormed(search) } : {}),
  }
}

function readId(params: unknown): string {
  const { id } = params as { id: string }
  if (!INCIDENT_ID_FORM.test(id)) throw noSuchIncident()
  return id
}

function noSuchIncident(): Problem {
  return new Problem('NOT_FOUND', 'There is no such incident.')
}
