/**
 * What `npm run docs` runs: writes the documents that are made from the code.
 * With `--check` it writes nothing, names what is stale and ends with 1.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiDocument } from './documents/api-document.ts'
import { configurationPage } from './documents/configuration-page.ts'
import { pluginsPage } from './documents/plugins-page.ts'
import { clientTypes } from './documents/typed-client.ts'

const ROOT = dirname(import.meta.dirname)

const DOCUMENTS: Record<string, () => string | Promise<string>> = {
  'docs/openapi.json': apiDocument,
  'src/edges/client/api.d.ts': clientTypes,
  'docs/configuration.md': configurationPage,
  'docs/plugins.md': pluginsPage,
}

process.exitCode = process.argv.includes('--check') ? await check() : await write()

async function check(): Promise<number> {
  const stale = await staleDocuments()
  for (const path of stale.keys()) console.error(`${path} is stale; write it anew with: npm run docs`)
  return stale.size === 0 ? 0 : 1
}

async function write(): Promise<number> {
  const stale = await staleDocuments()
  for (const [path, text] of stale) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), text)
    console.log(`Wrote ${path}.`)
  }
  if (stale.size === 0) console.log('The documents are current.')
  return 0
}

async function staleDocuments(): Promise<Map<string, string>> {
  const stale = new Map<string, string>()
  for (const [path, make] of Object.entries(DOCUMENTS)) {
    const text = await make()
    if (text !== (await readFile(join(ROOT, path), 'utf8').catch(() => undefined))) stale.set(path, text)
  }
  return stale
}
