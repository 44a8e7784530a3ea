import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { HELP_TITLES } from '../../console/src/pages/help/help-titles.ts'

test('every document the help lists is there, under its own title', () => {
  const titles = Object.keys(HELP_TITLES).map((name) => [
    name,
    readFileSync(join('docs', `${name}.md`), 'utf8').match(/^# (.*)$/m)?.[1],
  ])
  assert.deepEqual(titles, Object.entries(HELP_TITLES))
})
