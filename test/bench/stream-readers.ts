/**
 * Thousands of readers of the event stream in one process, over plain sockets. Asked by messages over the channel:
 * `open` so many, `stall` so many (they stop reading for good), `forget` the delays so far, `report`.
 */
import { connect, type Socket } from 'node:net'
import { percentile } from './figures.ts'
import type { ReadersAsked, ReadersReport } from './readers.ts'

const OPENING_AT_ONCE = 50
const [address = '', key = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)

/** `ids` is a sum: with the count and the growing order it tells whether any was missed or came twice. */
type Reader = { socket: Socket; last: number; count: number; ids: number; isStalled: boolean; isOpened: boolean }

const readers: Reader[] = []
const seen = { delays: [] as number[], disorder: 0, reconnections: 0, cutWhileStalled: 0 }

process.on('message', (asked: ReadersAsked) => {
  void answer(asked).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit(0))

async function answer(asked: ReadersAsked): Promise<ReadersReport | string> {
  if (asked.open) await openReaders(asked.open)
  for (const reader of readers.slice(0, asked.stall ?? 0)) stall(reader)
  if (asked.forget) seen.delays = []
  return asked.report ? report(asked.report) : 'done'
}

async function openReaders(count: number): Promise<void> {
  let left = count
  const openNext = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1
      await openReader()
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext))
}

function openReader(): Promise<void> {
  return new Promise((resolve) => {
    const reader: Reader = { socket: dial(), last: 0, count: 0, ids: 0, isStalled: false, isOpened: false }
    readers.push(reader)
    listen(reader, resolve)
  })
}

function dial(lastEventId = 0): Socket {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const place = lastEventId > 0 ? `last-event-id: ${lastEventId}\r\n` : ''
  socket.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n${place}\r\n`)
  return socket
}

function listen(reader: Reader, onOpened: () => void): void {
  let unread = ''
  reader.socket.on('data', (chunk) => {
    if (!reader.isOpened && chunk.includes(': welcome')) {
      reader.isOpened = true
      onOpened()
    }
    const messages = (unread + chunk.toString('latin1')).split('\n\n')
    unread = messages.pop() ?? ''
    for (const message of messages) take(reader, message)
  })
  reader.socket.on('error', () => {})
  reader.socket.on('close', () => comeBack(reader))
}

function take(reader: Reader, message: string): void {
  const id = Number(/^id: (\d+)$/m.exec(message)?.[1] ?? 0)
  if (id === 0) return
  if (id <= reader.last) seen.disorder += 1
  reader.last = id
  reader.count += 1
  reader.ids += id
  const sentAt = / at (\d{13})/.exec(message)?.[1]
  if (sentAt !== undefined) seen.delays.push(Date.now() - Number(sentAt))
}

/** As a browser does: with the last number it has seen, which is what makes it miss nothing. */
function comeBack(reader: Reader): void {
  if (reader.isStalled) {
    seen.cutWhileStalled += 1
    return
  }
  seen.reconnections += 1
  reader.socket = dial(reader.last)
  listen(reader, () => {})
}

function stall(reader: Reader): void {
  reader.isStalled = true
  reader.socket.pause()
}

function report({ count, ids }: { count: number; ids: number }): ReadersReport {
  const healthy = readers.filter(({ isStalled }) => !isStalled)
  return {
    healthy: healthy.length,
    complete: healthy.filter((reader) => reader.count === count && reader.ids === ids).length,
    p50Ms: percentile(seen.delays, 0.5),
    p99Ms: percentile(seen.delays, 0.99),
    disorder: seen.disorder,
    reconnections: seen.reconnections,
    cutWhileStalled: seen.cutWhileStalled,
  }
}
