import type { DiagnosticPlugin } from '../plugin.ts'

export default {
  name: 'errors.get_issue',
  description:
    'Look up an issue of the error tracker: what fails, since when, how often, in which release, with which tags, and its latest event with the stack. Good for tying an error to a release or to one kind of input.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      issue_id: {
        type: 'string',
        description: 'Number or short id of the issue, such as 77120 or CHECKOUT-1Q.',
        pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$',
      },
    },
    required: ['issue_id'],
  },
  async run({ issue_id }, { errors, signal }) {
    const issue = await errors.issue(issue_id, signal)
    if (!issue) return { success: true, data: { issue: null }, message: `There is no issue ${issue_id}.` }
    const { title, firstSeen, count } = issue
    return {
      success: true,
      data: { issue },
      message: `${String(title)}: seen ${String(count)} times since ${String(firstSeen)}.`,
    }
  },
} satisfies DiagnosticPlugin<{ issue_id: string }>
