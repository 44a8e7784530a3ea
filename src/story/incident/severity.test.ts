import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeverity, SEVERITY_RANK, type Severity, severityFromText } from './severity.ts'

function reads(table: Record<string, Severity | undefined>, read: (text: string) => Severity | undefined): void {
  for (const [text, expected] of Object.entries(table)) assert.equal(read(text), expected, text)
}

test('critical comes first and warning ranks with medium', () => {
  const order: Severity[] = ['info', 'low', 'warning', 'high', 'critical']
  assert.deepEqual(
    order.sort((a, b) => SEVERITY_RANK[a] - SEVERITY_RANK[b]),
    ['critical', 'high', 'warning', 'low', 'info'],
  )
  assert.equal(SEVERITY_RANK.warning, SEVERITY_RANK.medium)
})

test('a stated word of ours is kept as it is', () => {
  for (const word of Object.keys(SEVERITY_RANK)) assert.equal(readSeverity(word), word)
})

test('words of other tools are translated', () => {
  const words = {
    critical: 'fatal emergency disaster p0 p1 sev0 sev1',
    high: 'error major page p2 sev2',
    warning: 'warn',
    medium: 'average moderate p3 sev3',
    low: 'minor p4 sev4',
    info: 'notice none',
  }
  for (const [severity, stated] of Object.entries(words)) {
    for (const word of stated.split(' ')) assert.equal(readSeverity(word), severity, word)
  }
})

test('neither case nor blanks matter in a stated word, and an unknown word states nothing', () => {
  reads(
    {
      ' Critical ': 'critical',
      WARN: 'warning',
      Sev1: 'critical',
      banana: undefined,
      '': undefined,
      constructor: undefined,
    },
    readSeverity,
  )
})

test('a severity stated in the text outranks what its words imply', () => {
  reads(
    {
      'Severity: low\nthe job failed with errors': 'low',
      'disk fills, priority=P1': 'critical',
      '{"severity": "info", "text": "error"}': 'info',
      '[Warning] error rate near the critical threshold': 'warning',
      '[FIRING:2] [critical] checkout': 'critical',
      'WARNING: 3 errors': 'warning',
      'P2 - queue grows': 'high',
      '告警级别：严重，请立即处理': 'critical',
      '【警告】磁盘使用率 85%': 'warning',
      '紧急：支付服务不可用': 'critical',
    },
    severityFromText,
  )
})

test('without a stated severity the keywords of the text decide, the most severe first', () => {
  reads(
    {
      'this is a critical situation with a warning before it': 'critical',
      'full outage of checkout': 'critical',
      'Instance 10.0.0.1:9100 down': 'high',
      'checkout: error rate 25% for 35 minutes': 'high',
      'pod api-7f8d9 OOMKilled': 'high',
      'a warning from the backup job': 'warning',
      'a minor glitch': 'low',
      'FYI the certificate was renewed': 'info',
      数据库宕机: 'critical',
      支付接口大量报错: 'high',
    },
    severityFromText,
  )
})

test('a text that implies nothing leaves the severity open', () => {
  reads(
    {
      '': undefined,
      'CPU high on web-1': undefined,
      'Low disk space on web-1': undefined,
      'load average above 8, p99 at 2 s': undefined,
      'scaled down to 2': undefined,
      'see p1.example.com in the error-tracker': undefined,
      'No errors reported': undefined,
      'non-critical path is slow': undefined,
      'level of water': undefined,
    },
    severityFromText,
  )
})

test('a log pasted far behind the alert does not decide', () => {
  assert.equal(severityFromText(`queue grows\n${'x '.repeat(3000)}\nFATAL`), undefined)
})
