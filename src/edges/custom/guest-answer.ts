/** What a guest's process says, read into our own shape. Whatever comes from there may be anything. */
import type { CustomPluginManifest } from '../../plugins/custom-plugin-host.ts'
import type { PluginResult } from '../../plugins/plugin.ts'

export type GuestAnswer = { manifest?: Omit<CustomPluginManifest, 'file'>; result?: unknown; error?: string }

const ERROR_CHARACTERS_MAX = 500

export function readAnswer(line: string): GuestAnswer {
  if (line === '') return { error: 'its process ended without an answer' }
  const answer = parse(line)
  if (!isRecord(answer)) return { error: 'its answer is not JSON of the kind that is expected' }
  const { manifest, result, error } = answer
  if (error !== undefined) return { error: sentenceOf(error) }
  return isRecord(manifest) ? { manifest: manifest as NonNullable<GuestAnswer['manifest']> } : { result }
}

/** What does not fit the shape of a result is its data. */
export function readResult(result: unknown): PluginResult {
  if (!isRecord(result)) return { success: true, data: result ?? null }
  const { success, data, message, error, ...rest } = result
  return {
    success: success === undefined ? error === undefined : success === true,
    data: data ?? (Object.keys(rest).length > 0 ? rest : null),
    ...(typeof message === 'string' ? { message } : {}),
    ...(error === undefined ? {} : { error: typeof error === 'string' ? error : JSON.stringify(error) }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** It goes into a log, a status page and a terminal: one line, of a length people read. */
function sentenceOf(error: unknown): string {
  const text = typeof error === 'string' ? error : JSON.stringify(error)
  return text.slice(0, ERROR_CHARACTERS_MAX).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
}
