import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKnowledgeFile, writeKnowledgeFile } from './knowledge-file.ts'

const ID = '0198d2a0-0000-7000-8000-000000000000'
const entryIn = (text: string) => {
  const read = readKnowledgeFile(text)
  return 'reason' in read ? assert.fail(read.reason) : read.entry
}
const reasonIn = (text: string) => {
  const read = readKnowledgeFile(text)
  return 'reason' in read ? read.reason : assert.fail(`taken: ${JSON.stringify(read)}`)
}

test('the head says title, category and tags; the rest is the content', () => {
  assert.deepEqual(entryIn('---\ntitle: Pool\ncategory: database\ntags: [a, b]\n---\n\nRaise it.\n'), {
    title: 'Pool',
    content: 'Raise it.',
    category: 'database',
    tags: ['a', 'b'],
  })
  assert.deepEqual(entryIn('\ufeff---\r\ntitle: Pool\r\ntags: a, b\r\n---\r\nRaise it.\r\n'), {
    title: 'Pool',
    content: 'Raise it.',
    category: null,
    tags: ['a', 'b'],
  })
})

test('lines of dashes further down are text', () => {
  const text = '# Pool\n\nFirst.\n\n---\n\ntitle: Other\n\n---\n\nLast.\n'
  for (const file of [text, `\ufeff${text}`, text.replaceAll('\n', '\r\n')]) {
    const { title, content } = entryIn(file)
    assert.deepEqual([title, content], ['Pool', file.replace('\ufeff', '').replace(/\r?\n$/, '')])
  }
  assert.equal(entryIn(`---\ntitle: Pool\n---\n${text}`).content, text.trimEnd())
})

test('characters are counted as the API counts them', () => {
  assert.equal(entryIn(`---\ntitle: ${'🔥'.repeat(500)}\n---\nx`).title, '🔥'.repeat(500))
  assert.match(reasonIn(`---\ntitle: ${'🔥'.repeat(501)}\n---\nx`), /longer than 500/)
  assert.equal(entryIn(`---\ntitle: x\ntags: [${'🔥'.repeat(200)}]\n---\nx`).tags[0], '🔥'.repeat(200))
})

test('without a title in the head the first heading is the title', () => {
  assert.equal(entryIn('# Disk full\n\nDelete logs.').title, 'Disk full')
  assert.equal(entryIn('---\ncategory: x\n---\ntext\n## Second ##\n').title, 'Second')
})

test('whatever an entry holds, its file is read back as it was', () => {
  for (const content of [
    'x',
    '\nx',
    'x\n',
    '\n\nx\n\n',
    'a\n---\nb\n---\n',
    '---\nnot: head\n---\n',
    '# t\r\n\r\nx\r\n',
    '  x  ',
  ])
    for (const title of ['Plain', 'with: colon # and "quotes"', '数据库', 'yes', '123', '- list', 'x'.repeat(300)])
      for (const category of [null, '', 'null', 'on'])
        for (const tags of [[], ['a', 'b: c', ''], ['1']]) {
          const entry = {
            id: ID,
            title,
            content,
            category,
            tags,
            revision: 1,
            createdAt: new Date(),
            updatedAt: new Date(),
          }
          const read = readKnowledgeFile(writeKnowledgeFile(entry))
          assert.deepEqual(read, { id: ID, entry: { title, content, category, tags } })
        }
})

test('a file that is no entry is told why', () => {
  for (const [text, reason] of [
    ['just words', /no title/],
    ['---\ntitle: x\n---\n', /nothing below the head/],
    ['---\ntitle: [x]\n---\ny', /title must be text/],
    ['---\ntitle: " "\n---\ny', /title must be text/],
    [`---\ntitle: ${'x'.repeat(501)}\n---\ny`, /longer than 500/],
    ['---\ntitle: x\ntags: {a: b}\n---\ny', /tags must be a list/],
    ['---\ntitle: x\ntags: [1]\n---\ny', /tags must be a list/],
    ['---\ntitle: x\ncategory: 5\n---\ny', /category must be text/],
    ['---\ntitle: x\nid: 7\n---\ny', /id is not/],
    ['---\n- a\n---\ny', /not a list of fields/],
    ['---\ntitle: "x\n---\ny', /not YAML/],
    [`---\ntitle: x\n---\n${'池'.repeat(90_000)}`, /larger than 256 kB/],
    ['---\ntitle: x\n---\na\0b', /content holds a NUL/],
    ['---\ntitle: "x\\0"\n---\ny', /title holds a NUL/],
    ['# x\0\n\ny', /title holds a NUL/],
    ['---\ntitle: x\ncategory: "a\\0"\n---\ny', /category holds a NUL/],
    ['---\ntitle: x\ntags: ["a", "b\\0"]\n---\ny', /tags hold a NUL/],
    [`---\n${'\n'.repeat(1_000_000)}`, /no title/],
    ['---\na: &a [x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\ntitle: x\n---\ny', /not YAML/],
  ] as const)
    assert.match(reasonIn(text), reason, text.slice(0, 60))
})
