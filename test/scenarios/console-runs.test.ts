import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords, openIncident } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

test('a warning leads to what was given up; an operator looks into it and has it tried again', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { url, database } = await freshRecords(t)
  const store = createRuns(database)
  const id = await openIncident(database, { message: 'the disk is full' })
  await store.renewLease('dead', 10)
  const [run] = await store.claimDiagnoses('dead', 1)
  assert.ok(run)
  await store.journal(run, 'dead').act('seen', async () => ({ host: 'db-1' }))
  await store.putBack(run, 'dead', 0, { message: 'a mistake of ours', step: 'rank' })
  await database.query('UPDATE runs SET errors = 10')
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  const stateOf = async () => (await service.get(`/api/runs/${encodeURIComponent(run.id)}`)).body.data.state
  await eventually('it is given up', async () => (await stateOf()) === 'given_up')
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/')
  await page.getByRole('link', { name: 'page of runs' }).click()
  await page.getByRole('button', { name: new RegExp(`Diagnosis of ${id}`) }).waitFor()
  await assertAccessible(page)
  await shoot('runs')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Last error in step rank').waitFor()
  await page.getByText('seen', { exact: true }).click()
  await page.getByText('{"host":"db-1"}').waitFor()
  await assertAccessible(page)
  await shoot('run')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually('it comes to its end', async () => (await stateOf()) === 'finished')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/incidents/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByText(`Of ${id} only.`).waitFor()
  await assertFits(page)
  assert.deepEqual(complaints, [])
})
