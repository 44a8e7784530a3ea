/** Random requests, thousands at length, to every route that only reads, the hidden ones included. */
import { proveRandomRequests } from '../contracts/random-requests.ts'
import { inLength } from '../world/long-form.ts'
import { HIDDEN_PATHS, OPERATIONS, type Operation } from '../world/open-api.ts'

/** The script behind the page is large, so only its head is asked for. */
const HIDDEN: Operation[] = HIDDEN_PATHS.map((path) => ({
  name: `GET ${path}`,
  method: path.endsWith('.js') ? 'HEAD' : 'GET',
  path,
  need: undefined,
  statuses: [],
  parameters: [],
  body: undefined,
}))

proveRandomRequests([...OPERATIONS.filter(({ method }) => method === 'GET'), ...HIDDEN], inLength(10, 5_000))
