// What every field means, and what a plugin may reach: docs/plugins.md
export default {
  name: 'custom.template',
  description: 'What it looks at, and when that helps: people and a model choose by this sentence.',
  category: 'diagnostic',
  // hosts: ['queue.internal:443'], // Without this it has no network.
  parameters: {
    type: 'object',
    properties: {
      queue: { type: 'string', description: 'Name of the queue to look at.', default: 'orders' },
    },
  },
  async run({ queue }) {
    return { success: true, data: { queue }, message: `Nothing was asked about ${queue} yet.` }
  },
}
