/** A model server that only passes on: to the real one, writing down what it answers, or to what was written down before. */
import { jsonAnswer, textAnswer, type WireAnswer, type WireRequest } from '../world/wire/exchange.ts'
import { Faults } from '../world/wire/faults.ts'
import { openLoopbackServer } from '../world/wire/loopback-server.ts'
import { Recorder } from '../world/wire/recorder.ts'
import { describeRequest, digestOfRequest, type KeptTalk } from './kept-talk.ts'

/** `real` is the address of the real server; without it only what is in the talk is answered. */
type Options = { talk: KeptTalk; real?: string }

type TalkServer = { url: string; uncovered: string[]; close(): Promise<void> }

const PASSED_ON = ['content-type', 'x-api-key', 'authorization', 'anthropic-version', 'anthropic-beta']

export async function openTalkServer({ talk, real }: Options): Promise<TalkServer> {
  const uncovered: string[] = []
  const server = await openLoopbackServer({
    system: 'model',
    recorder: new Recorder(),
    faults: new Faults(),
    now: () => new Date(),
    answer: (request) => (real === undefined ? replay(request, talk, uncovered) : record(request, talk, real)),
    refuse: (status, message) => jsonAnswer(status, { error: { type: 'api_error', message } }),
  })
  return { url: server.url, uncovered, close: server.close }
}

function replay({ method, path, body }: WireRequest, { answers }: KeptTalk, uncovered: string[]): WireAnswer {
  if (method === 'GET') return jsonAnswer(200, { data: [] })
  const kept = answers[digestOfRequest(path, body)]
  if (kept) return textAnswer(kept.status, kept.body, 'application/json')
  uncovered.push(describeRequest(body))
  return jsonAnswer(400, {
    error: { type: 'not_covered', message: 'Nobody answered this question when it was recorded.' },
  })
}

/** A refusal passes and is not kept: it would be replayed for ever. */
async function record({ method, path, headers, body }: WireRequest, talk: KeptTalk, real: string): Promise<WireAnswer> {
  const passed = PASSED_ON.flatMap((name) =>
    typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
  )
  const answer = await fetch(new URL(path, real), {
    method,
    headers: Object.fromEntries(passed),
    ...(method === 'POST' && { body }),
  })
  const text = await answer.text()
  if (method === 'POST' && answer.ok)
    talk.answers[digestOfRequest(path, body)] = { asked: describeRequest(body), status: answer.status, body: text }
  return textAnswer(answer.status, text, 'application/json')
}
