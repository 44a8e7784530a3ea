import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkedText } from './marked-text.ts'

const read = (markdown: string) => readMarkedText(markdown).map(({ text, isCode }) => (isCode ? [text] : text))

test('code of a quotation stands by itself, without its marks', () => {
  assert.deepEqual(read('Run `kubectl get pods -n shop`, then ``a ` b``.'), [
    'Run ',
    ['kubectl get pods -n shop'],
    ', then ',
    ['a ` b'],
    '.',
  ])
  assert.deepEqual(read('First:\n```sh\n# look\nkubectl get pods\n```\nThen wait.'), [
    'First: ',
    ['# look\nkubectl get pods'],
    ' Then wait.',
  ])
})

test('marks of layout are left out, and what is none stays', () => {
  assert.deepEqual(read('## Full disk\n- **Delete** the [old](https://wiki.example/old) ones\n> now'), [
    'Full disk Delete the old ones now',
  ])
  const plain = 'a * b, x_y_z, 2 - 1 > 0, <b>, an unclosed ` mark and C# too'
  assert.deepEqual(read(plain), [plain])
  assert.deepEqual(read('use `a` - not `b`'), ['use ', ['a'], ' - not ', ['b']])
})

test('whatever marks there are, it is read at once', () => {
  for (const marks of ['`', '[a](', '**a ', '``\n', ' \t'])
    for (const length of [2_000, 200_000]) {
      const text = marks.repeat(length / marks.length)
      assert.ok(readMarkedText(text).length <= text.length)
    }
})
