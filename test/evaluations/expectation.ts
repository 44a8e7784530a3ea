/** What a case says a good run shows. */
import type { Json } from '../world/kubernetes/kube-object.ts'

/** An action a proposal may hold. Parameters match by value, whatever their key. */
export type ExpectedAction = {
  plugin: string
  parameters_contains?: Record<string, unknown>
  /** Lowest and highest, both included. */
  parameters_range?: Record<string, [number, number]>
}

type Remediation = ExpectedAction & { also_accept?: ExpectedAction[] }

/** A name, with its kind where that is worth saying. */
type Target = string | { kind?: string; name: string }

export type Expectation = {
  /** Of every group one alternative must stand in the diagnosis. */
  root_cause_keywords?: string[][]
  /** Of an inner list any one. */
  must_call?: (string | string[])[]
  /** Null: nothing may be proposed but what is tolerated. */
  remediation?: Remediation | null
  tolerated?: (string | ExpectedAction)[]
  forbidden?: (string | ExpectedAction | { claim: string })[]
  /** Whom the conclusion should name as the one at fault; else whom the step would touch. */
  target?: Target | Target[]
  confidence?: { min?: number; max?: number }
}

export function expectationOf(expect: Json): Expectation {
  return expect as Expectation
}
