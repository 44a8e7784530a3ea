import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resumedNote } from './resumed-note.ts'

const AT = { lastStepAt: new Date('2026-01-01T10:00:00Z'), startedAt: new Date('2026-01-01T09:00:00Z') }
const HEIR = { leftBy: 'dead', resumedAt: new Date('2026-01-01T10:05:00Z'), resumedBy: 'heir', openAction: undefined }

const textOf = (more: Pick<Parameters<typeof resumedNote>[0], 'status'> & { openAction?: string }) =>
  (resumedNote({ ...AT, ...HEIR, ...more }).data as { text: string }).text

const WHEN =
  'after 2026-01-01 10:00:00 UTC (its last recorded step on instance dead), and goes on since 2026-01-01 10:05:00 UTC on instance heir.'

test('an execution that goes on says in the middle of what it was interrupted', () => {
  assert.equal(textOf({ status: 'executing' }), `Firebreak was interrupted while it carried out the plan, ${WHEN}`)
  assert.equal(
    textOf({ status: 'verifying' }),
    `Firebreak was interrupted while it looked whether the plan had helped, ${WHEN}`,
  )
})

test('an action whose end nobody wrote down is named, and that it is looked up', () => {
  assert.equal(
    textOf({ status: 'executing', openAction: 'scale_deployment' }),
    `Firebreak was interrupted while it ran scale_deployment, ${WHEN} What scale_deployment had done is looked up first; it is not done twice.`,
  )
})
