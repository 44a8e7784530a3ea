/**
 * A real model's turns of a run, kept by the digest of what was asked, so that the same talk can be held again without the
 * model. A case is moved to the present each time, so numbers in what the model was told differ from run to run by nature
 * (moments, ages, the fence's mark, the incident's number) and are left out of the digest. Prompt and tools are in it letter
 * by letter: where they change, nobody has answered that question yet.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import canonicalize from 'canonicalize'

type KeptAnswer = { status: number; body: string }

export type KeptTalk = {
  provider: string
  model: string
  /** By the digest of the request; `asked` says which turn it was. */
  answers: Record<string, KeptAnswer & { asked: string }>
}

export async function readTalk(path: string): Promise<KeptTalk> {
  return JSON.parse(await readFile(path, 'utf8')) as KeptTalk
}

export async function writeTalk(path: string, talk: KeptTalk): Promise<void> {
  await writeFile(path, `${JSON.stringify(talk, null, 1)}\n`)
}

export function digestOfRequest(path: string, body: string): string {
  return createHash('sha256')
    .update(`${path}\n${sameEachRun(body)}`)
    .digest('hex')
    .slice(0, 24)
}

function sameEachRun(body: string): string {
  const { messages = [], ...rest } = JSON.parse(body) as { messages?: readonly { role?: string }[] }
  // The second protocol sends its prompt as the first message.
  const { true: prompts = [], false: said = [] } = Object.groupBy(messages, ({ role }) => `${role === 'system'}`)
  const canonical = canonicalize(said) ?? ''
  const marker = /<data-([0-9a-f]{12}) /.exec(canonical)?.[1]
  const unmarked = marker === undefined ? canonical : canonical.replaceAll(marker, 'mark')
  return `${canonicalize({ ...rest, prompts })}\n${unmarked.replaceAll(/\d+/g, '#')}`
}

/** Which turn it was, for whoever is told that it is not covered. */
export function describeRequest(body: string): string {
  const { messages = [] } = JSON.parse(body) as { messages?: { role: string; content: unknown }[] }
  const turn = messages.filter(({ role }) => role === 'assistant').length + 1
  const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '')
  const title = /title\\*":\\*"([^"\\]{1,80})/.exec(first)?.[1] ?? 'an incident'
  return `turn ${turn} of "${title}"`
}
