/** HTTP as bytes on a socket, for requests no client would send. */
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Map<string, string>; text: string }

const PATIENCE_MS = 240_000

/** Writes the bytes and reads until the server closes the connection; answers all that came, in order. */
export async function sendRaw(port: number, bytes: string | Buffer, { halfClose = false } = {}): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  // A server that has answered may cut a client short that is still writing.
  socket.on('error', () => 'What arrived before is what counts.')
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('No answer came in time.')))
  if (halfClose) socket.end(bytes)
  else socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return parseAnswers(Buffer.concat(received))
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`This is not an HTTP answer: ${rest.toString('latin1').slice(0, 200)}`)
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8')
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, text })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}
