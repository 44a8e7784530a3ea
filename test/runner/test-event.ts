/** What a process of test files tells the runner, one line of JSON each. */
export type TestEvent =
  | { kind: 'begun'; test: ToldTest }
  | { kind: 'ended'; test: ToldTest; ending: Ending }
  | { kind: 'noted'; text: string }
  | { kind: 'finished'; cpuSeconds: number }

export type ToldTest = {
  name: string
  /** The name of the outermost test around it; its own where there is none. */
  root: string
  nesting: number
  /** Where it is written: path and line. */
  place: string
}

export type Ending = {
  outcome: 'passed' | 'failed' | 'skipped' | 'todo'
  milliseconds: number
  /** Suites only hold tests together; they are not counted. */
  isSuite: boolean
  /** Why it was skipped, where somebody said it. */
  reason?: string
  error?: ToldError
}

export type ToldError = {
  /** With its stack where it has one. */
  text: string
  /** A test fails with its subtests; what is to be told was told there. */
  isOfSubtests: boolean
}
