/**
 * An embedding server over real HTTP. What texts mean it knows from a list of ideas the test gives: texts that name the
 * same idea get vectors that lie together, whatever their words; the rest of a vector is made from the text itself.
 */
import { createHash } from 'node:crypto'
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import { Faults } from '../wire/faults.ts'
import { openLoopbackServer } from '../wire/loopback-server.ts'
import { Recorder } from '../wire/recorder.ts'

type Options = {
  key: string
  /** Each a list of words that mean the same. */
  ideas?: readonly (readonly string[])[]
  /** Numbers of a vector beside those of the ideas. */
  noise?: number
}

/** What it answers instead of what was asked for, until it is set to something else. */
export type Whim = 'none' | 'other length' | 'uneven' | 'too few' | 'no numbers' | 'not json' | 'refuses texts'

export type EmbeddingSimulator = {
  /** With `/v1`. */
  url: string
  recorder: Recorder
  faults: Faults
  /** All texts it was sent, with the model they were for. */
  received: { model: string; text: string }[]
  whim: Whim
  close(): Promise<void>
}

export async function startEmbeddingSimulator(options: Options): Promise<EmbeddingSimulator> {
  const faults = new Faults()
  const recorder = new Recorder()
  const simulator: EmbeddingSimulator = {
    url: '',
    recorder,
    faults,
    received: [],
    whim: 'none',
    close: async () => {},
  }
  const server = await openLoopbackServer({
    system: 'embeddings',
    recorder,
    faults,
    now: () => new Date(),
    answer: (request) => serve(request, options, simulator),
    refuse: (status, message) => jsonAnswer(status, { error: { type: 'api_error', message: message ?? `${status}` } }),
  })
  return Object.assign(simulator, { url: `${server.url}/v1`, close: server.close })
}

function serve(
  { method, url, headers, body }: WireRequest,
  options: Options,
  simulator: EmbeddingSimulator,
): WireAnswer {
  const refuse = (status: number, message: string) =>
    jsonAnswer(status, { error: { message, type: 'invalid_request_error', param: null, code: null } })
  if (headers.authorization !== `Bearer ${options.key}`)
    return refuse(401, `Incorrect API key: ${headers.authorization}`)
  if (method !== 'POST' || url.pathname !== '/v1/embeddings')
    return refuse(404, `Invalid URL (${method} ${url.pathname})`)
  const { model, input, encoding_format } = JSON.parse(body) as Record<string, unknown>
  if (typeof model !== 'string' || encoding_format !== 'float')
    return refuse(400, 'model and encoding_format are wrong')
  if (!Array.isArray(input) || input.length === 0 || input.length > 2048) return refuse(400, 'input is wrong')
  const texts = input.map(String)
  if (texts.some((text) => text === '' || text.length > 8_000)) return refuse(400, 'input is empty or too long')
  if (simulator.whim === 'refuses texts') return refuse(400, `refused: ${texts[0]}`)
  simulator.received.push(...texts.map((text) => ({ model, text })))
  return onWhim(
    simulator.whim,
    texts.map((text) => vectorOf(text, model, options)),
  )
}

function vectorOf(text: string, model: string, { ideas = [], noise = 8 }: Options): number[] {
  const lower = text.toLowerCase()
  const meant = ideas.map((words) => (words.some((word) => lower.includes(word)) ? 10 : 0))
  const digest = createHash('sha256').update(`${model} ${text}`).digest()
  return [...meant, ...Array.from({ length: noise }, (_, at) => (digest[at % 32] ?? 0) / 255 - 0.5)]
}

function onWhim(whim: Whim, vectors: number[][]): WireAnswer {
  if (whim === 'not json') return { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }
  const listed = vectors
    .slice(0, whim === 'too few' ? -1 : undefined)
    .map((vector, index) => (whim === 'other length' || (whim === 'uneven' && index > 0) ? [...vector, 1] : vector))
  const data = listed.map((embedding, index) => ({
    object: 'embedding',
    index,
    embedding: whim === 'no numbers' ? embedding.map(String) : embedding,
  }))
  // The order is the server's own; the index tells.
  return jsonAnswer(200, { object: 'list', data: data.reverse(), usage: { prompt_tokens: 1, total_tokens: 1 } })
}
