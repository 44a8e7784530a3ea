import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem, unavailable } from '../../problem.ts'
import type { Alert } from './alert.ts'
import { AlertIntake } from './alert-intake.ts'
import type { Accepted } from './alert-store.ts'
import { readAlert } from './read-alert.ts'

function alertOf(message: string, metadata: Record<string, unknown> = {}): Alert {
  return readAlert({ message, metadata }, { senderIsAlertBot: false, via: 'api' })
}

/** A store that keeps groups waiting until told to go on, or to fail. */
function slowStore() {
  const groups: { messages: string[]; finish(): void; fail(error: Error): void }[] = []
  const accept = (group: readonly Alert[]) =>
    new Promise<Accepted[]>((resolve, reject) => {
      const messages = group.map(({ message }) => message)
      const finish = () => resolve(messages.map((message) => ({ incidentId: message, outcome: 'opened' as const })))
      groups.push({ messages, finish, fail: reject })
    })
  return { groups, accept }
}

function intakeOn(accept: (group: readonly Alert[]) => Promise<Accepted[]>) {
  let commits = 0
  const onCommit = () => {
    commits += 1
  }
  return { intake: new AlertIntake({ store: { accept }, onCommit }), commits: () => commits }
}

test('alerts that arrive together are committed together, and each hears of its own incident after the commit', async () => {
  const { groups, accept } = slowStore()
  const { intake, commits } = intakeOn(accept)
  const answers = ['a', 'b', 'c'].map((message) => intake.openIncident(alertOf(message)))
  await nextTurn()
  assert.deepEqual(
    groups.map(({ messages }) => messages),
    [['a', 'b', 'c']],
  )
  assert.equal(commits(), 0)
  groups[0]?.finish()
  assert.deepEqual(
    (await Promise.all(answers)).map(({ incidentId }) => incidentId),
    ['a', 'b', 'c'],
  )
  assert.equal(commits(), 1)
})

test('who repeats an alert that is being committed follows it, all in one group, and holds nobody else up', async () => {
  const { groups, accept } = slowStore()
  const { intake } = intakeOn(accept)
  const answers = [intake.openIncident(alertOf('a'))]
  await nextTurn()
  answers.push(...['a', 'b', 'a'].map((message) => intake.openIncident(alertOf(message))))
  await nextTurn()
  assert.deepEqual(
    groups.map(({ messages }) => messages),
    [['a'], ['b']],
  )
  groups[0]?.finish()
  await answers[0]
  // Its group ends in this turn, and theirs begins in the next.
  await nextTurn()
  await nextTurn()
  assert.deepEqual(groups[2]?.messages, ['a', 'a'])
  groups[1]?.finish()
  groups[2]?.finish()
  assert.equal((await Promise.all(answers)).length, 4)
})

test('an alert the store cannot take fails alone; its neighbours are stored', async () => {
  const accept = async (group: readonly Alert[]) => {
    if (group.some(({ message }) => message === 'poison')) throw new Error('cannot be stored')
    return group.map(({ message }) => ({ incidentId: message, outcome: 'opened' as const }))
  }
  const { intake } = intakeOn(accept)
  const answers = await Promise.allSettled(['a', 'poison', 'b'].map((message) => intake.openIncident(alertOf(message))))
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a store that is away fails the whole group at once, without asking it again for each', async () => {
  let asked = 0
  const { intake, commits } = intakeOn(async () => {
    asked += 1
    throw unavailable('away')
  })
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((message) => intake.openIncident(alertOf(message))))
  assert.ok(answers.every((answer) => answer.status === 'rejected' && isUnavailable(answer.reason)))
  assert.deepEqual([asked, commits()], [1, 0])
})

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE'
}

test('more small alerts than may wait are refused, and taken again when there is room', async () => {
  const { groups, accept } = slowStore()
  const { intake } = intakeOn(accept)
  const waiting = Array.from({ length: 4_000 }, (_, index) => intake.openIncident(alertOf(`alert ${index}`)))
  await assert.rejects(intake.openIncident(alertOf('one too many')), isUnavailable)
  let stored = 0
  const all = Promise.all(waiting)
  while (stored < 4_000) {
    await nextTurn()
    for (const group of groups.splice(0)) {
      stored += group.messages.length
      assert.ok(group.messages.length <= 250)
      group.finish()
    }
  }
  assert.equal((await all).length, 4_000)
  const later = intake.openIncident(alertOf('room again'))
  await nextTurn()
  groups[0]?.finish()
  assert.equal((await later).incidentId, 'room again')
})

test('what large alerts hold counts wherever they hold it, so that few of them fill the memory set aside', async () => {
  const { accept } = slowStore()
  const large = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`part ${index}`, 'x'.repeat(60_000)]))
  const inMetadata = alertOf('giant', large)
  const inAnnotations = readAlert(
    { alerts: [{ status: 'firing', labels: { alertname: 'Giant' }, annotations: large }] },
    { senderIsAlertBot: false, via: 'api' },
  )
  for (const alert of [inMetadata, inAnnotations]) {
    const { intake } = intakeOn(accept)
    const refused: unknown[] = []
    for (let index = 0; index < 20; index += 1) intake.openIncident(alert).catch((error) => refused.push(error))
    await nextTurn()
    assert.ok(refused.length > 10 && refused.length < 20 && refused.every(isUnavailable), `${refused.length} refused`)
  }
})
