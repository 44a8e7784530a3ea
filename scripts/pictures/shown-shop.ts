/** A small shop for the pictures: what its people told of it, and alerts nobody can look into without its cluster. */
export const ENVIRONMENT = {
  services: [
    {
      name: 'storefront',
      namespace: 'shop',
      description: 'The web shop',
      dependencies: ['checkout', 'search'],
      team: 'web',
    },
    {
      name: 'checkout',
      namespace: 'shop',
      description: 'Takes orders',
      dependencies: ['payments', 'orders'],
      team: 'orders',
    },
    {
      name: 'payments',
      namespace: 'shop',
      description: 'Talks to the bank',
      dependencies: ['bank gateway'],
      team: 'orders',
    },
    { name: 'search', namespace: 'shop', description: 'Finds goods', dependencies: ['search index'], team: 'web' },
  ],
  infrastructure: {
    cluster: 'shop-1',
    region: 'eu',
    databases: [{ name: 'orders', type: 'postgresql', host: 'orders-db' }],
  },
  alert_definitions: { critical: 'Wake somebody', warning: 'Look in the morning' },
  common_issues: [],
}

const FIRING: readonly (readonly [name: string, severity: string, service: string, words: string])[] = [
  ['CheckoutErrors', 'critical', 'checkout', 'One order in five fails'],
  ['PaymentsSlow', 'high', 'payments', 'The bank answers after nine seconds'],
  ['SearchIndexBehind', 'warning', 'search', 'The index is two hours behind'],
  ['StorefrontLatency', 'warning', 'storefront', 'Pages take two seconds'],
  ['CertificateEndsSoon', 'warning', 'storefront', 'The certificate ends in nine days'],
  ['DiskFillsUp', 'medium', 'orders', 'The volume is full in six hours'],
  ['BackupLate', 'low', 'orders', 'The last backup is a day old'],
]

export const ALERTS = FIRING.map(([alertname, severity, service, message]) => ({
  message,
  metadata: { source: 'prometheus', alertname, severity, service, namespace: 'shop' },
}))
