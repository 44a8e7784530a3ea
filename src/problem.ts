/** The seven codes of the contract, each always with its own HTTP status. No other code leaves the service. */
export const STATUS_BY_CODE = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ProblemCode = keyof typeof STATUS_BY_CODE

export type FieldProblem = { field: string; message: string }

/**
 * The one error of the house. It speaks to three readers: `code` to programs, the message to the caller
 * (it must be safe to show), and `cause` to the operator, who alone sees it, in the log.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: readonly FieldProblem[]

  constructor(
    code: ProblemCode,
    message: string,
    options: { details?: readonly FieldProblem[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.details = options.details ?? []
  }
}

export function invalid(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', `${field}: ${message}`, { details: [{ field, message }] })
}

export function unavailable(message: string, cause?: unknown): Problem {
  return new Problem('SERVICE_UNAVAILABLE', message, { cause })
}

/** The service cannot start as it was asked to. Its sentence says what to change and is shown on the terminal without a stack. */
export class StartRefused extends Error {}
