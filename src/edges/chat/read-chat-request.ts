/** The door for the platform's callbacks: who says so is settled over the raw bytes before anything in them is believed. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { openBody, parseBody } from './callback-body.ts'
import { type ChatRecord, type ChatRefusal, malformed, unauthorized } from './chat-record.ts'
import { readEvent } from './read-event.ts'
import { isPressBody, readPress } from './read-press.ts'
import { type ChatHeaders, isFresh, isSigned, readSignature } from './signature.ts'
import { fieldsAt, textAt, type WireFields } from './wire-field.ts'

export type ChatRequest = {
  headers: ChatHeaders
  /** The body as it arrived, byte for byte. */
  raw: Uint8Array
  path: 'event' | 'action'
  settings: Pick<Settings, 'CHAT_ENCRYPT_KEY' | 'CHAT_VERIFICATION_TOKEN' | 'CHAT_MAX_SKEW_SECONDS'>
  now: Date
  /** Our bot's open_id, where it is known. */
  ownId?: string
}

export function readChatRequest(request: ChatRequest): ChatRecord | ChatRefusal {
  const { headers, raw, settings } = request
  const signature = readSignature(headers)
  if (signature === 'unsigned') return readUnsigned(request)
  if (signature === 'broken') return unauthorized('broken_signature')
  const key = settings.CHAT_ENCRYPT_KEY
  // With no key anybody could sign.
  if (!key) return unauthorized('no_key')
  if (!isSigned(signature, key, raw)) return unauthorized('wrong_signature')
  if (!isFresh(signature.timestamp, settings.CHAT_MAX_SKEW_SECONDS, request.now)) return unauthorized('stale')
  return readSigned(request, `signature:${signature.digest}`)
}

/**
 * The one thing the platform sends unsigned: the question whether we are there. Encrypted, the key vouches for it; plain,
 * the verification token does. Nothing but the question's own words goes back.
 */
function readUnsigned({ raw, settings }: ChatRequest): ChatRecord | ChatRefusal {
  const sent = parseBody(raw)
  const body = sent && openBody(sent, settings.CHAT_ENCRYPT_KEY)
  const isVouched = sent?.encrypt !== undefined || hasToken(settings.CHAT_VERIFICATION_TOKEN, body)
  const challenge = body && readChallenge(body)
  if (challenge === undefined || !isVouched) return unauthorized(settings.CHAT_ENCRYPT_KEY ? 'unsigned' : 'no_key')
  return isTokenWrong(settings.CHAT_VERIFICATION_TOKEN, body) ? unauthorized('wrong_token') : challenge
}

function readSigned({ raw, path, settings, ownId }: ChatRequest, signatureKey: string): ChatRecord | ChatRefusal {
  const sent = parseBody(raw)
  const body = sent && openBody(sent, settings.CHAT_ENCRYPT_KEY)
  if (body === undefined) return malformed('unreadable', 'The body must be one JSON object in UTF-8.')
  if (isTokenWrong(settings.CHAT_VERIFICATION_TOKEN, body)) return unauthorized('wrong_token')
  const challenge = readChallenge(body)
  if (challenge) return challenge
  if (isPressBody(body)) return readPress(body, signatureKey)
  if (path === 'action' && fieldsAt(body, 'event') === undefined)
    return malformed('shape', 'action: must be an object with the value of the pressed button')
  return readEvent(body, { signatureKey, ...(ownId !== undefined && { ownId }) })
}

const CHALLENGE_BYTES_MAX = 1024

function readChallenge(body: WireFields): ChatRecord | undefined {
  const challenge = textAt(body, 'challenge')
  if (body.type !== 'url_verification' || challenge === undefined) return undefined
  return Buffer.byteLength(challenge) <= CHALLENGE_BYTES_MAX ? { kind: 'challenge', challenge } : undefined
}

/** The signature proves the origin; a body that carries the token as well must carry the right one. */
function isTokenWrong(token: string | undefined, body: WireFields | undefined): boolean {
  return token !== undefined && tokenIn(body) !== undefined && !hasToken(token, body)
}

function hasToken(token: string | undefined, body: WireFields | undefined): boolean {
  const given = tokenIn(body)
  return token !== undefined && given !== undefined && timingSafeEqual(hashed(token), hashed(given))
}

/** A press of the old form has a `token` too, but that one updates its card. */
function tokenIn(body: WireFields | undefined): string | undefined {
  return textAt(body, 'header', 'token') ?? (body?.type === undefined ? undefined : textAt(body, 'token'))
}

/** Equally long whatever was given, which the comparison wants. */
function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
