/** Every error the framework or we ourselves can raise, read as a Problem of the contract. */
import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import type { Log } from '../../ports/log.ts'
import { type FieldProblem, Problem } from '../../problem.ts'
import { settleUnions } from './settle-unions.ts'

/** `bodyBytesMax` is what the endpoint takes, where one was found. */
export function readError(error: unknown, bodyBytesMax?: number): Problem {
  if (error instanceof Problem) return error
  const { validation, code, statusCode } = error as Partial<FastifyError>
  if (validation) return validationProblem(validation)
  const known = code === undefined ? undefined : FRAMEWORK_PROBLEMS[code]
  if (known) return known(bodyBytesMax)
  const isCallersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (isCallersFault) return new Problem('VALIDATION_ERROR', 'The request could not be read.', { cause: error })
  return new Problem('INTERNAL_ERROR', 'Something went wrong inside the service; the log knows more.', { cause: error })
}

/** Of what is our own fault, or the store's; what a caller did wrong it is told. */
export function tellCause(
  log: Log,
  asked: { method: string; route: string | undefined },
  { code, cause, message }: Problem,
) {
  const isOurs = code === 'INTERNAL_ERROR' || code === 'SERVICE_UNAVAILABLE'
  if (!isOurs || !cause) return
  log[code === 'INTERNAL_ERROR' ? 'error' : 'warn']({ ...asked, cause: describeCause(cause) }, message)
}

function describeCause(cause: unknown): unknown {
  return cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : cause
}

function bodyProblem(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { details: [{ field: 'body', message }] })
}

const wrongMediaType = () => {
  const message = 'must be application/json'
  return new Problem('VALIDATION_ERROR', `Content-Type ${message}.`, { details: [{ field: 'Content-Type', message }] })
}
const noSuchPath = () => new Problem('NOT_FOUND', 'There is nothing at this path.')

const MEBIBYTE = 1024 * 1024

function tooLarge(bytesMax?: number): Problem {
  const limit = bytesMax === undefined ? 'this endpoint takes' : `the ${bytesMax / MEBIBYTE} MiB this endpoint takes`
  return bodyProblem(`The body is larger than ${limit}.`)
}

const FRAMEWORK_PROBLEMS: Record<string, (bodyBytesMax?: number) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongMediaType,
  FST_ERR_CTP_INVALID_TYPE: wrongMediaType,
  FST_ERR_CTP_EMPTY_TYPE: wrongMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => bodyProblem('The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: noSuchPath,
  FST_ERR_MAX_PARAM_LENGTH: noSuchPath,
}

function validationProblem(errors: FastifySchemaValidationError[]): Problem {
  const details = settleUnions(errors).map(fieldProblem).filter(isFirstOfItsField)
  const message = details.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new Problem('VALIDATION_ERROR', message || 'The request is not valid.', { details })
}

function isFirstOfItsField(one: FieldProblem, index: number, all: FieldProblem[]): boolean {
  return all.findIndex(({ field }) => field === one.field) === index
}

/** `/services/0/name` becomes `services[0].name`, and a missing property is named itself, not its parent. */
function fieldProblem({ instancePath, keyword, params, message }: FastifySchemaValidationError): FieldProblem {
  const missing = keyword === 'required' ? [String(params.missingProperty)] : []
  const path = [...instancePath.split('/').slice(1).map(unescapePointer), ...missing]
  const field = path.reduce(
    (text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  )
  return { field: field || 'body', message: missing.length > 0 ? 'is required' : describe(keyword, params, message) }
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function describe(keyword: string, params: Record<string, unknown>, message: string | undefined): string {
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'minLength' && params.limit === 1) return 'must not be empty'
  if (keyword === 'pattern' && params.pattern === '\\S') return 'must not be blank'
  if (keyword === 'pattern') return 'holds characters that are not allowed here'
  return message ?? 'is not valid'
}
