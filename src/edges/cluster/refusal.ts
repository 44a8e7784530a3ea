import { ClusterRefusal } from '../../ports/cluster.ts'

const WORDS_MAX = 2_000

/** What the server said when it did not do as asked: a Status where it wrote one, its plain text otherwise. */
export function refusalOf(status: number, body: string): ClusterRefusal {
  const { message, reason } = readStatus(body)
  const words = message ?? (body.trim().slice(0, WORDS_MAX) || `The API server answered ${status}.`)
  return new ClusterRefusal(status, reason ?? reasonOf(status), words)
}

/** Status 0: no answer came. Its words name the server and never what we sent, where the token is. */
export function unreachable(server: string, error: unknown): ClusterRefusal {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new ClusterRefusal(0, 'Unreachable', `The API server at ${server} could not be reached${code}.`)
}

export function timedOut(server: string, timeoutMs: number): ClusterRefusal {
  return new ClusterRefusal(0, 'Timeout', `The API server at ${server} did not answer within ${timeoutMs / 1000} s.`)
}

export function unreadable(server: string, why: string): ClusterRefusal {
  return new ClusterRefusal(0, 'Unreadable', `The API server at ${server} gave an answer that cannot be read: ${why}.`)
}

function readStatus(body: string): { message?: string; reason?: string } {
  try {
    const { kind, message, reason } = JSON.parse(body)
    if (kind !== 'Status') return {}
    return {
      ...(typeof message === 'string' && message !== '' && { message: message.slice(0, WORDS_MAX) }),
      ...(typeof reason === 'string' && reason !== '' && { reason }),
    }
  } catch {
    // Not every answer is JSON: a missing API group says `404 page not found`.
    return {}
  }
}

function reasonOf(status: number): string {
  const reasons: Record<number, string> = {
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'NotFound',
    409: 'Conflict',
    503: 'ServiceUnavailable',
  }
  return reasons[status] ?? 'Unknown'
}
