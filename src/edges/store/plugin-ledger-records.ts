import { type LoadedFile, type PluginLedger, sameTraits, type Traits } from '../../plugins/plugin-ledger.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'

type Row = { name: string; traits: string; waiting_traits: string | null; mac: Buffer | null }

const BY = 'firebreak'

export function createPluginLedger(database: Database): PluginLedger {
  const note = (action: string, target: string, details: Record<string, unknown>) =>
    inTransaction(database, (connection) => appendAudit(connection, { actor: BY, action, target, details }))
  return {
    noteLoad: (loaded, isKnown) => inTransaction(database, (connection) => noteLoad(connection, loaded, isKnown)),
    names: async () => {
      const { rows } = await database.query<{ name: string }>('SELECT name FROM custom_plugins')
      return new Set(rows.map(({ name }) => name))
    },
    noteRefusal: ({ file, reason }) => note('plugin.refused', file, { reason }),
    noteRemoval: (file) => note('plugin.removed', file, {}),
    agree: (name, by) => inTransaction(database, (connection) => agree(connection, name, by)),
  }
}

/** The same for who only wants to know what was agreed to: somebody else puts it on the trail. */
export function readPluginLedger(database: Database): PluginLedger {
  return {
    ...createPluginLedger(database),
    async noteLoad({ name, traits }) {
      const { rows } = await database.query<Row>('SELECT * FROM custom_plugins WHERE name = $1', [name])
      const [agreed] = rows
      if (!agreed) return NOTHING_AGREED
      return isOurs(database, agreed) && sameTraits(readTraits(agreed.traits), traits)
        ? undefined
        : readTraits(agreed.traits)
    },
    noteRefusal: async () => {},
    noteRemoval: async () => {},
  }
}

const NOTHING_AGREED: Traits = { category: 'nothing yet', risk: null, hosts: [] }

async function noteLoad(connection: Connection, loaded: LoadedFile, isKnown: boolean): Promise<Traits | undefined> {
  const { name, file, digest, traits } = loaded
  const agreed = (await lockRow(connection, name)) ?? (await keep(connection, name, traits, BY))
  const isAgreed = isOurs(connection, agreed) && sameTraits(readTraits(agreed.traits), traits)
  const waits = isAgreed ? null : JSON.stringify(traits)
  // It is asked about again and again until an admin has spoken; the trail has heard of it.
  if (waits !== null && waits === agreed.waiting_traits) return readTraits(agreed.traits)
  await connection.query('UPDATE custom_plugins SET waiting_traits = $2 WHERE name = $1', [name, waits])
  const action = isAgreed ? (isKnown ? 'plugin.changed' : 'plugin.loaded') : 'plugin.waits'
  await appendAudit(connection, { actor: BY, action, target: name, details: { file, digest, ...traits } })
  return isAgreed ? undefined : readTraits(agreed.traits)
}

async function agree(connection: Connection, name: string, by: string): Promise<Traits | undefined> {
  const row = await lockRow(connection, name)
  if (!row || row.waiting_traits === null) return undefined
  const traits = readTraits(row.waiting_traits)
  await keep(connection, name, traits, by)
  const details = { from: readTraits(row.traits), to: traits }
  await appendAudit(connection, { actor: by, action: 'plugin.agreed', target: name, details })
  return traits
}

async function lockRow(connection: Connection, name: string): Promise<Row | undefined> {
  const { rows } = await connection.query<Row>('SELECT * FROM custom_plugins WHERE name = $1 FOR UPDATE', [name])
  return rows[0]
}

async function keep(connection: Connection, name: string, traits: Traits, by: string): Promise<Row> {
  const text = JSON.stringify(traits)
  const { rows } = await connection.query<Row>(
    `INSERT INTO custom_plugins (name, traits, agreed_by, mac) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET traits = excluded.traits, waiting_traits = NULL, agreed_by = excluded.agreed_by,
       agreed_at = firebreak_now(), mac = excluded.mac
     RETURNING *`,
    [name, text, by, connection.seal.macOf('custom_plugins', { name, traits: text })],
  )
  return rows[0] as Row
}

/** What somebody else wrote into the database was agreed to by nobody. */
function isOurs({ seal }: Pick<Database, 'seal'>, { name, traits, mac }: Row): boolean {
  return seal.isGenuine('custom_plugins', { name, traits }, mac)
}

function readTraits(text: string): Traits {
  return JSON.parse(text) as Traits
}
