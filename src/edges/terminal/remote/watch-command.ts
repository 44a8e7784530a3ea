/** `firebreak watch`: what happens to incidents, line by line, for as long as somebody looks. */
import { setTimeout } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { CommandRefused, EXIT, type Remote, refusalOf, unreachable } from './remote-service.ts'

const WAIT_MS = 3_000

type Options = { json: boolean; signal: AbortSignal }

/** The first connection must succeed; one that is lost later is told and made again, and nothing in between is missed. */
export async function watchEvents(remote: Remote, { json, signal }: Options): Promise<void> {
  let lastId: string | undefined
  const tell = (message: EventSourceMessage) => {
    lastId = message.id ?? lastId
    remote.print(json ? lineOf(message) : sentenceOf(message))
  }
  let answer = await follow(remote, lastId, signal)
  if (!json) remote.print(`Watching ${remote.address}; stop with Ctrl-C.`)
  while (!signal.aborted) {
    await readAll(answer, tell).catch(() => 'It is made again below.')
    if (signal.aborted) return
    remote.note(`The connection to ${remote.address} is lost; trying again until Ctrl-C.`)
    answer = await followAgain(remote, () => lastId, signal)
    if (!signal.aborted) remote.note(`Watching ${remote.address} again; what happened in between follows.`)
  }
}

async function follow(remote: Remote, lastId: string | undefined, signal: AbortSignal): Promise<Response> {
  const query = lastId === undefined ? {} : { last_event_id: lastId }
  const asked = remote.client.GET('/api/events', { params: { query }, parseAs: 'stream', signal })
  const { response, error } = await asked.catch((cause: unknown) => {
    throw unreachable(remote, cause)
  })
  if (!response.ok) throw refusalOf(remote, response, error)
  return response
}

async function followAgain(remote: Remote, lastId: () => string | undefined, signal: AbortSignal): Promise<Response> {
  while (!signal.aborted) {
    await setTimeout(WAIT_MS, undefined, { signal }).catch(() => 'Somebody pressed Ctrl-C.')
    const answer = await follow(remote, lastId(), signal).catch(waitUnlessRefused)
    if (answer) return answer
  }
  return new Response()
}

/** A key that was revoked meanwhile does not come back by waiting. */
function waitUnlessRefused(error: unknown): undefined {
  if (error instanceof CommandRefused && error.exitCode === EXIT.notAllowed) throw error
}

async function readAll({ body }: Response, onEvent: (message: EventSourceMessage) => void): Promise<void> {
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
}

function lineOf({ id, event, data }: EventSourceMessage): string {
  return JSON.stringify({ id, event, data: JSON.parse(data) })
}

function sentenceOf({ event = '', data }: EventSourceMessage): string {
  const { id, incident_id = id, ...rest } = JSON.parse(data) as Record<string, unknown>
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `${new Date().toISOString()}  ${incident_id}  ${event}  ${fields.join(' ')}`
}
