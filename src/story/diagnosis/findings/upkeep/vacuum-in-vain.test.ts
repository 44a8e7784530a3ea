import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  findingsOf,
  IDLE,
  type Pictured,
  secondsAgo,
  sessionOf,
  tableOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { lateVacuum, vacuumInVain } from './vacuum.ts'

const TABLE = tableOf('history', 6_900_000, 2_100_000, { last_autovacuum: secondsAgo(240) })

function said(line: string, part: object = {}): Pictured {
  return {
    alert: 'PostgresqlTableNotAutoVacuumed',
    subject: { table: 'history' },
    bloat: bloatOf({ tables: [TABLE], ...part }),
    lines: [{ at: secondsAgo(240), line, labels: { job: 'postgres' } }],
  }
}

const WORDINGS = [
  'LOG:  automatic vacuum of table "shop.public.history": tuples: 0 removed, 9000000 remain, 6900000 are dead but not yet removable',
  'DETAIL:  "history": 6900000 dead row versions cannot be removed yet, oldest xmin: 4602',
]

for (const line of WORDINGS)
  test(`what vacuum says it could not remove is not late, and no vacuum is proposed: ${line.slice(0, 30)}`, () => {
    const [found] = findingsOf(vacuumInVain, said(line))
    assert.match(found?.statement ?? '', /Vacuum frees nothing of public\.history.*no session, slot or prepared/)
    assert.deepEqual(found?.actions, [])
    assert.deepEqual(findingsOf(lateVacuum, said(line)), [])
  })

test('few rows that had to stay, those of another table, and a holder who is seen are another matter', () => {
  const few = 'automatic vacuum of table "shop.public.history": 12 are dead but not yet removable'
  const other = 'automatic vacuum of table "shop.public.history_old": 6900000 are dead but not yet removable'
  for (const line of [few, other]) assert.deepEqual(findingsOf(vacuumInVain, said(line)), [])
  const holder = { kind: 'session', ...sessionOf(101, 7200, IDLE), xmin_age: 900_000 }
  const [line = ''] = WORDINGS
  assert.deepEqual(findingsOf(vacuumInVain, said(line, { snapshot_holders: [holder] })), [])
})
