/**
 * Length extension: from the digest of a secret message and its length, the digest of that message, its padding and any
 * suffix, without knowing the secret. The compression function of SHA-256 is written out because no library continues
 * from a digest.
 */
export function lengthen(given: { digest: string; messageBytes: number; suffix: Uint8Array }) {
  const padding = paddingFor(given.messageBytes)
  const before = given.messageBytes + padding.length
  const tail = Buffer.concat([given.suffix, paddingFor(before + given.suffix.length)])
  let state = Array.from({ length: 8 }, (_, at) => Number.parseInt(given.digest.slice(at * 8, at * 8 + 8), 16))
  for (let at = 0; at < tail.length; at += 64) state = compress(state, tail.subarray(at, at + 64))
  const digest = state.map((word) => word.toString(16).padStart(8, '0')).join('')
  return { digest, appended: Buffer.concat([padding, given.suffix]) }
}

function paddingFor(messageBytes: number): Buffer {
  const zeros = (((55 - messageBytes) % 64) + 64) % 64
  const padding = Buffer.alloc(1 + zeros + 8)
  padding[0] = 0x80
  padding.writeBigUInt64BE(BigInt(messageBytes) * 8n, 1 + zeros)
  return padding
}

const PRIMES = firstPrimes(64)
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

function compress(state: readonly number[], block: Buffer): number[] {
  const words = schedule(block)
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at += 1) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + word(ROUND, at) + word(words, at)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((value, at) => (value + word(state, at)) >>> 0)
}

function schedule(block: Buffer): number[] {
  const words = Array.from({ length: 16 }, (_, at) => block.readUInt32BE(at * 4))
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [word(words, at - 15), word(words, at - 2)]
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words.push((word(words, at - 16) + first + word(words, at - 7) + second) | 0)
  }
  return words
}

function word(words: readonly number[], at: number): number {
  return words[at] ?? 0
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits))
}

function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return primes
}
