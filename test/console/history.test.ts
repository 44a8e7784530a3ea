/** What differs between two texts, line by line, and how an entry begins. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glimpseOf } from '../../console/src/pages/knowledge/glimpse.ts'
import { lineDifference } from '../../console/src/parts/line-difference.ts'

const shown = (before: string, after: string) => lineDifference(before, after).map(({ sign, line }) => `${sign}${line}`)

test('a changed line is told as removed and added, between the lines around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n')
  assert.deepEqual(shown(before, before.replace('e', 'E')), ['…', ' c', ' d', '−e', '+E', ' f', ' g', '…'])
  assert.deepEqual(shown('a\nb', 'a\nnew\nb'), [' a', '+new', ' b'])
  assert.deepEqual(shown('a\nb\nc', 'b\nc'), ['−a', ' b', ' c'])
})

test('what came from nothing took no line away', () => {
  assert.deepEqual(shown('', 'a\nb'), ['+a', '+b'])
  assert.deepEqual(shown('a', ''), ['−a'])
})

test('the same text has no change in it, and one that is too long is told whole', () => {
  assert.deepEqual(shown('a\nb', 'a\nb'), ['…'])
  const long = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n')
  assert.equal(lineDifference(long, `${long}\nmore`).length, 4_001)
})

test('a glimpse reads a table row by row, without the names of its columns', () => {
  const table = '| step | who |\n|:---|---:|\n| look at the pool | on-call |\n| raise it | |'
  assert.equal(glimpseOf(`What to do.\n${table}`), 'What to do. look at the pool, on-call · raise it')
  assert.equal(glimpseOf('Two are known:\n| a | b |'), 'Two are known: a, b')
})

test('a glimpse ends with a whole word', () => {
  assert.match(glimpseOf('call the platform people '.repeat(20)), /^.{150,180}\b(call|the|platform|people) …$/)
  assert.equal(glimpseOf(`${'x'.repeat(179)} y and more`), `${'x'.repeat(179)} …`)
  assert.equal(glimpseOf(`${'x'.repeat(180)} and more`), `${'x'.repeat(180)} …`)
  assert.match(glimpseOf('字'.repeat(500)), /^字{180} …$/)
})

test('a glimpse loses the marks of a layout and keeps HTML, comparisons and pipes', () => {
  assert.equal(glimpseOf('# Pool\n\n> Raise **it** by `one`.\n- [x] done'), 'Pool · Raise it by one. done')
  assert.equal(
    glimpseOf('# Pool\n\nIt is full.\n## What to do\n- look\n- wait', 'Pool'),
    'It is full. What to do · look · wait',
  )
  assert.equal(glimpseOf('Use <b class="x">bold</b> if a > b'), 'Use <b class="x">bold</b> if a > b')
  assert.equal(glimpseOf('ps aux | grep web # all'), 'ps aux | grep web # all')
  assert.equal(glimpseOf('[book](https://x.example) says'), 'book says')
})
