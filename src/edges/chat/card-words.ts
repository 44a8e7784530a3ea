/** The words of a card, in the language the chat was given (CHAT_LANGUAGE). What others said, and the plan, stay as they were written. */
import type { CardState } from '../../ports/people.ts'
import { inChinese } from '../../words/in-chinese.ts'
import { chineseSeverities, chineseStates } from '../../words/states.ts'

type Reason = { text: string; basis: string; otherwise: string }

export type CardWords = {
  states: Record<CardState, string>
  severities: Readonly<Record<string, string>>
  statuses: Readonly<Record<string, string>>
  severity: string
  status: string
  risk: string
  team: string
  onCall: string
  inHandOf: string
  decideBefore: string
  conclusion(source: 'model' | 'analysis' | undefined, percent: number | undefined): string
  rhythm: string
  flags: string
  findings: string
  seenIn(place: string): string
  more(count: number): string
  knowledge: string
  parts: string
  background: string
  wouldRun: string
  plan: string
  tooLong: string
  alternative: string
  wayBack: string
  comment: string
  outcome: string
  verdict: string
  compared(reason: Reason, at: string): string
  prose: string
  confirmed: string
  rejected: string
  lookAgainAsked: string
  ignored: string
  decidedBy(person: string): string
  decided(word: string, by: string, at: string): string
  decidedAt(word: string, at: string): string
  confirm: string
  reject: string
  lookAgain: string
  ignore: string
  ignoreOnce: string
  ignoreForAnHour: string
  silenceLabels: string
  confirmFirst: string
  confirmOther: string
  runThePlan: string
  thisRuns(plugins: string): string
  openIncident: string
  openIncidents: string
  planNote(digest: string): string
  noButtons(link: string | undefined, incidentId: string): string
  planDigest(digest: string): string
  /** What the service wrote about the incident. */
  said(text: string): string
}

const english: CardWords = {
  states: {
    open: 'is being looked at',
    waiting: 'needs a decision',
    executing: 'is being repaired',
    done: 'is done',
    failed: 'needs a person',
    closed: 'is closed',
  },
  severities: {},
  statuses: { awaiting_approval: 'needs a decision' },
  severity: 'Severity',
  status: 'Status',
  risk: 'Risk',
  team: 'Team',
  onCall: 'On call',
  inHandOf: 'In hand of',
  decideBefore: 'Decide before',
  conclusion: (source, percent) => {
    const by = source === undefined ? '' : source === 'model' ? ' by the model' : ' by analysis'
    return `Conclusion${by}${percent === undefined ? '' : `, ${percent} % sure`}`
  },
  rhythm: 'The alert comes and goes',
  flags: 'Mind',
  findings: 'Findings',
  seenIn: (place) => ` (seen in ${place})`,
  more: (count) => `… and ${count} more`,
  knowledge: 'What people wrote down',
  parts: 'It stands for these as well',
  background: 'What people told us',
  wouldRun: 'What would run',
  plan: 'The plan',
  tooLong:
    'The plan is too long to be shown here whole, so it cannot be confirmed here. Read it and decide in the console.',
  alternative: 'Or instead of it, where this is the cause',
  wayBack: 'Way back',
  comment: 'Comment',
  outcome: 'Outcome',
  verdict: 'What the verdict rests on',
  compared: ({ text, basis, otherwise }, at) => `${text} Compared: ${basis}, seen ${at}. ${otherwise}`,
  prose: 'In the words of the model, unchecked',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  lookAgainAsked: 'Another look was asked for',
  ignored: 'Ignored',
  decidedBy: (person) => `Decided by ${person}`,
  decided: (word, by, at) => `${word} by ${by} at ${at}`,
  decidedAt: (word, at) => `${word} at ${at}`,
  confirm: 'Confirm',
  reject: 'Reject',
  lookAgain: 'Look again',
  ignore: 'Ignore',
  ignoreOnce: 'Ignore once',
  ignoreForAnHour: 'Ignore for an hour',
  silenceLabels: 'Silence these labels',
  confirmFirst: 'Confirm the first',
  confirmOther: 'Confirm the other',
  runThePlan: 'Run the plan?',
  thisRuns: (plugins) => `This runs ${plugins}, exactly as the card shows.`,
  openIncident: 'Open the incident',
  openIncidents: 'Open the incidents',
  planNote: (digest) => `Plan ${digest}: it runs as shown, or nothing does.`,
  noButtons: (link, incidentId) =>
    `Buttons could not be shown here. Decide ${link ? `in the console: ${link}` : `with POST /api/incidents/${incidentId}/decision`}`,
  planDigest: (digest) => `Plan digest: ${digest}`,
  said: (text) => text,
}

const chinese: CardWords = {
  states: {
    open: '诊断中',
    waiting: '待决策',
    executing: '处置中',
    done: '已解决',
    failed: '需要人工处理',
    closed: '已关闭',
  },
  severities: chineseSeverities,
  statuses: chineseStates,
  severity: '级别',
  status: '状态',
  risk: '风险',
  team: '团队',
  onCall: '值班',
  inHandOf: '认领人',
  decideBefore: '决策截止',
  conclusion: (source, percent) => {
    const by = source === undefined ? '' : source === 'model' ? '（大模型）' : '（内置分析）'
    return `结论${by}${percent === undefined ? '' : `，置信度 ${percent} %`}`
  },
  rhythm: '告警反复出现',
  flags: '注意',
  findings: '发现',
  seenIn: (place) => `（见 ${place}）`,
  more: (count) => `… 另有 ${count} 条`,
  knowledge: '知识库中的记录',
  parts: '已归并的事件',
  background: '已知信息',
  wouldRun: '将要执行',
  plan: '处置方案',
  tooLong: '方案过长，无法在此完整显示，因此不能在此确认。请在控制台查看并决策。',
  alternative: '或者（如果根因是这个）',
  wayBack: '回滚方式',
  comment: '备注',
  outcome: '结果',
  verdict: '判定依据',
  compared: ({ text, basis, otherwise }, at) =>
    `${inChinese(text)}对比依据：${inChinese(basis)}（观察于 ${at}）。${inChinese(otherwise)}`,
  prose: '大模型的原话，未经核对',
  confirmed: '已确认',
  rejected: '已驳回',
  lookAgainAsked: '已要求重新诊断',
  ignored: '已忽略',
  decidedBy: (person) => `决策人 ${person}`,
  decided: (word, by, at) => `${word}：${by}，${at}`,
  decidedAt: (word, at) => `${word}，${at}`,
  confirm: '确认执行',
  reject: '驳回',
  lookAgain: '重新诊断',
  ignore: '忽略',
  ignoreOnce: '忽略一次',
  ignoreForAnHour: '忽略一小时',
  silenceLabels: '按标签静默',
  confirmFirst: '确认执行首选方案',
  confirmOther: '确认执行备选方案',
  runThePlan: '执行此方案？',
  thisRuns: (plugins) => `将执行 ${plugins}，与卡片所示完全一致。`,
  openIncident: '打开事件',
  openIncidents: '打开事件列表',
  planNote: (digest) => `方案 ${digest}：按所示执行，否则不执行。`,
  noButtons: (link, incidentId) =>
    `此处无法显示按钮。请${link ? `在控制台决策：${link}` : `通过 POST /api/incidents/${incidentId}/decision 决策`}`,
  planDigest: (digest) => `方案摘要：${digest}`,
  said: inChinese,
}

export function cardWords(language: 'en' | 'zh' | undefined): CardWords {
  return language === 'zh' ? chinese : english
}
