import assert from 'node:assert/strict'
import { test } from 'node:test'
import { block, code, plain, table } from './markdown.ts'

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '# a heading\n## another',
  '| a | b |\n|---|---|',
  '```\nout of the fence\n```',
  '**bold** _soft_ ~~gone~~',
  '&lt;b&gt; &#60;',
  'back\\slash \\` \\[x\\]',
]

test('plain text holds no character that means something, and stays on its line', () => {
  for (const payload of PAYLOADS) {
    const written = plain(payload)
    assert.doesNotMatch(written, /\n/)
    assert.doesNotMatch(written.replaceAll(/\\./g, ''), /[`*_{}[\]<>#|~!&]/, payload)
    assert.equal(written.replaceAll(/\\(.)/g, '$1'), payload.replaceAll('\n', ' '))
  }
  assert.deepEqual(['- item', '+ item', '1. item', '2) item', '3 items', '-1'].map(plain), [
    '\\- item',
    '\\+ item',
    '1\\. item',
    '2\\) item',
    '3 items',
    '\\-1',
  ])
})

test('no address that a stranger wrote becomes a link', () => {
  const written = plain('ERROR POST https://evil.example/a HTTP://b.example, www.evil.example: refused')
  assert.doesNotMatch(written, /https?:|www\./i)
  assert.equal(
    written.replaceAll(/\\(.)/g, '$1'),
    'ERROR POST https://evil.example/a HTTP://b.example, www.evil.example: refused',
  )
})

test('characters that cannot be seen or turn the direction are left out', () => {
  assert.equal(plain('safe\u202Eelif\u200B\u0007end\u2028x'), 'safe elif end x')
  assert.equal(code('a\u202Eb'), '`a b`')
})

test('code is fenced by more than it holds', () => {
  assert.deepEqual([code('a'), code('a`b'), code('`a``'), code('')], ['`a`', '``a`b``', '``` `a`` ```', '``  ``'])
  for (const payload of PAYLOADS) {
    const [fence = '', ...lines] = block(payload).split('\n')
    const [marks = ''] = /^`+/.exec(fence) ?? []
    assert.equal(lines.pop(), marks)
    assert.equal(lines.join('\n'), payload)
    assert.ok(!payload.includes(marks))
  }
})

test('a table has a line for its head and one for each row', () => {
  assert.equal(table(['a', 'b'], [['1', '2']]), '| a | b |\n| --- | --- |\n| 1 | 2 |')
})
