/** Whether a request comes from a page of our own. Browsers add these headers themselves; no page can set them. */
import type { FastifyRequest } from 'fastify'

export type Asked = Pick<FastifyRequest, 'headers'>

/** False also where nothing tells. */
export function isFromOwnPage({ headers }: Asked, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = readUrl(headers.origin)
  if (!origin || origin.origin === 'null') return false
  const own = readUrl(`${origin.protocol}//${headers.host ?? ''}`)
  return origin.host === own?.host || origin.origin === readUrl(publicUrl)?.origin
}

/** What is no browser says nothing about pages. */
export function tellsOfPage({ headers }: Asked): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
}

/** True only where something tells. */
export function isFromForeignPage(asked: Asked, publicUrl: string | undefined): boolean {
  return tellsOfPage(asked) && !isFromOwnPage(asked, publicUrl)
}

/** An http page elsewhere than at the public address is one: on the machine itself, say. */
export function isByHttps(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const isPublic = readUrl(publicUrl)?.protocol === 'https:'
  return isSurelyHttps(request, publicUrl) || (isPublic && !readUrl(request.headers.origin))
}

/** False also where nothing tells: what a page only reads names no origin, and a proxy may put another Host. */
export function isSurelyHttps({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const publicPlace = readUrl(publicUrl)
  const origin = readUrl(headers.origin)
  if (protocol === 'https' || origin?.protocol === 'https:') return true
  const isAtPublicPlace = readUrl(`https://${origin?.host ?? headers.host ?? ''}`)?.host === publicPlace?.host
  return publicPlace?.protocol === 'https:' && isAtPublicPlace
}

function readUrl(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined
}
