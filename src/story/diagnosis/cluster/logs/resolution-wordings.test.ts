import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContainerLog, Shown } from '../cluster-scene.ts'
import { readLogLine } from '../reading/read-listed.ts'
import { cluesOf } from './log-clues.ts'
import { whoseFault } from './wordings.ts'

function logOf(...lines: string[]): Shown<ContainerLog> {
  const exhibit = { id: 'C1', plugin: 'get_pod_logs', parameters: {}, result: { success: true, data: { lines } } }
  const place = { namespace: 'shop', name: 'web-1', container: undefined, isPrevious: false }
  return { exhibit, source: {}, ...place, lines: lines.map(readLogLine) }
}

/** As real programs write them: whose fault it is, and which name was looked up. */
const LINES: readonly (readonly [line: string, fault: string | undefined, host: string | undefined])[] = [
  ['Error: getaddrinfo EAI_AGAIN cart.shop.svc', 'resolver', 'cart.shop.svc'],
  ['Error: getaddrinfo ENOTFOUND cart.shop.svc', 'name', 'cart.shop.svc'],
  ['java.net.UnknownHostException: cart: Temporary failure in name resolution', 'resolver', 'cart'],
  ['java.net.UnknownHostException: cart: Name or service not known', 'name', 'cart'],
  ['java.net.UnknownHostException: cart.shop', undefined, 'cart.shop'],
  ['could not translate host name "db-rw" to address: Temporary failure in name resolution', 'resolver', 'db-rw'],
  ['Failed to open TCP connection to cart:80 (getaddrinfo: Temporary failure in name resolution)', 'resolver', 'cart'],
  ['getaddrinfo: nodename nor servname provided, or not known', 'name', undefined],
  ['dns error: failed to lookup address information: Temporary failure in name resolution', 'resolver', undefined],
  ['dial tcp: lookup cart.shop.svc on 10.96.0.10:53: server misbehaving', 'resolver', 'cart.shop.svc'],
  ['dial tcp: lookup cart.shop.svc on 10.96.0.10:53: no such host', 'name', 'cart.shop.svc'],
  ['dial tcp: lookup cart on 10.96.0.10:53: read udp 10.1.0.3:5182->10.96.0.10:53: i/o timeout', 'resolver', 'cart'],
  ['tcp connect (cart.shop.svc:5432): non-existing domain - :nxdomain', 'name', 'cart.shop.svc'],
  ['cart.shop.svc could not be resolved (2: Server failure)', 'resolver', undefined],
  ['System.Net.Sockets.SocketException (00000001, 11): Resource temporarily unavailable', 'resolver', undefined],
  ['System.Net.Sockets.SocketException (0xFFFDFFFF): Name or service not known', 'name', undefined],
  ['curl: (6) Could not resolve host: cart.shop.svc', undefined, 'cart.shop.svc'],
  ["Failed to resolve 'cart.shop.svc' ([Errno -3] Temporary failure in name resolution)", 'resolver', 'cart.shop.svc'],
]

for (const [line, fault, host] of LINES) {
  test(`"${line.slice(0, 70)}" tells whose fault it is`, () => {
    const [clue, ...others] = cluesOf(logOf(`2026-11-15T12:00:00Z ERROR ${line}`))
    assert.equal(clue?.kind, 'unresolved')
    assert.equal(clue.host?.name, host)
    assert.equal(whoseFault(line), fault)
    assert.deepEqual(others, [])
  })
}

test('a word that means nothing alone means a lookup with the steps of its trace, and the host stands before it', () => {
  const clues = cluesOf(
    logOf(
      "2026-11-15T12:00:00Z fail: An error occurred using the connection on server 'tcp://db.data.svc.cluster.local:5432'.",
      '2026-11-15T12:00:00Z SocketException: Resource temporarily unavailable',
      '   at System.Net.Dns.GetHostEntryOrAddressesCore(String hostName)',
    ),
  )
  assert.deepEqual(
    clues.map(({ kind, host }) => [kind, host?.name]),
    [['unresolved', 'db.data.svc.cluster.local']],
  )
})

test('without such a step it says nothing, and the host of another moment is another matter', () => {
  assert.deepEqual(cluesOf(logOf('2026-11-15T12:00:00Z read failed: Resource temporarily unavailable')), [])
  const [clue] = cluesOf(
    logOf(
      '2026-11-15T11:40:00Z error: cannot reach http://stock:80',
      '2026-11-15T12:00:00Z error: getaddrinfo: Temporary failure in name resolution',
    ),
  )
  assert.equal(clue?.host, undefined)
})

test('the fifty-third minute or second of a clock is no port of a resolver', () => {
  const refused = 'ERROR connection to server at "10.40.8.15", port 5432 failed: Connection refused'
  for (const clock of ['2026-11-15T02:53:10Z', '2026-11-15 02:10:53', '02:10:53.120'])
    assert.equal(whoseFault(`${clock} ${refused}`), undefined, clock)
  for (const host of ['10.96.0.10', 'kube-dns.kube-system', '[fd00::a]'])
    assert.equal(whoseFault(`2026-11-15T02:53:10Z ${host}:53 connection refused`), 'resolver', host)
})
