import type { Response } from 'undici'
import { unavailable } from '../../problem.ts'

/** Reads a body as text and stops at the cap, counted after decompression, so that no answer can fill our memory. */
export async function readBody(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    // Leaving the loop cancels the stream, and with it the connection.
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) break
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw brokenOff(response, error)
  }
  if (bytes > bytesMax)
    throw unavailable(`${hostOf(response)} answered with more than ${bytesMax} bytes; reading stopped.`)
  return text + decoder.decode()
}

/** Anything but these two is the reason given by the caller who gave up, and goes back to him as it is. */
function brokenOff(response: Response, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return unavailable(`${hostOf(response)} did not finish its answer in time.`)
  return error instanceof TypeError ? unavailable(`${hostOf(response)} broke off its answer.`, error) : error
}

function hostOf(response: Response): string {
  return URL.canParse(response.url) ? new URL(response.url).host : 'The server'
}
