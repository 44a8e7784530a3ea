/** A small shop, to see what the document is good for. It is put into the editor and nowhere else. */
import type { EnvironmentDocument } from '@contract/environment.ts'

export const SAMPLE: EnvironmentDocument = {
  services: [
    {
      name: 'storefront',
      namespace: 'shop',
      description: 'The pages customers see.',
      dependencies: ['checkout', 'catalogue'],
      team: 'web',
      oncall: '@web-oncall',
    },
    {
      name: 'checkout',
      namespace: 'shop',
      description: 'Takes orders and payments.',
      dependencies: ['orders', 'events', 'card-processor'],
      team: 'payments',
      oncall: '@payments-oncall',
    },
    { name: 'catalogue', namespace: 'shop', dependencies: ['products'], team: 'web' },
  ],
  infrastructure: {
    cluster: 'production',
    region: 'eu-central',
    nodes: 6,
    databases: [
      { name: 'orders', type: 'postgresql', version: '16', host: 'orders-db.internal', databases: ['orders'] },
      'products',
    ],
    middleware: [{ name: 'events', type: 'kafka', brokers: ['kafka-0.internal:9092'] }],
  },
  alert_definitions: {
    critical: { description: 'Customers cannot buy.', response_time: '5 minutes', examples: ['checkout answers 5xx'] },
    warning: 'Something is worse than usual; look during the day.',
  },
  common_issues: [
    {
      issue: 'Checkout waits for locks in orders',
      category: 'database',
      description: 'Requests take more than ten seconds; sessions wait for a lock.',
      common_causes: ['a report that was left open in a transaction', 'a migration in working hours'],
      standard_procedure: ['see which session blocks the others', 'ask its owner', 'end the session'],
    },
  ],
}
