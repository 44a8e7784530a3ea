/**
 * Transactions of node-postgres as DBOS 5 wants them: the step's entry is written in the transaction of the step, and only
 * while this execution owns the workflow. The library's own package for it was not to be had for version 5 when this was
 * written; this one uses the same doors.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** As much of `@dbos-inc/dbos-sdk/datasource` as is used here. */
export type DataSourceModule = {
  registerDataSource(handler: unknown): void
  runTransaction<Result>(work: () => Promise<Result>, name: string, options: { dsName: string }): Promise<Result>
  migrateDataSourcePG(execute: (sql: string) => Promise<readonly unknown[]>): Promise<void>
  assertStillOwnsWorkflow(workflowId: string): Promise<void>
}

type Parts = { pool: pg.Pool; module: DataSourceModule; DBOS: { workflowID?: string; stepID?: number } }

const SOURCE = 'bench'

export function createDbosSource({ pool, module, DBOS }: Parts) {
  const current = new AsyncLocalStorage<pg.PoolClient>()
  const invoke = async (_: unknown, target: unknown, work: (...given: unknown[]) => Promise<unknown>) => {
    const { workflowID = '', stepID = 0 } = DBOS
    const done = await pool.query(
      'SELECT FROM dbos.transaction_completion WHERE workflow_id = $1 AND function_num = $2',
      [workflowID, stepID],
    )
    if (done.rowCount !== 0) return null
    return inTransaction(pool, async (client) => {
      const result = await current.run(client, () => work.call(target))
      await client.query('INSERT INTO dbos.transaction_completion (workflow_id, function_num) VALUES ($1, $2)', [
        workflowID,
        stepID,
      ])
      await module.assertStillOwnsWorkflow(workflowID)
      return result
    })
  }
  module.registerDataSource({
    name: SOURCE,
    initialize: () =>
      inTransaction(pool, (client) => module.migrateDataSourcePG(async (sql) => (await client.query(sql)).rows)),
    destroy: () => pool.end(),
    invokeTransactionFunction: invoke,
  })
  return {
    transaction: (name: string, work: (client: pg.PoolClient) => Promise<void>) =>
      module.runTransaction(() => work(current.getStore() as pg.PoolClient), name, { dsName: SOURCE }),
  }
}

async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => 'The first error is the one to tell.')
    throw error
  } finally {
    client.release()
  }
}
