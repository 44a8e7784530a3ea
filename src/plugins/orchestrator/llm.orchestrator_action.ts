import { ClusterRefusal } from '../../ports/cluster.ts'
import type { DiagnosticPlugin } from '../plugin.ts'
import { carryOut } from './carry-out.ts'
import { ALLOWED, parseCommand } from './parse-command.ts'

type Parameters = { command: string }

export default {
  name: 'llm.orchestrator_action',
  description: `Reads anything in the cluster the other plugins do not show, by a command as you would type it: "get deploy web -n shop -o yaml", "describe node worker-1", "get events -A --field-selector type=Warning". It is understood as a read request and never run in a shell. ${ALLOWED}`,
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description:
          'One command that reads, with or without "kubectl" in front. The namespace is default unless -n says otherwise.',
        minLength: 1,
        maxLength: 1000,
      },
    },
    required: ['command'],
  },
  run: async ({ command }, { cluster, signal }) => {
    const parsed = parseCommand(command)
    if ('refusal' in parsed) return { success: false, error: parsed.refusal }
    try {
      return await carryOut(parsed.request, { cluster, signal })
    } catch (error) {
      if (error instanceof ClusterRefusal) return { success: false, error: error.message }
      throw error
    }
  },
} satisfies DiagnosticPlugin<Parameters>
