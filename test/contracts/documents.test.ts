/** What holds for the documents made from the code. Whether they are current is asked by `npm run docs -- --check`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { validate } from '@scalar/openapi-parser'
import { apiDocument } from '../../scripts/documents/api-document.ts'
import { isSettingKey } from '../../src/guidance/settings/catalogue.ts'
import { ENVIRONMENT_KEYS } from '../../src/guidance/settings/environment.ts'

type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: { in: string; name: string; required: boolean }[]
  security?: Record<string, string[]>[]
  responses: Record<string, { $ref?: string; description?: string }>
}

const text = await apiDocument()
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)

test('the API document is valid OpenAPI 3.1', async () => {
  const { errors, version } = await validate(text)
  assert.deepEqual({ errors, version }, { errors: [], version: '3.1' })
})

test('the API document is clean under the rules that makers of clients recommend', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test('the API document holds no key of the tools it is made with', () => {
  assert.doesNotMatch(text, /"(~[a-z]+|\$id|x-[^"]*|Default Response)"/)
})

for (const { name, path, operation } of operations) {
  test(`${name} is described: purpose, group, path parameters, answers and errors`, () => {
    assert.ok(operation.summary, 'has no summary')
    assert.equal(operation.tags?.length, 1, 'stands in one group')
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path' && parameter.required)
    assert.deepEqual(
      declared.map((parameter) => parameter.name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
    )
    const statuses = Object.keys(operation.responses)
    assert.ok(statuses.some((status) => status.startsWith('2')) && statuses.includes('500'))
    assert.ok(operation.operationId, 'has no operationId: a generated client could not call it by a name')
    // Signing in needs no key in front, and refuses the one it is given all the same.
    const isGuarded = operation.security?.length !== 0 || name === 'POST /api/session'
    assert.equal(isGuarded, statuses.includes('401') && statuses.includes('403'))
  })
}

test('the example environment names only keys that have a meaning', async () => {
  const example = await readFile(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8')
  const keys = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, key]) => key ?? '')
  const unknown = keys.filter((key) => !isSettingKey(key) && !Object.hasOwn(ENVIRONMENT_KEYS, key))
  assert.notEqual(keys.length, 0)
  assert.deepEqual(unknown, [])
})
