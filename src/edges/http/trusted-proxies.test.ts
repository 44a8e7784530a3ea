import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartRefused } from '../../problem.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

test('addresses and networks of both kinds are taken as they are, and without any nobody is trusted', () => {
  const TRUST_PROXY = ' 10.0.0.5, 192.168.7.0/24 ,::1,fd00::/8,10.0.0.0/8,::ffff:10.0.0.0/104,::ffff:10.0.0.5,2001::/16'
  assert.deepEqual(
    readTrustedProxies({ TRUST_PROXY }),
    TRUST_PROXY.split(',').map((entry) => entry.trim()),
  )
  assert.deepEqual(readTrustedProxies({}), [])
  assert.deepEqual(readTrustedProxies({ TRUST_PROXY: ' ' }), [])
})

test('what is no address, and what would trust everybody, stops the start with the name of the setting and the entry', () => {
  const wrong = [
    'true',
    '*',
    '1',
    'loopback',
    'proxy.example',
    '10.0.0.5/33',
    '::1/129',
    '10.0.0.0/',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1',
    '10.0.0.0/7',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
    '::/16',
    '2000::/3',
    '2001::/15',
    'fc00::/6',
  ]
  for (const entry of [...wrong, 'fe80::1%eth0', '10.0.0.0/8/8', '10.0.0']) {
    assert.throws(
      () => readTrustedProxies({ TRUST_PROXY: `10.0.0.5,${entry}` }),
      (error: Error) =>
        error instanceof StartRefused &&
        error.message.startsWith('TRUST_PROXY ') &&
        error.message.includes(`"${entry}"`),
      entry,
    )
  }
  assert.throws(() => readTrustedProxies({ TRUST_PROXY: '10.0.0.5,,10.0.0.6' }), StartRefused)
})
