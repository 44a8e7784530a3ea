/** deploy/kubernetes as `kubectl kustomize` renders it, offline. */
import { execFile } from 'node:child_process'
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { hasProgram } from './debian-program.ts'
import type { Json } from './kubernetes/kube-object.ts'

const run = promisify(execFile)
const MANIFESTS = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes')
/** Before this one folders could not stand among the resources. Debian 12 has an older one. */
const FOLDERS_AS_RESOURCES_MINOR = 21

/** The objects of a folder of deploy/kubernetes; undefined where there is no kubectl and the test was skipped. */
export async function renderManifests(t: TestContext, folder: string): Promise<Json[] | undefined> {
  const kubectl = await findKubectl(t)
  if (kubectl === undefined) return undefined
  const { stdout } = await run(kubectl, ['kustomize', join(await readableManifests(t, kubectl), folder)])
  return parseAllDocuments(stdout).map((document) => document.toJS())
}

export async function findKubectl(t: TestContext): Promise<string | undefined> {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'kubectl'))
  for (const place of places) if (await run(place, ['version', '--client']).catch(() => undefined)) return place
  await hasProgram(t, '/usr/bin/kubectl', 'kubernetes-client')
  return undefined
}

/** The manifests themselves, or for an old kubectl a copy that says the same in its words. */
async function readableManifests(t: TestContext, kubectl: string): Promise<string> {
  const { stdout } = await run(kubectl, ['version', '--client', '--output', 'json'])
  if (Number.parseInt(JSON.parse(stdout).clientVersion.minor, 10) >= FOLDERS_AS_RESOURCES_MINOR) return MANIFESTS
  const copy = await mkdtemp(join(tmpdir(), 'firebreak-manifests-'))
  t.after(() => rm(copy, { recursive: true, force: true }))
  await cp(MANIFESTS, copy, { recursive: true })
  for await (const file of glob('**/kustomization.yaml', { cwd: copy })) await separateFolders(join(copy, file))
  return copy
}

async function separateFolders(file: string): Promise<void> {
  const { resources = [], ...rest } = parse(await readFile(file, 'utf8')) as { resources?: string[] }
  const isFile = (resource: string) => resource.endsWith('.yaml')
  const separated = { bases: resources.filter((one) => !isFile(one)), resources: resources.filter(isFile) }
  await writeFile(file, stringify({ ...rest, ...separated }))
}
