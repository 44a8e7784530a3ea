/** The alarms of the cloud, over the wire that its own client speaks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPretendCloud } from '../world/cloudwatch-simulator.ts'
import { eventually } from '../world/eventually.ts'
import { startWatching } from '../world/watching.ts'

/** Where the client looks for them by itself. */
process.env.AWS_ACCESS_KEY_ID = 'AKIATEST'
process.env.AWS_SECRET_ACCESS_KEY = 'canary-cloud-secret'

const OPEN = ['pending', 'diagnosing', 'awaiting_approval', 'escalated']

test('an alarm that fires becomes an incident; one that is well again or gone resolves it; one without data changes nothing', async (t) => {
  const cloud = await startPretendCloud(t)
  const cpu = {
    AlarmName: 'orders-db-cpu',
    AlarmDescription: 'The processor of the orders database is busy',
    StateReason: 'Threshold Crossed: 1 datapoint [97.0] was greater than the threshold (90.0).',
    Namespace: 'AWS/RDS',
    MetricName: 'CPUUtilization',
    Dimensions: [{ Name: 'DBInstanceIdentifier', Value: 'orders-db' }],
  }
  const name = (AlarmName: string) => ({ AlarmName, StateReason: 'It is made of others.' })
  cloud.alarms = [
    { ...cpu, StateValue: 'ALARM' },
    { ...name('composite'), StateValue: 'ALARM' },
    { ...name('third'), StateValue: 'ALARM' },
    { ...name('calm'), StateValue: 'OK' },
  ]
  const { ask, get, tells, reach, incidents, logged } = await startWatching(t, {
    CLOUD_REGION: 'eu-central-1',
    CLOUD_ENDPOINT: cloud.url,
  })
  assert.equal(cloud.asked(), 0)
  await ask('PUT', '/api/config', { body: { ENABLE_CLOUD: true } })
  const found = await reach('monitor:cloud:orders-db-cpu:alarm', ...OPEN)
  assert.equal(found.source, 'monitor')
  assert.match(found.description, /Threshold Crossed: 1 datapoint \[97\.0\]/)
  assert.match(found.description, /It watches AWS\/RDS CPUUtilization \(DBInstanceIdentifier=orders-db\)\./)
  await reach('monitor:cloud:third:alarm', ...OPEN)
  await tells(/^firebreak_monitor_findings\{kind="cloud",check="alarm"\} 3$/m)

  cloud.alarms = [
    { ...cpu, StateValue: 'OK', StateReason: 'It is calm.' },
    { ...name('composite'), StateValue: 'INSUFFICIENT_DATA' },
  ]
  await reach('monitor:cloud:orders-db-cpu:alarm', 'resolved')
  await reach('monitor:cloud:third:alarm', 'resolved')
  assert.ok(OPEN.includes((await reach('monitor:cloud:composite:alarm', ...OPEN)).status))

  cloud.refusal = { status: 400, type: 'AccessDeniedException', message: 'Not authorized to DescribeAlarms.' }
  const warning = await eventually('the trouble is told', async () =>
    ((await get('/api/status')).body.data.warnings as string[]).find((one) => one.includes('alarms of the cloud')),
  )
  assert.match(warning, /Not authorized to DescribeAlarms/)
  await ask('PUT', '/api/config', { body: { ENABLE_CLOUD: false } })
  await eventually(
    'nobody speaks of it any more',
    async () => (await get('/api/status')).body.data.warnings.length === 0,
  )
  const all = await incidents()
  assert.equal(all.length, 3)
  assert.doesNotMatch(JSON.stringify(all) + logged() + (await get('/metrics')).text, /canary-cloud-secret/)
})
