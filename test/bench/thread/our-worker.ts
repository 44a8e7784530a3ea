/** One instance on our own thread: `node our-worker.ts DATABASE_URL NAME ORDER`. Its work waits in the store. */
import { openDatabase } from '../../../src/edges/store/database.ts'
import { createRunStore } from '../../../src/edges/store/run-records.ts'
import { insertExecution } from '../../../src/edges/store/run-rows.ts'
import { createSealer } from '../../../src/story/incident/proposal.ts'
import { Dispatcher } from '../../../src/story/workflow/dispatcher.ts'
import type { Workflow } from '../../../src/story/workflow/incident-workflow.ts'
import type { Journal } from '../../../src/story/workflow/run-store.ts'
import { act, look, type Order, openTarget, type Steps } from './two-workflows.ts'

const [url = '', name = '', given = ''] = process.argv.slice(2)
const order = JSON.parse(given) as Order
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const database = openDatabase({ url, log })
const target = openTarget(url)

const stepsOf = (journal: Journal, id: string): Steps => ({
  act: (step, work) => journal.act(step, work),
  write: (step) =>
    journal.commit(step, async (writer) => {
      await writer.tell({ kind: 'note_added', data: { by: 'bench', text: `${step} of ${id} by ${name}` } })
    }),
})

const workflow: Workflow = {
  diagnose: async ({ incidentId }, { journal }) => {
    await look(stepsOf(journal, incidentId), incidentId, order)
    await startExecution(incidentId)
  },
  execute: ({ incidentId }, { journal }) => act(stepsOf(journal, incidentId), target, incidentId, order),
  giveUp: async ({ id }) => {
    throw new Error(`${id} was given up.`)
  },
}

/** A person's word is not part of the comparison; the run it leads to is. */
async function startExecution(incidentId: string): Promise<void> {
  const connection = await database.connect()
  try {
    await insertExecution(connection, incidentId, 'digest').catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error
    })
  } finally {
    connection.release()
  }
}

const dispatcher = new Dispatcher({
  instanceId: `${name}/${process.pid}`,
  store: createRunStore({ database, sealer: createSealer(undefined) }),
  workflow,
  claimLimits: async () => ({ atOnce: 64, waitMaxSeconds: 3600 }),
  onProgress: () => {},
  log,
})
await dispatcher.start()
process.send?.('ready')
process.on('disconnect', () => process.exit())
