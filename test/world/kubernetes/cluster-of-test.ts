/** A cluster for as long as a test runs, and the file that leads to it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ClusterOptions, type ClusterSimulator, startClusterSimulator } from './cluster-simulator.ts'

type OpenCluster = { cluster: ClusterSimulator; kubeconfig: string }

export async function openCluster(t: TestContext, options: ClusterOptions): Promise<OpenCluster> {
  const cluster = await startClusterSimulator(options)
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-cluster-'))
  const kubeconfig = join(folder, 'config')
  await writeFile(kubeconfig, cluster.kubeconfig)
  t.after(async () => {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { cluster, kubeconfig }
}
