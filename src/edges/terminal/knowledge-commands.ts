/** The knowledge base from and into a folder of files. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { KnowledgeEntry, KnowledgeStore } from '../../guidance/knowledge/knowledge-entry.ts'
import { StartRefused } from '../../problem.ts'
import { readKnowledgeFile, writeKnowledgeFile } from './knowledge-file.ts'

type Print = (text: string) => void
type Outcome = 'created' | 'changed' | 'unchanged' | { reason: string }

const BY = 'command line'
/** Larger than any entry with its head; whatever it is, it is not read into memory to find that out. */
const FILE_BYTES_MAX = 1024 * 1024

/** Answers whether every file became an entry; those that did not are named, and the rest is imported all the same. */
export async function importKnowledge(store: KnowledgeStore, path: string, print: Print): Promise<boolean> {
  const files = await findFiles(path)
  if (files.length === 0) throw new StartRefused(`There are no markdown files (.md) in ${path}.`)
  const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 }
  const taken = new Map<string, string>()
  for (const file of files) {
    const name = relative(path, file) || basename(file)
    const outcome = await importFile(store, file, (id) => takenBy(taken, id, name))
    if (typeof outcome === 'string') counts[outcome] += 1
    else {
      counts.refused += 1
      print(`${name} was not imported: ${outcome.reason}.`)
    }
  }
  const { created, changed, unchanged, refused } = counts
  print(
    `${created} created, ${changed} changed, ${unchanged} unchanged${refused > 0 ? `, ${refused} not imported` : ''}.`,
  )
  return refused === 0
}

async function findFiles(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => {
      throw new StartRefused(`There is no file or folder ${path}.`)
    },
  )
  if (!isFolder) return [path]
  const found = await readdir(path, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(\.[^/]+|node_modules)\//.test(relative(path, file)))
    .sort()
}

/** Two files of one import that mean the same entry would undo each other, and every import would change something. */
function takenBy(taken: Map<string, string>, id: string, name: string): string | undefined {
  const other = taken.get(id)
  if (other === undefined) taken.set(id, name)
  return other
}

async function importFile(
  store: KnowledgeStore,
  file: string,
  takenBy: (id: string) => string | undefined,
): Promise<Outcome> {
  const text = await readText(file)
  if (typeof text !== 'string') return text
  const read = readKnowledgeFile(text)
  if ('reason' in read) return read
  const known = await idOf(store, read)
  if (typeof known === 'object') return known
  if (known === undefined) {
    takenBy((await store.add(read.entry, BY)).id)
    return 'created'
  }
  const other = takenBy(known)
  if (other !== undefined) return { reason: `it is the same entry as ${other}` }
  const before = await store.find(known)
  const after = await store.put(known, read.entry, BY)
  if (before === undefined) return 'created'
  return after.revision === before.revision ? 'unchanged' : 'changed'
}

async function readText(file: string): Promise<string | { reason: string }> {
  if ((await stat(file)).size > FILE_BYTES_MAX) return { reason: `it is larger than ${FILE_BYTES_MAX / 1024} kB` }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const { code = 'not UTF-8' } = error as NodeJS.ErrnoException
    return { reason: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : `it cannot be read (${code})` }
  }
}

/** Without an id in its head a file means the entry of the same title. */
async function idOf(
  store: KnowledgeStore,
  { id, entry }: { id?: string; entry: { title: string } },
): Promise<string | undefined | { reason: string }> {
  if (id !== undefined) return id
  const [first, second] = await store.findByTitle(entry.title)
  if (second !== undefined) return { reason: `several entries are called "${entry.title}"; put an id into its head` }
  return first?.id
}

const PAGE = 200

export async function exportKnowledge(store: KnowledgeStore, folder: string, print: Print): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${folder} cannot be the folder to write to: ${whyNot(error)}.`)
  })
  const names = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const { entries } = await store.list({}, { offset, limit: PAGE })
    for (const entry of entries) await writeFile(join(folder, nameFor(entry, names)), writeKnowledgeFile(entry))
    if (entries.length < PAGE) break
  }
  print(`${names.size} ${names.size === 1 ? 'entry' : 'entries'} written to ${folder}.`)
}

function whyNot({ code = '' }: NodeJS.ErrnoException): string {
  return code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file in its place' : `it cannot be made (${code})`
}

function nameFor({ id, title }: KnowledgeEntry, names: Set<string>): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  // File systems take 255 bytes, and a character may be four of them.
  const short = [...words].slice(0, 50).join('')
  const name = short === '' || names.has(`${short}.md`) ? `${short}${short && '-'}${id}.md` : `${short}.md`
  names.add(name)
  return name
}
