import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './message-text.ts'

const read = (message_type: string | undefined, content: unknown) =>
  readText({ message_type, content: typeof content === 'string' ? content : JSON.stringify(content) }, [])

const words = (text: string) => ({ text, isReduced: false })

test('a text is its text', () => {
  assert.deepEqual(read('text', { text: ' CPU high ' }), words('CPU high'))
  assert.deepEqual(read(undefined, { text: 'CPU high' }), words('CPU high'))
})

test('content that is no JSON is kept as it came: an alert is not lost over its wrapping', () => {
  assert.deepEqual(read('text', 'CPU high'), words('CPU high'))
  assert.deepEqual(read(undefined, '"CPU high"'), words('"CPU high"'))
})

const POST = {
  title: 'Alert',
  content: [
    [
      { tag: 'text', text: 'CPU high, see ' },
      { tag: 'a', text: 'board', href: 'https://board.example/1' },
    ],
    [
      { tag: 'at', user_id: '@_user_1', user_name: 'remediator' },
      { tag: 'img', image_key: 'img_1' },
      { tag: 'at', user_id: 'ou_b', user_name: 'Bea' },
    ],
    [{ tag: 'code_block', language: 'SQL', text: 'select 1' }],
  ],
}

test('a post is read line by line, bare or wrapped in a language, and without a stated type', () => {
  const text = 'Alert\nCPU high, see board https://board.example/1\n@_user_1@Bea\nselect 1'
  assert.deepEqual(read('post', POST), words(text))
  assert.deepEqual(read('post', { zh_cn: POST }), words(text))
  assert.deepEqual(read(undefined, POST), words(text))
})

test('a mention in a post is told by name, our own is left out', () => {
  const message = { message_type: 'post', content: JSON.stringify(POST) }
  const mentions = [{ key: '@_user_1', name: 'remediator', ids: ['ou_self'] }]
  assert.match(readText(message, mentions, 'ou_self')?.text ?? '', /\n@Bea\n/)
  assert.match(readText(message, mentions)?.text ?? '', /\n@remediator@Bea\n/)
})

test('of a card the words are read and the buttons left out', () => {
  const card = {
    header: { title: { tag: 'plain_text', content: 'P1 payment' } },
    elements: [
      {
        tag: 'div',
        text: { tag: 'lark_md', content: '**CPU** high' },
        fields: [{ text: { tag: 'plain_text', content: 'pod a' } }],
      },
      { tag: 'markdown', content: 'since 10:00' },
      { tag: 'action', actions: [{ tag: 'button', text: { tag: 'plain_text', content: 'Silence' } }] },
    ],
  }
  assert.deepEqual(read('interactive', card), words('P1 payment\n**CPU** high\npod a\nsince 10:00'))
  const reducedRows = { title: 'P1 payment', elements: [[{ tag: 'text', text: 'CPU high' }]] }
  assert.deepEqual(read('interactive', reducedRows), words('P1 payment\nCPU high'))
  const two = { schema: '2.0', body: { elements: [{ tag: 'markdown', content: 'CPU high' }] } }
  assert.deepEqual(read('interactive', two), words('CPU high'))
})

test('a card that was held back says so', () => {
  const placeholder = { title: null, elements: [[{ tag: 'text', text: '请升级至最新版本客户端，以查看内容' }]] }
  assert.equal(read('interactive', placeholder)?.isReduced, true)
  assert.deepEqual(read('interactive', {}), { text: '', isReduced: true })
  assert.deepEqual(read('interactive', 'no json'), { text: '', isReduced: true })
})

test('a card nested without end is read as far as a real one goes', () => {
  let node: unknown = { tag: 'plain_text', content: 'deep' }
  for (let level = 0; level < 500; level += 1) node = { tag: 'column', elements: [node] }
  assert.deepEqual(read('interactive', { title: 'top', elements: [node] }), words('top'))
  const wide = { elements: Array.from({ length: 5000 }, () => ({ tag: 'plain_text', content: 'x' })) }
  assert.ok((read('interactive', wide)?.text.length ?? 0) < 4000)
})

test('what holds no words is told apart', () => {
  for (const type of ['image', 'file', 'audio', 'sticker', 'merge_forward', 'system'])
    assert.equal(read(type, { image_key: 'x' }), undefined)
})
