/** What a script says, put on the wire of a protocol, sound or broken. */
import { jsonAnswer, textAnswer, type WireAnswer } from '../wire/exchange.ts'
import type { Protocol } from './protocol.ts'
import type { ModelAnswer, ModelFault } from './script.ts'

const HUGE_CHARACTERS = 10 * 1024 * 1024
const DRIP_MS = 20
const PAGE =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

export function answerOnWire(protocol: Protocol, body: string, answer: ModelAnswer): WireAnswer | Promise<WireAnswer> {
  if (typeof answer === 'string') return jsonAnswer(200, protocol.answer({ text: answer }, body))
  if (!('fault' in answer)) return jsonAnswer(200, protocol.answer(answer, body))
  return faultOnWire(answer.fault, protocol, (text) => JSON.stringify(protocol.answer({ text }, body)))
}

function faultOnWire(
  fault: ModelFault,
  protocol: Protocol,
  sound: (text: string) => string,
): WireAnswer | Promise<WireAnswer> {
  if (typeof fault === 'object') return refusalOnWire(fault, protocol)
  const json = (body: string | Uint8Array): WireAnswer => ({ status: 200, contentType: 'application/json', body })
  const answer = sound('An answer that does not arrive as it was meant.')
  switch (fault) {
    case 'hang':
      return new Promise(() => {})
    case 'drip':
      return { ...json(''), stream: drip }
    case 'reset':
      return { ...json(''), stream: (out) => out.write(answer.slice(0, 40), out.cut) }
    case 'endless':
      return { ...json(''), stream: (out) => pour(out, answer.slice(0, -20)) }
    case 'truncated':
      return json(answer.slice(0, answer.length / 2))
    case 'invalid json':
      return json(answer.replaceAll('"', "'"))
    case 'invalid utf-8':
      return json(
        Buffer.concat([Buffer.from(answer.slice(0, -60)), Buffer.from([0xff, 0xfe]), Buffer.from(answer.slice(-60))]),
      )
    case 'html':
      return textAnswer(200, PAGE, 'text/html')
    case 'empty':
      return json('')
    case 'other json':
      return json('{"status":"ok","choices":{},"content":"none"}')
    case 'huge':
      return json(sound('x'.repeat(HUGE_CHARACTERS)))
  }
}

function refusalOnWire(
  { status, retryAfter, date, code, message }: Extract<ModelFault, object>,
  protocol: Protocol,
): WireAnswer {
  const headers = {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(date === undefined ? {} : { date }),
  }
  return { ...jsonAnswer(status, protocol.refuse(status, { code, message })), headers }
}

type Out = Parameters<NonNullable<WireAnswer['stream']>>[0]

function drip(out: Out): void {
  const timer = setInterval(() => out.write(' '), DRIP_MS)
  out.onGone(() => clearInterval(timer))
}

/** As fast as the reader takes it, until he hangs up. */
function pour(out: Out, beginning: string): void {
  let isGone = false
  out.onGone(() => {
    isGone = true
  })
  const more = () => {
    if (!isGone) out.write('x'.repeat(64 * 1024), more)
  }
  out.write(beginning, more)
}
