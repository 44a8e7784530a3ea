/** The two addresses the chat platform calls. Either takes whatever it sends: one address may serve for both. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChatDoor } from '../../chat/chat-door.ts'
import { CardActionAnswer, CardActionBody, ChatEventAnswer, ChatEventBody } from '../contract/chat.ts'
import { errorAnswers } from '../contract/envelope.ts'

const CALLBACK_BYTES_MAX = 256 * 1024

export function addChatRoutes(app: FastifyInstance, door: ChatDoor): void {
  const route = {
    config: { need: 'signed', keepsBytes: true },
    bodyLimit: CALLBACK_BYTES_MAX,
    // Nothing in the body is believed before its signature is; the schema is for readers of the contract.
    validatorCompiler: () => () => true,
  } as const
  app.post(
    '/chat/event',
    {
      ...route,
      schema: {
        tags: ['Chat'],
        operationId: 'takeChatEvent',
        summary: 'What the chat platform has to tell: messages and reactions',
        body: ChatEventBody,
        response: { 200: ChatEventAnswer, ...errorAnswers('UNAUTHORIZED') },
      },
    },
    (request) => door.answer({ ...sent(request), path: 'event' }),
  )
  app.post(
    '/chat/card/action',
    {
      ...route,
      schema: {
        tags: ['Chat'],
        operationId: 'takeCardAction',
        summary: 'A button was pressed on a card',
        body: CardActionBody,
        response: { 200: CardActionAnswer, ...errorAnswers('UNAUTHORIZED', 'NOT_FOUND') },
      },
    },
    (request) => door.answer({ ...sent(request), path: 'action' }),
  )
}

/** Each header with all its values: a repeated one would let two readers see two. */
function sent({ raw, body }: FastifyRequest) {
  return { headers: raw.headersDistinct, raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}
