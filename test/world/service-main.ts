/** What `firebreak` is started from: what was built of these sources, as for a user, or where nothing was, the sources. */
import { dirname } from 'node:path'
// @ts-expect-error -- Plain JavaScript: it is asked for before any package is installed.
import { serviceMain } from '../../scripts/service-build.mjs'

/** The runner looks once for all. */
export const SERVICE_MAIN: string = process.env.TEST_SERVICE_MAIN ?? serviceMain(dirname(dirname(import.meta.dirname)))
