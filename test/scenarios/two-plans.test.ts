/** Two views of one incident: both are shown, one is chosen, and the other is void. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import type { TestService } from '../world/service.ts'
import { openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'

const NAMES = ['checkout', 'cache'] as const

const show = async (service: TestService, { id }: Waiting) => (await service.get(`/api/incidents/${id}`)).body.data

const decide = (service: TestService, { id }: Waiting, body: Record<string, unknown>) =>
  service.ask('POST', `/api/incidents/${id}/decision`, { body })

const ended = (service: TestService, waiting: Waiting) =>
  eventually('the incident has come to its end', async () => {
    const shown = await show(service, waiting)
    return ['resolved', 'escalated'].includes(shown.status) && shown
  })

test('both views stand on the incident with their evidence and their plans, each under a digest of its own', async (t) => {
  const world = await openWaitingWorld(t, NAMES)
  const service = await world.startInstance()
  const waiting = await world.plant('checkout', { instead: 'cache' })
  const { proposal, diagnosis, events } = await show(service, waiting)
  const [other, ...further] = proposal.alternatives
  assert.deepEqual(further, [])
  assert.equal(proposal.digest, waiting.digest)
  assert.notEqual(other.digest, proposal.digest)
  assert.deepEqual(
    [proposal, other].map(({ description, actions }) => [description, actions[0].parameters.deployment]),
    [
      ['Every replica is saturated.', 'checkout'],
      ['The cache before it is cold.', 'cache'],
    ],
  )
  assert.equal(diagnosis.other_view.source, 'model')
  assert.deepEqual(diagnosis.other_view.key_findings, ['It misses.'])
  assert.equal(diagnosis.other_view.evidence[0].quote, 'misses')
  const proposed = events.find(({ type }: { type: string }) => type === 'proposal_created')
  assert.deepEqual(
    proposed.data.alternatives.map(({ digest }: { digest: string }) => digest),
    [other.digest],
  )
  const report = (await service.get(`/api/incidents/${waiting.id}/report`)).text
  assert.match(report, /## Plan[\s\S]*## The other plan/)
  assert.match(report, /### The model holds instead[\s\S]*It misses/)
})

for (const [chosen, name] of [
  [0, 'checkout'],
  [1, 'cache'],
] as const)
  test(`the plan for ${name} runs where it is chosen, and the other can be chosen no more`, async (t) => {
    const world = await openWaitingWorld(t, NAMES)
    const service = await world.startInstance()
    const waiting = await world.plant('checkout', { instead: 'cache' })
    const { proposal } = await show(service, waiting)
    const digests = [proposal.digest, proposal.alternatives[0].digest]
    const answer = await decide(service, waiting, { decision: 'confirm', digest: digests[chosen] })
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'executing'])
    const late = await decide(service, waiting, { decision: 'confirm', digest: digests[1 - chosen] })
    assert.equal(late.status, 409)
    const shown = await ended(service, waiting)
    assert.equal(shown.status, 'resolved', JSON.stringify(shown.events.at(-1)))
    assert.equal(shown.proposal.digest, digests[chosen])
    assert.deepEqual(shown.proposal.alternatives, [])
    assert.deepEqual(
      world.cluster.recorder.changes().map((change) => JSON.stringify(change).includes(name)),
      [true],
    )
    const word = shown.events.find(({ type }: { type: string }) => type === 'confirmation_received')
    assert.equal(word.data.digest, digests[chosen])
  })

test('of two plans confirmed at once one runs', async (t) => {
  const world = await openWaitingWorld(t, NAMES)
  const service = await world.startInstance()
  const waiting = await world.plant('checkout', { instead: 'cache' })
  const { proposal } = await show(service, waiting)
  const digests = [proposal.digest, proposal.alternatives[0].digest]
  const answers = await Promise.all(
    [...digests, ...digests].map((digest) => decide(service, waiting, { decision: 'confirm', digest })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await ended(service, waiting)
  assert.equal(world.cluster.recorder.changes().length, 1)
})

test('a word without a digest confirms neither, and a rejection voids both', async (t) => {
  const world = await openWaitingWorld(t, NAMES)
  const service = await world.startInstance()
  const waiting = await world.plant('checkout', { instead: 'cache' })
  const { proposal } = await show(service, waiting)
  const other = proposal.alternatives[0].digest
  assert.equal((await decide(service, waiting, { decision: 'confirm' })).status, 400)
  assert.equal((await decide(service, waiting, { decision: 'reject', digest: other })).status, 200)
  const shown = await show(service, waiting)
  assert.deepEqual([shown.status, shown.proposal.alternatives], ['escalated', []])
  assert.equal((await decide(service, waiting, { decision: 'confirm', digest: proposal.digest })).status, 409)
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('a dry run tries the plan it names', async (t) => {
  const world = await openWaitingWorld(t, NAMES)
  const service = await world.startInstance()
  const waiting = await world.plant('checkout', { instead: 'cache' })
  const { proposal } = await show(service, waiting)
  const { digest } = proposal.alternatives[0]
  const tried = await service.ask('POST', `/api/incidents/${waiting.id}/dry-run`, { body: { digest } })
  assert.equal(tried.body.data.digest, digest)
  assert.equal(tried.body.data.actions[0].parameters.deployment, 'cache')
})

test('the page shows the two side by side, and confirms the one that is chosen', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, NAMES)
  const service = await world.startInstance()
  const waiting = await world.plant('checkout', { instead: 'cache' })
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto(`/incidents/${waiting.id}`)
  const other = page.getByRole('region', { name: 'Alternative plan' })
  await other.getByText('The cache before it is cold.').waitFor()
  await page.getByRole('region', { name: 'First plan' }).getByText('Every replica is saturated.').waitFor()
  await page.getByRole('region', { name: 'The other view' }).getByText('It misses.').waitFor()
  const written = page.getByRole('region', { name: 'What people wrote down' })
  await written.getByText('Warm it by hand.').waitFor()
  await written.getByText('Found because it names cache. All its signs were seen.').waitFor()
  assert.match((await written.getByRole('link', { name: 'Cold caches' }).getAttribute('href')) ?? '', /entry=e1/)
  await assertFits(page)
  await assertAccessible(page)
  await person.shoot('incident-two-plans')
  await other.getByRole('button', { name: 'Confirm this plan…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: /Scale Deployment shop\/cache/ }).waitFor()
  await dialog.getByRole('button', { name: 'Confirm and run' }).click()
  const shown = await ended(service, waiting)
  assert.equal(shown.status, 'resolved')
  assert.equal(shown.proposal.actions[0].parameters.deployment, 'cache')
  assert.deepEqual(person.complaints, [])
})
