/** Before a real API server: what is asked arrives, and the answers to a method are lost on the way back. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { request as ask } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

type LossyProxy = { url: string; loseAnswersTo(method: string): void; lost(): number }

export async function openLossyProxy(t: TestContext, target: string): Promise<LossyProxy> {
  let condemned = ''
  let lost = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request
    // The certificate is of an authority that only the kubeconfig knows; this wire is on loopback.
    const asking = ask(new URL(url, target), { method, headers, rejectUnauthorized: false })
    asking.on('error', () => response.destroy())
    asking.end(await buffer(request))
    const [answer] = await once(asking, 'response')
    const body = await buffer(answer)
    if (method === condemned) {
      lost += 1
      request.socket.destroy()
      return
    }
    const { 'content-type': contentType } = answer.headers
    response.writeHead(answer.statusCode, contentType ? { 'content-type': contentType } : {}).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswersTo: (method) => {
      condemned = method
    },
    lost: () => lost,
  }
}
