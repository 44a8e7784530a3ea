import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deceptiveTexts } from '../../../test/world/chat/deceptive-texts.ts'
import type { CardState, CardView } from '../../ports/people.ts'
import { type Card, renderCard } from './card.ts'
import { renderText } from './card-text.ts'
import { planText } from './plan-text.ts'

const VIEW: CardView = {
  incidentId: 'INC-20250101-001',
  state: 'waiting',
  title: 'Error rate of api is high',
  severity: 'high',
  status: 'awaiting_approval',
  conclusion: 'The pool of api is exhausted.',
  confidence: 0.72,
  source: 'model',
  findings: [
    { text: '20 of 20 connections in use', seenIn: 'database.active_connections' },
    { text: 'errors began with revision 7', seenIn: 'metrics.query' },
  ],
  plan: [
    {
      plugin: 'scale_deployment',
      parameters: { namespace: 'production', deployment: 'api', replicas: 4 },
      changes: [{ field: 'replicas', from: '2', to: '4' }],
      risk: 'medium',
      rollback: 'scale_deployment back to 2',
    },
  ],
  riskLevel: 'medium',
  rollbackPlan: 'Scale back to two replicas.',
  expiresAt: '2025-01-01T10:00:00Z',
  digest: 'd1d2d3d4d5d6d7d8',
  modelText: 'I looked at the pool first.\nThen at the revisions.',
  team: 'payments',
  oncall: 'Bea',
  flags: ['The alert names another cluster.'],
  consoleUrl: 'https://firebreak.example/incidents/INC-20250101-001',
}

const PLAN = [
  '1. scale_deployment',
  '   namespace: "production"',
  '   deployment: "api"',
  '   replicas: 4',
  '   change replicas: 2 → 4',
  '   risk: medium',
  '   rollback: scale_deployment back to 2',
].join('\n')

type Node = { tag?: string; content?: string; value?: Record<string, unknown>; [field: string]: unknown }

test('two plans are shown whole, each with a button of its own that is bound to its digest', () => {
  const other = {
    plugin: 'restart_pod',
    parameters: { pod_name: 'cache-1' },
    changes: [],
    risk: 'low',
    rollback: 'none',
  }
  const view = { ...VIEW, alternative: { conclusion: 'The cache is cold.', plan: [other], digest: 'e1e2e3e4' } }
  const { card } = renderCard(view)
  const texts = wordsOf(card).map(({ content }) => String(content))
  assert.ok(texts.includes(PLAN))
  assert.ok(texts.some((text) => text.startsWith('The cache is cold.') && text.includes(planText([other]))))
  const buttons = buttonsOf(card).filter(({ value }) => value?.action === 'confirm_diagnosis')
  assert.deepEqual(
    buttons.map(({ value }) => value?.digest),
    [VIEW.digest, 'e1e2e3e4'],
  )
  assert.match(renderText(view), /Or instead of it[\s\S]*restart_pod/)
})

test('the card shows what a person needs to decide, and where it comes from', () => {
  const { card, isWhole } = renderCard(VIEW)
  assert.equal(isWhole, true)
  const texts = wordsOf(card).map(({ content }) => content)
  for (const expected of [
    'INC-20250101-001 needs a decision: Error rate of api is high',
    'Severity\nhigh',
    'Risk\nmedium',
    'Team\npayments',
    'On call\nBea',
    'Decide before\n2025-01-01 10:00 UTC',
    '**Conclusion by the model, 72 % sure**',
    'The pool of api is exhausted.',
    '• 20 of 20 connections in use (seen in database.active_connections)\n• errors began with revision 7 (seen in metrics.query)',
    '• The alert names another cluster.',
    '**What would run**',
    PLAN,
    'Scale back to two replicas.',
    '**In the words of the model, unchecked**',
    '│ I looked at the pool first.\n│ Then at the revisions.',
    '[Open the incident](https://firebreak.example/incidents/INC-20250101-001)',
  ])
    assert.ok(texts.includes(expected), `${expected}\n-- is missing in --\n${texts.join('\n')}`)
  assert.deepEqual(card.config, { wide_screen_mode: true, update_multi: true, enable_forward: false })
})

test('the buttons carry what they do, on which incident, and for exactly which plan', () => {
  const buttons = buttonsOf(renderCard(VIEW).card)
  const bound = { incident_id: 'INC-20250101-001', digest: 'd1d2d3d4d5d6d7d8' }
  assert.deepEqual(
    buttons.map(({ value }) => value),
    [
      ...['confirm_diagnosis', 'reject_diagnosis', 'request_rediagnosis', 'ignore_incident'].map((action) => ({
        action,
        ...bound,
      })),
      ...['once', 'for_a_time', 'for_labels'].map((repeats) => ({ action: 'ignore_incident', ...bound, repeats })),
    ],
  )
})

test('there are buttons while a decision is waited for, and in no other state', () => {
  const states: [CardState, colour: string][] = [
    ['open', 'blue'],
    ['executing', 'wathet'],
    ['done', 'green'],
    ['failed', 'red'],
    ['closed', 'grey'],
  ]
  for (const [state, colour] of states) {
    const { card } = renderCard({ ...VIEW, state })
    assert.deepEqual([buttonsOf(card).length, card.header.template], [0, colour])
  }
})

test('after the decision the card says who, when, why and what came of it', () => {
  const decision = { by: 'ou_a1', at: '2025-01-01T09:12:44Z', decision: 'confirm', comment: 'go' }
  const decided: CardView = {
    ...VIEW,
    state: 'done',
    decision,
    outcome: 'Error rate is back to normal.',
    verdict: [{ text: 'Ready.', basis: 'generation 2', at: '2025-01-01T09:14:00Z', otherwise: 'Had it not: 1.' }],
  }
  const texts = wordsOf(renderCard(decided).card).map(({ content }) => content)
  for (const expected of [
    'Decided by <at id=ou_a1></at>',
    'Confirmed at 2025-01-01 09:12 UTC',
    'go',
    'Error rate is back to normal.',
    '• Ready. Compared: generation 2, seen 2025-01-01 09:14 UTC. Had it not: 1.',
  ])
    assert.ok(texts.includes(expected), expected)
  const byKey = renderCard({ ...decided, decision: { ...decision, by: 'key of <at id=all></at>' } })
  const named = wordsOf(byKey.card).find(({ content }) => content.startsWith('Confirmed by'))
  assert.deepEqual(named, {
    tag: 'plain_text',
    content: 'Confirmed by key of <at id=all></at> at 2025-01-01 09:12 UTC',
  })
})

test('the plain text tells the same as the card, and how to decide without buttons', () => {
  const text = renderText(VIEW)
  for (const { content } of wordsOf(renderCard(VIEW).card).filter(({ tag }) => tag === 'plain_text')) {
    const isButtonOrNote =
      /^(Confirm|Reject|Look again|Ignore.*|Silence these labels|Run the plan\?|This runs .*|Plan d1d2.*)$/.test(
        content,
      )
    if (!isButtonOrNote)
      assert.ok(text.includes(content.replace(/^(Severity|Status|Risk|Team|On call|Decide before)\n/, '$1: ')), content)
  }
  assert.match(text, /Decide in the console: https:\/\/firebreak\.example\/incidents\/INC-20250101-001/)
  const { consoleUrl: _url, ...homeless } = VIEW
  assert.match(renderText(homeless), /Decide with POST \/api\/incidents\/INC-20250101-001\/decision/)
})

test('whatever the words around it say, the plan is shown to the letter, and nothing of theirs becomes a link, a mention or a button', () => {
  const texts = deceptiveTexts()
  assert.ok(texts.length >= 200)
  const honest = renderCard(lying('harmless words')).card
  assert.equal(planIn(honest), PLAN)
  for (const text of texts) {
    const { card } = renderCard(lying(text))
    assert.equal(planIn(card), planIn(honest), text)
    assert.deepEqual(buttonsOf(card), buttonsOf(honest), text)
    assert.deepEqual(markupIn(card), markupIn(honest), text)
    for (const { tag, content } of wordsOf(card)) if (tag === 'plain_text') assertHarmless(content, text)
    const plainText = renderText(lying(text))
    assert.ok(plainText.includes(`\nWhat would run\n${PLAN}\n`), text)
    assert.equal(plainText.split('\nWhat would run\n').length, 2, text)
    assert.doesNotMatch(plainText, /<|\]\(|@_/, text)
    assertHarmless(plainText.replaceAll(VIEW.consoleUrl ?? '', ''), text)
  }
})

test('a deceptive text inside the plan is shown to the letter as well, and reads back as what runs', () => {
  for (const text of deceptiveTexts()) {
    const [action] = VIEW.plan
    assert.ok(action)
    const parameters = { note: text, [text]: [text] }
    const plan = [
      { ...action, parameters, changes: [{ field: text, from: text, to: text }], risk: text, rollback: text },
    ]
    const shown = planText(plan)
    const lines = shown.split('\n')
    assert.equal(lines.length, 6, text)
    assert.deepEqual(
      JSON.parse((lines[1] ?? '').replace('   note: ', '')),
      text.toWellFormed() === text ? text : JSON.parse(JSON.stringify(text)),
    )
    assert.doesNotMatch(shown, /<|\]\(|@_/)
    assertHarmless(shown.replaceAll('://', ''), text)
    const { card, isWhole } = renderCard({ ...VIEW, plan })
    if (isWhole) assert.equal(planIn(card), shown)
    else assert.ok(shown.length > 20_000, text)
    assert.ok(renderText({ ...VIEW, plan }).includes(shown))
  }
})

test('a card stays small: findings and prose are cut, the plan never', () => {
  const long = 'long words of many letters ä '.repeat(3000)
  const findings = Array.from({ length: 300 }, () => ({ text: long, seenIn: long }))
  const noisy: CardView = {
    ...VIEW,
    findings,
    modelText: long,
    conclusion: long,
    title: long,
    flags: findings.map(({ text }) => text),
  }
  for (const [parameterBytes, minimum] of [
    [10, 1000],
    [12_000, 12_000],
    [18_000, 18_000],
  ] as const) {
    const [action] = VIEW.plan
    assert.ok(action)
    const plan = [{ ...action, parameters: { command: 'x'.repeat(parameterBytes) } }]
    const { card, isWhole } = renderCard({ ...noisy, plan })
    const bytes = Buffer.byteLength(JSON.stringify(card))
    assert.ok(bytes <= 30_000 && bytes > minimum, `${bytes}`)
    assert.deepEqual([isWhole, planIn(card)], [true, planText(plan)])
  }
})

test('a plan too long for any card is left out whole, and then cannot be confirmed', () => {
  const [action] = VIEW.plan
  assert.ok(action)
  const view = { ...VIEW, plan: [{ ...action, parameters: { command: 'x'.repeat(40_000) } }] }
  const { card, isWhole } = renderCard(view)
  assert.equal(isWhole, false)
  assert.ok(Buffer.byteLength(JSON.stringify(card)) < 30_000)
  assert.doesNotMatch(JSON.stringify(card), /xxxx/)
  assert.deepEqual(
    buttonsOf(card).map(({ value }) => value?.action),
    ['reject_diagnosis', 'request_rediagnosis', ...Array.from({ length: 4 }, () => 'ignore_incident')],
  )
  assert.ok(renderText(view).includes('x'.repeat(40_000)), 'a text has room for it')
})

test('only an address becomes a link', () => {
  for (const consoleUrl of ['javascript:alert(1)', 'no address', ''])
    assert.doesNotMatch(JSON.stringify(renderCard({ ...VIEW, consoleUrl }).card), /Open the incident/)
  const { card } = renderCard({ ...VIEW, consoleUrl: 'https://x.example/a)[b](https://evil.example/<at>' })
  const link = wordsOf(card).find(({ content }) => content.startsWith('[Open'))?.content
  assert.equal(link, '[Open the incident](https://x.example/a%29%5Bb%5D%28https://evil.example/%3Cat%3E)')
})

/** The same incident with the text in every place a stranger's words can reach. */
function lying(text: string): CardView {
  return {
    ...VIEW,
    title: text,
    severity: text,
    status: text,
    conclusion: text,
    findings: [{ text, seenIn: text }],
    riskLevel: text,
    rollbackPlan: text,
    modelText: text,
    team: text,
    oncall: text,
    flags: [text],
    outcome: text,
    verdict: [{ text, basis: text, at: text, otherwise: text }],
    decision: { by: text, at: text, decision: text, comment: text },
  }
}

/** Nothing hidden, nothing that turns the direction, no address. */
function assertHarmless(content: string, text: string): void {
  assert.doesNotMatch(content.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800\u3164]|\uFE0F/u, text)
  assert.doesNotMatch(content, /:\/\//, text)
  assert.doesNotMatch(content, /\p{M}{5}/u, text)
}

function planIn(card: Card): string | undefined {
  const words = wordsOf(card)
  const label = words.findIndex(({ tag, content }) => tag === 'lark_md' && content === '**What would run**')
  return words[label + 1]?.content
}

/** Everything the platform would read as markup: it must come from us alone. */
function markupIn(card: Card): string[] {
  return wordsOf(card)
    .filter(({ tag }) => tag !== 'plain_text')
    .map(({ content }) => content)
}

function wordsOf(card: Card): { tag: string; content: string }[] {
  return nodesIn(card).flatMap(({ tag, content }) => (tag && content !== undefined ? [{ tag, content }] : []))
}

function buttonsOf(card: Card): Node[] {
  return nodesIn(card).filter(({ tag }) => tag === 'button')
}

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(nodesIn)]
}

test('in Chinese every fixed word of a card is another one, and what was written about the incident stays', () => {
  const textsIn = (language: 'en' | 'zh') =>
    nodesIn(renderCard({ ...VIEW, language }).card).flatMap(({ content }) => (content === undefined ? [] : [content]))
  const [english, chinese] = [textsIn('en'), textsIn('zh')]
  assert.deepEqual(
    chinese.filter((text) => english.includes(text)),
    [
      VIEW.conclusion,
      `• ${VIEW.flags[0]}`,
      PLAN,
      VIEW.rollbackPlan,
      '│ I looked at the pool first.\n│ Then at the revisions.',
    ],
  )
  for (const text of ['确认执行', '驳回', '**结论（大模型），置信度 72 %**', '级别\n高', '状态\n待决策'])
    assert.ok(chinese.includes(text), text)
  assert.match(renderText({ ...VIEW, language: 'zh' }), /^INC-20250101-001 待决策: Error rate/)
})

test('what the service wrote about an incident follows the language too, and the plan stays as it is approved', () => {
  const text = renderText({
    ...VIEW,
    state: 'done',
    conclusion: 'Node a-1 is not ready, so nothing new should be sent there.',
    findings: [{ text: 'web logged at 10:00 UTC: "Nothing was done."', seenIn: '' }],
    alternative: {
      conclusion: 'Deployment web has no pods: it is scaled to 0 replicas.',
      plan: VIEW.plan,
      digest: 'e1',
    },
    outcome: 'Session 12 was ended. The kettle is on.',
    language: 'zh',
  })
  assert.match(text, /节点 a-1 未就绪，不应再向那里派发新内容。/)
  assert.match(text, /web 于 10:00 UTC 记录："Nothing was done\."/)
  assert.match(text, /Deployment web 没有 Pod：它被缩到 0 个副本。/)
  assert.match(text, /会话 12 已终止。The kettle is on\./)
  assert.ok(text.includes(planText(VIEW.plan)))
})
