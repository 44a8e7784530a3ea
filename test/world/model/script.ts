/** How a test tells a pretend model what to say. One script serves both protocols: it sees plugin names, with their dots. */
import type { ModelMessage, ModelTool } from '../../../src/ports/language-model.ts'

export type Provider = 'provider_a' | 'provider_b'

export type ScriptRequest = {
  provider: Provider
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  /** The tool it is forced to call, if any. */
  mustCall?: string
  /** How many turns of the conversation are behind it. */
  turn: number
}

export type ScriptedCall = {
  tool: string
  /** Whatever the model makes up; it need not fit any schema. */
  parameters?: unknown
  /** Said instead of parameters, as it is: what the model wrote is no JSON. */
  arguments?: string
  /** Its own where it is absent, as the provider gives them out. */
  id?: string
}

export type SpokenAnswer = { text?: string; calls?: readonly ScriptedCall[]; stop?: 'length' | 'refusal' }

export type ModelFault =
  /** Never answers. */
  | 'hang'
  /** Sends its headers, and then a blank now and then for ever. */
  | 'drip'
  /** Breaks the connection in the middle of the body. */
  | 'reset'
  /** A sound answer whose second half is missing. */
  | 'truncated'
  | 'invalid json'
  | 'invalid utf-8'
  | 'html'
  | 'empty'
  /** JSON that is no answer. */
  | 'other json'
  /** A sound answer of ten megabytes. */
  | 'huge'
  /** A body without an end. */
  | 'endless'
  | { status: number; retryAfter?: number | string; date?: string; code?: string; message?: string }

export type ModelAnswer = string | SpokenAnswer | { fault: ModelFault }

export type Script = (request: ScriptRequest) => ModelAnswer

/** The model was only ever shown names that travel, and says those. */
export function nameOnWire(tool: string): string {
  return tool.replaceAll('.', '__')
}

export function nameWithDots(wireName: string): string {
  return wireName.replaceAll('__', '.')
}
