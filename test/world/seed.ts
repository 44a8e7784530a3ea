/**
 * The seed of the run, from which all chance in a test is drawn: whoever repeats a run with the seed it printed meets the
 * same again. Without the runner it is always the same.
 */
export const RUN_SEED = Number(process.env.FIREBREAK_TEST_SEED ?? 1)
