/** A data folder of PostgreSQL made once in the run and copied: making one costs ten times as much. */
import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { clusterFolder, prepareCluster } from '../../src/edges/embedded/postgres-cluster.ts'
import { openPostgresPackage } from '../../src/edges/embedded/postgres-package.ts'
import { chooseServerAccount } from '../../src/edges/embedded/server-account.ts'

/** For the copies of this run; as its own owner has it, who is theirs too. */
export async function makeCluster(dataDirectory: string): Promise<void> {
  const [programs, account] = [await openPostgresPackage(), await chooseServerAccount(clusterFolder(dataDirectory))]
  await prepareCluster({ dataDirectory, programs, account, durable: false })
}

/** Into a data folder that is there and empty. Where the run has none to copy, as with a server of somebody else's, the start makes one. */
export async function layCluster(dataDirectory: string): Promise<void> {
  const made = process.env.TEST_CLUSTER
  if (made !== undefined) await copyCluster(made, dataDirectory)
}

/** With owners and modes, which the server insists on; whoever it was let in to one folder comes into the other. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', clusterFolder(from), clusterFolder(to)])
  const [{ mode: there }, { mode: here }] = [await stat(from), await stat(to)]
  await chmod(to, here | (there & 0o011))
}
