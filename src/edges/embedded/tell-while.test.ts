import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellWhile } from './tell-while.ts'

function listen() {
  const told: string[] = []
  const heard = Promise.withResolvers<void>()
  const hear = (_fields: object, sentence: string) => {
    told.push(sentence)
    if (sentence === 'Still at it.') heard.resolve()
  }
  return { told, heard: heard.promise, log: { debug: hear, info: hear, warn: hear, error: hear } }
}

const words = { begins: 'It begins.', done: 'It is done.' }

test('what takes long is told at once, again while it goes on, and when it is done', async () => {
  const { told, heard, log } = listen()
  await tellWhile(log, words, () => heard, 1)
  assert.deepEqual([told[0], told[1], told.at(-1)], ['It begins.', 'Still at it.', 'It is done.'])
})

test('what failed is not told to be done', async () => {
  const { told, log } = listen()
  await assert.rejects(
    tellWhile(log, words, () => Promise.reject(new Error('no room'))),
    /no room/,
  )
  assert.deepEqual(told, ['It begins.'])
})
