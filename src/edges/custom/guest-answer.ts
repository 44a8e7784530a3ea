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

/** An object is what a plugin promises; `success` may be left out, and other fields of it are its data. */
export function readResult(result: unknown): PluginResult {
  if (!isRecord(result)) return unexpected(kindOf(result))
  const { success, data, message, error, ...rest } = result
  if (success !== undefined && typeof success !== 'boolean' && error === undefined)
    return unexpected(`one whose success is ${kindOf(success)}`)
  return {
    success: success === true || (success === undefined && error === undefined),
    data: data ?? (Object.keys(rest).length > 0 ? rest : null),
    ...(typeof message === 'string' ? { message } : {}),
    ...(error === undefined ? {} : { error: typeof error === 'string' ? error : JSON.stringify(error) }),
  }
}

function unexpected(came: string): PluginResult {
  return {
    success: false,
    error: `It must answer an object { success, data, message, error } with success true or false; ${came} came.`,
  }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
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
