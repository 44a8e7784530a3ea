import { createApi } from '../../src/edges/http/api.ts'
import { Doorman } from '../../src/edges/http/drain.ts'

/** Routes use their parts only when a request comes, and none comes here. */
const unopened = {} as never

/** What `/api/openapi.json` answers, laid out for people who read changes to it. */
export async function apiDocument(): Promise<string> {
  const app = await createApi({
    frame: { log: unopened, metrics: unopened, doorman: new Doorman(), guard: unopened },
    system: unopened,
    configuration: unopened,
    access: unopened,
    session: unopened,
    alert: unopened,
    incidents: unopened,
    views: unopened,
    webLinks: unopened,
    runs: unopened,
    silences: unopened,
    chat: unopened,
    stream: unopened,
    plugins: unopened,
    knowledge: unopened,
    environment: unopened,
    console: unopened,
  })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}
