import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, HASH, listing, PODS, pod, signsIn } from '../../../../../test/world/scene/mill-scene.ts'

const ONE = `grinder-${HASH}-bcdfg`

function lostAlone(lines: readonly string[], others: readonly string[] = []): number | undefined {
  const stream = (suffix: string, said: readonly string[]) => ({
    labels: { namespace: 'mill', app: 'grinder', pod: `grinder-${HASH}-${suffix}` },
    lines: said.map((line, index) => ({ at: at(14 - index), line })),
  })
  const streams = PODS.map((suffix, index) => stream(suffix, index === 0 ? lines : others))
  const all = listing(PODS.map((suffix, index) => pod(suffix, { podIP: `10.1.0.${index + 1}` })))
  return signsIn([all, exhibit('C3', 'logs.query', { streams })], ['restart_pod', ONE])?.lostAlone
}

const LOST = [
  'ERROR channel 1 closed by server: 406 PRECONDITION_FAILED',
  'E failed to watch *v1.EndpointSlice: x509: certificate signed by unknown authority',
  'WARN hopper config changed but reload failed: bind: address already in use',
  'WARN subscription orders.flour was cancelled',
  'WARN renewal of seal skipped, keeping old seal',
  'ERROR 订阅 flour 已断开',
]

for (const line of LOST)
  test(`who alone says “${line}” lost what it works by`, () => {
    assert.equal(lostAlone(['INFO sack ground', line, 'INFO sack ground'], ['INFO sack ground']), 1)
  })

const NOT_LOST: Record<string, readonly string[]> = {
  'it has it again': ['ERROR channel 1 closed by server', 'INFO channel opened'],
  'the other side is not there': ['WARN channel 1 closed', 'ERROR dial broker:5672: connection refused'],
  'what it was to read is wrong': ['ERROR reload failed: syntax error in line 4, keeping previous configuration'],
  'nobody lets it in': ['ERROR failed to watch configmaps: forbidden'],
  'it speaks of another': ['WARN subscription of 10.1.0.2 was cancelled'],
  'it only speaks of closing': ['INFO mill closed for lunch'],
}

for (const [name, lines] of Object.entries(NOT_LOST))
  test(`a new process is not called for where ${name}`, () => {
    assert.equal(lostAlone(lines, ['INFO sack ground']), 0)
  })

test('where its siblings lost it too, it is no matter of one process', () => {
  const line = 'ERROR channel 1 closed by server'
  assert.equal(lostAlone([line], [line]), 0)
})
