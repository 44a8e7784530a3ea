/** Asked once, before the start: two accounts that cannot both be used would only be noticed in the middle of a plan. */
import { access, readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { NotConfigured } from '../../ports/not-configured.ts'
import { StartRefused } from '../../problem.ts'
import {
  type ClusterAccount,
  type ClusterAccounts,
  type ClusterEnvironment,
  readClusterAccounts,
} from './cluster-accounts.ts'
import { loadClusterConfig, requireCluster } from './cluster-config.ts'

/** One account for both is not looked at here: who has no cluster, or not yet, may start all the same. */
export async function requireClusterAccounts(environment: ClusterEnvironment): Promise<void> {
  const accounts = readClusterAccounts(environment)
  if (accounts.looking === accounts.acting) return
  try {
    if (accounts.looking.from === 'kubeconfig') await requireOneCluster(environment, accounts)
    else for (const account of [accounts.looking, accounts.acting]) await requireToken(environment, account)
  } catch (error) {
    throw error instanceof NotConfigured ? new StartRefused(error.message, { cause: error }) : error
  }
}

/** What would only be noticed when the one account is first asked for: a file that is not there, or not that context. */
export async function findClusterAdvice(environment: ClusterEnvironment): Promise<string[]> {
  const { looking, acting } = readClusterAccounts(environment)
  if (looking !== acting || looking.from !== 'kubeconfig') return []
  const files = (environment.KUBECONFIG ?? '').split(delimiter).filter((file) => file.trim() !== '')
  try {
    const known = (await Promise.all(files.map(readContextNames))).flat()
    const { context } = looking
    if (context === undefined || known.includes(context)) return []
    return [
      `KUBE_CONTEXT names ${JSON.stringify(context)}, which KUBECONFIG does not have; set it to one of: ${known.join(', ')}.`,
    ]
  } catch (error) {
    if (error instanceof NotConfigured) return [error.message]
    throw error
  }
}

/** Read without the client, whose loading would hold up the start. */
async function readContextNames(file: string): Promise<string[]> {
  try {
    const { contexts } = parse(await readFile(file, 'utf8')) as { contexts?: { name: string }[] }
    return (contexts ?? []).map(({ name }) => name)
  } catch {
    // A parser's words may quote a line with a token on it.
    throw new NotConfigured(
      `KUBECONFIG names ${file}, which cannot be read as a kubeconfig: the cluster stays unknown.`,
    )
  }
}

/** What was seen in one cluster must not be done in another. */
async function requireOneCluster(environment: ClusterEnvironment, { looking, acting }: ClusterAccounts): Promise<void> {
  const serverOf = async (account: ClusterAccount) =>
    (await loadClusterConfig({ environment, account })).getCurrentCluster()?.server
  const [seen, changed] = [await serverOf(looking), await serverOf(acting)]
  if (seen === changed) return
  throw new StartRefused(
    `KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT lead to two clusters, ${seen} and ${changed}; both must be accounts of one.`,
  )
}

async function requireToken(environment: ClusterEnvironment, account: ClusterAccount): Promise<void> {
  await requireCluster({ environment, account })
  if (account.from !== 'token file') return
  const authority = join(dirname(account.tokenFile), 'ca.crt')
  await access(authority).catch(() => {
    throw new NotConfigured(
      `${account.setting} names ${account.tokenFile}, but ${authority}, the cluster's authority, is not there.`,
    )
  })
}
