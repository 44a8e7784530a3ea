/** States, severities and decisions in Chinese, the same wherever they are read: on the console, on cards and in reports. */
export const chineseStates = {
  pending: '待处理',
  diagnosing: '诊断中',
  awaiting_approval: '待决策',
  executing: '执行中',
  verifying: '验证中',
  resolved: '已解决',
  ignored: '已忽略',
  expired: '已过期',
  escalated: '已升级',
} as const

export const chineseSeverities = {
  critical: '紧急',
  high: '高',
  medium: '中',
  warning: '警告',
  low: '低',
  info: '提示',
} as const

export const chineseDecisions = {
  confirm: '确认',
  reject: '驳回',
  rediagnose: '重新诊断',
  ignore: '忽略',
} as const
