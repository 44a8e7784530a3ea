/** Two instances of the service on one store that diagnose nothing, and a look into that store. */
import type { TestContext } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { openRecords } from './records.ts'
import { startTestService, type TestService } from './service.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }

type TwoInstances = { one: TestService; other: TestService; database: Database }

export async function openTwoInstances(t: TestContext): Promise<TwoInstances> {
  const one = await startTestService(t, { environment: PAUSED })
  const other = await startTestService(t, { environment: { ...PAUSED, DATABASE_URL: one.databaseUrl } })
  return { one, other, database: openRecords(t, one.databaseUrl) }
}
