import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Problem } from '../../problem.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
import { readBody } from './read-body.ts'

const guardedFetch: GuardedFetch = createGuardedFetch()
after(() => guardedFetch.close())

const REFUSED = [
  // Link-local, the metadata service of most clouds among it, in every spelling of IPv4.
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'http://169.254.169.254:80/',
    'http://169.254.0.1/',
  ],
  ...[
    'http://169.254.255.255/',
    'http://169.254.170.2/v2/credentials',
    'http://169.254.170.23/v1/credentials',
    'http://2852039166/',
  ],
  ...['http://0xa9fea9fe/', 'http://0xA9.0xFE.0xA9.0xFE/', 'http://0251.0376.0251.0376/', 'http://025177524776/'],
  ...['http://169.254.43518/', 'http://169.16689662/', 'http://0xa9.254.0251.254/', 'http://169.254.169.254./'],
  ...[
    'http://１６９.２５４.１６９.２５４/',
    'http://169。254。169。254/',
    'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/',
    'http://%31%36%39.254.169.254/',
  ],
  ...[
    'http:169.254.169.254/',
    'http:\\\\169.254.169.254\\',
    'http:/169.254.169.254',
    ' http://169.254.169.254/ ',
    'HTTP://169.254.169.254',
  ],
  ...[
    'http://169.254.169.254#@example.com',
    'http://169.254.169.254?@example.com',
    'http://16\t9.254.169.254/',
    'http://169.254.169.254\n/',
  ],
  // The same inside IPv6.
  ...[
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'http://[::FFFF:A9FE:1]/',
  ],
  ...['http://[64:ff9b::169.254.169.254]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[64:ff9b:1::a9fe:a9fe]/'],
  ...[
    'http://[64:ff9b:1:a9fe:a9:fe00::]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2002:a9fe:1:2::3]/',
  ],
  ...[
    'http://[::169.254.169.254]/',
    'http://[::a9fe:a9fe]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[2001:0:1:2:3:4:5601:5601]/',
  ],
  // IPv6 link-local.
  ...[
    'http://[fe80::1]/',
    'http://[fe80::a9fe:a9fe]/',
    'http://[FE80::1]/',
    'http://[febf:ffff::1]/',
    'http://[fe80:0:0:0:0:0:0:1]:8080/',
  ],
  // Metadata services elsewhere.
  ...[
    'http://[fd00:ec2::254]/',
    'http://[fd00:ec2::23]/',
    'http://[fd00:0ec2:0:0:0:0:0:254]/',
    'http://[fd20:ce::254]/',
    'http://[fd00:42::42]/',
  ],
  ...[
    'http://100.100.100.200/',
    'http://0x646464c8/',
    'http://1684301000/',
    'http://100.100.100.200./',
    'http://[::ffff:100.100.100.200]/',
  ],
  ...[
    'http://[64:ff9b::100.100.100.200]/',
    'http://[2002:6464:64c8::]/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
  ],
  ...[
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
    'http://METADATA.google.internal/',
    'http://metadata/',
  ],
  ...['http://ｍetadata.google.internal/', 'http://metadata.goog/', 'http://instance-data/'],
  // No machine in particular.
  ...[
    'http://0/',
    'http://0.0.0.0/',
    'http://0x0/',
    'http://00/',
    'http://0.1/',
    'http://０/',
    'http://[::]/',
    'http://[::ffff:0:0]/',
  ],
  // Not http, or not an address alone.
  ...[
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,hi',
    'ws://127.0.0.1/',
    'javascript:1',
    'unix:/run/x',
  ],
  ...[
    'http://user:topsecret@127.0.0.1/',
    'http://user@127.0.0.1/',
    'http://:topsecret@127.0.0.1/',
    'http://127.0.0.1:80@169.254.169.254/',
  ],
  ...['', '/relative', 'http://', 'http://[fe80::1%25eth0]/', 'http://256.256.256.256/', 'http://169.254.169.0x1ff/'],
]

test('a forbidden address is refused in all its spellings before a socket is opened', async () => {
  let sockets = 0
  const count = () => sockets++
  subscribe('net.client.socket', count)
  for (const url of REFUSED) {
    await assert.rejects(guardedFetch(url), (error) => {
      assert.ok(error instanceof Problem, `${url}: ${error}`)
      assert.match(error.code, /^(FORBIDDEN|VALIDATION_ERROR)$/, url)
      assert.doesNotMatch(error.message, /topsecret/)
      return true
    })
  }
  unsubscribe('net.client.socket', count)
  assert.ok(REFUSED.length >= 80)
  assert.equal(sockets, 0)
})

test('the refusal names the host and the reason', async () => {
  await assert.rejects(guardedFetch('http://2852039166/latest?token=abc'), {
    message: '169.254.169.254 is not called: its address 169.254.169.254 is link-local.',
  })
})

test('loopback is reached in all its spellings, for local models live there', async (t) => {
  const { port } = await serve(t, (_request, response) => response.end('here'))
  for (const host of [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '１２７.０.０.１',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
    ],
    ...['localhost', 'LOCALHOST'],
  ]) {
    const response = await guardedFetch(`http://${host}:${port}/`)
    assert.equal(await readBody(response, 100), 'here', host)
  }
})

test('a name is judged by what it resolves to', async (t) => {
  const { port } = await serve(t, (_request, response) => response.end('here'))
  for (const addresses of [
    ...[
      ['169.254.169.254'],
      ['fe80::1%eth0'],
      ['::ffff:169.254.169.254'],
      ['64:ff9b::a9fe:a9fe'],
      ['fd00:ec2::254'],
      ['0.0.0.0'],
    ],
    ...[['127.0.0.1', '169.254.169.254'], ['not an address']],
  ]) {
    const guarded = createGuardedFetch({ lookup: answering(() => addresses) })
    await assert.rejects(guarded(`http://harmless.example:${port}/`), {
      code: 'FORBIDDEN',
      message: /^harmless\.example is not called: /,
    })
    await guarded.close()
  }
})

test('a name that turns to a forbidden address between two calls is refused the second time', async (t) => {
  const { port } = await serve(t, (_request, response) => response.setHeader('connection', 'close').end('here'))
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  const guarded = createGuardedFetch({ lookup: answering(() => answers.shift() ?? []) })
  assert.equal(await readBody(await guarded(`http://turning.example:${port}/`), 100), 'here')
  await assert.rejects(guarded(`http://turning.example:${port}/`), { code: 'FORBIDDEN' })
  await guarded.close()
})

test('a redirect is not followed', async (t) => {
  let asked = 0
  const { port } = await serve(t, (_request, response) => {
    asked++
    response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  })
  await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/`), { message: /answered with a redirect/ })
  assert.equal(asked, 1)
})

test('method, headers and body arrive', async (t) => {
  const { port } = await serve(t, async (request, response) => {
    const body = await request.setEncoding('utf8').toArray()
    response.end(`${request.method} ${request.headers['x-kind']} ${body.join('')}`)
  })
  const response = await guardedFetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'x-kind': 'a' },
    body: 'text',
  })
  assert.equal(await readBody(response, 100), 'POST a text')
})

test('a server that says nothing is given up after the time limit', async (t) => {
  const { port } = await serve(t, () => {})
  await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/`, { timeoutMs: 50 }), {
    code: 'SERVICE_UNAVAILABLE',
    message: `127.0.0.1:${port} did not answer within 0.05 s.`,
  })
})

test('the time limit also ends an answer that never ends', async (t) => {
  const { port } = await serve(t, (_request, response) => response.write('first'))
  const response = await guardedFetch(`http://127.0.0.1:${port}/`, { timeoutMs: 2_000 })
  await assert.rejects(readBody(response, 100), { message: /did not finish its answer in time/ })
})

test('a caller who gives up hears his own reason', async (t) => {
  const { port } = await serve(t, () => {})
  const controller = new AbortController()
  const call = guardedFetch(`http://127.0.0.1:${port}/`, { signal: controller.signal })
  controller.abort(new Error('the incident was closed'))
  await assert.rejects(call, { message: 'the incident was closed' })
})

test('reading stops at the cap, however much is sent', async (t) => {
  let sent = 0
  const { port } = await serve(t, (_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(1000))) sent += 1000
    }
    response.on('drain', pour)
    pour()
  })
  const response = await guardedFetch(`http://127.0.0.1:${port}/`)
  await assert.rejects(readBody(response, 5_000), { message: /more than 5000 bytes; reading stopped/ })
  assert.ok(sent < 50_000_000)
})

test('a small body that unpacks into a large one is measured unpacked', async (t) => {
  const bomb = gzipSync('0'.repeat(1_000_000))
  const { port } = await serve(t, (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
  await assert.rejects(readBody(await guardedFetch(`http://127.0.0.1:${port}/`), 10_000), {
    message: /more than 10000 bytes/,
  })
})

test('a body of exactly the cap is read whole, letters of several bytes included', async (t) => {
  const { port } = await serve(t, (_request, response) => response.end('zwölf'))
  assert.equal(await readBody(await guardedFetch(`http://127.0.0.1:${port}/`), 6), 'zwölf')
})

test('a server that is not there is named, with the code of the failure', async (t) => {
  const { port, close } = await serve(t, () => {})
  await close()
  await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/?token=topsecret`), {
    code: 'SERVICE_UNAVAILABLE',
    message: `127.0.0.1:${port} could not be reached (ECONNREFUSED).`,
  })
})

test('a header that cannot be sent is not quoted in the error', async () => {
  const call = guardedFetch('http://127.0.0.1:1/', { headers: { authorization: 'Bearer topsecret\nx' } })
  await assert.rejects(call, (error: Problem) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.cause, undefined)
    assert.doesNotMatch(`${error.stack}`, /topsecret/)
    return true
  })
})

async function serve(t: TestContext, listener: RequestListener): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  }
  t.after(close)
  return { port: (server.address() as AddressInfo).port, close }
}

function answering(answer: () => string[]): LookupFunction {
  return (_hostname, _options, callback) => {
    const found: LookupAddress[] = answer().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    callback(null, found)
  }
}
