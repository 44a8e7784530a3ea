/** Kinds of findings that follow from others, so that ranking puts the cause first. */

/** Where pods cannot be made or placed, whoever needs them suffers. */
export const CAUSED_BY_MISSING_PODS: readonly string[] = [
  'bad_revision',
  'not_ready',
  'dependency_unreachable',
  'failing_dependency',
  'no_data',
]

/** Where the way to somebody is cut, callers wait, fail and crash. */
export const CAUSED_BY_LOST_ROUTE: readonly string[] = [
  'dependency_unreachable',
  'wrong_dependency_address',
  'failing_dependency',
  'not_ready',
  'crash_loop',
  'init_container_waits',
  'init_container_fails',
  'no_data',
]
