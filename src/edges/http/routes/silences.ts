/** Silences: made and ended by operators, looked at by everybody. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Silence } from '../../../guidance/silences/silence.ts'
import type { SilenceChanges, SilenceRefusal, SilenceStore } from '../../../guidance/silences/silence-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { ListedSilence, SilenceList } from '../../store/silence-list.ts'
import { Envelope, errorAnswers, Page, PageQuery } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import {
  HeldAlert,
  PreviewRequest,
  SilenceChange,
  SilenceItem,
  SilencePreview,
  SilenceQuery,
  SilenceRequest,
} from '../contract/silence.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import { readWord } from '../read-incident-filter.ts'
import { readEnd, readMatchers, readPreview, requireMeant, requireMeantToday, requireWindow } from '../read-silence.ts'
import { shownHeld, shownPreview, shownSilence } from '../shown-silence.ts'

export type SilenceParts = { store: SilenceStore; list: SilenceList; clock: Clock }

const tags = ['Silences']
const NOTHING_SHARED = 'Their alerts have no label in common; choose fewer of them, or say by matchers which are meant.'
const STATES: readonly ListedSilence['state'][] = ['pending', 'active', 'expired']
const IdPath = Type.Object({ id: Type.String({ description: 'Id of the silence.' }) })

export function addSilenceRoutes(app: FastifyInstance, parts: SilenceParts): void {
  addLookingRoutes(app, parts)
  addChangingRoutes(app, parts)
}

function addLookingRoutes(app: FastifyInstance, { list }: SilenceParts): void {
  app.get(
    '/api/silences',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listSilences',
        summary: 'Silences, those that hold first, each with what it holds back',
        querystring: SilenceQuery,
        response: { 200: Envelope(Page(SilenceItem)) },
      },
    },
    async (request) => {
      const { state, ...paging } = request.query as Static<typeof SilenceQuery>
      const wanted = readPage(paging)
      const { items, total } = await list.list(readWord('state', state, STATES), {
        offset: wanted.offset,
        limit: wanted.pageSize,
      })
      return answer(pageOf(items.map(shownSilence), total, wanted), capSentence(wanted))
    },
  )
  app.get(
    '/api/silences/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'getSilence',
        summary: 'One silence',
        params: IdPath,
        response: { 200: Envelope(SilenceItem), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => answer(shownSilence(await existing(list, readId(request.params)))),
  )
  app.get(
    '/api/silences/:id/alerts',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listSilencedAlerts',
        summary: 'The alerts a silence holds back, the newest first',
        params: IdPath,
        querystring: PageQuery,
        response: { 200: Envelope(Page(HeldAlert)), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const { id } = await existing(list, readId(request.params))
      const wanted = readPage(request.query as Static<typeof PageQuery>)
      const { items, total } = await list.held(id, { offset: wanted.offset, limit: wanted.pageSize })
      return answer(pageOf(items.map(shownHeld), total, wanted), capSentence(wanted))
    },
  )
  app.post(
    '/api/silences/preview',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'previewSilence',
        summary: 'What such a silence would hold back today; nothing is changed',
        body: PreviewRequest,
        response: { 200: Envelope(SilencePreview), ...errorAnswers('CONFLICT') },
      },
    },
    async (request) => {
      const asked = readPreview(request.body as Static<typeof PreviewRequest>)
      if (asked.matchers) return answer(shownPreview(asked.matchers, await list.preview(asked.matchers)))
      const matchers = await list.sharedMatchers(asked.incidentIds)
      if (matchers.length === 0) throw new Problem('CONFLICT', NOTHING_SHARED)
      const previewed = await list.preview(matchers, asked.incidentIds)
      return answer({ ...shownPreview(matchers, previewed), unasked: previewed.unasked })
    },
  )
}

function addChangingRoutes(app: FastifyInstance, { store, list, clock }: SilenceParts): void {
  app.post(
    '/api/silences',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'createSilence',
        summary: 'Hold alerts back by their labels, for a time',
        body: SilenceRequest,
        response: { 201: Envelope(SilenceItem), ...errorAnswers('CONFLICT') },
      },
    },
    async (request, reply) => {
      const { name } = request.caller
      const body = request.body as Static<typeof SilenceRequest>
      const silence = readRequest(body, clock.now())
      requireMeantToday(await list.preview(silence.matchers), body.confirm)
      const { id } = await store.add({ ...silence, createdBy: silence.createdBy ?? name }, name)
      return reply.code(201).send(answer(shownSilence(await existing(list, id)), 'The silence is made.'))
    },
  )
  app.put(
    '/api/silences/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'changeSilence',
        summary: 'Change the fields given, while it is not over',
        params: IdPath,
        body: SilenceChange,
        response: { 200: Envelope(SilenceItem), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const body = request.body as Static<typeof SilenceChange>
      const id = readId(request.params)
      const matchers = body.matchers && readMatchers(body.matchers)
      if (matchers) requireMeantToday(await list.preview(matchers), body.confirm)
      const change = (silence: Silence) => readChanges(body, silence, clock.now())
      allowed(await store.change(id, change, request.caller.name))
      return answer(shownSilence(await existing(list, id)), 'The silence is changed.')
    },
  )
  app.delete(
    '/api/silences/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'endSilence',
        summary: 'End a silence now; it stays on the list as one that is over',
        params: IdPath,
        response: {
          200: Envelope(Type.Object({ id: Type.String() })),
          ...errorAnswers('NOT_FOUND', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const id = readId(request.params)
      allowed(await store.end(id, request.caller.name))
      return answer({ id }, 'The silence is over.')
    },
  )
}

function readRequest(body: Static<typeof SilenceRequest>, now: Date) {
  const matchers = readMatchers(body.matchers)
  const startsAt = body.starts_at === undefined ? now : new Date(body.starts_at)
  const endsAt = readEnd(body, startsAt)
  requireWindow({ startsAt, endsAt }, now)
  requireMeant(matchers, body.confirm)
  const createdBy = body.created_by === undefined ? undefined : wellFormed(body.created_by)
  return { matchers, startsAt, endsAt, comment: wellFormed(body.comment), createdBy }
}

function readChanges(body: Static<typeof SilenceChange>, silence: Silence, now: Date): SilenceChanges {
  const matchers = body.matchers ? readMatchers(body.matchers) : silence.matchers
  const startsAt = body.starts_at === undefined ? silence.startsAt : new Date(body.starts_at)
  const endsAt = body.ends_at === undefined ? silence.endsAt : new Date(body.ends_at)
  requireWindow({ startsAt, endsAt }, now)
  if (body.matchers) requireMeant(matchers, body.confirm)
  return { matchers, startsAt, endsAt, ...(body.comment !== undefined && { comment: wellFormed(body.comment) }) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readId(params: unknown): string {
  const { id } = params as { id: string }
  if (!UUID.test(id)) throw noSuchSilence()
  return id
}

async function existing(list: SilenceList, id: string): Promise<ListedSilence> {
  const found = await list.find(id)
  if (!found) throw noSuchSilence()
  return found
}

function allowed(outcome: Silence | SilenceRefusal): void {
  if (outcome === 'missing') throw noSuchSilence()
  if (outcome === 'expired') throw new Problem('CONFLICT', 'This silence is over. Make a new one.')
  if (outcome === 'kept_elsewhere')
    throw new Problem('CONFLICT', 'This silence is kept by the alert manager. Change it there.')
}

function noSuchSilence(): Problem {
  return new Problem('NOT_FOUND', 'There is no such silence.')
}
