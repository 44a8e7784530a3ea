import { issueKey } from '../../guidance/access/api-key.ts'
import type { KeyStore } from '../../guidance/access/key-store.ts'
import type { Role } from '../../guidance/access/role.ts'
import { StartRefused } from '../../problem.ts'
import { table } from './table.ts'

type Print = (text: string) => void

/** Whoever may run commands on this machine with the store's address is an administrator already. */
const BY = 'command line'

export async function createKey(
  keys: KeyStore,
  { role, name }: { role: Role; name: string },
  print: Print,
): Promise<void> {
  const { key, record } = issueKey(name, role)
  const before = await keys.load(undefined)
  await keys.add(record, BY)
  print(`${key}\n\nKeep it now: it is not shown again. Use it as  Authorization: Bearer <key>`)
  const isFirst = before !== 'unchanged' && before.value.length === 0
  if (isFirst && role !== 'admin')
    print('It is the first key: from now on the API asks for one. Issue an admin key too, with --role admin.')
}

export async function listKeys(keys: KeyStore, print: Print): Promise<void> {
  const loaded = await keys.load(undefined)
  const records = loaded === 'unchanged' ? [] : loaded.value
  if (records.length === 0)
    return print('No key was issued yet. Issue one with: firebreak keys create --role admin --name "$(whoami)"')
  const rows = records.map(({ id, role, name, createdAt, revokedAt }) => {
    return [id, role, name, createdAt.toISOString(), revokedAt ? `revoked ${revokedAt.toISOString()}` : 'valid']
  })
  print(table([['ID', 'ROLE', 'NAME', 'CREATED', 'STATE'], ...rows]))
}

export async function revokeKey(keys: KeyStore, id: string, print: Print): Promise<void> {
  if (!(await keys.revoke(id, BY))) throw new StartRefused(`There is no key ${id}; firebreak keys list shows them.`)
  print(`Key ${id} is revoked.`)
}
