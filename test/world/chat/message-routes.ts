/** The calls an application makes to the platform, and what they do to its chats. */
import { parsedBody, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import type { Recorder } from '../wire/recorder.ts'
import { parse } from './card-rules.ts'
import type { CardTokens } from './card-tokens.ts'
import type { ChatMessage, MessageStore } from './message-store.ts'
import { PlatformNo, yes } from './platform-answer.ts'
import type { RateLimits } from './rate-limits.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type World = {
  store: MessageStore
  limits: RateLimits
  cardTokens: CardTokens
  recorder: Recorder
  clock: VirtualClock
  app: { appId: string; botId: string; botName: string }
}

type Fields = Record<string, unknown>

const MESSAGE = /^\/im\/v1\/messages\/([^/]+)(?:\/(reply|reactions))?$/

export function answerCall(world: World, request: WireRequest): WireAnswer {
  const path = request.url.pathname.replace(/^\/open-apis/, '')
  const route = `${request.method} ${path}`
  if (route === 'GET /bot/v3/info') return botInfo(world)
  if (route === 'POST /im/v1/messages') return send(world, request)
  if (route === 'GET /im/v1/messages') return history(world, request.url.searchParams)
  if (route === 'POST /interactive/v1/card/update') return delayedUpdate(world, request)
  const [, id, room] = MESSAGE.exec(path) ?? []
  if (id === undefined) throw new PlatformNo(99991401, '404 page not found', { status: 404 })
  return onMessage(world, request, decodeURIComponent(id), room)
}

function onMessage(world: World, request: WireRequest, id: string, room: string | undefined): WireAnswer {
  const call = [request.method, room].filter(Boolean).join(' ')
  if (call === 'POST reply') return reply(world, request, id)
  if (call === 'POST reactions') return react(world, request, id)
  if (call === 'PATCH') return patch(world, request, id)
  if (call === 'GET') return yes({ items: [shown(world, world.store.find(id))] })
  throw new PlatformNo(99991401, 'method not allowed', { status: 405 })
}

function botInfo({ app }: World): WireAnswer {
  const bot = { activate_status: 2, app_name: app.botName, avatar_url: '', ip_white_list: [], open_id: app.botId }
  return { ...yes({}), body: JSON.stringify({ code: 0, msg: 'ok', bot }) }
}

function send(world: World, request: WireRequest): WireAnswer {
  const body = fieldsOf(request)
  if (request.url.searchParams.get('receive_id_type') !== 'chat_id')
    throw new PlatformNo(230001, 'invalid receive_id_type')
  world.limits.takeApi('send')
  return once(world, body, () => {
    const chat = world.store.openTo(body.receive_id)
    world.limits.takePlace(`chat ${chat.id}`)
    return post(world, body, { chatId: chat.id })
  })
}

function reply(world: World, request: WireRequest, id: string): WireAnswer {
  const body = fieldsOf(request)
  world.limits.takeApi('reply')
  return once(world, body, () => {
    const parent = world.store.find(id)
    if (parent.isRecalled) throw new PlatformNo(230011, 'The message has been recalled.')
    world.store.openTo(parent.chatId)
    world.limits.takePlace(`chat ${parent.chatId}`)
    return post(world, body, { chatId: parent.chatId, parent, inThread: body.reply_in_thread === true })
  })
}

/** The same uuid gets the message of the first time, and no second one. */
function once(world: World, { uuid }: Fields, make: () => ChatMessage): WireAnswer {
  if (uuid !== undefined && (typeof uuid !== 'string' || uuid.length > 50))
    throw new PlatformNo(230001, 'uuid is too long')
  const known = world.store.sentUnder(uuid)
  if (known) return yes(shown(world, known))
  const message = make()
  world.store.remember(uuid, message)
  return yes(shown(world, message))
}

type Place = { chatId: string; parent?: ChatMessage; inThread?: boolean }

function post(world: World, body: Fields, place: Place): ChatMessage {
  const { store, app } = world
  const sender = { id: app.appId, kind: 'bot' } as const
  const message = store.add({ type: String(body.msg_type), content: body.content as string, sender, ...place })
  note(world, place.parent ? 'reply' : 'send', message.id, body)
  return message
}

function patch(world: World, request: WireRequest, id: string): WireAnswer {
  const body = fieldsOf(request)
  const message = world.store.find(id)
  world.limits.takeApi('patch')
  world.limits.takePlace(`message ${id}`)
  world.store.openTo(message.chatId)
  world.store.change(message, String(body.content), world.app.appId)
  note(world, 'patch', id, body)
  return yes({})
}

const EMOJI = /^(OK|DONE|THUMBSUP|Typing|CrossMark|CheckMark|OnIt|SMILE|HEART)$/

function react(world: World, request: WireRequest, id: string): WireAnswer {
  const body = fieldsOf(request)
  world.limits.takeApi('reaction')
  const message = findReacted(world, id)
  const emoji = String((body.reaction_type as Fields | undefined)?.emoji_type)
  if (!EMOJI.test(emoji)) throw new PlatformNo(231001, 'The emoji type is invalid.')
  const by = { id: world.app.appId, kind: 'bot' } as const
  const reaction = { id: `r_${id}_${message.reactions.length + 1}`, emoji, by }
  message.reactions.push(reaction)
  note(world, 'react', id, body)
  return yes({
    reaction_id: reaction.id,
    operator: { operator_id: by.id, operator_type: 'app' },
    action_time: String(world.clock.now().getTime()),
    reaction_type: { emoji_type: emoji },
  })
}

function findReacted({ store }: World, id: string): ChatMessage {
  const message = store.all().find((one) => one.id === id && !one.isRecalled)
  if (message === undefined) throw new PlatformNo(231003, 'The message is not found or was recalled.')
  if (!store.chats.get(message.chatId)?.hasBot) throw new PlatformNo(231002, 'No permission to react.')
  return message
}

function delayedUpdate(world: World, request: WireRequest): WireAnswer {
  const { token, card } = fieldsOf(request)
  world.cardTokens.update(String(token), card)
  return yes({})
}

function history(world: World, query: URLSearchParams): WireAnswer {
  const since = Number(query.get('start_time') ?? 0) * 1000
  const until = Number(query.get('end_time') ?? Number.POSITIVE_INFINITY) * 1000
  const found = world.store
    .in(query.get('container_id') ?? '')
    .filter(({ createdAt }) => createdAt.getTime() >= since && createdAt.getTime() <= until)
  return yes({ items: found.map((message) => shown(world, message)), has_more: false, page_token: '' })
}

function shown({ app }: World, message: ChatMessage): unknown {
  const isOurs = message.sender.id === app.appId
  return {
    message_id: message.id,
    root_id: message.rootId,
    parent_id: message.parentId,
    thread_id: message.threadId,
    msg_type: message.type,
    create_time: String(message.createdAt.getTime()),
    update_time: String(message.updatedAt.getTime()),
    deleted: message.isRecalled,
    updated: message.versions.length > 1,
    chat_id: message.chatId,
    sender: {
      id: message.sender.id,
      id_type: isOurs ? 'app_id' : 'open_id',
      sender_type: message.sender.kind === 'bot' ? 'app' : 'user',
      tenant_key: 'tk',
    },
    body: { content: message.isRecalled ? 'This message was recalled' : message.content },
  }
}

function note({ recorder, clock }: World, verb: string, name: string, body: unknown): void {
  const at = clock.now()
  recorder.effects.push({ system: 'chat', verb, kind: 'message', name, body, isDryRun: false, at, status: 200 })
}

function fieldsOf(request: WireRequest): Fields {
  const body = parsedBody(request)
  if (typeof body !== 'object' || body === null || parse(request.body) === undefined)
    throw new PlatformNo(9499, 'Invalid parameter type in json')
  return body as Fields
}
