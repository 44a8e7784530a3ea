/** The knowledge base in and out by the command line: idempotent, round and through bad files. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../src/edges/store/database.ts'
import { createKnowledgeStore } from '../../src/edges/store/knowledge-records.ts'
import { exportKnowledge, importKnowledge } from '../../src/edges/terminal/knowledge-commands.ts'
import { StartRefused } from '../../src/problem.ts'
import { runCommand } from '../world/command-line.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase, migratedDatabase } from '../world/stores.ts'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

async function openFolder(t: TestContext, files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-knowledge-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** The commands on a store of their own; a process for each would only make the test slow. */
async function openCommands(t: TestContext) {
  const { url } = await migratedDatabase(t)
  const database = openDatabase({ url, log: QUIET, max: 2 })
  t.after(() => database.close())
  const store = createKnowledgeStore({ database, clock: { now: () => new Date() } })
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const said = async (work: Promise<unknown>) => {
    await work
    return lines.splice(0).join('\n')
  }
  const bring = (path: string) => said(importKnowledge(store, path, print))
  return { bring, take: (folder: string) => said(exportKnowledge(store, folder, print)), url }
}

const FILES = {
  'pool.md': '---\ntitle: Pool exhausted\ncategory: database\ntags: [pool]\n---\n\nRaise it.\n',
  'deeper/磁盘.md': '# 磁盘清理\n\n删除日志。\n',
  'notes.txt': 'not an entry',
  '.git/config.md': '# hidden',
}

test('a second import changes nothing; a changed file changes its entry; a single file will do', async (t) => {
  const { bring, url } = await openCommands(t)
  const folder = await openFolder(t, FILES)
  assert.equal(await bring(folder), '2 created, 0 changed, 0 unchanged.')
  assert.equal(await bring(folder), '0 created, 0 changed, 2 unchanged.')
  await writeFile(join(folder, 'pool.md'), FILES['pool.md'].replace('Raise it.', 'Look first.'))
  assert.equal(await bring(join(folder, 'pool.md')), '0 created, 1 changed, 0 unchanged.')
  const audit = await runSql(url, 'SELECT actor, action FROM audit ORDER BY seq')
  assert.deepEqual(
    audit.map(({ actor, action }) => `${actor} ${action}`),
    ['command line knowledge.create', 'command line knowledge.create', 'command line knowledge.change'],
  )
})

test('what is exported is imported again unchanged, here and elsewhere', async (t) => {
  const here = await openCommands(t)
  await here.bring(await openFolder(t, FILES))
  await runSql(here.url, `UPDATE knowledge_entries SET title = 'Pool exhausted' WHERE title <> 'Pool exhausted'`)
  const out = join(await openFolder(t, {}), 'new', 'folder')
  assert.match(await here.take(out), /^2 entries written to /)
  assert.equal((await readdir(out)).length, 2, 'equal titles are two files')
  assert.equal(await here.bring(out), '0 created, 0 changed, 2 unchanged.')
  const elsewhere = await openCommands(t)
  assert.equal(await elsewhere.bring(out), '2 created, 0 changed, 0 unchanged.')
  const again = join(await openFolder(t, {}), 'again')
  await elsewhere.take(again)
  const texts = async (folder: string) =>
    (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).sort()
  assert.deepEqual(await texts(again), await texts(out))
})

test('an entry that was removed comes back under its id', async (t) => {
  const { bring, take, url } = await openCommands(t)
  const out = await openFolder(t, {})
  await bring(await openFolder(t, { 'pool.md': FILES['pool.md'] }))
  await take(out)
  await runSql(url, 'DELETE FROM knowledge_entries')
  assert.equal(await bring(out), '1 created, 0 changed, 0 unchanged.')
  assert.deepEqual(await runSql(url, 'SELECT revision FROM knowledge_entries'), [{ revision: 2 }])
})

test('bad files are named with the reason, the rest is imported, and the command fails', async (t) => {
  const { url } = await freshDatabase(t)
  const folder = await openFolder(t, {
    ...FILES,
    'a.md': 'no title at all',
    'b.md': '---\ntitle: "open\n---\nx',
    'c.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x0a, 0x61]),
    'd.md': 'x'.repeat(1024 * 1024 + 1),
    'e.md': '# Pool exhausted\n\nAnother one.',
    'f.md': '---\ntitle: "A\\0B"\n---\nx',
  })
  const { code, out } = await runCommand(t, ['knowledge', 'import', folder], { DATABASE_URL: url })
  assert.equal(code, 1)
  for (const line of [
    /^a\.md was not imported: there is no title/m,
    /^b\.md was not imported: the head is not YAML/m,
    /^c\.md was not imported: it is not UTF-8\.$/m,
    /^d\.md was not imported: it is larger than 1024 kB\.$/m,
    /^pool\.md was not imported: it is the same entry as e\.md\.$/m,
    /^f\.md was not imported: title holds a NUL character, which no text does\.$/m,
    /^2 created, 0 changed, 0 unchanged, 6 not imported\.$/m,
  ])
    assert.match(out, line)
})

test('what cannot be a folder is told before anything is written', async (t) => {
  const { take } = await openCommands(t)
  const file = join(await openFolder(t, FILES), 'pool.md')
  for (const folder of [file, join(file, 'below')])
    await assert.rejects(
      take(folder),
      new StartRefused(`${folder} cannot be the folder to write to: there is a file in its place.`),
    )
})

test('a path that is not there, or holds nothing, or a title that several entries have, is told', async (t) => {
  const { bring, url } = await openCommands(t)
  await assert.rejects(bring('/nonexistent/folder'), /There is no file or folder \/nonexistent\/folder/)
  await assert.rejects(bring(await openFolder(t, {})), /There are no markdown files/)
  await bring(await openFolder(t, FILES))
  await runSql(url, `UPDATE knowledge_entries SET title = 'Same'`)
  const same = await bring(await openFolder(t, { 'same.md': '# Same\n\nx' }))
  assert.match(same, /same\.md was not imported: several entries are called "Same"; put an id into its head\./)
})
