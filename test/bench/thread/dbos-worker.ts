/** One instance on DBOS: `node dbos-worker.ts DATABASE_URL NAME ORDER FOLDER`. It begins what it is sent, and on its start what it left. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { createDbosSource, type DataSourceModule } from './dbos-source.ts'
import { act, look, type Order, openTarget, type Steps } from './two-workflows.ts'

/** As much of the library as is used here. */
type Sdk = {
  DBOS: {
    setConfig(config: Record<string, unknown>): void
    launch(): Promise<void>
    runStep<Result>(work: () => Promise<Result>, options: { name: string }): Promise<Result>
    registerWorkflow<Given extends unknown[]>(
      work: (...given: Given) => Promise<void>,
      options: { name: string },
    ): (...given: Given) => Promise<void>
    startWorkflow<Given extends unknown[]>(
      workflow: (...given: Given) => Promise<void>,
      options: { workflowID: string },
    ): (...given: Given) => Promise<{ getResult(): Promise<void> }>
    workflowID?: string
    stepID?: number
  }
}

const [url = '', name = '', given = '', folder = ''] = process.argv.slice(2)
const order = JSON.parse(given) as Order
const load = createRequire(join(folder, 'package.json'))
const sdk = load('@dbos-inc/dbos-sdk') as Sdk
const { DBOS } = sdk
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => 'Whoever asks next hears of it.')
const source = createDbosSource({ pool, module: load('@dbos-inc/dbos-sdk/datasource') as DataSourceModule, DBOS })
const target = openTarget(url)

const stepsOf = (id: string): Steps => ({
  act: (step, work) => DBOS.runStep(work, { name: step }),
  write: (step) =>
    source.transaction(step, async (client) => {
      await client.query('INSERT INTO bench.records (id, name, by) VALUES ($1, $2, $3)', [id, step, name])
    }),
})

const executed = DBOS.registerWorkflow((id: string) => act(stepsOf(id), target, id, order), { name: 'act' })
const incident = DBOS.registerWorkflow(
  async (id: string) => {
    await look(stepsOf(id), id, order)
    const execution = await DBOS.startWorkflow(executed, { workflowID: `${id}:act` })(id)
    await execution.getResult()
  },
  { name: 'look' },
)

DBOS.setConfig({
  ...{ name: 'bench', systemDatabaseUrl: url, applicationVersion: '1', executorID: name, logLevel: 'error' },
  systemDatabasePoolSize: 16,
})
await DBOS.launch()
process.on('message', (ids: string[]) => {
  for (const id of ids) void DBOS.startWorkflow(incident, { workflowID: id })(id)
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
