/** The document as the service keeps it. Held as text: a cache that compares values would not keep numbers as written. */
import { queryOptions } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { ask } from '../../server/ask.ts'
import { readJson, writeJson } from './exact-json.ts'

const PATH = '/api/environment-context'

export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: async ({ signal }) => {
    const { data } = await ask('GET', PATH, undefined, { signal, parse: readJson })
    return writeJson(data)
  },
})

/** Someone else saved since the draft was begun. */
export class Overtaken extends Error {
  readonly theirs: string
  constructor(theirs: string) {
    super(phrase('Someone else saved the environment while you were editing.'))
    this.theirs = theirs
  }
}

/** Looks first whether the document is still the one that was edited. */
export async function saveDocument({ text, base }: { text: string; base: string }): Promise<string> {
  const { data: current } = await ask('GET', PATH, undefined, { parse: readJson })
  if (writeJson(current) !== base) throw new Overtaken(writeJson(current))
  const { data } = await ask('PUT', PATH, readJson(text), { parse: readJson })
  return writeJson(data)
}
