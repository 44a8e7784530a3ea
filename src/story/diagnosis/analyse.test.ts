import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hearAnalyzers } from './analyse.ts'
import type { Finding } from './finding.ts'
import type { Scene } from './scene.ts'

test('a rule that stumbles is named, and the others are heard', () => {
  const finding = { kind: 'quota' } as Finding
  const stumbles = () => {
    throw new TypeError('cannot read this')
  }
  const { findings, failures } = hearAnalyzers([stumbles, () => [finding]], {} as Scene)
  assert.deepEqual(findings, [finding])
  assert.deepEqual(failures, ['stumbles: this rule failed on what was seen (cannot read this).'])
})
