/** Refusals in the words of a real API server, each a Status object. */
import { jsonAnswer, type WireAnswer } from '../wire/exchange.ts'
import { qualifiedName, type Resource } from './resources.ts'

type Cause = { reason: string; message: string; field?: string }
type Details = { name?: string; group?: string; kind?: string; uid?: string; causes?: Cause[] }

/** Thrown anywhere below the door; the door turns it into an answer. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: string | undefined
  readonly details: Details | undefined

  constructor(code: number, reason: string | undefined, message: string, details?: Details) {
    super(message)
    this.code = code
    this.reason = reason
    this.details = details
  }

  answer(): WireAnswer {
    return jsonAnswer(this.code, this.status())
  }

  status(): Record<string, unknown> {
    const { message, reason, details, code } = this
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code }
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, 'BadRequest', message)
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'Unauthorized', 'Unauthorized')
}

export function notFound(resource: Resource, name: string): Refusal {
  return new Refusal(404, 'NotFound', `${named(resource)} "${name}" not found`, targetOf(resource, name))
}

export function methodNotAllowed(resource: Resource): Refusal {
  const message = 'the server does not allow this method on the requested resource'
  return new Refusal(405, 'MethodNotAllowed', message, { ...groupOf(resource.group), kind: resource.plural })
}

export function alreadyExists(resource: Resource, name: string): Refusal {
  return new Refusal(409, 'AlreadyExists', `${named(resource)} "${name}" already exists`, targetOf(resource, name))
}

export function modified(resource: Resource, name: string): Refusal {
  const why = 'the object has been modified; please apply your changes to the latest version and try again'
  return conflict(resource, name, why)
}

export function conflict(resource: Resource, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${named(resource)} "${name}": ${why}`
  return new Refusal(409, 'Conflict', message, targetOf(resource, name))
}

/** A deletion's precondition names the kind, and not the resource as other conflicts do. */
export function notAcceptable(): Refusal {
  const accepted = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
  return new Refusal(406, 'NotAcceptable', `only the following media types are accepted: ${accepted}`)
}

export function preconditionFailed({ kind, group }: Resource, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualifiedName(kind, group)} "${name}": ${why}`
  return new Refusal(409, 'Conflict', message, { name, ...groupOf(group), kind })
}

export function unsupportedMediaType(): Refusal {
  return new Refusal(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {})
}

type Subject = { kind: string; group: string; name: string }

export function invalidField({ kind, group, name }: Subject, field: string, message: string): Refusal {
  const cause = { reason: causeOf(message), message, field }
  const details = { name, ...groupOf(group), kind, causes: [cause] }
  return new Refusal(
    422,
    'Invalid',
    `${qualifiedName(kind, group)} "${name}" is invalid: ${field}: ${message}`,
    details,
  )
}

/** A body whose types do not fit the kind: the server repeats the whole of it. */
export function undecodable(body: unknown, why: string): Refusal {
  const message = `Invalid value: ${JSON.stringify(JSON.stringify(body))}: ${why}`
  const causes = [{ reason: 'FieldValueInvalid', message, field: 'patch' }]
  return new Refusal(422, 'Invalid', ` "" is invalid: patch: ${message}`, { causes })
}

/** A JSON patch that could not be applied, a failed test among others, is told with an empty phrase. */
export function unpatchable(): Refusal {
  return new Refusal(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
}

/** As a fault asks for it. */
export function faultRefusal(code: number, message = `A fault asked for ${code}.`): Refusal {
  return new Refusal(code, REASONS[code], message)
}

const REASONS: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

function causeOf(message: string): string {
  const known = ['Invalid value', 'Required value', 'Forbidden', 'Unsupported value']
  const phrase = known.find((start) => message.startsWith(start)) ?? 'Invalid value'
  const word = { 'Invalid value': 'Invalid', 'Required value': 'Required', 'Unsupported value': 'NotSupported' }[phrase]
  return `FieldValue${word ?? 'Forbidden'}`
}

function named({ plural, group }: Resource): string {
  return qualifiedName(plural, group)
}

function targetOf({ plural, group }: Resource, name: string): Details {
  return { name, ...groupOf(group), kind: plural }
}

export function groupOf(group: string): { group?: string } {
  return group === '' ? {} : { group }
}
