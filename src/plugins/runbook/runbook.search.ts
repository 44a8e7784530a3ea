import type { DiagnosticPlugin } from '../plugin.ts'

export default {
  name: 'runbook.search',
  description:
    'Search the knowledge base for what people wrote down: runbooks, known problems, procedures. Ask with the words of the symptom or the name of the alert.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'Words to look for, for example: connection pool exhausted',
        minLength: 1,
        maxLength: 500,
      },
      limit: { type: 'integer', description: 'Entries at most.', default: 5, minimum: 1, maximum: 20 },
    },
    required: ['query'],
  },
  async run({ query, limit }, { knowledge }) {
    const { entries, note } = await knowledge.search(query, limit)
    const matched =
      entries.length === 0 ? `Nothing in the knowledge base matches "${query}".` : `${entries.length} entries match.`
    return { success: true, data: { entries }, message: note === undefined ? matched : `${matched} ${note}` }
  },
} satisfies DiagnosticPlugin<{ query: string; limit: number }>
