import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { anchorsOf } from '../../console/src/pages/help/anchors-of.ts'
import { HELP_TITLES } from '../../console/src/pages/help/help-titles.ts'

/** Keys bear other names there. */
const ENGLISH_KEYS = ['`Escape`']

test('every document the help lists is there, under its own title', () => {
  const titles = Object.keys(HELP_TITLES).map((name) => [
    name,
    readFileSync(join('docs', `${name}.md`), 'utf8').match(/^# (.*)$/m)?.[1],
  ])
  assert.deepEqual(titles, Object.entries(HELP_TITLES))
})

test('a document that is told in Chinese has each section of the English one, and the same commands, addresses and names', () => {
  for (const name of readdirSync(join('docs', 'chinese'))) {
    const [english, chinese] = [join('docs', name), join('docs', 'chinese', name)].map((path) =>
      readFileSync(path, 'utf8'),
    ) as [string, string]
    assert.equal(anchorsOf(chinese).length, anchorsOf(english).length, name)
    const code = (text: string) => [...new Set([...text.matchAll(/`[^`\n]+`/g)].map(([said]) => said))]
    const missing = code(english).filter((said) => !ENGLISH_KEYS.includes(said) && !code(chinese).includes(said))
    assert.deepEqual(missing, [], name)
  }
})

test('a heading is called in an address as other places that show the document call it', () => {
  const document = '# Title\n\n## When a run is given up\n\n```sh\n## no heading\n```\n\n### For `programs`, too\n'
  assert.deepEqual(anchorsOf(document), ['when-a-run-is-given-up', 'for-programs-too'])
})
