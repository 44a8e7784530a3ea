/** The API as its own document tells it, so that tests over every route find new routes by themselves. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { apiDocument } from '../../scripts/documents/api-document.ts'

export type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  $ref?: string
}

export type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: JsonSchema }

export type Operation = {
  /** As in `PUT /api/config`. */
  name: string
  method: string
  path: string
  /** The role it asks for; undefined where it is open. */
  need: string | undefined
  statuses: string[]
  parameters: Parameter[]
  body: JsonSchema | undefined
}

type Content = { content?: Record<string, { schema: JsonSchema }> }
type Described = {
  security?: { key?: string[] }[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
type Document = {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Content>; schemas: Record<string, JsonSchema> }
}

const text = await apiDocument()
const document = JSON.parse(text) as Document

export const OPERATIONS: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    need: described.security?.[0]?.key?.[0],
    statuses: Object.keys(described.responses),
    parameters: described.parameters ?? [],
    body: resolved(described.requestBody?.content?.['application/json']?.schema),
  })),
)

/** With every reference replaced by what it refers to. */
function resolved<Schema extends JsonSchema | undefined>(schema: Schema): Schema {
  return (
    JSON.parse(JSON.stringify(schema ?? null), (_key, value) => {
      const name = (value?.$ref as string | undefined)?.split('/').at(-1)
      return name === undefined ? value : resolved(document.components.schemas[name])
    }) ?? undefined
  )
}

/** Routes that are no part of the contract and answer in forms of their own. */
export const HIDDEN_PATHS = ['/docs', '/api/docs', '/api/docs/scalar.js', '/api/openapi.json']

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'api')

const validators = new Map<string, ValidateFunction>()

/** What is wrong with a JSON answer, measured by the document; undefined where nothing is. */
export function whatIsWrong(operation: Operation, status: number, body: unknown): string | undefined {
  const validate = validators.get(`${operation.name} ${status}`) ?? compile(operation, status)
  if (validate === undefined) return `${operation.name} does not document the status ${status}`
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}

function compile({ name, path, method }: Operation, status: number): ValidateFunction | undefined {
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  if (described === undefined) return undefined
  const own = `paths/${pointerPart(path)}/${method.toLowerCase()}/responses/${status}`
  const $ref = `api#/${described.$ref?.slice('#/'.length) ?? own}/content/application~1json/schema`
  const validate = ajv.compile({ $ref })
  validators.set(`${name} ${status}`, validate)
  return validate
}

function pointerPart(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
