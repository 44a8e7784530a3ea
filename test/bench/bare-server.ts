/** What a request costs at least: Fastify as it comes, answering the given bodies. `bare-server.ts <path> <JSON> …` */
import Fastify from 'fastify'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'

const app = Fastify()
const given = process.argv.slice(2)
for (let index = 0; index < given.length; index += 2) {
  const body = JSON.parse(given[index + 1] ?? 'null') as unknown
  app.get(given[index] ?? '/', async () => body)
}
console.log(JSON.stringify({ address: await app.listen({ host: '127.0.0.1', port: 0 }) }))
process.once('SIGTERM', () => void app.close())
whenParentGone(() => void app.close())
