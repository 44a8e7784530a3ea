import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openDemoService } from './demo-service.ts'

/** Says so often that it cannot answer yet. */
async function startBusy(t: TestContext, times: number) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.statusCode = asked > times ? 200 : 503
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { id: 'INC-1' }, error: { message: 'Not yet.' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const open = (address: string) => openDemoService({ address, key: undefined, signal: new AbortController().signal })

test('a service that is away for a moment is asked again', async (t) => {
  const { address, asked } = await startBusy(t, 2)
  assert.equal((await open(address).show('INC-1')).id, 'INC-1')
  assert.equal(asked(), 3)
})

test('whether it is there at all is asked once', async (t) => {
  const { address, asked } = await startBusy(t, 2)
  await assert.rejects(open(address).greet(), /answered 503: Not yet\./)
  assert.equal(asked(), 1)
})

test('closing tells whether there was anything left to close', async (t) => {
  const { address } = await startBusy(t, 0)
  assert.equal(await open(address).close('INC-1', 'over'), true)
  const server = createServer((_request, response) => {
    response.statusCode = 409
    response.end(JSON.stringify({ error: { message: 'It is closed.' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal(await open(other).close('INC-1', 'over'), false)
})
