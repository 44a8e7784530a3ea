// What every field means, and what a plugin may reach: docs/plugins.md
export default {
  name: 'custom.template',
  description: 'What it changes, and when that helps: people and a model choose by this sentence.',
  category: 'remediation', // It runs only after a person has confirmed it, and counts as high risk.
  // hosts: ['queue.internal:443'], // Without this it has no network.
  parameters: {
    type: 'object',
    properties: { queue: { type: 'string', description: 'Name of the queue to change.' } },
    required: ['queue'],
  },
  // Proposed for these alerts, where `queue` names something tied to the alert; without a gate only when asked for by name.
  gate: { ties: ['queue'], alerts: ['QueueFull*'] },
  async run({ queue }) {
    return { success: false, error: `Nothing is done about ${queue} yet.` }
  },
}
