import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress } from './address.ts'

test('public, private and loopback addresses are all allowed', () => {
  for (const url of [
    ...[
      'https://api.example.com/v1',
      'http://model.default.svc.cluster.local:8000',
      'http://ollama:11434',
      'http://10.0.0.5/',
    ],
    ...[
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://127.0.0.1:8080/',
      'http://[::1]/',
      'http://[fd12:3456::1]/',
    ],
    ...[
      'http://[::ffff:10.0.0.1]/',
      'http://[64:ff9b::10.0.0.1]/',
      'http://[2002:a00:1::]/',
      'http://169.253.255.255/',
    ],
    ...[
      'http://169.255.0.0/',
      'http://100.100.100.201/',
      'http://[fec0::1]/',
      'http://[2001:db8::1]/',
      'http://8.8.8.8/',
    ],
  ]) {
    assert.equal(readAddress(url).href, new URL(url).href)
  }
})

test('a URL object is judged like its text', () => {
  assert.throws(() => readAddress(new URL('http://169.254.169.254/')), { code: 'FORBIDDEN' })
})

test('an address that is no URL is not repeated in the error', () => {
  assert.throws(() => readAddress('not a url with topsecret'), { message: 'The address to call is not a URL.' })
})
