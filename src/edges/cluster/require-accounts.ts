/** Asked once, before the start: two accounts that cannot both be used would only be noticed in the middle of a plan. */
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
