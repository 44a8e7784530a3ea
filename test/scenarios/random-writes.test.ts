/** Thousands of random requests to every route that changes something. */
import { proveRandomRequests } from '../contracts/random-requests.ts'
import { OPERATIONS } from '../world/open-api.ts'

proveRandomRequests(OPERATIONS.filter(({ method }) => method !== 'GET'))
