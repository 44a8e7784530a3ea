import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exhibit } from '../../evidence.ts'
import type { ContainerLog, Shown } from '../cluster-scene.ts'
import { readLogLine } from '../reading/read-listed.ts'
import { lastWordsOf } from './container-faults.ts'

function said(...lines: readonly string[]): string | undefined {
  const exhibit: Exhibit = { id: 'C1', plugin: 'get_pod_logs', parameters: {}, result: { success: true } }
  const whose = { namespace: 'shop', name: 'web-0', container: 'app', isPrevious: true }
  const log: Shown<ContainerLog> = { ...whose, lines: lines.map(readLogLine), exhibit, source: {} }
  return lastWordsOf([log])?.line.text
}

const REASONS: readonly (readonly [language: string, lines: readonly string[], reason: number])[] = [
  [
    'Erlang',
    [
      '[error] Failed to start: Cookie file /var/lib/x/.cookie must be accessible by owner only',
      '[error] BOOT FAILED',
      'Kernel pid terminated (application_controller)',
    ],
    0,
  ],
  [
    'Python',
    [
      'ERROR upload failed: ClientError: (AccessDenied) on resource: "arn:aws:s3:::archive"',
      'Traceback (most recent call last):',
      '  File "/app/x.py", line 8',
      'ClientError: An error occurred',
    ],
    0,
  ],
  ['Node', ['Error: Cannot parse "TZ": expected a zone', 'npm ERR! code ELIFECYCLE', 'npm ERR! command failed'], 0],
  ['Go', ['INFO starting', 'panic: template "mail" is not defined', 'goroutine 1 [running]:', 'exit status 2'], 1],
  ['Java', ['ERROR Schema version 41 expected, found 40 in "public"', 'ERROR Application run failed'], 0],
  ['C', ['ERROR cache file "/tmp/c" is stale', 'FATAL data directory "/data" has wrong ownership', 'shutting down'], 1],
]

for (const [language, lines, reason] of REASONS)
  test(`of a program in ${language} the earliest error with a reason counts, not its closing words`, () =>
    assert.equal(said(...lines), lines[reason]))

test('what went wrong long before the end was survived', () =>
  assert.equal(
    said(
      '2026-01-01T10:00:00Z ERROR cannot open "/cache": retrying',
      '2026-01-01T10:20:00Z FATAL period is already closed',
    ),
    '2026-01-01T10:20:00Z FATAL period is already closed',
  ))

test('where nothing carries a reason the last that tells something counts', () =>
  assert.equal(said('INFO ready', 'ERROR it failed', 'INFO exiting'), 'ERROR it failed'))
