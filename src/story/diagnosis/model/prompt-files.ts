/** The prompts, as people wrote them down beside this folder. Read at first use; the version is that of their words. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** `recall` is all that is said where an incident of the past shows again. */
export type Prompts = { text: string; recall: string; version: string }

const FILES = ['role.md', 'rules.md', 'order.md', 'answer.md']

let reading: Promise<Prompts> | undefined

export function readPrompts(): Promise<Prompts> {
  reading ??= read()
  return reading
}

async function read(): Promise<Prompts> {
  const [recall = '', ...parts] = await Promise.all(['recall.md', ...FILES].map(readPrompt))
  const text = parts.join('\n\n')
  return { text, recall, version: createHash('sha256').update(`${text}\n\n${recall}`).digest('hex').slice(0, 12) }
}

async function readPrompt(file: string): Promise<string> {
  return (await readFile(new URL(`../prompts/${file}`, import.meta.url), 'utf8')).trim()
}
