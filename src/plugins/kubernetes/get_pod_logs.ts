import { type Cluster, ClusterRefusal, type LogRequest } from '../../ports/cluster.ts'
import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { CONTAINER, NAMESPACE, POD_NAME } from './cluster-parameters.ts'

type Parameters = { namespace: string; pod_name: string; container?: string; previous: boolean; tail_lines: number }

const LIMIT_BYTES = 256 * 1024
const ATTEMPTS = 3
/** The server's words for a container that has no log (yet, or of an earlier life). That is no data, not a failure. */
const NOTHING_YET = /is waiting to start|previous terminated container .* not found/

export default {
  name: 'get_pod_logs',
  description:
    'The last lines a container wrote. Use previous=true for a container that restarted: its last words tell why. Where a pod has several containers, name one; the refusal lists them.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE,
      pod_name: POD_NAME,
      container: CONTAINER,
      previous: { type: 'boolean', description: 'The log of the container before its last restart.', default: false },
      tail_lines: { type: 'integer', description: 'The last so many lines.', default: 200, minimum: 1, maximum: 5000 },
    },
    required: ['pod_name'],
  },
  run: ({ namespace, pod_name: pod, container, previous, tail_lines: tailLines }, { cluster, signal }) =>
    answer(async () => {
      const request = {
        namespace,
        pod,
        ...(container !== undefined && { container }),
        previous,
        tailLines,
        limitBytes: LIMIT_BYTES,
      }
      const asked = { namespace, pod, ...(container !== undefined && { container }), previous }
      const { text, words, isCut } = await readLog(cluster, request, signal)
      const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
      return {
        success: true,
        data: { ...asked, lines, count: lines.length, ...(isCut && { cut: true }) },
        ...messageOf(lines.length, words, isCut),
      }
    }),
} satisfies DiagnosticPlugin<Parameters>

/** The server cuts at the newest end, where the cause stands; so where it cut, fewer lines are asked for again. */
async function readLog(
  cluster: Cluster,
  request: LogRequest,
  signal: AbortSignal,
): Promise<{ text: string; words?: string; isCut: boolean }> {
  let { tailLines } = request
  let isCut = false
  for (let attempt = 1; ; attempt++) {
    const answered = await readOnce(cluster, { ...request, tailLines }, signal)
    if (typeof answered !== 'string') return { text: '', words: answered.words, isCut }
    if (Buffer.byteLength(answered) < LIMIT_BYTES || attempt === ATTEMPTS) return { text: answered, isCut }
    isCut = true
    tailLines = Math.max(1, Math.floor((answered.split('\n').length - 1) / 2))
  }
}

async function readOnce(
  cluster: Cluster,
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

function messageOf(lines: number, words: string | undefined, isCut: boolean): { message?: string } {
  if (words !== undefined) return { message: `No log: ${words}.` }
  if (lines === 0) return { message: 'The log is empty: the container has written nothing, or never ran.' }
  return isCut ? { message: `The lines are long: only the newest ${lines} are shown.` } : {}
}
