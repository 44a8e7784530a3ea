/**
 * How an account reaches its cluster: by a context of KUBECONFIG, by the account of the pod we run in, or by a token in a
 * file. A kubeconfig in somebody's home is never taken by itself: whoever wants us to act says so.
 */
import { access } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { NotConfigured } from '../../ports/not-configured.ts'
import type { ClusterAccount, ClusterEnvironment } from './cluster-accounts.ts'

const ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'

type Place = { environment: ClusterEnvironment; account: ClusterAccount; accountFolder?: string | undefined }

export async function loadClusterConfig(place: Place): Promise<KubeConfig> {
  await requireCluster(place)
  const { environment, account } = place
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  if (account.from !== 'kubeconfig') {
    readToken(config, environment, tokenFileOf(place))
    return config
  }
  const files = (environment.KUBECONFIG ?? '').split(delimiter).filter((file) => file.trim() !== '')
  readFiles(config, files, () => new KubeConfig())
  return chooseContext(config, account)
}

/**
 * Asked before the client is loaded: that holds the whole process up for a second, and is of no use to whoever has no
 * cluster.
 */
export async function requireCluster(place: Place): Promise<void> {
  if (place.account.from === 'kubeconfig') return
  const hasToken = await access(tokenFileOf(place)).then(
    () => true,
    () => false,
  )
  if (place.environment.KUBERNETES_SERVICE_HOST && hasToken) return
  if (place.account.from === 'token file')
    throw new NotConfigured(`${place.account.setting} names ${place.account.tokenFile}, which cannot be read.`)
  throw new NotConfigured(
    'No Kubernetes cluster is configured: set KUBECONFIG to the path of a kubeconfig (and KUBE_CONTEXT to choose a context), or run inside the cluster with a service account.',
  )
}

function tokenFileOf({ account, accountFolder = ACCOUNT_FOLDER }: Place): string {
  return account.from === 'token file' ? account.tokenFile : join(accountFolder, 'token')
}

function readFiles(config: KubeConfig, files: readonly string[], another: () => KubeConfig): void {
  for (const [position, file] of files.entries()) {
    try {
      const part = position === 0 ? config : another()
      part.loadFromFile(file)
      // As kubectl does: the first file that names a current context decides.
      if (position > 0) config.mergeConfig(part, Boolean(config.currentContext))
    } catch (cause) {
      // A parser's words may quote the line, and a token may stand on it.
      const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
      throw new NotConfigured(`KUBECONFIG names ${file}, which cannot be read as a kubeconfig${code}.`, { cause })
    }
  }
}

function chooseContext(
  config: KubeConfig,
  { context, setting }: Extract<ClusterAccount, { from: 'kubeconfig' }>,
): KubeConfig {
  if (context !== undefined) config.setCurrentContext(context)
  const cluster = config.getCurrentCluster()
  if (!cluster) {
    const known = config.getContexts().map(({ name }) => name)
    throw new NotConfigured(
      `KUBECONFIG has no cluster for the context ${JSON.stringify(config.currentContext ?? '')}. Set ${setting} to one of: ${known.join(', ')}.`,
    )
  }
  // Without TLS there is nothing to verify; the client asks for the permission all the same.
  if (cluster.server.startsWith('http:')) Object.assign(cluster, { skipTLSVerify: true })
  return config
}

/** The cluster's own authority lies beside the token, in a pod's own folder and in ours. */
function readToken(config: KubeConfig, environment: ClusterEnvironment, tokenFile: string): void {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = environment
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`
  config.loadFromClusterAndUser(
    { name: 'in-cluster', server, caFile: join(dirname(tokenFile), 'ca.crt'), skipTLSVerify: false },
    { name: 'in-cluster', authProvider: { name: 'tokenFile', config: { tokenFile } } },
  )
}
