import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { CONTAINER, NAMESPACE, POD_NAME } from './cluster-parameters.ts'
import { readNewestLines } from './newest-lines.ts'

type Parameters = { namespace: string; pod_name: string; container?: string; previous: boolean; tail_lines: number }

const LIMIT_BYTES = 256 * 1024

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
      const { text, words, isCut } = await readNewestLines(cluster, request, signal)
      const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
      return {
        success: true,
        data: { ...asked, lines, count: lines.length, ...(isCut && { cut: true }) },
        ...messageOf(lines.length, words, isCut),
      }
    }),
} satisfies DiagnosticPlugin<Parameters>

function messageOf(lines: number, words: string | undefined, isCut: boolean): { message?: string } {
  if (words !== undefined) return { message: `No log: ${words}.` }
  if (lines === 0) return { message: 'The log is empty: the container has written nothing, or never ran.' }
  return isCut ? { message: `The lines are long: only the newest ${lines} are shown.` } : {}
}
