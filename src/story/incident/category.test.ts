import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Category, categoryOf } from './category.ts'

function named(table: Record<string, Category>, beside: Record<string, string> = {}): void {
  for (const [alertname, expected] of Object.entries(table)) {
    assert.equal(categoryOf({ labels: { ...beside, alertname }, text: '' }), expected, alertname)
  }
}

function said(table: Record<string, Category>): void {
  for (const [text, expected] of Object.entries(table)) assert.equal(categoryOf({ labels: {}, text }), expected, text)
}

test('the name of an alert tells what it is about', () => {
  named({
    KubePodCrashLooping: 'kubernetes',
    KubernetesPodRestarting: 'kubernetes',
    KubeNodeNotReady: 'kubernetes',
    NodeNotReady: 'kubernetes',
    PostgresqlTableNotAutoVacuumed: 'database',
    MySQLDown: 'database',
    DatabaseConnectionsWarning: 'database',
    PgReplicationLag: 'database',
    'db cpu': 'database',
    RedisOutOfMemory: 'middleware',
    RabbitMQQueueGrows: 'middleware',
    KafkaConsumerErrors: 'middleware',
    CoreDNSDown: 'network',
    IngressHigh5xx: 'network',
    BlackboxProbeFailed: 'network',
    HostOutOfDiskSpace: 'host',
    NodeFilesystemSpaceFillingUp: 'host',
    NodeJSEventLoopLag: 'application',
    HighErrorRate: 'application',
    Http5xxRate: 'application',
    AwsEc2StatusCheckFailed: 'cloud',
  })
})

test('the exporter that watches a database does not make its alert a matter of the cluster', () => {
  const exporter = { namespace: 'monitoring', pod: 'postgres-exporter-6d5f7c9b8-x2x7k', container: 'exporter' }
  named(
    { PostgresDown: 'database', HighErrorRate: 'application', NodeDiskFull: 'host', TargetDown: 'kubernetes' },
    exporter,
  )
  assert.equal(
    categoryOf({ labels: { ...exporter, alertname: 'TargetDown', job: 'mysqld-exporter' }, text: '' }),
    'database',
  )
})

test('a workload called after a database is still a workload', () => {
  named({ KubeDeploymentReplicasMismatch: 'kubernetes' }, { deployment: 'database', namespace: 'shop' })
  named({ HighCPU: 'kubernetes' }, { pod: 'redis-0', namespace: 'shop' })
})

test('where the name says nothing, the other labels do', () => {
  const tables: [Record<string, string>, Category][] = [
    [{ datname: 'shop', namespace: 'production' }, 'database'],
    [{ topic: 'orders', consumergroup: 'billing' }, 'middleware'],
    [{ namespace: 'production' }, 'kubernetes'],
    [{ node: 'worker-3' }, 'kubernetes'],
    [{ namespace: 'AWS/RDS' }, 'cloud'],
    [{ job: 'node-exporter', instance: '10.0.0.1:9100' }, 'host'],
    [{ job: 'cloudwatch', region: 'eu-west-1' }, 'cloud'],
    [{ source: 'error-tracker', namespace: 'app-115' }, 'application'],
  ]
  for (const [labels, expected] of tables)
    assert.equal(categoryOf({ labels, text: '' }), expected, JSON.stringify(labels))
})

test('labels outrank the text, but an instance or a region outranks nothing', () => {
  assert.equal(categoryOf({ labels: { pod: 'api-1' }, text: 'postgres refuses connections' }), 'kubernetes')
  assert.equal(
    categoryOf({ labels: { instance: 'a:1', region: 'x' }, text: 'postgres refuses connections' }),
    'database',
  )
  assert.equal(categoryOf({ labels: { instance: 'a:1' }, text: 'Instance a:1 is gone' }), 'host')
  assert.equal(categoryOf({ labels: { region: 'eu-west-1' }, text: 'quota used up' }), 'cloud')
})

test('in a text, the thing mentioned first is what the alert is about', () => {
  said({
    'MySQL is slow on pod db-0': 'database',
    'pod mysql-0 restarts': 'kubernetes',
    'node worker-3 is NotReady': 'kubernetes',
    Redis连接数过高: 'middleware',
    'checkout: error rate 25% for 35 minutes': 'application',
    'Half of the requests end with 504 errors': 'application',
    'java.lang.NullPointerException in CartService': 'application',
    'connection refused by 10.0.0.7': 'network',
    'CPU 95% on web-1': 'host',
    'S3 answers slowly': 'cloud',
    数据库主从延迟超过60秒: 'database',
    'K8s 容器重启': 'kubernetes',
    消息堆积超过十万: 'middleware',
    网络丢包: 'network',
    支付接口错误率上升: 'application',
    服务器磁盘使用率90: 'host',
    阿里云账单告警: 'cloud',
  })
})

test('words that only look telling mislead nobody', () => {
  said({
    'node.js process exits': 'other',
    'a new podcast episode': 'other',
    'the feedback form is empty': 'other',
    'after the deployment, error rate 10%': 'application',
    '504 customers waited': 'other',
    '': 'other',
  })
})

test('labels named like parts of an object are harmless', () => {
  assert.equal(categoryOf({ labels: JSON.parse('{"__proto__": "x", "constructor": "y"}'), text: '' }), 'other')
})
