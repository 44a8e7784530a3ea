/** The types of a client of the API, made from the API document by the tool other people's clients are made with. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { apiDocument } from './api-document.ts'

/** It needs another TypeScript than we do, so it lives in a workspace of its own. */
const workspace = createRequire(join(import.meta.dirname, '..', '..', 'client', 'package.json'))

type Maker = {
  default(source: string): Promise<unknown[]>
  astToString(nodes: unknown[]): string
}

/** What it exports and nobody here reads. */
const UNREAD = /^export ((?:type|interface) (?:webhooks|\$defs|operations)\b)/gm
const HEAD = '/** Made from docs/openapi.json by `npm run docs`; not to be edited. */\n'

export async function clientTypes(): Promise<string> {
  const maker = workspace('openapi-typescript') as Maker
  const made = maker.astToString(await maker.default(await apiDocument()))
  return HEAD + made.replaceAll(UNREAD, '$1')
}
