/** The last lines of a log, whole at their newest end. */
import { type Cluster, ClusterRefusal, type LogRequest } from '../../ports/cluster.ts'

const ATTEMPTS = 3
/** The server's words for a container that has no log (yet, or of an earlier life). That is no data, not a failure. */
const NOTHING_YET = /is waiting to start|previous terminated container .* not found/

type Reading = Pick<Cluster, 'logs'>

/** The server cuts at the newest end, where the cause stands; so where it cut, fewer lines are asked for again. */
export async function readNewestLines(
  cluster: Reading,
  request: LogRequest,
  signal: AbortSignal,
): Promise<{ text: string; words?: string; isCut: boolean }> {
  let { tailLines } = request
  let isCut = false
  for (let attempt = 1; ; attempt++) {
    const answered = await readOnce(cluster, { ...request, tailLines }, signal)
    if (typeof answered !== 'string') return { text: '', words: answered.words, isCut }
    if (Buffer.byteLength(answered) < request.limitBytes || attempt === ATTEMPTS) return { text: answered, isCut }
    isCut = true
    tailLines = Math.max(1, Math.floor((answered.split('\n').length - 1) / 2))
  }
}

async function readOnce(
  cluster: Reading,
  request: LogRequest,
  signal: AbortSignal,
): Promise<string | { words: string }> {
  try {
    return await cluster.logs(request, signal)
  } catch (error) {
    if (!(error instanceof ClusterRefusal) || error.status !== 400 || !NOTHING_YET.test(error.message)) throw error
    return { words: error.message }
  }
}
