/**
 * Where a schema allows several kinds of value, Ajv complains once for each kind. A person gave one of them: the complaints
 * about the others are left out, and where none fits there is one sentence that names all.
 */
import type { FastifySchemaValidationError } from 'fastify'

type Complaint = FastifySchemaValidationError

export function settleUnions(complaints: readonly Complaint[]): Complaint[] {
  // From the outside in: what is left out there need not be settled further in.
  const unions = complaints.filter(isUnion).sort((one, other) => one.schemaPath.length - other.schemaPath.length)
  return unions.reduce<Complaint[]>(
    (left, union) => (left.includes(union) ? settle(union, left) : left),
    [...complaints],
  )
}

function isUnion({ keyword }: Complaint): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function settle(union: Complaint, complaints: readonly Complaint[]): Complaint[] {
  const members = complaints.filter((one) => belongsTo(one, union))
  const others = complaints.filter((one) => one !== union && !members.includes(one))
  const kinds = Map.groupBy(members, ({ schemaPath }) => schemaPath.slice(union.schemaPath.length + 1).split('/')[0])
  const meant = [...kinds.values()].find((kind) => !kind.some((one) => isOfAnotherKind(one, union)))
  return [...others, ...(meant ?? [noneFits(union, members)])]
}

function belongsTo({ schemaPath, instancePath }: Complaint, union: Complaint): boolean {
  const isInside = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`)
  return isInside && schemaPath.startsWith(`${union.schemaPath}/`)
}

function isOfAnotherKind({ keyword, instancePath }: Complaint, union: Complaint): boolean {
  return instancePath === union.instancePath && ['type', 'const', 'enum'].includes(keyword)
}

function noneFits(union: Complaint, members: readonly Complaint[]): Complaint {
  const here = members.filter((one) => isOfAnotherKind(one, union))
  const kinds = here.map(({ params }) => String(params.type ?? params.allowedValue ?? params.allowedValues))
  return { ...union, message: `must be ${[...new Set(kinds)].join(' or ')}` }
}
