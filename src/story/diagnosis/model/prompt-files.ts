/** The prompts, as people wrote them down beside this folder. Read at first use; the version is that of their words. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export type Prompts = { text: string; version: string }

const FILES = ['role.md', 'rules.md', 'order.md', 'answer.md']

let reading: Promise<Prompts> | undefined

export function readPrompts(): Promise<Prompts> {
  reading ??= read()
  return reading
}

async function read(): Promise<Prompts> {
  const parts = await Promise.all(FILES.map((file) => readFile(new URL(`../prompts/${file}`, import.meta.url), 'utf8')))
  const text = parts.map((part) => part.trim()).join('\n\n')
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}
