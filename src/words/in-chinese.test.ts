import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chineseSentences } from './chinese/all.ts'
import { inChinese, sentencesInChinese } from './in-chinese.ts'

const HOLE = /\{(\w+)(?::(\w+))?\}/g
const SAMPLES: Readonly<Record<string, string>> = {
  incident: 'INC-20260101-001',
  status: 'resolved',
  severity: 'high',
  decision: 'confirm',
  number: '7',
  amount: '7 MiB',
  figure: '7m',
  name: 'shop/checkout',
  object: 'Deployment',
  reason: 'OOMKilled',
  word: 'is',
  tools: 'list_pods',
  host: 'metrics.example:9090',
  title: 'v1',
  value: 'v1',
  said: 'hello world',
  time: '2026-01-01T10:00:00Z',
}
/** These are told in words of ours. */
const TOLD: Readonly<Record<string, string>> = { status: '已解决', severity: '高', decision: '确认' }
const MOMENT = /^(?:clockTime|time)\d?$/
/** Without what may follow and mostly does not: further sentences, and tails. */
const first = (template: string) => template.replace(/([.。])\{.*$/s, '$1').replace(/(?<=\})\{\w+(?::\w+)?\}/g, '')
const filled = (english: string) =>
  english.replace(HOLE, (_, name, kind) => (MOMENT.test(name) ? '10:00 UTC' : (SAMPLES[kind] ?? `<${name}>`)))
const plain = (chinese: string) => chinese.replace(/\s/g, '')

test('every sentence is told whole, and what was filled in stands in the Chinese one', () => {
  for (const [english, chinese] of Object.entries(chineseSentences)) {
    const ownWords = english.replace(HOLE, '').replace(/\P{L}/gu, '').length
    if (ownWords < 16) continue
    const told = inChinese(filled(first(english)))
    for (const [, name = '', kind = ''] of first(english).matchAll(HOLE)) {
      if (kind === 'word') continue
      const value = MOMENT.test(name) ? '10:00 UTC' : (TOLD[kind] ?? SAMPLES[kind] ?? `<${name}>`)
      assert.ok(told.includes(value), `${english}\n${told}`)
    }
    const [longest = ''] = first(chinese)
      .split(/\{\w+\}|\s/)
      .toSorted((one, other) => other.length - one.length)
    assert.ok(plain(told).includes(plain(longest).replace(/[，。；：]+$/, '')), `${english}\n${told}`)
  }
})

test('both say the same things', () => {
  for (const [english, chinese] of Object.entries(chineseSentences)) {
    const names = (template: string) =>
      [...template.matchAll(HOLE)].flatMap(([, name, kind]) => (kind === 'word' ? [] : [name])).sort()
    assert.deepEqual(names(chinese), names(english), english)
  }
})

test('the Chinese of a sentence is Chinese, but for terms of the trade', () => {
  for (const chinese of Object.values(chineseSentences)) {
    const own = chinese.replace(HOLE, ' ').replace(/"[^"]*"|“[^”]*”|（[^）]*）/g, ' ')
    assert.doesNotMatch(own, /(?<![\w-])[a-z’']+(?: [a-z’']+){2,}(?![\w-])/, chinese)
  }
})

test('sentences of ours inside a sentence, and beside one that we have no Chinese for, are told too', () => {
  assert.equal(
    inChinese('Nothing was changed: Nobody waits for session 12 any more. The kettle is on.'),
    '未做任何变更：已无会话等待 12。The kettle is on.',
  )
  assert.equal(
    inChinese('The kettle is on. Session 12 was ended. Nobody answered in time.'),
    'The kettle is on. 会话 12 已终止。无人在时限内答复。',
  )
})

test('a figure that moved is told with its moment, whatever labels it has', () => {
  for (const figure of ['a_total{namespace=x}', 'a_total{namespace=x, job=y}'])
    assert.equal(
      inChinese(`${figure} went from 0/s to 8.3/s at 05:27 UTC.`),
      `${figure} 在 05:27 UTC 从 0/s 变为 8.3/s。`,
    )
})

test('a day and its hour are not torn apart by what goes on behind them', () => {
  const since = 'since 2026-11-19 19:22:18 UTC, before the alert of 2026-11-19 20:18:18 UTC'
  const told = inChinese(
    `The likely load is a backup: pid 7 (backup, pg_dump, local) has been at it for 96 min (${since}): “COPY x”.`,
  )
  assert.match(told, /自 2026-11-19 19:22:18 UTC，早于 2026-11-19 20:18:18 UTC 的告警/)
})

test('a variable that refers to something else now, and figures in a row, are told each by itself', () => {
  const moved = 'variable KEY (secretKeyRef.key) went from password to smtp-password'
  assert.equal(
    inChinese(`What changed: ${moved}.`),
    '变更内容：变量 KEY（secretKeyRef.key）从 password 变为 smtp-password。',
  )
  const row =
    'load{pod=a} went from 0/s to 1.2/s at 20:24 UTC; busy{pod=a} alone stands at 64; its 3 siblings stand at 9'
  assert.match(inChinese(`What was seen points to web: ${row}.`), /：load\{pod=a\} 在 .*；只有 busy\{pod=a\} 为 64；/)
})

test('a sentence is told whole or not at all', () => {
  const untold = [
    '',
    'Pod web was replaced',
    'checkout is paused; nobody knows',
    'Session twelve was ended.',
    'Pod web-1 is Running and not ready: the moon is full',
    'Nothing was changed: the moon is full.',
    'Deployment web: revision 3 was rolled out at noon (nobody knows why)',
    'The weather is cordoned',
    'it depends on weather',
  ]
  for (const text of untold) assert.equal(inChinese(text), text)
})

test('what others said stays as they said it, also where it sounds like us', () => {
  const quoted = 'Nothing was done. Session 12 was ended, 3 pods at v1.2. "Nobody answered in time." (7 times)'
  assert.ok(inChinese(`web logged at 10:00 UTC: "${quoted}"`).endsWith(`记录："${quoted}"`))
  const unknown = `The oracle says: "${quoted}" and sighs.`
  assert.equal(inChinese(unknown), unknown)
})

test('a clause keeps to itself, and keeps its place among the others', () => {
  const failures = '7301 failures, the last of 0000 at 20:05 UTC, and nothing was archived since 09:53 UTC'
  const rise = 'failures rose by 2160 in the last hours'
  const told = inChinese(
    `The database server cannot archive its WAL, and what is not archived stays in pg_wal: ${rise}; ${failures}.`,
  )
  assert.match(told, /：最近几小时失败次数增加了 2160；失败 7301 次，/)
})

test('what happened once is told so, as it was seen and in Chinese', () => {
  assert.equal(
    inChinese('Pod web-1: Unhealthy (once, last at 18:05 UTC): Readiness probe failed.'),
    'Pod web-1：Unhealthy（1 次，最近于 18:05 UTC）：Readiness probe failed.',
  )
  assert.match(
    inChinese('Pod web-1 is Running and not ready, restarted once: container web waits (Error)'),
    /重启 1 次/,
  )
})

test('names that are words of ours are names where a name belongs', () => {
  assert.equal(
    inChinese('Pod search-1 is Pending and not ready: container search waits (ContainerCreating)'),
    'Pod search-1 状态为 Pending 且未就绪：容器 search 在等待（ContainerCreating）',
  )
  assert.equal(
    inChinese('Http_requests{code=500, pod=a} went from 0/s to 2/s at 19:33 UTC, now 3/s.'),
    'Http_requests{code=500, pod=a} 在 19:33 UTC 从 0/s 变为 2/s，现为 3/s。',
  )
})

test('reasons in a row are told where each of them can be told, and else none is', () => {
  const [named, says] = ['its title or tags name checkout', 'the alert says what its title says: answers, 500']
  for (const row of [`${named}; ${says}`, `${says}; ${named}`])
    assert.deepEqual(
      inChinese(row).split('；').toSorted(),
      ['其标题或标签提到 checkout', '告警与其标题所说一致：answers, 500'].toSorted(),
    )
  assert.equal(inChinese(`${named}; the moon is full`), `${named}; the moon is full`)
})

test('lines stay lines', () => {
  assert.equal(inChinese('Session 12 was ended.\n- The kettle is on.\n'), '会话 12 已终止。\n- The kettle is on.\n')
})

test('whatever is in a text, it comes back, with all that was not told', () => {
  const strange = [
    '"'.repeat(100_000),
    '('.repeat(50_000) + ']'.repeat(50_000),
    ' went from a to b at'.repeat(5_000),
    'container a: b went from c to d; '.repeat(3_000),
    `Pod a is b and not ready${', restarted 1 times: container c waits (D); '.repeat(2_000)}`,
    'a, b and c (d) or e; '.repeat(5_000),
    '. '.repeat(50_000),
    '\u{1f525}\ud83d \u0000 {name} $& $1 \\ 。，'.repeat(3_000),
  ]
  for (const text of strange) {
    const parts = sentencesInChinese(text)
    assert.equal(parts.map(({ english }) => english).join(''), text)
    assert.equal(inChinese(text), parts.map(({ english, chinese }) => chinese ?? english).join(''))
  }
})

test('what could not be looked at is told with the plugins that were asked, also where the page calls them otherwise', () => {
  const said = 'No metrics server is configured: set METRICS_URL (and METRICS_TOKEN if it wants one).'
  const told = '没有配置指标服务器：请设置 METRICS_URL（如需令牌，再设置 METRICS_TOKEN）。'
  assert.equal(inChinese(`metrics.query_range: ${said}`), `metrics.query_range：${told}`)
  assert.equal(inChinese(`metrics.query, metrics.query_range: ${said}`), `metrics.query, metrics.query_range：${told}`)
  assert.equal(inChinese(`指标: ${said}`), `指标：${told}`)
  assert.equal(inChinese(`Nobody: ${said}`), `Nobody: ${said}`)
})

test('what became of an action is told whole, whatever the plugin says', () => {
  const told = {
    'terminate_query: skipped. Nothing was changed: There is no session with pid 5; it may have ended already.':
      'terminate_query：已跳过。未做任何变更：没有 pid 为 5 的会话；可能已经结束。',
    'Nothing was changed: Deployment shop/web: resource_version was "5" when the plan was made and is "6" now.':
      '未做任何变更：Deployment shop/web：resource_version 在制定方案时为 "5"，现为 "6"。',
    'Nothing was changed: Deployment shop/web: revision 3 of web is no longer there.':
      '未做任何变更：Deployment shop/web：web 的版本 3 已不存在。',
    'restart_pod: failed. Pod web-1 was deleted; web-2 was not ready within 90 s.':
      'restart_pod：失败。Pod web-1 已删除；web-2 在 90 秒内没有就绪。',
    'shell.exec_write: unknown. The call took longer than 30 seconds and was ended.':
      'shell.exec_write：不确定是否已完成。调用超过 30 秒，已被终止。',
    'delete_evicted_pods: done. 2 evicted pods deleted; 1 of the plan was gone.':
      'delete_evicted_pods：已完成。已删除 2 个被驱逐的 Pod；方案中另有 1 个已不在。',
    'The plan was not carried out to its end. terminate_query: skipped. Nothing was changed: Session 5 is our own (firebreak).':
      '方案未执行到底。terminate_query：已跳过。未做任何变更：会话 5 是我们自己的（firebreak）。',
    'Whether the change was made is not known. Read back for 10 s: the target does not show it, so it was not made. It is not repeated.':
      '不确定变更是否生效。回读 10 秒：目标上没有该变更，说明未生效。不会重复执行。',
    'Whether the change was made is not known. The target could not be read back within 5 s. It is not repeated; a person must look.':
      '不确定变更是否生效。5 秒内无法回读目标。不会重复执行；需要人工查看。',
    'undoes scale_deployment': '回滚 scale_deployment',
  }
  for (const [english, chinese] of Object.entries(told)) assert.equal(inChinese(english), chinese)
})

test('that a run was interrupted is told whole', () => {
  const text =
    'Firebreak was interrupted while it ran scale_deployment, after 2026-01-01 10:00:00 UTC (its last recorded step on instance dead), and goes on since 2026-01-01 10:05:00 UTC on instance heir. What scale_deployment had done is looked up first; it is not done twice.'
  assert.equal(
    inChinese(text),
    'Firebreak 在运行 scale_deployment 时中断，时间在 2026-01-01 10:00:00 UTC 之后（最后记录的步骤，实例 dead），自 2026-01-01 10:05:00 UTC 起在实例 heir 上继续。先查明 scale_deployment 已做到哪一步；不会重复执行。',
  )
})

test('a way down of any length, a host that is silent, and the steps people wrote are told whole', () => {
  assert.equal(
    inChinese(
      'portal-1 is not the origin of the trouble: it fails because of hub-1, which fails because of svc-1, which fails because of cache-1.',
    ),
    'portal-1 不是问题的源头：它因 hub-1 而失败，后者因 svc-1 而失败，后者因 cache-1 而失败。',
  )
  assert.equal(
    inChinese('api.cards.example is outside of what can be seen here and does not answer: "ERROR timed out".'),
    'api.cards.example 在可查看范围之外，没有应答："ERROR timed out"。',
  )
  assert.equal(
    inChinese('Standard procedure for the known issue “Locks”: 1. Look who waits 2. Ask them'),
    '已知问题“Locks”的标准处理：1. Look who waits 2. Ask them',
  )
})

test('why an entry of the knowledge was found is told reason by reason', () => {
  const reasons = 'holds the words: vault, slot; says in other words: order; is close in meaning (0.45)'
  assert.equal(inChinese(reasons), '含有词语：vault, slot；以其他说法提到：order；含义相近（0.45）')
  const alone = 'Searched by words alone: provider_a offers no embeddings; set EMBEDDING_PROVIDER to provider_b.'
  assert.equal(
    inChinese(alone),
    '仅按词语搜索：provider_a 不提供 embeddings；请将 EMBEDDING_PROVIDER 设为 provider_b。',
  )
})

test('what the log says is quoted in a Chinese sentence, whatever signs are in it', () =>
  assert.equal(
    inChinese(`The log says why: “ERROR: failed to upload 'wal/7A.lz4': AccessDenied, code: 403”.`),
    `日志说明了原因：“ERROR: failed to upload 'wal/7A.lz4': AccessDenied, code: 403”。`,
  ))

test('what stands in one clause of a diagnosis is told in Chinese as well', () => {
  for (const [english, chinese] of [
    ['used_bytes{pod=a} alone stands at 3.31 GiB; its 14 siblings stand at 90 MiB to 265 MiB.', '90 MiB 到 265 MiB'],
    ['requests_total{pod=a}: code went from 200 to 5xx at 19:51 UTC.', '从 200 变为 5xx'],
    [
      'Quota few stands at requests.cpu 4 of 4, requests.memory 8Gi of 8Gi.',
      'requests.cpu 4/4，requests.memory 8Gi/8Gi',
    ],
    [
      'Most cpu in namespace shop is requested by Deployment web (2 by 2 pods), Deployment api (1 by 1 pod).',
      'Deployment web（2 个 Pod 共 2），Deployment api（1 个 Pod 共 1）',
    ],
    [
      'Service shop/web has no endpoints though its selector fits pods that are ready: its port 80 leads to targetPort 8080, and pod web-1 has containerPort 7100.',
      'Pod web-1 有 containerPort 7100',
    ],
  ] as const)
    assert.ok(inChinese(english).includes(chinese), inChinese(english))
})
