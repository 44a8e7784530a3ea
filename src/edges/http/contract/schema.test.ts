import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { isOptional, Type } from './schema.ts'

const told = { description: 'Told.' }

/** Every builder there is, in the ways the contract calls it. */
function builtWith(made: typeof Type): object {
  const person = made.Object({ name: made.String(told), age: made.Optional(made.Integer({ minimum: 0 })) }, told)
  return {
    person,
    empty: made.Object({}),
    open: made.Object({ a: made.Optional(made.Null()) }, { additionalProperties: true }),
    list: made.Array(person, { maxItems: 3 }),
    flag: made.Boolean(told),
    choice: made.Optional(made.Enum(['one', 'two'], told)),
    words: made.Literal('all', told),
    yes: made.Literal(true),
    amount: made.Number({ exclusiveMinimum: 0 }),
    less: made.Omit(person, ['name']),
    lessTold: made.Omit(person, ['age'], { description: 'Less.' }),
    some: made.Partial(person),
    someTold: made.Partial(made.Omit(person, ['age']), { additionalProperties: false }),
    named: made.Record(made.String(), made.Array(made.String()), told),
    either: made.Union([made.String(), made.Null()], told),
    anything: made.Unknown(told),
    nothing: made.Null(told),
  }
}

/** What does not show is compared as well: whoever reads a schema by its kind finds it. */
function withWhatIsHidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWhatIsHidden)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(Object.getOwnPropertyDescriptors(value))
  return entries.map(([key, one]) => [key, one.enumerable, withWhatIsHidden(one.value)]).sort()
}

test('what is built is what TypeBox builds', () => {
  const [ours, theirs] = [builtWith(Type), builtWith(TypeBox)]
  assert.equal(JSON.stringify(ours), JSON.stringify(theirs))
  assert.deepEqual(withWhatIsHidden(ours), withWhatIsHidden(theirs))
})

test('there is no builder that is not compared', () => {
  const asked = new Set<string>()
  const heard = new Proxy(Type, {
    get: (builders, name: keyof typeof Type) => {
      asked.add(name)
      return builders[name]
    },
  })
  builtWith(heard)
  assert.deepEqual([...asked].sort(), Object.keys(Type).sort())
})

test('what may be missing is told from what may not', () => {
  assert.ok(isOptional(Type.Optional(Type.String())))
  assert.ok(!isOptional(Type.String()))
})
