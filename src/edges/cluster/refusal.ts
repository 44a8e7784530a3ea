import type { KubeConfig } from '@kubernetes/client-node'
import { ClusterRefusal } from '../../ports/cluster.ts'

const WORDS_MAX = 2_000

/** What the server said when it did not do as asked: a Status where it wrote one, its plain text otherwise. */
export function refusalOf(status: number, body: string): ClusterRefusal {
  const { message, reason } = readStatus(body)
  const words = message ?? (body.trim().slice(0, WORDS_MAX) || `The API server answered ${status}.`)
  return new ClusterRefusal(status, reason ?? reasonOf(status), words)
}

/** Names who was not believed: the server itself names nobody. */
export function unauthorized(config: KubeConfig, body: string): ClusterRefusal {
  const { message, reason, status } = refusalOf(401, body)
  return new ClusterRefusal(status, reason, `The API server does not accept ${accountOf(config)}: ${message}`)
}

function accountOf(config: KubeConfig): string {
  const user = config.getCurrentUser()
  const file: unknown = user?.authProvider?.config?.tokenFile
  if (typeof file === 'string') return `the token in ${file}`
  return `the credentials of user ${JSON.stringify(user?.name ?? '')} in KUBECONFIG (context ${JSON.stringify(config.currentContext)})`
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ClusterRefusal && error.status === 401
}

/** Status 0: no answer came. Its words name the server and never what we sent, where the token is. */
export function unreachable(server: string, error: unknown): ClusterRefusal {
  const code = codeOf(error)
  const words = code === undefined ? '' : ` (${code})`
  return new ClusterRefusal(0, 'Unreachable', `The API server at ${server} could not be reached${words}.`, {
    cause: error,
  })
}

/** A connection that was there and broke; one that could not be made is none of them. */
const CUT_CODES = /^(UND_ERR_(SOCKET|INFO|CLOSED|DESTROYED)|ECONNRESET|EPIPE|ERR_HTTP2_\w+)$/

export function wasCut(error: unknown): boolean {
  if (!(error instanceof ClusterRefusal) || error.reason !== 'Unreachable') return false
  return CUT_CODES.test(codeOf(error.cause) ?? '')
}

/** What the machine says is told by a cause of the error, somewhere down. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
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
