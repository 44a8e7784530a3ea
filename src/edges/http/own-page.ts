/** Whether a request comes from a page of our own. Browsers add these headers themselves; no page can set them. */
import type { FastifyRequest } from 'fastify'

type Asked = Pick<FastifyRequest, 'headers'>

/** False also where nothing tells. */
export function isFromOwnPage({ headers }: Asked, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = readUrl(headers.origin)
  if (!origin || origin.origin === 'null') return false
  const own = readUrl(`${origin.protocol}//${headers.host ?? ''}`)
  return origin.host === own?.host || origin.origin === readUrl(publicUrl)?.origin
}

/** True only where something tells: what is no browser says nothing about pages. */
export function isFromForeignPage(asked: Asked, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = asked.headers
  return (site !== undefined || origin !== undefined) && !isFromOwnPage(asked, publicUrl)
}

/** An http page elsewhere than at the public address is one: on the machine itself, say. */
export function isByHttps(request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (request.protocol === 'https') return true
  const publicPlace = readUrl(publicUrl)
  const isPublic = publicPlace?.protocol === 'https:'
  const origin = readUrl(request.headers.origin)
  return origin ? origin.protocol === 'https:' || (isPublic && origin.host === publicPlace.host) : isPublic
}

function readUrl(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined
}
