/** Runs beside the service: parses, reads and masks a notification too large for the thread that everybody waits for. */
import { parentPort } from 'node:worker_threads'
import { createRedactor } from '../../../guidance/secrecy/redact.ts'
import { Problem } from '../../../problem.ts'
import { type ReadNotification, readNotification } from '../../../story/alert/read-notification.ts'
import { maskAlert } from '../../../story/alert/without-secrets.ts'
import { parseBody } from '../json-body.ts'
import type { Reading, ReadingAnswer } from './reading.ts'

parentPort?.on('message', (reading: Reading) => parentPort?.postMessage(answer(reading)))

function answer(reading: Reading): ReadingAnswer {
  try {
    return { read: read(reading) }
  } catch (error) {
    if (!(error instanceof Problem)) return { fault: error }
    const { code, message, details } = error
    return { problem: { code, message, details } }
  }
}

function read({ bytes, terms, secrets }: Reading): ReadNotification {
  const { alert, asides } = readNotification(parseBody(bodyOf(bytes)), terms)
  const redactor = createRedactor(() => secrets)
  return { alert: { ...maskAlert(alert, redactor), isMasked: true }, asides }
}

/** What crosses over arrives as plain bytes. */
function bodyOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
