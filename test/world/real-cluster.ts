/**
 * The real API server that FIREBREAK_TEST_KUBECONFIG names, with an account that may do everything and kubelets that give a
 * container the fate its image tag says (`-oom`, `-hot` …). A test has a namespace of its own there, which goes with it.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'
import type { Json } from './kubernetes/kube-object.ts'
import { findKubectl } from './kustomize.ts'

const run = promisify(execFile)

export const REAL_KUBECONFIG = process.env.FIREBREAK_TEST_KUBECONFIG ?? ''
export const WITHOUT_CLUSTER = REAL_KUBECONFIG ? false : 'FIREBREAK_TEST_KUBECONFIG names no real cluster to act on.'

type RealCluster = {
  namespace: string
  kubectl(...words: string[]): Promise<string>
  /** One object, or a list of them, as the server shows it. */
  read(...words: string[]): Promise<Json>
  create(kind: string, name: string, rest: Json): Promise<void>
  /** Waits until all of its replicas are ready. */
  deploy(name: string, image: string, how?: { replicas?: number; limits?: Json }): Promise<void>
  isServing(name: string, replicas: number): Promise<boolean>
  podsOf(app: string): Promise<Json[]>
  /** Of a service account; empty while the server has made none yet. */
  tokenOf(account: string): Promise<string>
  /** A kubeconfig of the test's own, changed by it. */
  copyConfig(
    change: (text: string) => string,
  ): Promise<{ file: string; rewrite(change: (text: string) => string): Promise<void> }>
}

export async function openRealCluster(t: TestContext, namespace: string): Promise<RealCluster> {
  const program = (await findKubectl(t)) ?? 'kubectl'
  const kubectl = async (...words: string[]) =>
    (await run(program, ['--kubeconfig', REAL_KUBECONFIG, ...words], { maxBuffer: 1 << 26 })).stdout
  const read = async (...words: string[]) =>
    JSON.parse(await kubectl('--namespace', namespace, 'get', ...words, '-o', 'json'))
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-real-'))
  await kubectl('create', 'namespace', namespace)
  t.after(async () => {
    await kubectl('delete', 'namespace', namespace, '--wait=false')
    await rm(folder, { recursive: true, force: true })
  })
  let made = 0
  const write = async (text: string) => {
    const file = join(folder, `file-${made++}`)
    await writeFile(file, text)
    return file
  }
  const create = async (kind: string, name: string, rest: Json) => {
    await kubectl('apply', '-f', await write(JSON.stringify({ kind, metadata: { name, namespace }, ...rest })))
  }
  const isServing = async (name: string, replicas: number) => {
    const { metadata, status } = await read('deployment', name)
    return (
      status.observedGeneration === metadata.generation &&
      (status.readyReplicas ?? 0) === replicas &&
      (status.updatedReplicas ?? 0) === replicas &&
      (status.replicas ?? 0) === replicas
    )
  }
  return {
    ...{ namespace, kubectl, read, create, isServing },
    deploy: async (name, image, { replicas = 2, limits } = {}) => {
      const labels = { app: name }
      const container = { name: 'app', image, ...(limits && { resources: { limits } }) }
      const template = { metadata: { labels }, spec: { containers: [container] } }
      const spec = { replicas, selector: { matchLabels: labels }, template, progressDeadlineSeconds: 15 }
      await create('Deployment', name, { apiVersion: 'apps/v1', spec })
      await eventually(`${name} serves`, () => isServing(name, replicas))
    },
    podsOf: async (app) => (await read('pods', '-l', `app=${app}`)).items,
    tokenOf: async (account) => {
      // Servers before v1.24 keep one in a Secret; later ones make one when they are asked.
      const secrets = (await read('secrets')).items as Json[]
      const kept = secrets.find(
        ({ metadata }) => metadata.annotations?.['kubernetes.io/service-account.name'] === account,
      )
      if (kept) return Buffer.from(kept.data?.token ?? '', 'base64').toString()
      return (await kubectl('-n', namespace, 'create', 'token', account).catch(() => '')).trim()
    },
    copyConfig: async (change) => {
      const original = await readFile(REAL_KUBECONFIG, 'utf8')
      const file = await write(change(original))
      return { file, rewrite: (again) => writeFile(file, again(original)) }
    },
  }
}
