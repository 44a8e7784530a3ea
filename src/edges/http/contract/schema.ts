/**
 * The builders of TypeBox that the contract uses, with its types and its results: the library brings its four hundred files
 * to every start, and these few lines are what we call of them. A test beside compares the two.
 */
import type * as TypeBox from 'typebox'

type Options = Readonly<Record<string, unknown>>
type Schema = Record<string, unknown>
type Properties = Readonly<Record<string, Schema>>
type Builders = Pick<
  typeof TypeBox.Type,
  | ('Array' | 'Boolean' | 'Enum' | 'Integer' | 'Literal' | 'Null' | 'Number' | 'Object')
  | ('Omit' | 'Optional' | 'Partial' | 'Record' | 'String' | 'Union' | 'Unknown')
>

const KIND = '~kind'
const OPTIONAL = '~optional'

export const isOptional = (schema: object): boolean => Object.hasOwn(schema, OPTIONAL)

const BUILDERS = {
  Array: (items: Schema, options?: Options) => made('Array', { type: 'array', items }, options),
  Boolean: (options?: Options) => made('Boolean', { type: 'boolean' }, options),
  Enum: (values: readonly unknown[], options?: Options) => made('Enum', { enum: values }, options),
  Integer: (options?: Options) => made('Integer', { type: 'integer' }, options),
  Literal: (value: unknown, options?: Options) => made('Literal', { type: typeof value, const: value }, options),
  Null: (options?: Options) => made('Null', { type: 'null' }, options),
  Number: (options?: Options) => made('Number', { type: 'number' }, options),
  Object: objectOf,
  Omit: ({ properties }: { properties: Properties }, keys: readonly string[], options?: Options) =>
    objectOf(Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.includes(key))), options),
  Optional: optional,
  Partial: ({ properties }: { properties: Properties }, options?: Options) =>
    objectOf(Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, optional(schema)])), options),
  Record: (_key: Schema, value: Schema, options?: Options) =>
    made('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options?: Options) => made('String', { type: 'string' }, options),
  Union: (anyOf: readonly Schema[], options?: Options) => made('Union', { anyOf }, options),
  Unknown: (options?: Options) => made('Unknown', {}, options),
}

export const Type = BUILDERS as unknown as Builders

function objectOf(properties: Properties, options?: Options): Schema {
  const required = Object.keys(properties).filter((key) => !isOptional(properties[key] as Schema))
  return made('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

function optional(schema: Schema): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return hiding(copy, OPTIONAL, true)
}

function made(kind: string, schema: Schema, options: Options = {}): Schema {
  return hiding({ ...schema, ...options }, KIND, kind)
}

/** What is no part of the JSON schema does not show in it. */
function hiding(schema: Schema, key: string, value: unknown): Schema {
  return Object.defineProperty(schema, key, { value, enumerable: false, configurable: true, writable: true })
}
