/**
 * What the console says in Chinese, by what it says in English. The words an on-call engineer expects, one for each idea:
 *
 * incident 事件 · alert 告警 · diagnosis 诊断 · finding 发现 · evidence 证据 · cause 根因 · plan 处置方案（方案） · step 步骤 ·
 * confirm 确认执行 · reject 驳回 · ignore 忽略 · resolve 解决 · escalate 升级（转人工） · expire 过期 · undo, roll back 回滚 ·
 * dry run 试运行 · verification 验证 · execution 执行 · silence 静默 · runbook 预案 · knowledge 知识库 · environment 环境 ·
 * plugin 插件 · policy 策略 · key 密钥 · card 卡片 · on call 值班 · severity 级别 · run 运行 · instance 实例 · digest 摘要 ·
 * part of 归并到 · in hand 已认领 · look 查看 · question 提问
 *
 * Short, without 您; a space stands between Chinese and Latin letters or figures. Names of roles, plugins and settings stay.
 */
import { administration } from './administration.ts'
import { environment } from './environment.ts'
import { history } from './history.ts'
import { incident } from './incident.ts'
import { overview } from './overview.ts'
import { parts } from './parts.ts'
import { pictures } from './pictures.ts'
import { reading } from './reading.ts'
import { shell } from './shell.ts'
import { timeline } from './timeline.ts'

export type { Values } from '../../../../src/words/values.ts'

export const chinese = {
  ...shell,
  ...parts,
  ...overview,
  ...incident,
  ...timeline,
  ...environment,
  ...administration,
  ...reading,
  ...pictures,
  ...history,
} as const
