import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldCase, searchText } from './incident-texts.ts'

test('a part of a word finds it in whatever case either is written', () => {
  for (const [text, word] of [
    ['ΟΔΟΣΑ', 'ΟΔΟΣ'],
    ['οδος', 'ΟΔΟΣ'],
    ['Straße', 'STRAßE'],
    ['ÀÉÎ', 'éî'],
    ['DISK', 'isk'],
  ] as const) {
    assert.ok(foldCase(text).includes(foldCase(word)), `${text} ${word}`)
  }
})

test('id, title, description and conclusion are searched', () => {
  assert.equal(searchText('INC-1', 'Title', 'Text', 'Cause'), 'inc-1\ntitle\ntext\ncause')
})

test('a title that its description repeats stands there once', () => {
  assert.equal(searchText('INC-1', 'Disk full', 'Disk full\nof db-1', ''), 'inc-1\ndisk full\nof db-1\n')
  assert.equal(searchText('INC-1', '', 'Text', ''), 'inc-1\ntext\n')
})
