/** fast-check with the seed of the run, so that `--seed` brings the same values again. */
import fc from 'fast-check'
import { RUN_SEED } from './seed.ts'

fc.configureGlobal({ seed: RUN_SEED })

export { fc }
