/**
 * Which cluster, and as whom: KUBECONFIG, with KUBE_CONTEXT where another than its current context is meant, or the
 * account of the pod we run in. A file in somebody's home is never taken by itself: whoever wants us to act says so.
 */
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { NotConfigured } from '../../ports/not-configured.ts'

export type ClusterEnvironment = Readonly<Record<string, string | undefined>>

const ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'

export async function loadClusterConfig(
  environment: ClusterEnvironment,
  { context, accountFolder = ACCOUNT_FOLDER }: { context?: string | undefined; accountFolder?: string } = {},
): Promise<KubeConfig> {
  await requireCluster(environment, accountFolder)
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  if (environment.KUBECONFIG?.trim()) {
    const files = environment.KUBECONFIG.split(delimiter).filter((file) => file.trim() !== '')
    readFiles(config, files, () => new KubeConfig())
    return chooseContext(config, context)
  }
  readAccount(config, environment, accountFolder)
  return config
}

/**
 * Asked before the client is loaded: that holds the whole process up for a second, and is of no use to whoever has no
 * cluster.
 */
export async function requireCluster(environment: ClusterEnvironment, accountFolder = ACCOUNT_FOLDER): Promise<void> {
  if (environment.KUBECONFIG?.trim()) return
  const hasToken = await access(join(accountFolder, 'token')).then(
    () => true,
    () => false,
  )
  if (environment.KUBERNETES_SERVICE_HOST && hasToken) return
  throw new NotConfigured(
    'No Kubernetes cluster is configured: set KUBECONFIG to the path of a kubeconfig (and KUBE_CONTEXT to choose a context), or run inside the cluster with a service account.',
  )
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

function chooseContext(config: KubeConfig, context: string | undefined): KubeConfig {
  if (context) config.setCurrentContext(context)
  const cluster = config.getCurrentCluster()
  if (!cluster) {
    const known = config.getContexts().map(({ name }) => name)
    throw new NotConfigured(
      `KUBECONFIG has no cluster for the context ${JSON.stringify(config.currentContext ?? '')}. Set KUBE_CONTEXT to one of: ${known.join(', ')}.`,
    )
  }
  // Without TLS there is nothing to verify; the client asks for the permission all the same.
  if (cluster.server.startsWith('http:')) Object.assign(cluster, { skipTLSVerify: true })
  return config
}

function readAccount(config: KubeConfig, environment: ClusterEnvironment, folder: string): void {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = environment
  const tokenFile = join(folder, 'token')
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`
  config.loadFromClusterAndUser(
    { name: 'in-cluster', server, caFile: join(folder, 'ca.crt'), skipTLSVerify: false },
    { name: 'in-cluster', authProvider: { name: 'tokenFile', config: { tokenFile } } },
  )
}
