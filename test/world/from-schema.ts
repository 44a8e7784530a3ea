import { fc } from './chance.ts'
import type { JsonSchema } from './open-api.ts'

/** Values a JSON Schema would take, or nearly: now and then a part of another type, so that both sides of each door are tried. */
export function fromSchema(schema: JsonSchema | undefined): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fitting(schema ?? {}) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fromSchema))
  switch (schema.type) {
    case 'object':
      return fittingObject(schema)
    case 'array':
      return fc.array(fromSchema(schema.items), { maxLength: 4 })
    case 'string':
      return fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 20 }))
    case 'integer':
      return fc.oneof(fc.integer({ min: -1, max: 40 }), fc.maxSafeInteger())
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function fittingObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)]))
  const requiredKeys = required.filter((name) => Object.hasOwn(known, name))
  return fc.record(known, { requiredKeys })
}
