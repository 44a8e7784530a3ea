/**
 * Every answer the API document names is provoked once and measured by the document, by the recipes in answer-recipes.ts.
 * 500 has no recipe: it is a fault of ours by definition.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { OPERATIONS, type Operation, whatIsWrong } from '../world/open-api.ts'
import { type Answer, startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'
import { ADMIN, newKey, RECIPES } from './answer-recipes.ts'

const INTERNAL_ERROR = '500'
const NOWHERE = 'postgresql://nobody@localhost/nothing?host=/nonexistent-socket-folder'

test('every documented answer comes about as documented', async (t) => {
  const running = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const storeless = await startTestService(t, {
    environment: { API_KEY: ADMIN, DATABASE_URL: NOWHERE },
    untilReady: false,
  })
  const viewerKey = (await newKey(running, 'viewer')).key
  const senderKey = (await newKey(running, 'sender')).key

  for (const operation of OPERATIONS) {
    for (const status of operation.statuses.filter((one) => one !== INTERNAL_ERROR)) {
      await t.test(`${operation.name} answers ${status}`, async () => {
        const answer = await provoke(operation, status)
        assert.equal(String(answer.status), status, answer.text)
        if (answer.body !== undefined) assert.equal(whatIsWrong(operation, answer.status, answer.body), undefined)
        const isHealth = operation.path === '/healthz'
        if (answer.status >= 400 && !isHealth) assertErrorEnvelope(answer)
        if (status === '503' && !isHealth) assert.match(String(answer.headers['retry-after']), /^\d+$/)
        if (status === '401') assert.match(String(answer.headers['www-authenticate']), /^Bearer /)
      })
    }
  }

  async function provoke(operation: Operation, status: string): Promise<Answer> {
    const path = operation.path.replaceAll(/\{\w+\}/g, 'unknown')
    const recipe = RECIPES[`${operation.name} ${status}`]
    if (recipe) return recipe(running)
    if (status === '401') return running.ask(operation.method, path)
    if (status === '403') {
      return running.ask(operation.method, path, { key: operation.need === 'sender' ? viewerKey : senderKey })
    }
    if (status === '503') return storeless.ask(operation.method, path, { key: ADMIN })
    assert.fail(`Tell in answer-recipes.ts how ${operation.name} comes to answer ${status}.`)
  }
})

test('what goes wrong inside is INTERNAL_ERROR, with the cause in the log and nothing of it in the answer', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const { get, logged } = await startTestService(t, { environment: { DATABASE_URL: url } })
  await runSql(adminUrl, 'ALTER TABLE audit RENAME TO hidden_from_us')
  const answer = await get('/api/audit')
  assert.equal(assertErrorEnvelope(answer), 'INTERNAL_ERROR')
  assert.doesNotMatch(answer.text, /relation|audit|SELECT/i)
  assert.match(logged(), /relation \\"audit\\" does not exist/)
})
